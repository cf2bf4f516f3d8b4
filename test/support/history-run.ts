import { expect } from 'bun:test'
import { type Entry, findUnexplained, nameOf, type Operation } from './history-check.ts'
import { dayFromNow, type ServiceProcess, until } from './process.ts'
import { type Receiver, startReceiver } from './receiver.ts'

/** `HISTORY_SECONDS=60` is the long form. */
export const SECONDS = Number(process.env.HISTORY_SECONDS ?? 3)
/** Clients of a run. */
export const CLIENTS = 32
const READERS = 3
const ROOMS = 12
const NIGHTS = [200, 201, 202, 203].map(dayFromNow)
const REFUSALS = ['book 409 sold_out', 'book 503 unavailable', 'cancel 503 unavailable']
/** The share of those who know nothing of what they asked that leave it at that. */
const GIVEN_UP = 0.1
/** A client that is refused asks again so much later. */
const REFUSED_MS = 20
/** A busy machine takes its time. */
const TOLD_WITHIN_MS = 120_000

/** Limits that these clients would meet, lifted. */
export const HISTORY_ENV = {
  ...{ STRANGER_LIMITS: '0', PUBLIC_RATE_PER_MINUTE: '0', LOGIN_LIMITS: '0', FAIR_USE: '0' },
  WEBHOOK_ALLOW_PRIVATE: '1',
}

/** A service with a hotel, and what may befall it. */
export type Scene = {
  /** Its processes as their clients know them: one that comes back has another address. */
  all: ServiceProcess[]
  key: string
  hotelSlug: string
  /** The faults that befall it, in turn; each returns once it is over. */
  faults: readonly (() => Promise<void>)[]
  /** Ends every process as an operator would, and starts it anew. */
  restart: () => Promise<void>
}

type Run = Omit<Scene, 'faults' | 'restart'> & {
  isOver: boolean
  isStill: boolean
  /** Answers that nobody expects. */
  odd: string[]
}
type Booking = { id: string; code: string; night: string; manageToken: string }

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!

/**
 * Lets clients book and cancel a few rooms, readers follow the feed and a webhook tell of it, while faults befall the
 * service. @returns what no order of all that was asked explains, and the answers by outcome
 */
export async function runHistory({ faults, restart, ...served }: Scene) {
  const run: Run = { ...served, isOver: false, isStill: false, odd: [] }
  await using receiver = startReceiver()
  const { began, from } = await openNights(run, receiver.url)
  const operations: Operation[] = []
  const clients = Array.from({ length: CLIENTS }, () => play(run, operations))
  const readers = Promise.all(Array.from({ length: READERS }, () => follow(run, from)))
  const count = faults.length === 0 ? 0 : Math.max(faults.length, Math.round(SECONDS / 2))
  if (count === 0) await Bun.sleep(SECONDS * 1_000)
  for (let fault = 0; fault < count; fault++) {
    await Bun.sleep((SECONDS * 1_000) / count)
    await faults[fault % faults.length]!()
  }
  run.isOver = true
  await Promise.all(clients)
  // The requests of clients that have gone are done now, or never.
  await restart()
  run.isStill = true
  const seen = await readers
  const feed: Entry[] = []
  await readOn(run, from, feed)
  const left = await roomsLeft(run)
  const rooms = Object.fromEntries(
    NIGHTS.map((night) => [night, { began: began[night]!, left: left[night]! }]),
  )
  const last = new Map(feed.map(({ id, status }) => [id, status]))
  const history = { operations, feed, readers: seen, rooms, told: last }
  let wrong = [...run.odd, ...findUnexplained(history)]
  if (wrong.length === 0)
    wrong = findUnexplained({ ...history, told: await statesTold(receiver, last) })
  const of = (outcome: Operation['outcome']) =>
    operations.filter((each) => each.outcome === outcome).length
  process.stdout.write(
    `history: ${operations.length} operations, ${of('done')} done, ${of('full')} sold out, ${of('refused')} refused, ${of('unknown')} unknown; ${count} faults, ${feed.length} entries read by ${READERS}, ${receiver.received.length} deliveries; found ${wrong.length}\n`,
  )
  return { wrong, done: of('done') }
}

/** Puts the nights on sale. @returns their rooms, and where the feed is before anybody books */
async function openNights(run: Run, receiverUrl: string) {
  const { key } = run
  const { call } = run.all[0]!
  const hook = { url: receiverUrl, events: ['booking.confirmed', 'booking.cancelled'] }
  const made = await call('POST', '/v1/partner/webhooks', { key, body: hook })
  expect(made.status).toBe(201)
  const day = { roomCode: 'DBL', available: ROOMS, priceCents: 10_000, closed: false }
  const updates = NIGHTS.map((date) => ({ ...day, date }))
  await call('PUT', '/v1/partner/availability', { key, body: { updates } })
  const began = await roomsLeft(run)
  const latest = await call('GET', '/v1/partner/changes?cursor=latest', { key })
  return { began, from: latest.body.nextCursor as string }
}

/** Asks something once, of any process, now and then without waiting for its answer. */
async function ask({ all }: Run, path: string, body: object, headers: Record<string, string> = {}) {
  // A lost connection: the client is gone, and never learns what came of it.
  const signal = Math.random() < 0.02 ? AbortSignal.timeout(1 + Math.random() * 15) : undefined
  const answer = await fetch(pick(all).url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
    .then(async (response) => ({ status: response.status, body: await response.json() }))
    .catch(() => undefined)
  if (!signal && (!answer || answer.status === 503)) await Bun.sleep(200)
  return answer
}

type Answer = Awaited<ReturnType<typeof ask>>

const isUnknown = (answer: Answer) =>
  !answer || (answer.status === 503 && answer.body.code === 'outcome_unknown')

/** One client: books a night or cancels what it has booked, and writes down when and with which outcome. */
async function play(run: Run, operations: Operation[]): Promise<void> {
  const own: Booking[] = []
  while (!run.isOver) {
    const booking = own.length > 0 && Math.random() < 0.5 ? own.shift() : undefined
    const id = booking?.id ?? `g${operations.length}`
    const night = booking?.night ?? pick(NIGHTS)
    const operation: Operation = {
      ...{ id, kind: booking ? 'cancel' : 'book', night },
      ...{ invokedMs: performance.now(), returnedMs: Number.POSITIVE_INFINITY },
      outcome: 'unknown',
    }
    operations.push(operation)
    const checkout = dayFromNow(201 + NIGHTS.indexOf(night))
    const guest = { firstName: id, lastName: 'History', email: 'history@example.com' }
    const stay = { roomCode: 'DBL', adults: 1, checkin: night, checkout, guest }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const once = () =>
      booking
        ? cancel(run, booking)
        : ask(run, '/v1/bookings', { hotelSlug: run.hotelSlug, ...stay }, headers)
    let answer = await once()
    // Most repeat what they know nothing of; then only a success tells that no try is done later.
    let isOpen = isUnknown(answer)
    while (isUnknown(answer) && !run.isOver && Math.random() > GIVEN_UP) answer = await once()
    if (!answer || isUnknown(answer)) continue
    const { status, body } = answer
    isOpen &&= status >= 300
    if (!isOpen) operation.returnedMs = performance.now()
    if (status < 300) operation.outcome = 'done'
    else if (!isOpen) operation.outcome = body.code === 'sold_out' ? 'full' : 'refused'
    if (status < 300 && !booking && body.manageToken) own.push({ id, night, ...body })
    if (status >= 300 && !REFUSALS.includes(`${operation.kind} ${status} ${body.code}`))
      run.odd.push(`${id}: ${operation.kind} was answered ${status} ${body.code}`)
    if (operation.outcome === 'full') await Bun.sleep(REFUSED_MS)
  }
}

/** Cancels a booking, now and then twice at once: it frees its room once. */
async function cancel(run: Run, { code, manageToken }: Booking) {
  const times = Math.random() < 0.3 ? 2 : 1
  const path = `/v1/bookings/${code}/cancel`
  const answers = await Promise.all(
    Array.from({ length: times }, () => ask(run, path, { manageToken })),
  )
  const known = answers.filter((answer) => answer !== undefined)
  return (
    known.find(({ status }) => status < 300) ??
    answers.find((answer) => answer && isUnknown(answer)) ??
    (known.length < answers.length ? undefined : known[0])
  )
}

/** The last states that webhooks told, once they agree with those of the feed, or in vain. */
async function statesTold({ received }: Receiver, last: ReadonlyMap<string, string>) {
  const told = new Map<string, string>()
  const isTold = () => {
    for (const { body } of received) {
      const { data } = JSON.parse(body)
      if (data.guest?.lastName === 'History' && told.get(data.guest.firstName) !== 'cancelled')
        told.set(data.guest.firstName, data.status)
    }
    return [...last].every(([id, status]) => told.get(id) === status)
  }
  await until('webhooks have told the last states', isTold, TOLD_WITHIN_MS).catch(() => {})
  return told
}

/** Reads the feed on from a cursor, and keeps what it tells of bookings. @returns where it ends */
async function readOn({ all, key }: Run, from: string, entries: Entry[], waitSeconds = 0) {
  let cursor = from
  for (;;) {
    const path = `/v1/partner/changes?limit=50&cursor=${cursor}&waitSeconds=${waitSeconds}`
    const { body, status } = await pick(all).call('GET', path, { key })
    if (status !== 200) return cursor
    for (const { cursor: at, booking } of body.changes)
      if (booking)
        entries.push({
          ...{ cursor: at, id: booking.guest.firstName, night: booking.checkin },
          status: booking.status,
        })
    cursor = body.nextCursor
    if (!body.hasMore) return cursor
  }
}

/** Follows the feed while the service comes and goes, and then to its end. */
async function follow(run: Run, from: string): Promise<string[]> {
  const entries: Entry[] = []
  let cursor = from
  while (!run.isStill)
    cursor = await readOn(run, cursor, entries, 1).catch(async () => {
      await Bun.sleep(50)
      // It reads again the page that was cut off.
      return entries.at(-1)?.cursor ?? from
    })
  await readOn(run, cursor, entries)
  return entries.map(nameOf)
}

async function roomsLeft({ all, key }: Run): Promise<Record<string, number>> {
  const range = `from=${NIGHTS[0]}&to=${NIGHTS.at(-1)}&roomCode=DBL`
  const { body } = await all[0]!.call('GET', `/v1/partner/availability?${range}`, { key })
  return Object.fromEntries(body.rooms[0].days.map(({ date, available }: any) => [date, available]))
}
