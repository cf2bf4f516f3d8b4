/** A small Roomwire in memory, for the tests: a feed, pulls, acknowledgements, pushes, and faults on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Booking, Change, Day } from '../lib/index.ts'

export type StandIn = Awaited<ReturnType<typeof startRoomwire>>
/** A fault of one call: a status in place of the answer, or done with the answer dropped. */
type Fault = { status: number; headers?: Record<string, string> } | 'drop'
type Ack = { code: string; revision: number; externalId?: string }
type Query = Record<string, string>
type Handler = (query: Query, body: string) => Promise<unknown> | unknown

const WAIT_MS = 100
const PAGE = 20
/** Of its room type: a higher count is stored as this. */
const ROOMS = 5

type State = {
  bookings: Map<string, Booking>
  days: Map<string, Day>
  changes: Change[]
  acks: Ack[]
  pushes: { body: string; key: string | undefined }[]
  faults: Fault[]
  /** The next read of the feed is answered 410. */
  isHistoryLost: boolean
}

/** Starts it with one room type. `onAck` is called for each acknowledgement, before it is answered. */
export async function startRoomwire(onAck: (ack: Ack) => void = () => {}) {
  const state: State = {
    ...{ bookings: new Map(), days: new Map(), changes: [] },
    ...{ acks: [], pushes: [], faults: [], isHistoryLost: false },
  }
  const { bookings, days, changes, acks, pushes, faults } = state
  const handlers = handlersOf(state, onAck)
  const server = createServer(
    (request, response) => void answer({ state, handlers }, request, response),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ acks, pushes, bookings, days },
    /** The outcomes of the next pushes, in order. */
    fail: (...next: Fault[]) => void faults.push(...next),
    /** Makes or changes a booking, and tells the feed. */
    book(code: string, fields: Partial<Booking> = {}): Booking {
      const known = bookings.get(code)
      const booking = { ...(known ?? newBooking(code)), ...fields }
      booking.revision = (known?.revision ?? 0) + 1
      bookings.set(code, booking)
      tell(state, { type: 'booking', booking: { ...booking } })
      return booking
    },
    /** Loses a booking, as a failover does; the next read of the feed hears of it. */
    lose(code: string): void {
      bookings.delete(code)
      for (const [at, change] of changes.entries())
        if (change.type === 'booking' && change.booking.code === code)
          changes[at] = { ...change, type: 'availability', days: [] } as unknown as Change
      state.isHistoryLost = true
    },
    stop(): void {
      server.close()
      server.closeAllConnections()
    },
  }
}

const tell = ({ changes }: State, change: object) =>
  changes.push({ ...change, cursor: String(changes.length + 1), at: '' } as Change)

function handlersOf(state: State, onAck: (ack: Ack) => void): Record<string, Handler> {
  const acknowledge = (ack: Ack): object => {
    onAck(ack)
    state.acks.push(ack)
    const booking = state.bookings.get(ack.code)
    if (booking) booking.ackedRevision = ack.revision
    return { code: ack.code, result: 'ok', errors: [] }
  }
  return {
    'GET mapping': () => ({
      hotel: { timezone: 'Europe/Istanbul' },
      rooms: [{ roomCode: 'DBL', totalRooms: ROOMS, basePriceCents: 9_000 }],
    }),
    'GET availability': () => ({ rooms: [{ roomCode: 'DBL', days: [...state.days.values()] }] }),
    'GET bookings': () => ({ bookings: [...state.bookings.values()], nextCursor: null }),
    'GET changes': (query) => readChanges(state, query),
    'POST bookings/ack': (_, body) => {
      const results = (JSON.parse(body).acks as Ack[]).map(acknowledge)
      return { acked: results.length, already: 0, refused: 0, results }
    },
    'POST bookings/:code/ack': ({ code }, body) => acknowledge({ code, ...JSON.parse(body) }),
    'PATCH availability': (_, body) => takePush(state, body),
  }
}

async function readChanges(state: State, { cursor, waitSeconds }: Query): Promise<unknown> {
  const { changes, isHistoryLost } = state
  const from = cursor === 'latest' ? changes.length : Number(cursor)
  state.isHistoryLost = false
  if (isHistoryLost)
    return { status: 410, code: 'cursor_expired', reason: 'history_lost', cursor: '0', detail: '' }
  if (from === changes.length && waitSeconds !== '0')
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  const page = changes.slice(from, from + PAGE)
  const next = from + page.length
  return { changes: page, nextCursor: String(next), hasMore: next < changes.length }
}

function takePush(state: State, body: string): unknown {
  const { updates } = JSON.parse(body)
  for (const { roomCode, date, dateFrom = date, ...fields } of updates) {
    const { available = ROOMS, priceCents = 0, closed = false } = fields
    const counted = Math.min(ROOMS, available)
    const day = { roomCode, date: dateFrom, available: counted, priceCents, closed }
    state.days.set(dateFrom, day)
    tell(state, { type: 'availability', days: [day] })
  }
  const none = { unchanged: 0, rejected: 0, corrected: 0, stale: 0, errors: [] }
  return { applied: updates.length, ...none }
}

type Inside = { state: State; handlers: Record<string, Handler> }

async function answer(
  { state, handlers }: Inside,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  const path = pathname.replace('/v1/partner/', '')
  const [, code] = /^bookings\/(\w+)\/ack$/.exec(path) ?? []
  const name = `${request.method} ${code ? 'bookings/:code/ack' : path}`
  const query = { ...Object.fromEntries(searchParams), ...(code && { code }) }
  const body = await textOf(request)
  const key = request.headers['idempotency-key'] as string | undefined
  if (request.method === 'PATCH') state.pushes.push({ body, key })
  const fault = request.method === 'PATCH' ? state.faults.shift() : undefined
  if (fault && fault !== 'drop') return void response.writeHead(fault.status, fault.headers).end()
  const result = (await handlers[name]?.(query, body)) ?? { status: 404 }
  if (fault === 'drop') return void response.destroy()
  const { status = 200 } = result as { status?: number }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(result))
}

const newBooking = (code: string) =>
  ({
    ...{ code, status: 'confirmed', roomCode: 'DBL', rooms: 1, group: null },
    ...{ checkin: '2099-04-01', checkout: '2099-04-03', ackedRevision: null },
    ...{ confirmedAt: '2099-01-01T00:00:00Z', updatedAt: '2099-01-01T00:00:00Z' },
  }) as unknown as Booking

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
