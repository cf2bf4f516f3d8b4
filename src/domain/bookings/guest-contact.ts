import { type Flaw, flaw } from '../kernel/errors.ts'
import type { Guest } from './booking.ts'

/**
 * What is wrong with how a guest is reached: by e-mail, or where the hotel books itself by telephone alone
 * (`contract-access`).
 *
 * @param byHotel the hotel books itself, or changes what it has booked itself
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
