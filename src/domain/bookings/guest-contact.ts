import { type Flaw, flaw } from '../kernel/errors.ts'
import type { Stay } from '../kernel/night.ts'
import type { Guest } from './booking.ts'
import type { GuestName } from './booking-details.ts'

/**
 * Returns the flaws in a guest's contact: an e-mail address, or a telephone number alone if the hotel books
 * (`contract-access`).
 *
 * @param byHotel the hotel makes the booking, or changes one that it made
 */
export function contactFlaws(
  { email, phone }: Pick<Guest, 'email' | 'phone'>,
  byHotel: boolean,
): Flaw[] {
  if (email !== null) return []
  if (!byHotel) return [flaw('/guest/email', 'required', 'This field is required.')]
  if (phone !== null) return []
  return [flaw('/guest/phone', 'phone_or_email', 'A telephone number or an e-mail is required.')]
}

/** Returns the flaw of too many further guests: at most the party less the one who books (contract-groups). */
export function guestNameFlaws(
  guestNames: readonly GuestName[],
  { adults, children }: Pick<Stay, 'adults' | 'children'>,
): Flaw[] {
  const max = adults + children - 1
  if (guestNames.length <= max) return []
  const message = `This party has at most ${max} guests besides the one who books.`
  return [flaw('/guestNames', 'too_many', message, { max })]
}
