// Deadlines of free cancellation, of which agencies are reminded (issue 34).

import { addDays, type CalendarDate } from '../kernel/date.ts'
import type { Booking } from './booking.ts'

type Stay = Pick<Booking, 'agencyId' | 'status' | 'checkin' | 'cancellation'>

/**
 * Returns the last day, by the hotel's date, on which an agency cancels a booking without a fee; null if it never had
 * such a day, or if a cancellation costs nothing at any time. Options have no fee.
 */
export function agencyFreeUntil({
  agencyId,
  status,
  checkin,
  cancellation: { penalty, freeUntilDays },
}: Stay): CalendarDate | null {
  if (agencyId === null || status !== 'confirmed') return null
  return penalty === 'none' || freeUntilDays === null ? null : addDays(checkin, -freeUntilDays)
}
