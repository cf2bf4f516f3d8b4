import type { Booking } from '../../domain/bookings/booking.ts'
import { atManualPrice, type ManualPrice } from '../../domain/bookings/manual-price.ts'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import { totalOf } from '../../domain/kernel/night.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'

/** A manual price and the member of the hotel's staff who sets it. */
export type PriceRequest = { price: ManualPrice; by: Actor }

/** Returns the error for a caller who is not of the hotel's staff. */
export const noManualPrice = () =>
  new AppError('forbidden', "Only the hotel's staff may agree on another price.")

/** The price of a booking, by its rate or as agreed. */
type PricedStay = Pick<Booking, 'nightly' | 'rooms'>

/**
 * Returns the nights at a manual price. A booking that the hotel did not sell itself can only become cheaper, for a
 * guest or an agency agreed to its total.
 *
 * @throws AppError `validation_failed`
 */
export function agreedNights(
  { nightly, rooms }: PricedStay,
  asked: PriceRequest | null,
  sourceType: Booking['sourceType'],
): Booking['nightly'] {
  if (!asked) return nightly
  const agreed = atManualPrice(nightly, asked.price)
  const most = totalOf(nightly, rooms)
  if (sourceType !== 'panel' && totalOf(agreed, rooms) > most)
    throw refused(
      '/manualPrice',
      'out_of_range',
      'The hotel may lower, but not raise, the price of a booking that it did not sell itself.',
      { max: most },
    )
  return agreed
}

/** Audits the agreed price: who set it, why, and the price that it replaced. */
export async function keepReason(
  tx: Tx,
  deps: Deps,
  { code, hotelId, totalPriceCents }: Pick<Booking, 'code' | 'hotelId' | 'totalPriceCents'>,
  { price, by }: PriceRequest,
  byRate: PricedStay,
): Promise<void> {
  const before = { totalPriceCents: totalOf(byRate.nightly, byRate.rooms) }
  const after = { totalPriceCents, reason: price.reason }
  await audit(tx, deps, { entity: 'desk', entityId: code, hotelId, actor: by, before, after })
}
