import type { Hotel } from '../catalog/catalog.ts'
import { normalizeEmail } from '../kernel/address.ts'
import { instantAt } from '../kernel/date.ts'
import type { Booking, Guest } from './booking.ts'

/**
 * The credentials that open a booking without a session (contract-access, *A booking's own key*): its code and manage
 * token, and the proof token if the mail asks the guest for proof.
 */
export type BookingKey = { code: string; manageToken: string; proofToken?: string }

/** The group boundaries of a 22-character token. */
const GROUPS = [0, 6, 12, 17] as const

/** Returns the page of this service that booking links open. */
export const bookingPage = (publicUrl: string): string => `${publicUrl}/booking`

/**
 * Returns a link to a booking. Its key stands in the fragment, which browsers never send and logs never contain.
 *
 * @param page the service's page, or a site's own
 */
export function bookingLink(page: string, { code, manageToken, proofToken }: BookingKey): string {
  const parts = [code, manageToken, ...(proofToken === undefined ? [] : [proofToken])]
  return `${page}#${parts.join('.')}`
}

/** Formats a token in four groups for typing; its reader ignores spaces. */
export function tokenInGroups(token: string): string {
  return GROUPS.map((from, index) => token.slice(from, GROUPS[index + 1])).join(' ')
}

/** A link works for this long after the check-out, or after an earlier end of the booking. */
const ACTS_AFTER_MS = 30 * 24 * 60 * 60 * 1_000

/** Returns the instant from which a booking's link is read-only, apart from a review. */
export function actsUntilMs(
  { status, checkout, updatedAtMs }: Pick<Booking, 'status' | 'checkout' | 'updatedAtMs'>,
  { checkoutTime, timezone }: Pick<Hotel, 'checkoutTime' | 'timezone'>,
): number {
  const overAtMs = instantAt(checkout, checkoutTime, timezone)
  const hasEnded = status !== 'pending' && status !== 'confirmed'
  return (hasEnded ? Math.min(overAtMs, updatedAtMs) : overAtMs) + ACTS_AFTER_MS
}

/**
 * True unless an agency made the booking: then its terms let guests act, on what is not pending (contract-access).
 *
 * @param guestActs of the agency's terms in force
 */
export const mayGuestAct = (
  { agencyId, status }: Pick<Booking, 'agencyId' | 'status'>,
  guestActs: boolean,
): boolean => agencyId === null || (guestActs && status !== 'pending')

/** True if an address is the guest's; a guest may have none. */
export const isSameAddress = (kept: string | null, given: string): boolean =>
  normalizeEmail(kept ?? '') === normalizeEmail(given)

/** True if a change gives the guest another e-mail address, which ends the booking's links. */
export const isReaddressed = (before: Guest, after: Guest): boolean =>
  !isSameAddress(before.email, after.email ?? '')
