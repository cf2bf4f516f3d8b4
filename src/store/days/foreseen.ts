// Nights as a shared transaction knows them, so that its bookings are sent to a remote database one behind another, without
// an answer in between: of 16 callers of one hotel neither this process nor the server then waits for the other. Pushes
// are judged by days that were read before the push ahead of them was written.

import { and, between, eq, sql } from 'drizzle-orm'
import type { Change, CountedDay, Days, StoredDay } from '../../domain/kernel/availability.ts'
import { type CalendarDate, datesBetween, daysBetween } from '../../domain/kernel/date.ts'
import { NIGHTS_MAX } from '../../domain/kernel/night.ts'
import type { Ahead, PushedDays, Tx } from '../engine/engine.ts'
import { prepared } from '../engine/prepared.ts'

/** Consecutive nights of one room type, both ends inclusive. */
type Run = { hotelId: number; roomCode: string; from: CalendarDate; to: CalendarDate }

/** Nights that are read ahead for one body: those of the longest stay. */
const AHEAD_MAX = NIGHTS_MAX
/** More changes than this are forgotten, which is cheaper than to note them; nobody foresees what is not known. */
const NOTED_MAX = 200

/** Reads nights ahead for all bodies of a transaction. */
export async function readAhead({ foresight, ...handle }: Ahead, run: Run): Promise<void> {
  if (daysBetween(run.from, run.to) >= AHEAD_MAX) return
  const { days } = foresight
  for (const { date, ...day } of await selectRun(handle).execute(run)) {
    const name = nameOf(run, date)
    // One that is known has been changed by a statement that was sent later.
    if (!days.has(name)) days.set(name, day)
  }
}

const selectRun = prepared(({ t: { day }, db }) => {
  const { hotelId, roomCode, date, available, priceCents, closed, shortfall } = day
  const { placeholder } = sql
  return db
    .select({ date, available, priceCents, closed, shortfall })
    .from(day)
    .where(
      and(
        eq(hotelId, placeholder('hotelId')),
        eq(roomCode, placeholder('roomCode')),
        between(date, placeholder('from'), placeholder('to')),
      ),
    )
    .prepare()
})

/** Brings days that were read without their cursors up to date with what the transaction has sent since. */
export function applyPushed(days: Days<StoredDay>, pushed: readonly PushedDays[]): void {
  for (const { changes, lastSeq } of pushed)
    for (const { roomCode, date, after } of changes) {
      const room = days.get(roomCode) as Map<CalendarDate, StoredDay> | undefined
      if (!room) continue
      const live = room.get(date)?.live ?? 0
      // Field by field: a spread takes four times as long. A new day, for that one may be the `before` of a push.
      const { available, priceCents, closed, shortfall } = after
      const day = { available, priceCents, closed, live, shortfall, lastSeq, seenOrder: undefined }
      room.set(date, day)
    }
}

/** Notes days as a transaction leaves them. @param lastSeq as for `invalidateDays` */
export function noteKnown(
  { shared }: Tx,
  hotelId: number,
  changes: readonly Change[],
  lastSeq: number | undefined,
): void {
  const foresight = shared?.foresight
  if (!foresight) return
  if (lastSeq === undefined) foresight.pushed = []
  else foresight.pushed.push({ changes, lastSeq })
  if (changes.length > NOTED_MAX) foresight.days = new Map()
  else
    for (const { roomCode, date, after } of changes)
      foresight.days.set(nameOf({ hotelId, roomCode }, date), after)
}

/**
 * Foresees the nights after a sale, by date ascending.
 *
 * @returns undefined if one is not known, or could not be sold
 */
export function foreseeSale(
  { shared }: Tx,
  { from, to, ...place }: Run,
  { rooms, needsPrice }: { rooms: number; needsPrice: boolean },
): ({ date: CalendarDate } & CountedDay)[] | undefined {
  const days = shared?.foresight?.days
  if (!days) return undefined
  const nights: ({ date: CalendarDate } & CountedDay)[] = []
  for (const date of datesBetween(from, to)) {
    const day = days.get(nameOf(place, date))
    if (!day || day.closed || day.available < rooms) return undefined
    if (needsPrice && !(day.priceCents! > 0)) return undefined
    nights.push({ ...day, date, available: day.available - rooms })
  }
  return nights
}

const nameOf = ({ hotelId, roomCode }: Pick<Run, 'hotelId' | 'roomCode'>, date: CalendarDate) =>
  `${hotelId} ${date} ${roomCode}`
