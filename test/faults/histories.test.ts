import { expect, test } from 'bun:test'
import { shelvedBinary } from '../support/binary.ts'
import { prepareDemo } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import {
  type Entry,
  findUnexplained,
  type History,
  type Operation,
} from '../support/history-check.ts'
import { dayFromNow, type ServiceProcess, startProcess, until } from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'

// Histories, as Jepsen takes them (issue 37, item 2): clients book and cancel a few rooms while the service is killed,
// restarted and stopped and their connections are lost; one order of all that they asked must explain what they were told.

/** `HISTORY_SECONDS=60` is the long form. */
const SECONDS = Number(process.env.HISTORY_SECONDS ?? 3)
const CLIENTS = 32
const READERS = 3
const ROOMS = 12
const NIGHTS = [200, 201, 202, 203].map(dayFromNow)
const STOPPED_MS = 300
/** Who is refused asks again so much later. */
const REFUSED_MS = 20
/** A busy machine takes its time. */
const TOLD_WITHIN_MS = 120_000
const FAULTS = ['SIGKILL', 'SIGTERM', 'SIGSTOP'] as const
const env = {
  ...{ STRANGER_LIMITS: '0', PUBLIC_RATE_PER_MINUTE: '0', LOGIN_LIMITS: '0', FAIR_USE: '0' },
  WEBHOOK_ALLOW_PRIVATE: '1',
}

const program = shelvedBinary()
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!

/** The service as its clients know it: it comes back at another address. */
type Scene = { served: ServiceProcess; key: string; hotelSlug: string; isOver: boolean }
type Booking = { id: string; code: string; night: string; manageToken: string }

/** Asks something once, now and then without waiting for its answer. */
async function ask(scene: Scene, path: string, body: object) {
  const { url } = scene.served
  // A lost connection: the client is gone, and never learns what came of it.
  const signal = Math.random() < 0.02 ? AbortSignal.timeout(1 + Math.random() * 15) : undefined
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
    .then(async (response) => ({ status: response.status, body: await response.json() }))
    .catch(() => undefined)
  if (!answer && !signal) await Bun.sleep(200)
  return answer
}

/** One client: books a night or cancels what it has booked, and writes down when and with which outcome. */
async function play(scene: Scene, operations: Operation[]): Promise<void> {
  const own: Booking[] = []
  while (!scene.isOver) {
    const isBooking = own.length === 0 || Math.random() < 0.5
    const booking = isBooking ? undefined : own.splice(0, 1)[0]!
    const id = booking?.id ?? `g${operations.length}`
    const night = booking?.night ?? pick(NIGHTS)
    const operation: Operation = {
      ...{ id, kind: isBooking ? 'book' : 'cancel', night },
      ...{ invokedMs: performance.now(), returnedMs: Number.POSITIVE_INFINITY },
      outcome: 'unknown',
    }
    operations.push(operation)
    const checkout = dayFromNow(201 + NIGHTS.indexOf(night))
    const guest = { firstName: id, lastName: 'History', email: 'history@example.com' }
    const stay = { roomCode: 'DBL', adults: 1, checkin: night, checkout, guest }
    const answer = booking
      ? await ask(scene, `/v1/bookings/${booking.code}/cancel`, {
          manageToken: booking.manageToken,
        })
      : await ask(scene, '/v1/bookings', { hotelSlug: scene.hotelSlug, ...stay })
    if (!answer || answer.status === 503) continue
    operation.returnedMs = performance.now()
    const { status, body } = answer
    operation.outcome = status < 300 ? 'done' : 'full'
    if (status >= 300) {
      expect([status, body.code]).toEqual([409, 'sold_out'])
      await Bun.sleep(REFUSED_MS)
    } else if (!booking) own.push({ id, night, code: body.code, manageToken: body.manageToken })
  }
}

/** Reads the feed on from a cursor, and keeps what it tells of bookings. @returns where it ends */
async function readOn(scene: Scene, from: string, entries: Entry[], waitSeconds = 0) {
  let cursor = from
  for (;;) {
    const path = `/v1/partner/changes?limit=50&cursor=${cursor}&waitSeconds=${waitSeconds}`
    const { body, status } = await scene.served.call('GET', path, { key: scene.key })
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
async function follow(scene: Scene, from: string): Promise<string[]> {
  const entries: Entry[] = []
  let cursor = from
  while (!scene.isOver)
    cursor = await readOn(scene, cursor, entries, 1).catch(async () => {
      await Bun.sleep(50)
      // What it had read of a page that was cut off it reads again.
      return entries.at(-1)?.cursor ?? from
    })
  await readOn(scene, cursor, entries)
  return entries.map((entry) => entry.cursor)
}

const roomsLeft = async ({ served, key }: Scene): Promise<Record<string, number>> => {
  const range = `from=${NIGHTS[0]}&to=${NIGHTS.at(-1)}&roomCode=DBL`
  const { body } = await served.call('GET', `/v1/partner/availability?${range}`, { key })
  return Object.fromEntries(body.rooms[0].days.map(({ date, available }: any) => [date, available]))
}

test(`one order explains what ${CLIENTS} clients were told in ${SECONDS} s of kills, restarts, stops and lost connections`, async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program, env }
  const { apiKey: key, hotelSlug } = await prepareDemo(setup)
  await using receiver = startReceiver()
  const scene: Scene = {
    served: await startProcess(['serve'], setup),
    key,
    hotelSlug,
    isOver: false,
  }
  await using stack = new AsyncDisposableStack()
  stack.defer(async () => void (await scene.served.stop('SIGKILL')))
  const hook = { url: receiver.url, events: ['booking.confirmed', 'booking.cancelled'] }
  const made = await scene.served.call('POST', '/v1/partner/webhooks', { key, body: hook })
  expect(made.status).toBe(201)
  const day = { roomCode: 'DBL', available: ROOMS, priceCents: 10_000, closed: false }
  const updates = NIGHTS.map((date) => ({ ...day, date }))
  await scene.served.call('PUT', '/v1/partner/availability', { key, body: { updates } })
  const began = await roomsLeft(scene)
  const latest = await scene.served.call('GET', '/v1/partner/changes?cursor=latest', { key })
  const { nextCursor: from } = latest.body

  const operations: Operation[] = []
  const clients = Array.from({ length: CLIENTS }, () => play(scene, operations))
  const readers = Array.from({ length: READERS }, () => follow(scene, from))
  const faults = Math.max(FAULTS.length, Math.round(SECONDS / 2))
  for (let fault = 0; fault < faults; fault++) {
    await Bun.sleep((SECONDS * 1_000) / faults)
    const how = FAULTS[fault % FAULTS.length]!
    if (how === 'SIGSTOP') {
      process.kill(scene.served.pid, how)
      await Bun.sleep(STOPPED_MS)
      process.kill(scene.served.pid, 'SIGCONT')
    } else {
      await scene.served.stop(how)
      scene.served = await startProcess(['serve'], setup)
    }
  }
  scene.isOver = true
  await Promise.all(clients)
  const seen = await Promise.all(readers)
  const feed: Entry[] = []
  await readOn(scene, from, feed)
  const last = new Map(feed.map(({ id, status }) => [id, status]))
  const told = new Map<string, string>()
  await until(
    'webhooks have told the last states',
    () => {
      for (const { body } of receiver.received) {
        const { data } = JSON.parse(body)
        if (data.guest?.lastName === 'History' && told.get(data.guest.firstName) !== 'cancelled')
          told.set(data.guest.firstName, data.status)
      }
      return [...last].every(([id, status]) => told.get(id) === status)
    },
    TOLD_WITHIN_MS,
  )
  const left = await roomsLeft(scene)
  const rooms = Object.fromEntries(
    NIGHTS.map((night) => [night, { began: began[night]!, left: left[night]! }]),
  )
  const history: History = { operations, feed, readers: seen, rooms, told }
  const wrong = findUnexplained(history)
  const count = (outcome: Operation['outcome']) =>
    operations.filter((each) => each.outcome === outcome).length
  process.stdout.write(
    `history: ${operations.length} operations, ${count('done')} done, ${count('full')} refused, ${count('unknown')} unknown; ${faults} faults, ${feed.length} entries read by ${READERS}, ${receiver.received.length} deliveries; found ${wrong.length}\n`,
  )
  expect(wrong).toEqual([])
  expect(count('done')).toBeGreaterThan(CLIENTS)
}, 240_000)

const at = (invokedMs: number, more: Partial<Operation>): Operation => ({
  ...{ id: 'a', kind: 'book', night: 'n', invokedMs, returnedMs: invokedMs + 1, outcome: 'done' },
  ...more,
})
const entry = (id: string, status = 'confirmed'): Entry => ({
  ...{ cursor: `${id} ${status}`, id, night: 'n', status },
})
/** Two bookings of one room each, of which the first is cancelled; the night has one room. */
const GOOD: History = {
  operations: [
    at(1, { id: 'a' }),
    at(3, { id: 'x', outcome: 'full' }),
    at(5, { id: 'a', kind: 'cancel' }),
    at(7, { id: 'b' }),
    at(9, { id: 'lost', outcome: 'unknown', returnedMs: Number.POSITIVE_INFINITY }),
  ],
  feed: [entry('a'), entry('a', 'cancelled'), entry('b')],
  readers: [['a confirmed', 'a cancelled', 'b confirmed']],
  rooms: { n: { began: 1, left: 0 } },
  told: new Map([
    ['a', 'cancelled'],
    ['b', 'confirmed'],
  ]),
}

test.each<[string, Partial<History>, RegExp]>([
  // A lock that was skipped.
  [
    'a room that is sold twice',
    {
      operations: [...GOOD.operations, at(8, { id: 'c' })],
      feed: [...GOOD.feed, entry('c')],
      rooms: { n: { began: 1, left: -1 } },
    },
    /sold 2 times, of 1/,
  ],
  // A number of the feed that was taken before the commit: a reader has passed it when it appears.
  [
    'an entry that a reader missed',
    { readers: [['a confirmed', 'b confirmed']] },
    /reader 0 saw 2/,
  ],
  [
    'entries that are not in the order of the commits',
    { feed: [GOOD.feed[2]!, GOOD.feed[0]!, GOOD.feed[1]!] },
    /a had ended before b began/,
  ],
  [
    'a booking that was answered and is lost',
    { feed: GOOD.feed.slice(0, 2) },
    /b: book was answered/,
  ],
  ['a room that is not freed', { rooms: { n: { began: 2, left: 0 } } }, /has 0 left of 2/],
  [
    'a cancellation that frees twice',
    { feed: [...GOOD.feed, GOOD.feed[1]!] },
    /a is cancelled twice/,
  ],
  [
    'a refusal while there was room',
    { operations: [...GOOD.operations, at(6.2, { id: 'y', outcome: 'full', returnedMs: 6.4 })] },
    /y was refused/,
  ],
  ['what nobody asked for', { feed: [...GOOD.feed, entry('z')] }, /nobody asked for z/],
  [
    'a webhook with another state',
    { told: new Map([['a', 'cancelled']]) },
    /b is confirmed; webhooks/,
  ],
])('the check finds %s', (_, defect, words) => {
  expect(findUnexplained(GOOD)).toEqual([])
  expect(findUnexplained({ ...GOOD, ...defect }).join('\n')).toMatch(words)
})
