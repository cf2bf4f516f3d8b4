// Nights as a shared transaction knows them, so that its bookings wait for no answer of a remote database and are sold by one
// statement. Pushes are judged by days that were read before the push ahead of them was written.

import type {
  Change,
  ChangeLink,
  CountedDay,
  Days,
  StoredDay,
} from '../../domain/kernel/availability.ts'
import { type CalendarDate, datesBetween, daysBetween } from '../../domain/kernel/date.ts'
import { NIGHTS_MAX } from '../../domain/kernel/night.ts'
import { NIGHT_RUN } from '../engine/dialect.ts'
import type { Ahead, Handle, Tx } from '../engine/engine.ts'
import type { Foresight, KnownDay, NightRun, PushedDays } from '../engine/foresight.ts'

/** Nights that are read ahead for one body: those of the longest stay. */
const AHEAD_MAX = NIGHTS_MAX
/** More changes than this are forgotten, which is cheaper than to note them; nobody foresees what is not known. */
const NOTED_MAX = 200

/** Reads nights ahead for all bodies of a transaction, those that are asked for together by one statement. */
export async function readAhead({ foresight, ...handle }: Ahead, run: NightRun): Promise<void> {
  if (!handle.dialect.bulk.known || daysBetween(run.from, run.to) >= AHEAD_MAX) return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const { runs, later } = foresight
  if (runs.push(run) === 1)
    later.push(() => void readRuns(handle, foresight, runs.splice(0)).then(resolve, reject))
  else resolve()
  await promise
}

type ReadNight = Pick<NightRun, 'roomCode'> & { date: CalendarDate } & CountedDay & ChangeLink

async function readRuns(
  { db, dialect }: Handle,
  foresight: Foresight,
  runs: readonly NightRun[],
): Promise<void> {
  const { days } = foresight
  for (const [hotelId, those] of Map.groupBy(runs, ({ hotelId }) => hotelId)) {
    const params = [hotelId, ...dialect.bulk.params(NIGHT_RUN, those, [])]
    const rows = (await dialect.run(db, dialect.bulk.known!.read, params)) as ReadNight[]
    for (const { date, roomCode, ...day } of rows) {
      const name = nameOf({ hotelId, roomCode }, date)
      // One that is known has been changed by a statement that was sent later, or will be.
      if (!days.has(name)) days.set(name, day)
    }
  }
}

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
    for (const { roomCode, date, after } of changes) {
      const day = lastSeq === undefined ? after : { ...after, lastSeq }
      setDay(foresight, nameOf({ hotelId, roomCode }, date), day)
    }
}

function setDay({ days, before }: Foresight, name: string, day: KnownDay): void {
  if (!before.has(name)) before.set(name, days.get(name))
  days.set(name, day)
}

/** A night as a sale leaves it; `lastSeq` is still the change before, if that is known. */
export type KnownNight = { date: CalendarDate } & KnownDay

/** Notes the change by which nights that are known were sold. */
export function noteSold(
  { shared }: Tx,
  place: Pick<NightRun, 'hotelId' | 'roomCode'>,
  nights: readonly KnownNight[],
  lastSeq: number,
): void {
  const foresight = shared?.foresight
  if (foresight)
    for (const { date, ...night } of nights)
      setDay(foresight, nameOf(place, date), { ...night, lastSeq })
}

/**
 * Foresees the nights after a sale, by date ascending.
 *
 * @returns undefined if one or its newest change is not known, or it could not be sold
 */
export function foreseeSale(
  { shared }: Tx,
  { from, to, ...place }: NightRun,
  { rooms, needsPrice }: { rooms: number; needsPrice: boolean },
): KnownNight[] | undefined {
  const days = shared?.foresight?.days
  if (!days) return undefined
  const nights: KnownNight[] = []
  for (const date of datesBetween(from, to)) {
    const day = days.get(nameOf(place, date))
    if (!day || day.lastSeq === undefined || day.closed || day.available < rooms) return undefined
    if (needsPrice && !(day.priceCents! > 0)) return undefined
    nights.push({ ...day, date, available: day.available - rooms })
  }
  return nights
}

const nameOf = (
  { hotelId, roomCode }: Pick<NightRun, 'hotelId' | 'roomCode'>,
  date: CalendarDate,
) => `${hotelId} ${date} ${roomCode}`
