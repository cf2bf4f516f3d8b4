import type { NightPlace, SoldRooms } from './availability.ts'
import { type BookingRecord, nightsOf } from './booking.ts'
import type { CalendarDate } from './date.ts'
import { NAMED_BOOKINGS_MAX } from './limits.ts'
import { eachWithPauses } from './pauses.ts'

/** What a revision of a booking takes. */
type Stay = Pick<BookingRecord, 'roomCode' | 'status' | 'checkin' | 'checkout' | 'rooms'>

/**
 * A revision of a booking: its place in the feed, and what it takes; `kept`: what it let go of was not given back to sale.
 */
export type Revision = { seq: number; code: string; stay: Stay; kept: boolean }

/**
 * Who made a count: a partner's system, to which a hold is nothing that is sold, so that its count still has the rooms
 * of every booking pending at its cursor; or somebody at this service's own screen, which shows what is left with holds
 * taken off, so that what they typed has them off already.
 */
export type Counter = 'system' | 'screen'

/** Nights on which a stay's rooms are live (contract-counts, *What is live*). */
export function liveNights(stay: Pick<Stay, 'status' | 'checkin' | 'checkout'>): CalendarDate[] {
  if (stay.status === 'no_show') return [stay.checkin]
  return stay.status === 'pending' || stay.status === 'confirmed' ? nightsOf(stay) : []
}

/** What a map of nights is keyed by. */
export const nightName = ({ roomCode, date }: NightPlace) => `${date} ${roomCode}`

/**
 * Things by the nights on which stays are live, each once a night when its stays are added together. By room code, then
 * by date: to write a name for each costs more.
 */
export function createNightMap<T>() {
  const rooms = new Map<string, Map<CalendarDate, T[]>>()
  return {
    add(stay: Stay, thing: T): void {
      let room = rooms.get(stay.roomCode)
      if (!room) {
        room = new Map()
        rooms.set(stay.roomCode, room)
      }
      for (const date of liveNights(stay)) {
        const those = room.get(date)
        if (!those) room.set(date, [thing])
        else if (those.at(-1) !== thing) those.push(thing)
      }
    },
    get: ({ roomCode, date }: NightPlace): readonly T[] => rooms.get(roomCode)?.get(date) ?? [],
  }
}

/**
 * Rooms that were sold on a night after a place in the feed (contract-counts, Σ): of each booking the most that any tail
 * of its revisions after it takes, at least 0. What was only held at a place, or in a revision that a sender may know, is
 * not known to a count of a system: its confirmation is. Rooms that a revision did not give back (`restoreOnCancel` off)
 * stay taken.
 *
 * @param revisions of some bookings, in the order of the feed: those after the oldest place asked for, and the one of
 *   each that stood there
 * @param counter who made the counts that the ledger is asked about
 */
export function* createLedger(
  revisions: readonly Revision[],
  counter: Counter,
): Generator<void, (seq: number, night: NightPlace) => SoldRooms> {
  const byCode = new Map<string, Revision[]>()
  for (const revision of revisions) {
    const those = byCode.get(revision.code)
    if (those) those.push(revision)
    else byCode.set(revision.code, [revision])
  }
  const byNight = createNightMap<Revision[]>()
  yield* eachWithPauses([...byCode.values()], (those) => {
    for (const { stay } of takersOf(those)) byNight.add(stay, those)
  })
  return (seq, night) => {
    const sold: SoldRooms = { rooms: 0, bookings: [] }
    for (const those of byNight.get(night)) {
      const rooms = unseenRooms(those, { seq, night, counter })
      if (rooms === 0) continue
      sold.rooms += rooms
      if (sold.bookings.length < NAMED_BOOKINGS_MAX) sold.bookings.push(those[0]!.code)
    }
    return sold
  }
}

/** Revisions on whose nights rooms can be unseen: the one that stands, and all of a booking that gave some not back. */
const takersOf = (revisions: readonly Revision[]) =>
  revisions.some(({ kept }) => kept) ? revisions : revisions.slice(-1)

/** Of one booking: what it has taken off a night by now, less the least that a sender may know of. */
function unseenRooms(
  revisions: readonly Revision[],
  { seq, night, counter }: { seq: number; night: NightPlace; counter: Counter },
): number {
  const after = revisions.findIndex((revision) => revision.seq > seq)
  const last = revisions.length - 1
  // Made after the place: that nothing of it is known is possible, too.
  let least = after === 0 ? 0 : Number.POSITIVE_INFINITY
  let taken = 0
  let before = 0
  for (let at = after < 0 ? last : Math.max(0, after - 1); at <= last; at++) {
    const { stay, kept } = revisions[at]!
    const rooms = roomsOn(stay, night)
    if (rooms > before || !kept) taken += rooms - before
    before = rooms
    // The last one is known only where it is not after the place.
    if (at < last || after < 0) {
      const isUnknown = counter === 'system' && stay.status === 'pending'
      least = Math.min(least, isUnknown ? taken - rooms : taken)
    }
  }
  return Math.max(0, taken - least)
}

const roomsOn = (stay: Stay, { roomCode, date }: NightPlace): number =>
  stay.roomCode === roomCode && isLiveOn(stay, date) ? stay.rooms : 0

/** Whether a date is one of `liveNights`, without making them. */
function isLiveOn({ status, checkin, checkout }: Stay, date: CalendarDate): boolean {
  if (status === 'no_show') return date === checkin
  return (status === 'pending' || status === 'confirmed') && checkin <= date && date < checkout
}
