import type { BookingRecord } from '../bookings/booking.ts'
import type { Holds, NightPlace, SoldRooms, TakenRooms } from '../kernel/availability.ts'
import { NAMED_BOOKINGS_MAX } from '../kernel/availability.ts'
import type { CalendarDate } from '../kernel/date.ts'
import { nightsOf } from '../kernel/night.ts'
import { eachWithPauses } from '../kernel/pauses.ts'

/** What a revision of a booking takes. */
type Stay = Pick<BookingRecord, 'roomCode' | 'status' | 'checkin' | 'checkout' | 'rooms'>

/**
 * A revision of a booking: its place in the feed, and what it takes; `kept`: what it let go of was not given back to sale.
 */
export type Revision = { seq: number; code: string; stay: Stay; kept: boolean }

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

/** No rooms of a night. */
export const NO_ROOMS: SoldRooms = { rooms: 0, bookings: [] }
/** Nothing of a night is taken. */
export const NONE_TAKEN: TakenRooms = { sold: NO_ROOMS, held: NO_ROOMS }

/**
 * Rooms that were taken of a night after a place in the feed (contract-counts, Σ): of each booking the most that any tail
 * of its revisions after it takes, at least 0; for a hold while it is one, else by a sale. What was only held at a place,
 * or in a revision that a sender may know, is not known to a count that leaves holds out: its confirmation is. Rooms that
 * a revision did not give back (`restoreOnCancel` off) stay taken.
 *
 * @param revisions of some bookings, in the order of the feed: those after the oldest place asked for, and the one of
 *   each that stood there
 * @param holds what the counts that the ledger is asked about have of holds
 */
export function* createLedger(
  revisions: readonly Revision[],
  holds: Holds,
): Generator<void, (seq: number, night: NightPlace) => TakenRooms> {
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
    const those = byNight.get(night)
    if (those.length === 0) return NONE_TAKEN
    const sold: SoldRooms = { rooms: 0, bookings: [] }
    const held: SoldRooms = { rooms: 0, bookings: [] }
    for (const revisions of those) {
      const { code, stay } = revisions.at(-1)!
      const rooms = unseenRooms(revisions, { seq, night, holds })
      if (rooms > 0) addRooms(stay.status === 'pending' ? held : sold, rooms, code)
    }
    return { sold, held }
  }
}

/** Rooms of nights that holds have, and the newest of them. @param holds the newest first */
export function* createHeldNights(
  holds: readonly (Stay & { code: string })[],
): Generator<void, (night: NightPlace) => SoldRooms> {
  const byNight = createNightMap<Stay & { code: string }>()
  yield* eachWithPauses(holds, (hold) => byNight.add(hold, hold))
  return (night) => {
    const held: SoldRooms = { rooms: 0, bookings: [] }
    for (const { code, rooms } of byNight.get(night)) addRooms(held, rooms, code)
    return held
  }
}

function addRooms(to: SoldRooms, rooms: number, code: string): void {
  to.rooms += rooms
  if (to.bookings.length < NAMED_BOOKINGS_MAX) to.bookings.push(code)
}

/** Revisions on whose nights rooms can be unseen: the one that stands, and all of a booking that gave some not back. */
const takersOf = (revisions: readonly Revision[]) =>
  revisions.some(({ kept }) => kept) ? revisions : revisions.slice(-1)

/** Of one booking: what it has taken off a night by now, less the least that a sender may know of. */
function unseenRooms(
  revisions: readonly Revision[],
  { seq, night, holds }: { seq: number; night: NightPlace; holds: Holds },
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
      const isUnknown = holds === 'left_out' && stay.status === 'pending'
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
