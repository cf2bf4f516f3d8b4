import type { Booking, Caller, Guest } from '../../domain/bookings/booking.ts'
import type { BookingChange } from '../../domain/bookings/booking-change.ts'
import type { GroupSize } from '../../domain/bookings/group.ts'
import { contactFlaws } from '../../domain/bookings/guest-contact.ts'
import { isReaddressed } from '../../domain/bookings/manage-link.ts'
import { type Flaw, flaw } from '../../domain/kernel/errors.ts'
import type { Stay } from '../../domain/kernel/night.ts'

// Changes of who stays: of the guest, of the further guests, and of what a group has in common.

/** A requested change, as far as its guests are concerned. */
type Request = { change: BookingChange; caller: Caller; whole?: GroupSize }

/** Returns the flaws of a changed guest. The hotel may leave out the e-mail in bookings that it took itself. */
export function guestFlaws(
  { sourceType, guest }: Booking,
  changed: Guest,
  { caller }: Pick<Request, 'caller'>,
): Flaw[] {
  const mayLeaveOut = caller !== 'guest' || guest.email === null
  return contactFlaws(changed, sourceType === 'panel' && mayLeaveOut)
}

/** Returns the further guests: as asked, or the first of those known, as many as a smaller party has. */
export const namesOf = (booking: Booking, next: Stay, { change }: Pick<Request, 'change'>) =>
  change.guestNames ?? booking.guestNames.slice(0, next.adults + next.children - 1)

/**
 * Returns the flaws of what the bookings of a group have in common, unless it changes as a whole: its e-mail, and the
 * end of its holds.
 */
export function groupFlaws(
  booking: Booking,
  guest: Guest,
  { change, whole }: Pick<Request, 'change' | 'whole'>,
): Flaw[] {
  const { groupCode } = booking
  if (groupCode === null || whole) return []
  const of = (path: string, what: string) =>
    flaw(path, 'change_the_group', `The reservation ${groupCode} has one ${what}: change that.`)
  return [
    ...(isReaddressed(booking.guest, guest) ? [of('/guest/email', 'e-mail')] : []),
    ...(change.holdUntilMs === undefined ? [] : [of('/holdUntil', 'end of its holds')]),
  ]
}
