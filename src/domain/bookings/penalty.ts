import { addDays, type CalendarDate } from '../kernel/date.ts'
import { partOf } from '../rates/rate.ts'
import type { Booking } from './booking.ts'

/** The fields that a penalty depends on. */
type PenaltyBasis = Pick<
  Booking,
  'checkin' | 'rooms' | 'nightly' | 'totalPriceCents' | 'cancellation'
>

/**
 * Returns the penalty that the cancellation terms set on a date of the hotel (contract-rates, *Penalties*); 0 before
 * the deadline (cutoff) of free cancellation. `cancelBooking` waives it.
 */
export function termsPenalty(booking: PenaltyBasis, today: CalendarDate): number {
  const { cancellation, checkin, totalPriceCents } = booking
  const { freeUntilDays, penalty, percentBp = 0 } = cancellation
  if (freeUntilDays !== null && today <= addDays(checkin, -freeUntilDays)) return 0
  if (penalty === 'all') return totalPriceCents
  if (penalty === 'percent') return partOf(totalPriceCents, percentBp)
  return penalty === 'first_night' ? firstNight(booking) : 0
}

/** Returns the penalty of a cancellation by guest or agency: from the day after check-in at least the nights begun. */
export function cancellationPenalty(booking: PenaltyBasis, today: CalendarDate): number {
  const begun = booking.nightly.filter(({ date }) => date < today)
  const slept = begun.reduce((sum, { priceCents }) => sum + priceCents, 0) * booking.rooms
  return Math.max(termsPenalty(booking, today), slept)
}

/** Returns the penalty of a no-show: at least the first night. */
export const noShowPenalty = (booking: PenaltyBasis, today: CalendarDate): number =>
  Math.max(termsPenalty(booking, today), firstNight(booking))

const firstNight = ({ nightly, rooms }: PenaltyBasis) => nightly[0]!.priceCents * rooms
