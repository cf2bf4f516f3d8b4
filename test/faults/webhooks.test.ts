import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import {
  binaryIn,
  dayFromNow,
  prepareDemo,
  type Served,
  startProcess,
  until,
} from '../support/process.ts'
import { type Received, startReceiver } from '../support/receiver.ts'
import { temporaryFolder } from '../support/store.ts'

const ROUNDS = 50
const EVENTS = 5_000
const BOOKINGS = 16
/** A kill comes this long after its round's share of events was made, at random: amid bookings and deliveries. */
const KILL_WITHIN_MS = 20
const ENV = { WEBHOOK_ALLOW_PRIVATE: '1', PUBLIC_RATE_PER_MINUTE: '0' }
const EMAIL = 'ada@example.com'

const shelf = temporaryFolder()
let program: string[]

beforeAll(async () => {
  program = await binaryIn(shelf.path)
}, 120_000)

afterAll(() => shelf[Symbol.dispose]())

test(`after ${ROUNDS} kills during ${EVENTS} events the receiver has had exactly those that were committed, each booking's in order (issue 4)`, async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program, env: ENV }
  const { apiKey: key, hotelSlug } = await prepareDemo(setup)
  await using receiver = startReceiver()

  let codes: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await using served = await startProcess(['serve'], setup)
    if (round === 0) {
      await subscribe(served, key, receiver.url)
      codes = await placeBookings(served, hotelSlug)
    }
    await disturb(served, codes, EVENTS / ROUNDS)
  }

  await using served = await startProcess(['serve'], setup)
  await until('everything is delivered', () => isIdle(folder.path))
  await served.stop()
  const committed = committedEvents(folder.path)
  expect(committed.length).toBeGreaterThanOrEqual(EVENTS)
  expect(new Set(receiver.taken)).toEqual(new Set(committed))
  for (const [code, revisions] of revisionsOf(receiver.received))
    expect({ code, revisions }).toEqual({ code, revisions: revisions.toSorted((a, b) => a - b) })
}, 240_000)

test('a stop by SIGTERM waits for the delivery under way and writes down how it ended (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program, env: ENV }
  const { apiKey: key, hotelSlug } = await prepareDemo(setup)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await using receiver = startReceiver(async () => {
    await answered
    return new Response(null, { status: 204 })
  })
  await using served = await startProcess(['serve'], setup)
  await subscribe(served, key, receiver.url)
  await book(served, hotelSlug, 0)
  await receiver.until(1)

  const stopped = served.stop()
  answer()
  expect((await stopped).exitCode).toBe(0)
  using database = new Database(join(folder.path, 'data/roomwire.db'), { readonly: true })
  expect(database.query('select state, attempts from delivery').all()).toEqual([
    { state: 'delivered', attempts: 1 },
  ])
})

async function subscribe(served: Served, key: string, url: string): Promise<void> {
  const body = { url, events: ['booking.confirmed', 'booking.modified'] }
  const { status } = await served.call('POST', '/v1/partner/webhooks', { key, body })
  expect(status).toBe(201)
}

async function book(served: Served, hotelSlug: string, index: number): Promise<string> {
  const stay = { checkin: dayFromNow(60 + 2 * index), checkout: dayFromNow(61 + 2 * index) }
  const guest = { firstName: 'Ada', lastName: 'Yılmaz', email: EMAIL }
  const { body } = await served.call('POST', '/v1/bookings', {
    body: { hotelSlug, roomCode: 'TWN', ...stay, adults: 1, guest },
  })
  if (body.code === undefined) throw new Error(`not booked: ${JSON.stringify(body)}`)
  return body.code
}

/** Bookings on nights that are still for sale. */
async function placeBookings(served: Served, hotelSlug: string): Promise<string[]> {
  const codes: string[] = []
  for (let night = 0; codes.length < BOOKINGS; night++)
    await book(served, hotelSlug, night).then(
      (code) => codes.push(code),
      () => expect(night).toBeLessThan(100),
    )
  return codes
}

/** Changes all bookings again and again, each change an event, and kills the service amid them. */
async function disturb(served: Served, codes: readonly string[], events: number): Promise<void> {
  let made = 0
  let isKilled = false
  const changing = codes.map(async (code) => {
    while (!isKilled) {
      const body = { email: EMAIL, specialRequests: `Pillow ${crypto.randomUUID()}` }
      const answer = await served
        .call('PATCH', `/v1/bookings/${code}`, { body })
        .catch(() => undefined)
      if (!answer) return
      expect(answer.status).toBe(200)
      made++
    }
  })
  await until('the events of a round are made', () => made >= events)
  // The one wait that is not for something: the moment of the kill is what is tried.
  await Bun.sleep(Math.random() * KILL_WITHIN_MS)
  await served.stop('SIGKILL')
  isKilled = true
  await Promise.all(changing)
}

/** Whether every event has been queued and every delivery has ended, as a connection beside the service sees it. */
function isIdle(folder: string): boolean {
  using database = new Database(join(folder, 'data/roomwire.db'), { readonly: true })
  const one = (query: string) => database.query(query).values().length > 0
  return !(
    one('select 1 from outbox where queued_at_ms is null limit 1') ||
    one(`select 1 from delivery where state = 'pending' limit 1`)
  )
}

/** Ids of the events that the endpoint asked for and that were committed since it did. */
function committedEvents(folder: string): string[] {
  using database = new Database(join(folder, 'data/roomwire.db'), { readonly: true })
  return database
    .query(
      `select outbox.id from outbox join webhook using (hotel_id)
       where event in ('booking.confirmed', 'booking.modified') and outbox.created_at_ms >= webhook.created_at_ms`,
    )
    .values()
    .map(([id]) => String(id))
}

/** The revisions of each booking in the order in which they first came. */
function revisionsOf(received: readonly Received[]): Map<string, number[]> {
  const byCode = new Map<string, Set<number>>()
  for (const { body } of received) {
    const { code, revision } = JSON.parse(body).data
    byCode.set(code, (byCode.get(code) ?? new Set()).add(revision))
  }
  return new Map([...byCode].map(([code, revisions]) => [code, [...revisions]]))
}
