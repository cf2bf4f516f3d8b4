import type { Hotel } from './catalog.ts'

/**
 * The sandbox of a hotel, used by its test keys (contract §2, *Sandbox*), is a hotel with a negative id, as are the
 * ids of its bookings, so that queries over all hotels leave it out by id.
 */
export const isSandbox = (hotelId: number) => hotelId < 0

/** True if a booking belongs to a sandbox. */
export const isTestBooking = ({ id }: { id: number }) => id < 0

/** The separator in a sandbox's stored slug; no other slug contains it. */
const MARK = '~'

/** Returns the stored slug of a sandbox: never requested by callers, never stored twice. */
export const sandboxSlug = (slug: string, sandboxId: number) => `${slug}${MARK}${-sandboxId}`

/** Returns the slug that a hotel shows; a sandbox shows its hotel's. */
export const shownSlug = (stored: string) => stored.split(MARK, 1)[0]!

/** Booking ids per sandbox. */
const BOOKING_IDS = 1_024

/** Returns the id of the n-th booking of a sandbox, from 1: ids grow, and no other sandbox has them. */
export const testBookingId = (sandboxId: number, number: number) => sandboxId * BOOKING_IDS + number

/** Returns the number of a booking within its sandbox, from 1. */
export const testBookingNumber = (sandboxId: number, id: number) => id - sandboxId * BOOKING_IDS

/**
 * Returns the owner that feed cursors are bound to: a sandbox's cursors survive its reset and are invalid at its
 * hotel.
 */
export function feedOwner({ id, sandboxOf }: Pick<Hotel, 'id' | 'sandboxOf'>): number {
  if (sandboxOf === null) return id
  // The hotels of a vendor's test secret have templates, whose ids are negative, too.
  return sandboxOf > 0 ? -sandboxOf : sandboxOf - TEMPLATES
}
const TEMPLATES = 2 ** 32

/** Returns the `test` mark of everything that a sandbox sends; nothing for a real hotel. */
export const testMark = ({ sandboxOf }: Pick<Hotel, 'sandboxOf'>): { test?: true } =>
  sandboxOf === null ? {} : { test: true }
