import type { Booking, Caller } from '../../domain/bookings/booking.ts'
import type { BookingChange } from '../../domain/bookings/booking-change.ts'
import {
  type ExtraOrder,
  extraBasis,
  fewerExtras,
  orderExtras,
  orderFlaws,
  retotal,
  safeExtras,
} from '../../domain/extras/extra-lines.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { type Flaw, flaw } from '../../domain/kernel/errors.ts'
import { findDesk } from '../../store/bookings/desk.ts'
import type { HotelSnapshot } from '../../store/catalog/catalog.ts'
import type { Handle } from '../../store/engine/engine.ts'
import type { BookingContext } from './booking-context.ts'

// Extras of a booking (contract-groups, *What a PMS needs of a booking*).

/** A stay with the extras that it has so far. */
type StayWithExtras = Pick<
  Booking,
  'adults' | 'children' | 'nightly' | 'totalPriceCents' | 'extras'
>

/**
 * Returns the extras of a stay as it is now: those ordered, or else those that it has, at the totals of its nights and
 * guests.
 *
 * @throws AppError `validation_failed` as `orderExtras`
 */
export function extrasOf(
  { hotel, extras }: Pick<HotelSnapshot, 'hotel' | 'extras'>,
  stay: StayWithExtras,
  order: readonly ExtraOrder[] | undefined,
): Pick<Booking, 'extras' | 'extrasTotalCents'> {
  const basis = extraBasis(stay, stay.nightly.length)
  const lines = order
    ? orderExtras(stay.extras, order, { extras, taxes: hotel.taxes }, basis)
    : retotal(stay.extras, basis)
  return { extras: lines, extrasTotalCents: safeExtras(lines, stay.totalPriceCents) }
}

/**
 * Returns the flaws of the extras that a change orders. From the check-in day on, or the desk's check-in if that is
 * earlier, guest and agency take no extra off (`night_passed`).
 */
export async function changedExtrasFlaws(
  handle: Handle,
  { booking, extras }: BookingContext,
  { change: { extras: order }, caller }: { change: BookingChange; caller: Caller },
  today: CalendarDate,
): Promise<Flaw[]> {
  if (!order) return []
  const flaws = orderFlaws(booking.extras, order, extras)
  const fewer = caller === 'guest' ? fewerExtras(booking.extras, order) : undefined
  if (fewer === undefined) return flaws
  if (today < booking.checkin && !(await hasArrived(handle, booking))) return flaws
  const index = order.findIndex(({ code }) => code === fewer)
  const path = index < 0 ? '/extras' : `/extras/${index}/quantity`
  const message = `The stay has begun: only the hotel takes ${fewer} off it.`
  return [...flaws, flaw(path, 'night_passed', message, { extra: fewer })]
}

/** True if a booking has extras and the desk has checked its guest in. */
export const hasArrived = async (handle: Handle, booking: Booking): Promise<boolean> =>
  booking.extras.length > 0 && (await findDesk(handle, booking)).arrivedAtMs !== null
