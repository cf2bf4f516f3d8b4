import type { NightPlace, SoldRooms } from './availability.ts'
import { type BookingRecord, nightsOf } from './booking.ts'
import type { CalendarDate } from './date.ts'
import { NAMED_BOOKINGS_MAX } from './limits.ts'

/** What a revision of a booking takes. */
type Stay = Pick<BookingRecord, 'roomCode' | 'status' | 'checkin' | 'checkout' | 'rooms'>

/** A revision of a booking: its place in the feed, and what it takes. */
export type Revision = { seq: number; code: string; stay: Stay }

/** Nights on which a stay's rooms are live (contract-counts, *What is live*). */
export function liveNights(stay: Pick<Stay, 'status' | 'checkin' | 'checkout'>): CalendarDate[] {
  if (stay.status === 'no_show') return [stay.checkin]
  return stay.status === 'pending' || stay.status === 'confirmed' ? nightsOf(stay) : []
}

/** What a map of nights is keyed by. */
export const nightName = ({ roomCode, date }: NightPlace) => `${date} ${roomCode}`

/**
 * Rooms that were sold on a night after a place in the feed (contract-counts, Σ): of each booking the most that any tail
 * of its revisions after it takes, at least 0. What was only held at a place, or in a revision that a sender may know, is
 * not known to a count: its confirmation is.
 *
 * @param revisions of some bookings, in the order of the feed: those after the oldest place asked for, and the one of
 *   each that stood there
 */
export function createLedger(revisions: readonly Revision[]) {
  const byCode = new Map<string, Revision[]>()
  for (const revision of revisions) {
    const those = byCode.get(revision.code)
    if (those) those.push(revision)
    else byCode.set(revision.code, [revision])
  }
  const byNight = new Map<string, Revision[][]>()
  // Only what a booking takes by now can be unseen.
  for (const those of byCode.values()) {
    const { stay } = those.at(-1)!
    for (const date of liveNights(stay)) {
      const name = nightName({ roomCode: stay.roomCode, date })
      const bookings = byNight.get(name)
      if (bookings) bookings.push(those)
      else byNight.set(name, [those])
    }
  }
  return (seq: number, night: NightPlace): SoldRooms => {
    const sold: SoldRooms = { rooms: 0, bookings: [] }
    for (const those of byNight.get(nightName(night)) ?? []) {
      const rooms = unseenRooms(those, seq, night)
      if (rooms === 0) continue
      sold.rooms += rooms
      if (sold.bookings.length < NAMED_BOOKINGS_MAX) sold.bookings.push(those[0]!.code)
    }
    return sold
  }
}

/** Of one booking: what it takes by now, less the least that a sender may know of it. */
function unseenRooms(revisions: readonly Revision[], seq: number, night: NightPlace): number {
  const last = revisions.at(-1)!
  const after = revisions.findIndex((revision) => revision.seq > seq)
  const known = after < 0 ? [last] : revisions.slice(Math.max(0, after - 1), -1)
  // Made after the place: that nothing of it is known is possible, too.
  const isNew = after === 0
  const least = Math.min(...known.map(({ stay }) => knownRooms(stay, night)), isNew ? 0 : Infinity)
  return Math.max(0, roomsOn(last.stay, night) - least)
}

const knownRooms = (stay: Stay, night: NightPlace) =>
  stay.status === 'pending' ? 0 : roomsOn(stay, night)

function roomsOn(stay: Stay, { roomCode, date }: NightPlace): number {
  const isThere = stay.roomCode === roomCode && liveNights(stay).includes(date)
  return isThere ? stay.rooms : 0
}
