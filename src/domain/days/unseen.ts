import type { BookingRecord } from '../bookings/booking-record.ts'
import type { Holds, NightPlace, SoldRooms, TakenRooms } from '../kernel/availability.ts'
import { NAMED_BOOKINGS_MAX } from '../kernel/availability.ts'
import type { CalendarDate } from '../kernel/date.ts'
import { nightsOf } from '../kernel/night.ts'
import { eachWithPauses } from '../kernel/pauses.ts'

/** The rooms and nights of a booking's revision. */
type Stay = Pick<BookingRecord, 'roomCode' | 'status' | 'checkin' | 'checkout' | 'rooms'>

/** A revision of a booking: its feed position and its stay; `kept`: released rooms were not given back to sale. */
export type Revision = { seq: number; code: string; stay: Stay; kept: boolean }

/** Returns the nights on which a stay's rooms are live (contract-counts, *What is live*). */
export function liveNights(stay: Pick<Stay, 'status' | 'checkin' | 'checkout'>): CalendarDate[] {
  if (stay.status === 'no_show') return [stay.checkin]
  return stay.status === 'pending' || stay.status === 'confirmed' ? nightsOf(stay) : []
}

/** Returns the key of a night. */
export const nightName = ({ roomCode, date }: NightPlace) => `${date} ${roomCode}`

/**
 * Creates a map of live nights, by room code, then by date: one string key per night costs more. Stays added together
 * count once per night.
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

/** Empty: no rooms of a night. */
export const NO_ROOMS: SoldRooms = { rooms: 0, bookings: [] }
/** Empty: no rooms sold or held. */
export const NONE_TAKEN: TakenRooms = { sold: NO_ROOMS, held: NO_ROOMS }

/**
 * Creates the ledger of rooms taken of a night after a feed position (contract-counts, Σ). For each booking it counts
 * the largest take of any tail of its later revisions, at least 0; a hold while it lasts, else a sale. If counts leave
 * holds out, a booking that was only held at a position, or in a revision that the sender may know, is unknown to the
 * count until confirmed. Rooms that a revision did not give back (`restoreOnCancel` off) stay taken.
 *
 * @param revisions of some bookings, in feed order: those after the oldest queried position, and the one of each that
 *   was current there
 * @param holds how the queried counts treat holds
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

/** Collects the held rooms of nights and their newest holds. @param holds the newest first */
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

/**
 * Returns the revisions that may have unseen rooms: the current one, and all revisions of a booking that kept rooms
 * back.
 */
const takersOf = (revisions: readonly Revision[]) =>
  revisions.some(({ kept }) => kept) ? revisions : revisions.slice(-1)

/** Computes one booking's unseen rooms of a night: its present take less the smallest take that the sender may know. */
function unseenRooms(
  revisions: readonly Revision[],
  { seq, night, holds }: { seq: number; night: NightPlace; holds: Holds },
): number {
  const after = revisions.findIndex((revision) => revision.seq > seq)
  const last = revisions.length - 1
  // A booking made after the position may be wholly unknown.
  let least = after === 0 ? 0 : Number.POSITIVE_INFINITY
  let taken = 0
  let before = 0
  for (let at = after < 0 ? last : Math.max(0, after - 1); at <= last; at++) {
    const { stay, kept } = revisions[at]!
    const rooms = roomsOn(stay, night)
    if (rooms > before || !kept) taken += rooms - before
    before = rooms
    // The last revision is known only if it is not after the position.
    if (at < last || after < 0) {
      const isUnknown = holds === 'left_out' && stay.status === 'pending'
      least = Math.min(least, isUnknown ? taken - rooms : taken)
    }
  }
  return Math.max(0, taken - least)
}

const roomsOn = (stay: Stay, { roomCode, date }: NightPlace): number =>
  stay.roomCode === roomCode && isLiveOn(stay, date) ? stay.rooms : 0

/** True if a date is one of `liveNights`, without building the list. */
function isLiveOn({ status, checkin, checkout }: Stay, date: CalendarDate): boolean {
  if (status === 'no_show') return date === checkin
  return (status === 'pending' || status === 'confirmed') && checkin <= date && date < checkout
}
