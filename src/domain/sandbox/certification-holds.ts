import type { CountContext } from '../days/judge-update.ts'
import { liveNights, nightName, type Revision } from '../days/unseen.ts'
import type { Update } from '../days/update.ts'
import type { Days, NightPlace, StoredDay } from '../kernel/availability.ts'
import { eachWithPauses } from '../kernel/pauses.ts'

/**
 * A night whose count came with a cursor: its change, and the capacity that the count implies (rooms left plus rooms
 * known as taken). A sender that treats holds consistently implies the same at every cursor.
 */
export type CountedNight = NightPlace & { seq: number; rooms: number }

/** The end of a hold. */
export type HoldEnd = 'confirmed' | 'expired' | 'cancelled'

/** A hold on a counted night, as it stood at the count's cursor. */
export type HoldState = { code: string; night: string; status: 'pending' | HoldEnd; rooms: number }

/** Nights counted while a hold had rooms there, by booking code and night: the implied capacity, and the request. */
export type HeldNights = Record<string, { rooms: number; requestId: string }>
/** Only the newest are kept. */
const HELD_NIGHTS_MAX = 500

/** Yields the counts with a cursor among applied updates. @param days as they stood before */
export function* countedNights(
  updates: readonly Update[],
  { seenOf, takenAfter }: Pick<CountContext, 'seenOf' | 'takenAfter'>,
  days: Days<StoredDay>,
): Generator<void, CountedNight[]> {
  const counted: CountedNight[] = []
  yield* eachWithPauses(updates, (update) => {
    const { roomCode, date, available } = update
    const seen = seenOf(update)
    if (available === undefined || !seen || 'code' in seen) return
    const { sold, held } = takenAfter(seen, update)
    const live = days.get(roomCode)?.get(date)?.live ?? 0
    const rooms = available - sold.rooms - held.rooms + live
    counted.push({ roomCode, date, seq: seen.seq, rooms })
  })
  return counted
}

/** Returns the holds on the counted nights. @param revisions in the order of the feed */
export function holdStates(
  revisions: readonly Revision[],
  counted: readonly CountedNight[],
): HoldState[] {
  const counts = new Map(counted.map((count) => [nightName(count), count]))
  const byCode = Map.groupBy(revisions, ({ code }) => code)
  return [...byCode].flatMap(([code, those]) => {
    const hold = those.findLast(({ stay }) => stay.status === 'pending')
    if (!hold) return []
    const end = those[those.indexOf(hold) + 1]
    return liveNights(hold.stay).flatMap((date) => {
      const night = nightName({ roomCode: hold.stay.roomCode, date })
      const count = counts.get(night)
      if (!count || count.seq < hold.seq) return []
      const isOver = end !== undefined && end.seq <= count.seq
      const status = isOver ? (end.stay.status as HoldEnd) : 'pending'
      return [{ code, night, status, rooms: count.rooms }]
    })
  })
}

/**
 * Compares a push with an earlier one made while a hold stood. After the hold's end both must imply the same rooms on
 * all its nights, or the hold is dropped.
 *
 * @returns holds whose end was counted correctly, with their requests, and the state for the next push
 */
export function compareHolds(
  earlier: HeldNights,
  requestId: string,
  holds: readonly HoldState[],
): { held: HeldNights; ended: { end: HoldEnd; requestIds: string[] }[] } {
  const held = new Map(Object.entries(earlier))
  const nameOf = ({ code, night }: HoldState) => `${code} ${night}`
  const ended: { end: HoldEnd; requestIds: string[] }[] = []
  for (const [, those] of Map.groupBy(holds, ({ code }) => code)) {
    let end: HoldEnd | undefined
    let isSame = true
    const requestIds: string[] = []
    for (const each of those) {
      const before = held.get(nameOf(each))
      held.delete(nameOf(each))
      if (each.status === 'pending') held.set(nameOf(each), { rooms: each.rooms, requestId })
      else if (before) {
        end = each.status
        requestIds.push(before.requestId)
        isSame &&= each.rooms === before.rooms
      }
    }
    if (end && isSame) ended.push({ end, requestIds: [...requestIds, requestId] })
  }
  return { held: Object.fromEntries([...held].slice(-HELD_NIGHTS_MAX)), ended }
}
