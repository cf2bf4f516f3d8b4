import type { Booking } from '../../domain/bookings/booking.ts'
import type { BookingChange } from '../../domain/bookings/booking-change.ts'
import { collectFlaws, type PaymentTerms } from '../../domain/bookings/booking-details.ts'
import { refuseFlaws } from '../../domain/kernel/errors.ts'
import { findDesk } from '../../store/bookings/desk.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { transitionInvalid } from './booking-record.ts'

/**
 * Returns collector and guarantee of a booking after a change; the collector stands once the guest has checked out.
 *
 * @throws AppError `validation_failed`, `transition_invalid`
 */
export async function changedPayment(
  tx: Tx,
  booking: Booking,
  { payment }: BookingChange,
): Promise<PaymentTerms> {
  const { collect = booking.collect, guarantee = booking.guarantee } = payment ?? {}
  if (collect === booking.collect) return { collect, guarantee }
  refuseFlaws(collectFlaws({ collect }, booking.agencyId))
  const { leftAtMs } = await findDesk(tx, booking)
  if (leftAtMs !== null)
    throw transitionInvalid(
      booking.status,
      'The guest has checked out: who collects the price stays.',
    )
  return { collect, guarantee }
}
