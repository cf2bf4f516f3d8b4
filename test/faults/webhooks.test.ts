import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { shelvedBinary } from '../support/binary.ts'
import { prepareDemo, type Sheet } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { asGuest } from '../support/manage.ts'
import {
  dayFromNow,
  type ServiceProcess,
  type Setup,
  startProcess,
  until,
} from '../support/process.ts'
import { type ReceivedRequest, type Receiver, startReceiver } from '../support/receiver.ts'

/** KILLS=50 takes a minute and a half. */
const KILLS = Number(process.env.KILLS ?? 15)
/** Events that happen meanwhile, at least. */
const EVENTS = 100 * KILLS
/** A kill comes after so many answers of its round at most, and so long after the last of them, at random. */
const ANSWERS_MAX = 240
const KILL_WITHIN_MS = 30
const CALLERS = 8
/** Nights that are booked. */
const NIGHTS = 60
/** One request in so many is refused by the receiver, though it could take it. */
const REFUSED_EVERY = 200
/** Of one endpoint 8 are under way at once, and as many may have ended and wait to be written down. */
const UNSETTLED_MAX = 16
const EMAIL = 'carla@example.com'
const ENV = {
  WEBHOOK_ALLOW_PRIVATE: '1',
  PUBLIC_RATE_PER_MINUTE: '0',
  LOGIN_LIMITS: '0',
  FAIR_USE: '0',
  STRANGER_LIMITS: '0',
}

type Told = { id: string; event: string; body: string; bookingCode: string; revision: number }

const program = shelvedBinary()

test(`after ${KILLS} kills the receiver has had every event that was committed, each booking's in order, and no other (contract §4)`, async () => {
  using folder = temporaryFolder()
  const setup: Setup = { folder: folder.path, program, env: ENV }
  const sheet = await prepareDemo(setup)
  const refused = new Set<ReceivedRequest>()
  await using receiver = startReceiver((request, count) => {
    // First attempts only: what is refused twice comes again in a minute.
    const isFirst = request.headers.get('x-service-attempt') === '1'
    if (count % REFUSED_EVERY !== 0 || !isFirst) return new Response(null, { status: 204 })
    refused.add(request)
    return new Response(null, { status: 503 })
  })
  const firstSeq = await addEndpoint(setup, sheet, receiver)
  let kills = 0
  for (; kills < KILLS || committedEvents(setup, firstSeq).length < EVENTS; kills++)
    await disturb(setup, sheet)

  receiver.answer(() => new Response(null, { status: 204 }))
  await using served = await startProcess(['serve'], setup)
  await until('nothing is pending', () => pending(setup) === 0)
  expect((await served.stop()).exitCode).toBe(0)
  const events = committedEvents(setup, firstSeq)
  expect(new Set(receiver.taken)).toEqual(new Set(events.map(({ id }) => id)))
  checkBodies(receiver, events)
  checkOrder(receiver, { events, refused })
  checkRecord(setup, receiver, kills)
}, 300_000)

test('at SIGTERM an exchange under way is finished and written down; what came later is sent at the next start (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup: Setup = { folder: folder.path, program, env: ENV }
  const sheet = await prepareDemo(setup)
  const answer = Promise.withResolvers<Response>()
  await using receiver = startReceiver(() => answer.promise)
  await addEndpoint(setup, sheet, receiver)
  {
    await using served = await startProcess(['serve'], setup)
    const booking = await bookFree(served, sheet)
    await receiver.until(1)
    // Has to wait for the one before it.
    expect((await call(served, 'POST', booking.code, '/cancel')).status).toBe(200)
    const ended = served.stop('SIGTERM')
    await until('nobody is let in any more', () => isRefused(served))
    answer.resolve(new Response(null, { status: 204 }))
    expect((await ended).exitCode).toBe(0)
  }
  expect(receiver.received).toHaveLength(1)
  expect(states(setup)).toEqual(['delivered', 'pending'])

  await using again = await startProcess(['serve'], setup)
  await until('the rest is delivered', () => pending(setup) === 0)
  expect((await again.stop()).exitCode).toBe(0)
  expect(receiver.received.map(({ headers }) => headers.get('x-service-event'))).toEqual([
    'booking.confirmed',
    'booking.cancelled',
  ])
}, 120_000)

/** An endpoint of the demo's hotel. @returns the last event before it */
async function addEndpoint(setup: Setup, { apiKey }: Sheet, { url }: Receiver): Promise<number> {
  await using served = await startProcess(['serve'], setup)
  const { status } = await served.call('POST', '/v1/partner/webhooks', {
    key: apiKey,
    body: { url },
  })
  expect(status).toBe(201)
  const firstSeq = read<{ seq: number }>(setup, 'select max(seq) as seq from outbox')[0]!.seq
  expect((await served.stop()).exitCode).toBe(0)
  return firstSeq
}

/** One round: callers book, change and cancel until the process is killed. */
async function disturb(setup: Setup, sheet: Sheet): Promise<void> {
  await using served = await startProcess(['serve'], setup)
  const enough = Math.random() * ANSWERS_MAX
  let [isKilled, answered] = [false, 0]
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isKilled) {
      const { status, body } = await book(served, sheet)
      // Rooms whose cancelling was cut off stay taken: what is sold out is undone and never told of.
      if (status === 409) continue
      expect(status).toBe(201)
      answered++
      const requests = { specialRequests: `A cot for ${body.code}, lütfen` }
      for (const [method, path, more] of [
        ['PATCH', '', requests],
        ['PATCH', '', { specialRequests: 'No cot' }],
        ['POST', '/cancel', {}],
      ] as const) {
        expect((await call(served, method, body.code, path, more)).status).toBe(200)
        answered++
      }
    }
  })
  // A call that the kill cuts off fails; what fails before it is told.
  const ended = Promise.allSettled(callers)
  await until('enough is answered', () => answered > enough)
  // The only wait for time and not for a condition: the test varies the moment of the kill.
  await Bun.sleep(Math.random() * KILL_WITHIN_MS)
  isKilled = true
  await served.stop('SIGKILL')
  for (const outcome of await ended)
    if (outcome.status === 'rejected' && !isCutOff(outcome.reason)) throw outcome.reason
}

const isCutOff = ({ code = '' }: { code?: string }) =>
  /^(ECONN|Connection|UND_|ERR_SOCKET)/.test(code)

function book(served: ServiceProcess, { hotelSlug }: Sheet) {
  const night = 30 + Math.floor(Math.random() * NIGHTS)
  const stay = { checkin: dayFromNow(night), checkout: dayFromNow(night + 1) }
  const guest = { firstName: 'Çağla', lastName: 'Øye', email: EMAIL }
  const body = { hotelSlug, roomCode: 'DBL', adults: 1, ...stay, guest }
  return served.call('POST', '/v1/bookings', { body })
}

/** Books one night or another, until it is one that the demo has neither sold nor closed. */
async function bookFree(served: ServiceProcess, sheet: Sheet) {
  for (;;) {
    const { status, body } = await book(served, sheet)
    if (status === 201) return body
    expect(status).toBe(409)
  }
}

function call(served: ServiceProcess, method: string, code: string, path = '', more: object = {}) {
  return served.call(method, `/v1/bookings/${code}${path}`, {
    body: { ...asGuest(code), ...more },
  })
}

async function isRefused({ url }: ServiceProcess): Promise<boolean> {
  return await fetch(`${url}/v1/health`).then(
    () => false,
    () => true,
  )
}

/** What a connection of its own reads. */
function read<Row>({ folder }: Setup, query: string): Row[] {
  using database = new Database(join(folder, 'data/roomwire.db'), { readonly: true })
  return database.query(query).all() as Row[]
}

/** Events of the endpoint's hotel: meanwhile the worker ends stays of others, too. */
const committedEvents = (setup: Setup, firstSeq: number): Told[] =>
  read(
    setup,
    `select id, event, body, booking_code as bookingCode, revision from outbox
      where seq > ${firstSeq} and hotel_id = (select hotel_id from webhook)`,
  )

const pending = (setup: Setup): number =>
  read<{ left: number }>(
    setup,
    `select (select count(*) from delivery where state = 'pending') +
      (select count(*) from outbox where queued_at_ms is null) as left`,
  )[0]!.left

const states = (setup: Setup): string[] =>
  read<{ state: string }>(setup, 'select state from delivery order by seq').map(
    ({ state }) => state,
  )

/** Every request is the exact text that was committed, whatever happened in between. */
function checkBodies({ received }: Receiver, events: Told[]): void {
  const bodies = new Map(events.map(({ id, body }) => [id, body]))
  for (const { headers, body } of received)
    expect(bodies.get(headers.get('webhook-id')!)).toBe(body)
}

/** Of each booking, nothing comes before what was before it has been taken; what comes again does not count. */
function checkOrder(
  { received }: Receiver,
  { events, refused }: { events: Told[]; refused: Set<ReceivedRequest> },
): void {
  const byId = new Map(events.map((event) => [event.id, event]))
  const before = new Map<string, string[]>()
  for (const [code, those] of Map.groupBy(events, ({ bookingCode }) => bookingCode))
    before.set(
      code,
      those.toSorted((a, b) => a.revision - b.revision).map(({ id }) => id),
    )
  const taken = new Set<string>()
  for (const request of received) {
    const id = request.headers.get('webhook-id')!
    const revisions = before.get(byId.get(id)!.bookingCode)!
    const missing = revisions.slice(0, revisions.indexOf(id)).filter((each) => !taken.has(each))
    expect(missing, `${byId.get(id)!.event} came before`).toEqual([])
    if (!refused.has(request)) taken.add(id)
  }
}

/** Every delivery is on record as delivered, by the last of its attempts, which are numbered without a gap. */
function checkRecord(setup: Setup, { received }: Receiver, kills: number): void {
  const wrong = read(
    setup,
    `select d.seq, d.state, d.attempts, count(a.number) as kept, max(a.number) as last
      from delivery d left join attempt a on a.delivery_seq = d.seq group by d.seq
      having d.state <> 'delivered' or kept <> d.attempts or last <> d.attempts`,
  )
  expect(wrong).toEqual([])
  const [{ kept }] = read<{ kept: number }>(setup, 'select count(*) as kept from attempt') as [
    { kept: number },
  ]
  // What was under way when the process was killed may have arrived and is not on record.
  expect(kept).toBeWithin(received.length - kills * UNSETTLED_MAX, received.length + 1)
}
