import { addDays, type CalendarDate } from '../kernel/date.ts'
import { partOf } from '../rates/rate.ts'
import type { Booking } from './booking.ts'

/** What of a booking a penalty is reckoned from. */
type PenaltyBasis = Pick<
  Booking,
  'checkin' | 'rooms' | 'nightly' | 'totalPriceCents' | 'cancellation'
>

/**
 * What the terms of a booking ask for when it is cancelled on a date of the hotel (contract-rates, *Penalties*): nothing
 * while it is free.
 */
export function termsPenalty(booking: PenaltyBasis, today: CalendarDate): number {
  const { cancellation, checkin, totalPriceCents } = booking
  const { freeUntilDays, penalty, percentBp = 0 } = cancellation
  if (freeUntilDays !== null && today <= addDays(checkin, -freeUntilDays)) return 0
  if (penalty === 'all') return totalPriceCents
  if (penalty === 'percent') return partOf(totalPriceCents, percentBp)
  return penalty === 'first_night' ? firstNight(booking) : 0
}

/** What a cancellation by guest or agency costs: from the day after the check-in at least the nights begun. */
export function cancellationPenalty(booking: PenaltyBasis, today: CalendarDate): number {
  const begun = booking.nightly.filter(({ date }) => date < today)
  const slept = begun.reduce((sum, { priceCents }) => sum + priceCents, 0) * booking.rooms
  return Math.max(termsPenalty(booking, today), slept)
}

/** What a guest pays who does not come: at least the first night. */
export const noShowPenalty = (booking: PenaltyBasis, today: CalendarDate): number =>
  Math.max(termsPenalty(booking, today), firstNight(booking))

const firstNight = ({ nightly, rooms }: PenaltyBasis) => nightly[0]!.priceCents * rooms
