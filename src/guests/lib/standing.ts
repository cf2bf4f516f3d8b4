import type { BookingRecord } from '../../http/guests/page-shape.ts'

/** True if a stay is pending or confirmed. */
export const isStanding = ({ status }: BookingRecord): boolean =>
  status === 'pending' || status === 'confirmed'
