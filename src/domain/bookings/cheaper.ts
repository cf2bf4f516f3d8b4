import type { CalendarDate } from '../kernel/date.ts'
import { AppError } from '../kernel/errors.ts'
import type { Booking } from './booking.ts'
import { isLess } from './booking-change.ts'
import { termsPenalty } from './penalty.ts'

/**
 * Refuses a guest or agency a change that lowers the booking while a penalty would be due (contract-rates,
 * *Penalties*).
 *
 * @throws AppError `terms_forbid_change`
 */
export function refuseCheaper(booking: Booking, changed: Booking, today: CalendarDate): void {
  const penaltyCents = termsPenalty(booking, today)
  if (penaltyCents === 0) return
  const isCheaper =
    isLess(booking, changed) ||
    changed.totalPriceCents < booking.totalPriceCents ||
    termsPenalty(changed, today) < penaltyCents
  if (!isCheaper) return
  const detail = `A cancellation now costs ${penaltyCents}; until it is free, the booking keeps its nights and rooms, and neither its total nor that penalty may fall.`
  throw new AppError('terms_forbid_change', detail, { members: { penaltyCents } })
}
