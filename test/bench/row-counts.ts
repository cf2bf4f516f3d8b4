import { addDays } from '../../src/domain/kernel/date.ts'
import type { Deps } from '../../src/service/deps.ts'
import { type Connection, encodeRequest, NOBODY } from './client.ts'
import { expectOk, sendAll, withConnections } from './load.ts'
import { CELLS, PUSHES, pushOf } from './row-push.ts'
import type { Plan } from './rows.ts'
import { inFolder, type SeededHotel, seed } from './seed.ts'
import { cpuMs, type Server, startOurs } from './servers.ts'
import { alternate, type Figure, type Line } from './stats.ts'

/** The hotel of `push` with one day more: what happens on it moves the feed on and is in no measured push. */
const HOTEL = { rooms: 20, days: 501 }
export const PUSHED_DAYS = HOTEL.days - 1
const BOOKINGS = 100
const NIGHTS = 2

/** Gets a hotel ready. @returns makes its push of a variant, just before it is sent */
export type Pusher = (
  connection: Connection,
  hotel: SeededHotel,
) => Promise<(variant: number) => Promise<Uint8Array>>

/** Pushes with a cursor beside the same without, after a hundred bookings and with every count as it stands, too. */
export async function measureGuardedPushes(plan: Plan): Promise<Line[]> {
  const [plain, fresh, behind, same, noted] = await pushedBeside(plan, {
    unguarded: counts({}),
    fresh: counts({ cursor: 'fresh' }),
    behind: counts({ cursor: 'behind' }),
    same: counts({ isSame: true }),
    noted: counts({ isSame: true, cursor: 'fresh' }),
  })
  const target = { bound: '≥', ratio: 0.91 } as const
  const line = { unit: 'cells/s', against: 'no cursor', theirs: plain!, target }
  const only = { ...line, what: 'guarded push, only cursors noted', ours: noted! }
  return [
    { ...line, what: 'guarded push of 10,000 changed cells', ours: fresh! },
    { ...line, what: `guarded push, cursor ${BOOKINGS} bookings behind`, ours: behind! },
    { ...only, against: 'changed' },
    { what: only.what, unit: line.unit, against: 'unchanged', ours: noted!, theirs: same! },
  ]
}

/** Prices of 10,000 days by twenty ranges, beside a `PUT` that names each of the days. */
export async function range(plan: Plan): Promise<Line[]> {
  const [put, patch] = await pushedBeside(plan, {
    put: async (_, hotel) => async (variant) => pushOf(hotel, variant, CELLS),
    ranges: async (_, hotel) => async (variant) => rangesOf(hotel, variant),
  })
  const target = { bound: '≥', ratio: 1 } as const
  const line = { what: 'ranges of 10,000 changed days', unit: 'cells/s', against: 'PUT' }
  return [{ ...line, ours: patch!, theirs: put!, target }]
}

/**
 * Measures pushes of several kinds on one server, alternating; each round of each has a hotel of its own.
 *
 * @param prepare writes what the hotels have beside their days
 */
export async function pushedBeside(
  { rounds, note }: Plan,
  pushers: Record<string, Pusher>,
  prepare: (deps: Deps, hotels: readonly SeededHotel[]) => Promise<void> = async () => {},
): Promise<Figure[][]> {
  const kinds = Object.entries(pushers)
  const { hotels, copy, remove } = await seed(Array((rounds + 1) * kinds.length).fill(HOTEL))
  const folder = copy()
  await inFolder(folder, (deps) => prepare(deps, hotels))
  const server = await startOurs(folder)
  try {
    const unused = hotels.values()
    const measure = ([, pusher]: [string, Pusher]) => pushes(server, unused.next().value!, pusher)
    const warm = []
    for (const kind of kinds) warm.push(`${kind[0]} ${(await measure(kind)).outcome}`)
    note(`last push of each kind (applied/unchanged/corrected/stale): ${warm.join(', ')}`)
    return await alternate(kinds, rounds, measure)
  } finally {
    await server.stop()
    remove()
  }
}

const pushes = (server: Server, hotel: SeededHotel, pusher: Pusher) =>
  withConnections(server, 1, async (connections) => {
    const connection = connections[0]!
    const next = await pusher(connection, hotel)
    await sendAll(connection, [await next(0)])
    let [ms, busyMs, text] = [0, 0, '']
    for (let variant = 1; variant <= PUSHES; variant++) {
      const request = await next(variant)
      const [startMs, busyBeforeMs] = [performance.now(), cpuMs(server.pid) ?? Number.NaN]
      const answer = expectOk(await connection.send(request))
      ms += performance.now() - startMs
      busyMs += (cpuMs(server.pid) ?? Number.NaN) - busyBeforeMs
      text = answer.text()
    }
    const { applied, unchanged, corrected, stale } = JSON.parse(text)
    const outcome = [applied, unchanged, corrected, stale].join('/')
    return { value: (PUSHES * CELLS * 1_000) / ms, busy: busyMs / ms || undefined, outcome }
  })

/** Pushes of counts, after bookings. @param cursor which has seen everything, or none of the bookings */
const counts =
  ({ cursor, isSame }: { cursor?: 'fresh' | 'behind'; isSame?: boolean }): Pusher =>
  async (connection, hotel) => {
    const behind = await latestCursor(connection, hotel)
    await sendAll(connection, bookingsOf(hotel), 201)
    return async (variant) => {
      // What was noted once is noted anew only when the feed has gone on.
      await sendAll(connection, [nudgeOf(hotel, variant)])
      const fresh = await latestCursor(connection, hotel)
      const seenThrough = cursor && { fresh, behind }[cursor]
      return pushOf(hotel, isSame ? 0 : variant, CELLS, seenThrough)
    }
  }

async function latestCursor(connection: Connection, hotel: SeededHotel): Promise<string> {
  const request = encodeRequest(hotel, 'GET', '/v1/partner/changes?cursor=latest')
  return JSON.parse(expectOk(await connection.send(request)).text()).nextCursor
}

/** Stays of one room each, no two of them in the same night of a room type. */
const bookingsOf = ({ id, roomCodes, dates }: SeededHotel) =>
  Array.from({ length: BOOKINGS }, (_, index) => {
    const checkin = dates[NIGHTS * Math.floor(index / roomCodes.length)]!
    return encodeRequest(NOBODY, 'POST', '/v1/bookings', {
      hotelSlug: `hotel-${id - 1}`,
      roomCode: roomCodes[index % roomCodes.length],
      checkin,
      checkout: addDays(checkin, NIGHTS),
      adults: 1,
      guest: { firstName: 'Carla', lastName: 'Caller', email: `caller-${index}@example.com` },
    })
  })

const nudgeOf = (hotel: SeededHotel, variant: number) =>
  patchOf(hotel, [
    { roomCode: hotel.roomCodes[0], date: hotel.dates.at(-1), priceCents: 12_000 + variant },
  ])

const rangesOf = (hotel: SeededHotel, variant: number) =>
  patchOf(
    hotel,
    hotel.roomCodes.map((roomCode) => ({
      roomCode,
      dateFrom: hotel.dates[0],
      dateTo: hotel.dates[PUSHED_DAYS - 1],
      priceCents: 12_000 + variant,
    })),
  )

/** A `PATCH` of a hotel's days. */
export const patchOf = (hotel: SeededHotel, updates: unknown[]) =>
  encodeRequest(hotel, 'PATCH', '/v1/partner/availability', { updates })
