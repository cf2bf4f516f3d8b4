import type { Booking } from '../../domain/bookings/booking.ts'
import { atManualPrice, type ManualPrice } from '../../domain/bookings/manual-price.ts'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import { totalOf } from '../../domain/kernel/night.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'

/** A manual price and who of the hotel's people says it. */
export type PriceRequest = { price: ManualPrice; by: Actor }

/** The error for who is not of the hotel. */
export const noManualPrice = () =>
  new AppError('forbidden', "Only the hotel's people agree on another price.")

/** What a booking costs by its rate, and by what was agreed. */
type PricedStay = Pick<Booking, 'nightly' | 'rooms'>

/**
 * The nights at a manual price. What the hotel did not sell itself it makes cheaper, never dearer: a guest or an agency
 * has agreed to its total.
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
      'The hotel lowers the price of what it did not sell itself, and never raises it.',
      { max: most },
    )
  return agreed
}

/** Keeps who agreed on a price and why, with what it would have been. */
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
