import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { addDay, book } from '../support/bookings.ts'
import { changes, type Entry, latest, walk } from '../support/changes.ts'
import { pull, push } from '../support/http.ts'
import { asGuest } from '../support/manage.ts'
import type { Answer } from '../support/matchers.ts'
import { rounds } from '../support/rounds.ts'
import { startService, type TestHotel, type TestService, TODAY } from '../support/service.ts'

const CODES = ['DBL', 'SGL']
const FIRST = '2027-04-01'
const NIGHTS = 6

/** One thing that a writer does; all writers do theirs at the same time. */
type Step =
  | { type: 'push'; roomCode: string; start: number; count: number; available: number }
  | { type: 'large'; available: number }
  | { type: 'book'; roomCode: string; start: number; hold: boolean }
  | { type: 'change' | 'cancel' | 'confirm'; pick: number }

const place = { roomCode: fc.constantFrom(...CODES), start: fc.nat(NIGHTS - 2) }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    type: fc.constant('push' as const),
    ...place,
    count: fc.integer({ min: 1, max: NIGHTS }),
    available: fc.nat(4),
  }),
  fc.record({ type: fc.constant('book' as const), ...place, hold: fc.boolean() }),
  fc.record({
    type: fc.constantFrom('change' as const, 'cancel' as const, 'confirm' as const),
    pick: fc.nat(9),
  }),
)
/** More days than one entry carries. */
const large: fc.Arbitrary<Step> = fc.record({
  type: fc.constant('large' as const),
  available: fc.integer({ min: 5, max: 9 }),
})
const writer = fc.array(
  fc.oneof({ weight: 12, arbitrary: step }, { weight: 1, arbitrary: large }),
  {
    minLength: 3,
    maxLength: 10,
    size: 'max',
  },
)
const run = fc.record({
  writers: fc.array(writer, { minLength: 2, maxLength: 4 }),
  limits: fc.array(fc.constantFrom(1, 1, 2, 3, 5, 500), { minLength: 1, maxLength: 5 }),
})

/** What the writers know that they did. */
type AppliedChanges = { applied: Map<string, number>; codes: string[] }

test('a reader who walks while others write sees every change once and in order, and replays it to the pull (contract §2)', async () => {
  let told = 0
  let pages = 0
  await fc.assert(
    fc.asyncProperty(run, async ({ writers, limits }) => {
      await using service = await startService()
      const { alfa, bravo } = service
      await push(alfa, cells({ start: 0, count: NIGHTS, available: 3 }))
      const origin = await latest(alfa)
      const done: AppliedChanges = { applied: new Map(), codes: [] }
      let isWriting = true
      const writing = Promise.all(writers.map((steps) => write(service, steps, done))).then(() => {
        isWriting = false
      })
      // Another hotel: its changes take sequence numbers in between.
      const noise = Promise.all([1, 2, 3].map((available) => push(bravo, cells({ available }))))
      const { entries, steps } = await follow(alfa, origin, limits, () => isWriting)
      await Promise.all([writing, noise])

      expect(entries).toEqual(await walk(alfa, { from: origin }))
      expect(new Set(entries.map(({ cursor }) => cursor)).size).toBe(entries.length)
      checkPushes(entries, done)
      await checkBookings(alfa, entries, done)
      await checkReplay(alfa)
      told += entries.length
      pages += steps
    }),
    { numRuns: rounds(40) },
  )
  // Runs in which little happened, or which were read in one go, would prove little.
  expect(told).toBeGreaterThan(rounds(200))
  expect(pages).toBeGreaterThan(rounds(100))
}, 60_000)

function cells({ roomCodes = CODES, start = 0, count = 2, available = 1, first = FIRST }) {
  return roomCodes.flatMap((roomCode) =>
    Array.from({ length: count }, (_, index) => ({
      roomCode,
      date: addDay(first, start + index),
      available,
      priceCents: 10_000,
      closed: false,
    })),
  )
}

async function write(
  service: TestService,
  steps: readonly Step[],
  done: AppliedChanges,
): Promise<void> {
  const { alfa, call } = service
  for (const step of steps) {
    if (step.type === 'push' || step.type === 'large') {
      const { available } = step
      const updates =
        step.type === 'large'
          ? cells({ first: TODAY, count: 260, available })
          : cells({ ...step, roomCodes: [step.roomCode] })
      const { body } = await push(alfa, updates)
      if (body.applied > 0) done.applied.set(body.pushId, body.applied)
    } else if (step.type === 'book') {
      const { roomCode, start, hold } = step
      const stay = { checkin: addDay(FIRST, start), checkout: addDay(FIRST, start + 2) }
      const { status, body } = await book(call, { roomCode, hold, ...stay })
      if (status === 201) done.codes.push(body.code)
    } else if (done.codes.length > 0) {
      const code = done.codes[step.pick % done.codes.length]
      await alter(service, step.type, code!)
    }
  }
}

function alter({ call }: TestService, type: string, code: string): Promise<Answer> {
  const path = `/v1/bookings/${code}`
  if (type !== 'change') return call('POST', `${path}/${type}`, { body: asGuest(code) })
  return call('PATCH', path, { body: { ...asGuest(code), specialRequests: 'A cot', rooms: 2 } })
}

/** Reads the feed from a cursor until writers have stopped and no entry is left. */
async function follow(
  hotel: TestHotel,
  from: string,
  limits: readonly number[],
  isWriting: () => boolean,
) {
  const entries: Entry[] = []
  let cursor = from
  for (let steps = 0; ; steps++) {
    // Without a socket nothing else would have its turn between two answers.
    await new Promise((resolve) => setImmediate(resolve))
    const wasWriting = isWriting()
    const limit = limits[steps % limits.length]
    const { body } = await changes(hotel, `?cursor=${cursor}&limit=${limit}`)
    expect(body.changes.length).toBeLessThanOrEqual(limit!)
    entries.push(...body.changes)
    cursor = body.nextCursor
    if (!wasWriting && !body.hasMore) return { entries, steps }
  }
}

/** Every push with a change is in the feed, complete and in one piece. */
function checkPushes(entries: readonly Entry[], { applied }: AppliedChanges): void {
  const told = new Map<string, number>()
  for (const { pushId, days } of entries)
    if (pushId) told.set(pushId, (told.get(pushId) ?? 0) + days.length)
  expect(told).toEqual(new Map([...told.keys()].map((id) => [id, applied.get(id)!])))
  expect(told.size).toBe(applied.size)
}

/** Revisions come without a gap, the last of them as the booking is. */
async function checkBookings(
  hotel: TestHotel,
  entries: readonly Entry[],
  { codes }: AppliedChanges,
) {
  const byCode = Map.groupBy(
    entries.filter(({ type }) => type === 'booking'),
    ({ booking }) => booking.code as string,
  )
  expect([...byCode.keys()].toSorted()).toEqual(codes.toSorted())
  for (const [code, those] of byCode) {
    expect(those.map(({ booking }) => booking.revision)).toEqual(those.map((_, index) => index + 1))
    expect((await hotel.call('GET', `/bookings/${code}`)).body).toEqual(those.at(-1)!.booking)
  }
}

/** All that was ever told, put down day by day, is what the pull shows. */
async function checkReplay(hotel: TestHotel): Promise<void> {
  const told = new Map<string, unknown>()
  for (const entry of await walk(hotel))
    for (const { roomCode, ...day } of entry.days ?? []) told.set(`${roomCode} ${day.date}`, day)
  const { body } = await pull(hotel, TODAY, addDay(TODAY, 300))
  const replayed = body.rooms.map(({ roomCode, days }: Entry) => ({
    roomCode,
    days: days.map(
      ({ date }: Entry) =>
        told.get(`${roomCode} ${date}`) ?? { date, available: 0, priceCents: 0, closed: true },
    ),
  }))
  expect(body.rooms).toEqual(replayed)
}
