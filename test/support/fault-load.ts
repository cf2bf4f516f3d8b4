import type { Answer } from './matchers.ts'
import type { ServiceProcess } from './process.ts'
import { dayFromNow } from './process.ts'

/** Days on sale from the day after tomorrow; of DBL more rooms than are asked for, of SGL few. */
const NIGHTS = 40
export const ROOMS = { DBL: 5_000, SGL: 15 }
export const NIGHTS_SOLD = Array.from({ length: NIGHTS }, (_, index) => dayFromNow(2 + index))
const PAUSE_MS = 100

/** The answers that clients received, by replica and time. */
export type ClientRecord = {
  /** Codes of bookings, and ids of pushes, that were answered as done. */
  bookings: string[]
  pushes: string[]
  /** Answers by status and code. */
  counts: Record<string, number>
  /** When a replica did something, by its place, by the monotonic clock. */
  doneMs: number[][]
  /** 503 answers that lack the contract's headers, and requests without any answer. */
  faults: string[]
  longestMs: number
}

export type Client = { slug: string; secret: string }

/** Pushes of all loads: none says what another has said, for that would change nothing and be in no feed. */
let pushes = 0

/** Books and pushes through replicas until it is stopped. */
export function startLoad(
  replicas: readonly ServiceProcess[],
  { slug, secret }: Client,
  clients = 8,
) {
  const told: ClientRecord = {
    ...{ bookings: [], pushes: [], counts: {}, faults: [], longestMs: 0 },
    doneMs: replicas.map(() => []),
  }
  let isOver = false

  async function ask(at: number, isKeyed: boolean, call: () => Promise<Answer>) {
    const askedMs = performance.now()
    const answer = await call().catch((error: Error) => error)
    told.longestMs = Math.max(told.longestMs, performance.now() - askedMs)
    if (answer instanceof Error) {
      told.faults.push(`no answer: ${answer.message}`)
      return undefined
    }
    const { status, body, headers } = answer
    const name = status < 400 ? String(status) : `${status} ${body?.code}`
    told.counts[name] = (told.counts[name] ?? 0) + 1
    if (status < 400) told.doneMs[at]!.push(performance.now())
    const isAdvised = Number(headers.get('retry-after')) > 0
    const mustAdvise = status === 503 && (body?.code !== 'outcome_unknown' || isKeyed)
    if (isAdvised !== mustAdvise) told.faults.push(`${name}, advised: ${isAdvised}`)
    if (status >= 400 && status !== 503 && body?.code !== 'sold_out')
      told.faults.push(`${name}: ${answer.text}`)
    if (status === 503) await Bun.sleep(PAUSE_MS)
    return answer
  }

  async function book(at: number, count: number) {
    const night = Math.floor(Math.random() * (NIGHTS - 1))
    const body = {
      ...{ hotelSlug: slug, roomCode: count % 4 === 0 ? 'SGL' : 'DBL', adults: 1 },
      ...{ checkin: NIGHTS_SOLD[night], checkout: NIGHTS_SOLD[night + 1] },
      guest: { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' },
    }
    const key = count % 2 === 0 ? crypto.randomUUID() : undefined
    const headers = key ? { 'idempotency-key': key } : {}
    for (let isOpen = true; isOpen; ) {
      const place = () => replicas[at]!.call('POST', '/v1/bookings', { body, headers })
      const answer = await ask(at, key !== undefined, place)
      if (answer?.status === 201) told.bookings.push(answer.body.code)
      // A client with an Idempotency-Key repeats a request with an unknown outcome until it gets an answer.
      isOpen = key !== undefined && answer?.body?.code === 'outcome_unknown'
    }
  }

  async function push(at: number) {
    const priceCents = 10_000 + pushes++
    const updates = NIGHTS_SOLD.map((date) => ({ roomCode: 'TWN', date, available: 1, priceCents }))
    const body = { updates }
    const answer = await ask(at, false, () =>
      replicas[at]!.call('PUT', '/v1/partner/availability', { key: secret, body }),
    )
    if (answer?.status === 200) told.pushes.push(answer.body.pushId)
  }

  const lines = Array.from({ length: clients }, async (_, client) => {
    const at = client % replicas.length
    for (let count = client; !isOver; count += clients)
      await (client < replicas.length ? push(at) : book(at, count))
  })
  return {
    told,
    async stop(): Promise<ClientRecord> {
      isOver = true
      await Promise.all(lines)
      return told
    },
  }
}

/** The longest time in which a replica did nothing, between two moments. */
export function longestGapMs(doneMs: readonly number[], fromMs: number, toMs: number): number {
  const within = [fromMs, ...doneMs.filter((atMs) => atMs > fromMs && atMs < toMs), toMs]
  return Math.max(...within.slice(1).map((atMs, index) => atMs - within[index]!))
}
