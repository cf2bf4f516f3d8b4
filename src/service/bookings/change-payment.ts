import { refuseCollector } from '../../domain/agencies/credit.ts'
import type { Caller } from '../../domain/bookings/booking.ts'
import type { BookingChange } from '../../domain/bookings/booking-change.ts'
import { collectFlaws, type PaymentTerms } from '../../domain/bookings/booking-details.ts'
import { AppError, refuseFlaws } from '../../domain/kernel/errors.ts'
import { findDesk } from '../../store/bookings/desk.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { CreditAct } from '../agencies/credit.ts'
import type { BookingContext } from './booking-context.ts'
import { transitionInvalid } from './booking-record.ts'

/**
 * Returns collector and guarantee of a booking after a change; the collector stands once the guest has checked out.
 *
 * @throws AppError `forbidden` for guest and agency, `validation_failed`, `credit_exceeded` without terms in force,
 *   `transition_invalid`
 */
export async function changedPayment(
  tx: Tx,
  { booking, agency }: BookingContext,
  {
    change: { payment },
    caller,
    override = false,
  }: { change: BookingChange; caller: Caller; override?: boolean },
): Promise<PaymentTerms> {
  const { collect = booking.collect, guarantee = booking.guarantee } = payment ?? {}
  if (collect === booking.collect) return { collect, guarantee }
  if (caller === 'guest')
    throw new AppError('forbidden', 'Only the hotel’s staff may change who collects the price.')
  refuseFlaws(collectFlaws({ collect }, booking.agencyId))
  if (collect === 'agency' && !override) refuseCollector(agency!.terms)
  const { leftAtMs } = await findDesk(tx, booking)
  if (leftAtMs !== null)
    throw transitionInvalid(
      booking.status,
      'The guest has checked out: who collects the price stays.',
    )
  return { collect, guarantee }
}

/** Returns the act of a change, for the judgement of its agency's credit. */
export const creditActOf = (
  { hotel, agency }: BookingContext,
  {
    caller,
    override = false,
    isOfAgency = false,
  }: { caller: Caller; override?: boolean; isOfAgency?: boolean },
): CreditAct => ({
  ...{ hotelId: hotel.id, agency, override },
  isTold: caller !== 'guest' || isOfAgency,
})
