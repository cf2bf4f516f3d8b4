import { expect, test } from 'bun:test'
import { and, eq, inArray } from 'drizzle-orm'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { updateHotel } from '../../src/store/catalog/catalog-edits.ts'
import { addDay, book } from '../support/bookings.ts'
import { type Entry, latest, walk } from '../support/changes.ts'
import { liveOn, storedOf, toldOf, unackedOn } from '../support/late-model.ts'
import { asGuest } from '../support/manage.ts'
import { firstSeed, rounds } from '../support/rounds.ts'
import { NOW_MS, startService, type TestService } from '../support/service.ts'
import { createRandom } from '../support/sim/random.ts'
import { hireStaff } from '../support/staff.ts'
import { date as testDate } from '../support/store.ts'
import type { TestUser } from '../support/users.ts'

/** SEED=17 repeats one history; SEEDS=10000 tries that many. */
const { SEED, SEEDS = String(rounds(600, 15)) } = process.env
const COUNT = SEED ? 1 : Number(SEEDS)
const FIRST = Number(SEED ?? firstSeed(COUNT))
/** Histories of one service: each has nights of its own. */
const OF_A_SERVICE = 100
/** The end of options: the clock stands. */
const HELD_UNTIL = new Date(NOW_MS + 5 * 86_400_000).toISOString()
/** Rooms that the hotel has on each night, and how many it counts: none of `ANY`. */
const ROOMS = { ANY: 4, DBL: 4 }
const CAPACITY: Record<string, number | undefined> = { ANY: undefined, DBL: 6 }

test(`over ${COUNT} histories a guarded count is what the model says, holds left out or counted, without desk sales no night is oversold, and none loses a room (contract-counts; contract-groups, holds)`, async () => {
  const tally = Object.fromEntries(TOLD.map((name) => [name, 0])) as Tally
  for (let seed = FIRST; seed < FIRST + COUNT; seed += OF_A_SERVICE) {
    await using service = await startService({ rooms: roomsOf() })
    // Every other hotel keeps the rooms that are cancelled.
    const keeps = Math.floor((seed - 1) / OF_A_SERVICE) % 2 === 1
    const { store, alfa } = service
    const { manager } = await hireStaff(service)
    if (keeps) await store.tx((tx) => updateHotel(tx, alfa.id, { restoreOnCancel: false }))
    const last = Math.min(seed + OF_A_SERVICE, FIRST + COUNT)
    for (let one = seed; one < last; one++) {
      const trouble = await live({ service, keeps, manager }, one, one - seed, tally)
      if (trouble) throw new Error(`SEED=${one}: ${trouble}`)
    }
  }
  // Chance leaves a kind out of as few as a commit tries on PostgreSQL.
  if (COUNT < 100) return
  // Histories in which little happened would prove little.
  for (const times of Object.values(tally)) expect(times).toBeGreaterThan(COUNT / 75)
}, 3_600_000)

const roomsOf = () =>
  Object.keys(ROOMS).map((roomCode) => ({
    roomCode,
    totalRooms: CAPACITY[roomCode] ?? null,
    maxAdults: 9,
    maxOccupancy: 9,
    basePriceCents: 10_000,
  }))

type Count = { roomCode: string; date: string; available: number }
/**
 * A push on its way: its counts, how much of the feed their sender has processed, whether that is the panel, and what a
 * key says of holds.
 */
type SentCount = {
  updates: Count[]
  cursor: string | undefined
  seen: number
  isScreen: boolean
  holds?: 'counted' | 'left_out' | undefined
}
type Tally = Record<(typeof TOLD)[number], number>
const TOLD = [
  ...(['guarded', 'corrected', 'stale', 'warned', 'sold', 'desk'] as const),
  ...(['counted', 'held', 'confirmed', 'released', 'expired', 'moved'] as const),
]

/** One history. @returns what went otherwise than the contract has it */
async function live(
  { service, keeps, manager }: { service: TestService; keeps: boolean; manager: TestUser },
  seed: number,
  place: number,
  tally: Tally,
) {
  const random = createRandom(seed)
  const { pick } = random
  const { alfa, call } = service
  const from = await latest(alfa)
  const nights = [0, 1].map((day) => addDay('2027-04-01', place * 3 + day))
  const cells = Object.keys(ROOMS).flatMap((roomCode) => nights.map((date) => ({ roomCode, date })))
  // Some hotels never send a cursor, some now and then do not.
  const guard = pick([1, 1, 0.7, 0])
  const codes: string[] = []
  const ofHotel = new Set<string>()
  const acked = new Set<string>()
  const way: SentCount[] = []
  const standing = new Map<string, number>()
  let read = { cursor: from, seen: 0 }

  /** Counts as their sender has them: with holds, as a screen and the pull show them, or of what was confirmed. */
  const compose = (seen: number, isCounted: boolean): Count[] => {
    const known = feedNow.slice(0, seen).filter((entry) => isCounted || isConfirmed(entry))
    return cells.map(({ roomCode, date }) => {
      const rooms = ROOMS[roomCode as keyof typeof ROOMS]
      return { roomCode, date, available: Math.max(0, rooms - liveOn(known, roomCode, date)) }
    })
  }
  const count = () => {
    const isScreen = random.chance(0.3)
    const holds = pick(HOLDS)
    // A screen follows the feed.
    const { seen, cursor } = isScreen
      ? { seen: feedNow.length, cursor: feedNow.at(-1)?.cursor ?? from }
      : read
    const updates = compose(seen, isScreen || holds === 'counted').filter(() => random.chance(0.7))
    const isGuarded = random.chance(guard)
    if (updates.length > 0)
      way.push({ updates, cursor: isGuarded ? cursor : undefined, seen, isScreen, holds })
  }
  const isConfirmed = ({ type, booking }: Entry) =>
    type === 'booking' && booking.status !== 'pending'
  let feedNow: Entry[] = []
  const refresh = async () => {
    feedNow = await walk(alfa, { from })
  }

  const first = cells.map((cell) => ({ ...cell, available: ROOMS[cell.roomCode as 'ANY'] }))
  way.push({ updates: first, cursor: guard === 0 ? undefined : from, seen: 0, isScreen: false })

  const acts: Record<string, () => Promise<unknown>> = {
    async book() {
      const stay = pick([nights.slice(0, 1), nights.slice(1), nights])
      const rooms = random.int(1, 2)
      const isOption = random.chance(0.2)
      const { status, body } = await book(isOption ? manager.call : call, {
        roomCode: pick(Object.keys(ROOMS)),
        checkin: stay[0],
        checkout: addDay(stay.at(-1)!, 1),
        rooms,
        adults: rooms,
        ...(isOption ? { holdUntil: HELD_UNTIL } : { hold: random.chance(0.5) }),
      })
      if (status === 201) {
        if (isOption) ofHotel.add(body.code)
        codes.push(body.code)
        tally.sold++
      }
    },
    confirm: () => actOn('POST', '/confirm', {}, held()),
    cancel: () => actOn('POST', '/cancel', {}),
    release: () => actOn('POST', '/cancel', {}, held()),
    /** Every hold that stands runs out. */
    async expire() {
      const { booking } = service.store.t
      // The clock stands: a session of the screen ends sooner than a hundred histories of holds.
      await service.store.tx(({ db }) =>
        db
          .update(booking)
          .set({ holdExpiresAtMs: service.clock.nowMs })
          .where(eq(booking.status, 'pending')),
      )
      await expireHolds(service.deps)
    },
    change: () => {
      const rooms = random.int(1, 3)
      const roomCode = pick(Object.keys(ROOMS))
      const [checkin, last] = pick([nights, [nights[0]!, nights[0]!], [nights[1]!, nights[1]!]])
      return actOn('PATCH', '', {
        ...pick([{ rooms, adults: rooms }, { roomCode }, { checkin, checkout: addDay(last!, 1) }]),
      })
    },
    async ack() {
      const bookings = feedNow.filter(({ type }) => type === 'booking')
      if (bookings.length === 0) return
      const entry = pick(bookings)
      const { code, revision } = entry.booking
      const { status } = await alfa.call('POST', `/bookings/${code}/ack`, { body: { revision } })
      if (status === 200) for (let n = 1; n <= revision; n++) acked.add(`${code} ${n}`)
    },
    async read() {
      const seen = random.int(read.seen, feedNow.length)
      if (seen > read.seen) read = { seen, cursor: feedNow[seen - 1]!.cursor }
    },
    count: async () => count(),
  }
  /** Bookings that are holds now. */
  const held = () =>
    codes.filter(
      (code) =>
        feedNow.findLast(({ booking }) => booking?.code === code)?.booking.status === 'pending',
    )
  const actOn = async (method: string, path: string, body: object, of = codes) => {
    if (of.length === 0) return
    const code = pick(of)
    // The hotel changes its options while they are held, and everything else that it booked.
    const isOfHotel = ofHotel.has(code)
    const { status } = await (isOfHotel ? manager.call : call)(
      method,
      `/v1/bookings/${code}${path}`,
      { body: { ...body, ...(!isOfHotel && asGuest(code)) } },
    )
    if (isOfHotel && method === 'PATCH' && status === 200 && held().includes(code)) tally.moved++
  }

  async function deliver(): Promise<string | undefined> {
    if (way.length === 0) return undefined
    const sent = pick(way)
    // Kept: it may come again, or had been overtaken.
    if (random.chance(0.8)) way.splice(way.indexOf(sent), 1)
    const { updates, cursor, seen, isScreen, holds } = sent
    const isCounted = isScreen || holds === 'counted'
    const body = {
      updates,
      ...(cursor !== undefined && { seenThrough: cursor }),
      ...(!isScreen && holds && { holds }),
    }
    const before = await leftOn(service, nights)
    const answer = isScreen
      ? await manager.call('PUT', '/v1/panel/availability', { body })
      : await alfa.call('PUT', '/availability', { body })
    if (isScreen && cursor !== undefined) tally.desk++
    if (answer.status !== 200) return `a push was answered ${answer.status}`
    const warned = (code: string) =>
      (answer.body.warnings as Entry[]).filter((warning) => warning.code === code)
    tally.corrected += answer.body.corrected
    const after = await leftOn(service, nights)
    for (const [index, { roomCode: room, date: night, available }] of updates.entries()) {
      const name = nameOf({ roomCode: room, date: night })
      const isStale = cursor !== undefined && seen < (standing.get(name) ?? 0)
      if (isStale !== warned('stale_push').some((warning) => warning.index === index))
        return `${name}: stale ${isStale}, told otherwise`
      // Without a cursor only the cap applies.
      const late =
        cursor === undefined ? { seen: feedNow.length, isCounted: true } : { seen, isCounted }
      const asked = { sent: available, room, night, ...late }
      const hotel = { capacity: CAPACITY[room] ?? Number.POSITIVE_INFINITY, keeps }
      const expected = isStale ? (before.get(name) ?? 0) : storedOf(feedNow, asked, hotel)
      const told = isStale ? [] : toldOf(feedNow, asked, hotel)
      const said = (answer.body.warnings as Entry[])
        .filter((warning) => warning.index === index && warning.code.endsWith('_meanwhile'))
        .map((warning) => warning.code)
      if (said.join() !== told.join()) return `${name}: told ${said}, the model has ${told}`
      if (told.includes('held_meanwhile')) tally.held++
      const stored = after.get(name) ?? 0
      if (stored !== expected) return `${name}: ${stored} are left, the model has ${expected}`
      if (isStale) tally.stale++
      else if (cursor !== undefined) {
        tally.guarded++
        if (holds === 'counted' && !isScreen) tally.counted++
        standing.set(name, seen)
      } else {
        // Counts typed in the panel refer to the number shown there.
        if (isScreen) continue
        const missed = unackedOn(feedNow, acked, room, night).filter(
          (code) => !warned('unseen_bookings')[0]?.bookings.includes(code),
        )
        if (missed.length > 0) return `${name}: not warned of ${missed}`
        if (warned('unseen_bookings').length > 0) tally.warned++
      }
    }
    return undefined
  }

  const act = async () => {
    await acts[pick(ACTS)]!()
    return undefined
  }

  for (let step = 0; step < 16; step++) {
    const trouble = step === 0 || random.chance(0.3) ? await deliver() : await act()
    if (trouble) return trouble
    await refresh()
    if (guard < 1) continue
    for (const { roomCode, date } of cells)
      if (liveOn(feedNow, roomCode, date) > ROOMS[roomCode as 'ANY'])
        return `${roomCode} ${date} is oversold`
  }
  for (const code of codes) {
    const states = feedNow.filter((entry) => entry.booking?.code === code)
    const { status } = states.at(-1)!.booking
    if (states[0]!.booking.status !== 'pending') continue
    if (status === 'confirmed') tally.confirmed++
    else if (status === 'expired') tally.expired++
    else if (status === 'cancelled') tally.released++
  }
  // A new count offers every room that is not taken, both while holds last and after they end.
  for (const end of [async () => undefined, acts.expire!]) {
    await end()
    await refresh()
    const holds = pick(HOLDS)
    const body = {
      updates: compose(feedNow.length, holds === 'counted'),
      seenThrough: feedNow.at(-1)?.cursor ?? from,
      ...(holds && { holds }),
    }
    const { status } = await alfa.call('PUT', '/availability', { body })
    if (status !== 200) return `the last count was answered ${status}`
    const left = await leftOn(service, nights)
    for (const { roomCode, date } of cells) {
      const free = Math.max(0, ROOMS[roomCode as 'ANY'] - liveOn(feedNow, roomCode, date))
      const stored = left.get(nameOf({ roomCode, date })) ?? 0
      if (stored !== free) return `${roomCode} ${date}: ${stored} are left for ever of ${free}`
    }
  }
  return undefined
}

const HOLDS = ['counted', 'left_out', undefined] as const

const ACTS = [
  'book',
  'book',
  'book',
  'confirm',
  'confirm',
  'cancel',
  'release',
  'expire',
  'change',
  'ack',
  'read',
  'count',
  'count',
]

const nameOf = ({ roomCode, date }: { roomCode: string; date: string }) => `${roomCode} ${date}`

/** Rooms left of the nights of a history, by their names. */
async function leftOn({ store, alfa }: TestService, nights: readonly string[]) {
  const { day } = store.t
  const rows = await store.db
    .select({ roomCode: day.roomCode, date: day.date, available: day.available })
    .from(day)
    .where(and(eq(day.hotelId, alfa.id), inArray(day.date, nights.map(testDate))))
  return new Map(rows.map((row) => [nameOf(row), row.available]))
}
