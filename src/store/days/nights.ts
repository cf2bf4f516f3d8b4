import { and, between, eq, gt, gte, inArray, or, type SQL, sql } from 'drizzle-orm'
import { giveBackRooms } from '../../domain/days/count.ts'
import type { Change } from '../../domain/kernel/availability.ts'
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { lockForUpdate } from '../engine/locks.ts'
import { batch } from '../engine/pace.ts'
import { prepared } from '../engine/prepared.ts'
import type { Tables } from '../engine/schema.ts'
import { invalidateDays, upsertDays } from './availability.ts'

// Inventory: takes rooms off nights and gives them back, by guarded updates that prevent overbooking.

/** Nights of one room type, and a number of rooms. */
export type Nights = {
  hotelId: number
  roomCode: string
  dates: readonly CalendarDate[]
  rooms: number
}

/**
 * Guard of an update that sells consecutive nights: open, priced and enough rooms. Its placeholders are those of
 * `takeRunOf`.
 */
export function isTakeable({ day }: Tables): SQL | undefined {
  const { hotelId, roomCode, date, available, priceCents, closed } = day
  const needsPrice = eq(sql`false`, sql.placeholder('needsPrice'))
  return and(
    eq(hotelId, sql.placeholder('hotelId')),
    eq(roomCode, sql.placeholder('roomCode')),
    between(date, sql.placeholder('from'), sql.placeholder('to')),
    gte(available, sql.placeholder('rooms')),
    or(
      eq(sql`true`, sql.placeholder('isForced')),
      and(eq(closed, false), or(gt(priceCents, 0), needsPrice)),
    ),
  )
}

/** Takes rooms off consecutive nights, in one guarded update that prevents overbooking. @param set further columns */
export function takeRunOf({ t, db }: Handle, set: { lastSeq?: SQL } = {}) {
  const { date, available, live, priceCents, closed, shortfall, lastSeq } = t.day
  const { unproven, heldByStrangers } = t.day
  const rooms = sql.placeholder('rooms')
  return db
    .update(t.day)
    .set({
      ...{ available: sql`${available} - ${rooms}`, live: sql`${live} + ${rooms}` },
      unproven: sql`${unproven} + ${sql.placeholder('unproven')}`,
      heldByStrangers: sql`${heldByStrangers} + ${sql.placeholder('heldByStrangers')}`,
      ...set,
    })
    .where(isTakeable(t))
    .returning({ date, available, priceCents, closed, shortfall, lastSeq })
    .prepare()
}

const takeRun = prepared((handle) => takeRunOf(handle))

/** Nights taken by other guests leave the strangers' counters alone. */
const NO_STRANGER_ROOMS = { unproven: 0, heldByStrangers: 0 }

/** Ranges of consecutive dates, both ends inclusive; the dates come ascending. */
function runsOf(dates: readonly CalendarDate[]): { from: CalendarDate; to: CalendarDate }[] {
  const runs: { from: CalendarDate; to: CalendarDate }[] = []
  for (const date of dates) {
    const last = runs.at(-1)
    if (last && addDays(last.to, 1) === date) last.to = date
    else runs.push({ from: date, to: date })
  }
  return runs
}

/**
 * Takes rooms off every night of a stay that is open, priced and has enough rooms; the rooms are live from now on.
 *
 * @param options `isForced`: also closed nights and nights without a price; `needsPrice: false`: also without a price
 * @returns the nights taken, by date ascending. If they are fewer than requested, a night was not available, and the
 *   caller must throw to roll back
 */
export async function takeNights(
  tx: Tx,
  { hotelId, roomCode, dates, rooms }: Nights,
  { isForced = false, needsPrice = true } = {},
): Promise<Change[]> {
  const rows: Awaited<ReturnType<ReturnType<typeof takeRun>['execute']>> = []
  for (const { from, to } of runsOf(dates))
    rows.push(
      ...(await takeRun(tx).execute({
        ...{ hotelId, roomCode, from, to, rooms, isForced, needsPrice, ...NO_STRANGER_ROOMS },
      })),
    )
  const changes = rows
    .map(({ date, lastSeq, ...after }) => ({
      roomCode,
      date,
      before: { ...after, available: after.available + rooms, lastSeq },
      after,
    }))
    .toSorted(byDate)
  invalidateDays(tx, hotelId, changes)
  return changes
}

const noteRun = prepared(({ t: { day }, db }) =>
  db
    .update(day)
    .set({ lastSeq: sql`${sql.placeholder('lastSeq')}` })
    .where(
      and(
        eq(day.hotelId, sql.placeholder('hotelId')),
        eq(day.roomCode, sql.placeholder('roomCode')),
        between(day.date, sql.placeholder('from'), sql.placeholder('to')),
      ),
    )
    .prepare(),
)

/** Writes a change as the newest one of its days. */
export async function noteLastChange(
  tx: Tx,
  { hotelId, lastSeq }: { hotelId: number; lastSeq: number },
  changes: readonly Change[],
): Promise<void> {
  for (const [roomCode, those] of Map.groupBy(changes, (change) => change.roomCode)) {
    const dates = those.map(({ date }) => date).toSorted()
    for (const { from, to } of runsOf(dates))
      await noteRun(tx).execute({ hotelId, roomCode, from, to, lastSeq })
  }
}

/** Nights that get rooms back, and the cap on live rooms of the type (`capacityOf`). */
export type ReleasedNights = Nights & { capacity: number }

/**
 * Gives live rooms back to nights, closed or not. They fill a shortfall first, and the count stays under the cap
 * (contract-counts, *Shortfall*, *Ceiling*).
 *
 * @returns the nights whose count changed, by date ascending
 */
export async function releaseNights(tx: Tx, nights: ReleasedNights): Promise<Change[]> {
  const changes = await listReleasedNights(tx, nights)
  await batch(
    upsertDays(tx, nights.hotelId, changes),
    moveLive(tx, { ...nights, rooms: -nights.rooms }),
  )
  return changes
}

/** The changes that `releaseNights` would make, without making them. */
export async function listReleasedNights(
  handle: Handle,
  nights: ReleasedNights,
): Promise<Change[]> {
  if (nights.dates.length === 0) return []
  const { roomCode, rooms, capacity } = nights
  const query = handle.db.select().from(handle.t.day).where(nightsOfRoom(handle, nights))
  const rows = await lockForUpdate(handle, query)
  return rows
    .map(({ date, hotelId, roomCode: _, oversold, ...before }) => ({
      roomCode,
      date,
      before,
      after: giveBackRooms(before, rooms, capacity),
    }))
    .filter(
      ({ before, after }) =>
        before.available !== after.available || before.shortfall !== after.shortfall,
    )
    .toSorted(byDate)
}

/**
 * Adds live rooms to nights, or removes them if `rooms` is negative, and leaves the rooms on sale alone: for past
 * nights, and for nights that a booking leaves without giving them back. A night that is no longer oversold is
 * announced again when it is oversold once more.
 */
export async function moveLive(
  tx: Tx,
  { capacity, rooms, ...nights }: ReleasedNights,
): Promise<void> {
  if (nights.dates.length === 0) return
  const { day } = tx.t
  const live = sql`${day.live} + ${rooms}`
  await tx.db
    .update(day)
    .set({ live, oversold: sql`${day.oversold} and ${live} > ${capacity}` })
    .where(nightsOfRoom(tx, nights))
}

const nightsOfRoom = (
  { t: { day } }: Handle,
  { hotelId, roomCode, dates }: Omit<Nights, 'rooms'>,
) => and(eq(day.hotelId, hotelId), eq(day.roomCode, roomCode), inArray(day.date, [...dates]))

const byDate = (a: Change, b: Change) => (a.date < b.date ? -1 : 1)
