import type { Hotel } from '../catalog/catalog.ts'
import { normalizeEmail } from '../kernel/address.ts'
import { instantAt } from '../kernel/date.ts'
import type { Booking, Guest } from './booking.ts'

/**
 * What opens a booking without a session (contract-access, *A booking's own key*): its code and manage token; of a mail
 * that asks its guest for proof the proof token, too.
 */
export type BookingKey = { code: string; manageToken: string; proofToken?: string }

/** Where the groups of a token of 22 characters begin. */
const GROUPS = [0, 6, 12, 17] as const

/** The page of this service that such a link leads to. */
export const bookingPage = (publicUrl: string): string => `${publicUrl}/booking`

/** A link to a booking. The key stands in the fragment, which no browser sends and no log has. @param page whose it is */
export function bookingLink(page: string, { code, manageToken, proofToken }: BookingKey): string {
  const parts = [code, manageToken, ...(proofToken === undefined ? [] : [proofToken])]
  return `${page}#${parts.join('.')}`
}

/** A token in four groups, for whoever types it; spaces alone are left out when it is read. */
export function tokenInGroups(token: string): string {
  return GROUPS.map((from, index) => token.slice(from, GROUPS[index + 1])).join(' ')
}

/** How long a link acts after the check-out, or after the booking has ended before. */
const ACTS_AFTER_MS = 30 * 24 * 60 * 60 * 1_000

/** When a booking's link begins to read only, and to take a review. */
export function actsUntilMs(
  { status, checkout, updatedAtMs }: Pick<Booking, 'status' | 'checkout' | 'updatedAtMs'>,
  { checkoutTime, timezone }: Pick<Hotel, 'checkoutTime' | 'timezone'>,
): number {
  const overAtMs = instantAt(checkout, checkoutTime, timezone)
  const hasEnded = status !== 'pending' && status !== 'confirmed'
  return (hasEnded ? Math.min(overAtMs, updatedAtMs) : overAtMs) + ACTS_AFTER_MS
}

/** Whether an address is that of a guest, who may have none. */
export const isSameAddress = (kept: string | null, given: string): boolean =>
  normalizeEmail(kept ?? '') === normalizeEmail(given)

/** Whether a guest has another e-mail address than before, which ends the links of the booking. */
export const isReaddressed = (before: Guest, after: Guest): boolean =>
  !isSameAddress(before.email, after.email ?? '')
