import { type Flaw, flaw } from '../kernel/errors.ts'
import type { Guest } from './booking.ts'

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
