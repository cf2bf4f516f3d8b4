import { HOTEL_OPTION_DAYS, optionFlaws } from '../../domain/bookings/option.ts'
import { type CalendarDate, daysBetween } from '../../domain/kernel/date.ts'
import { AppError, refuseFlaws } from '../../domain/kernel/errors.ts'
import { NIGHTS_MAX, nightsOf } from '../../domain/kernel/night.ts'
import { noHotel, notSold } from '../../domain/sale/stay.ts'
import { type Agency, findAgency } from '../../store/agencies/agencies.ts'
import type { HotelSnapshot } from '../../store/catalog/catalog.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import type { Order, OrderedStay } from './order.ts'

/** The state in which the stays of an order are placed, read in the transaction that sells. */
export type PlacingContext = HotelSnapshot & {
  agency: Agency | null
  /** True if an endpoint subscribes to changed days, where an order of several stays has asked once. */
  isWanted?: boolean
}

/**
 * Checks that an order may be placed at a hotel at present.
 *
 * @throws AppError `not_found`, `closed_for_sale`, `forbidden`
 */
export function checkOrder(
  { hotel, agency }: PlacingContext,
  { isStaff }: Order,
  stay: OrderedStay['stay'],
): void {
  // A suspended hotel does not exist for callers other than staff.
  if (!hotel.active) throw isStaff ? notSold('hotel', namedNights(stay)) : noHotel()
  if (agency && !agency.active)
    throw new AppError('forbidden', 'Your agency may not book at present.')
}

/** Returns the nights of a stay; none of one that is longer than any: its nights are counted, never listed. */
const namedNights = (stay: OrderedStay['stay']): CalendarDate[] =>
  daysBetween(stay.checkin, stay.checkout) > NIGHTS_MAX ? [] : nightsOf(stay)

/**
 * Checks the end of the option that an order asks for, which is one for all of its stays.
 *
 * @throws AppError `validation_failed`
 */
export function checkOption(
  deps: Deps,
  { hotel, agency }: PlacingContext,
  { holdUntilMs = null, isStaff }: Order,
  stays: readonly OrderedStay['stay'][],
): void {
  if (holdUntilMs === null) return
  const [checkin] = stays.map((stay) => stay.checkin).toSorted()
  const days = isStaff ? HOTEL_OPTION_DAYS : (agency?.optionDays ?? 0)
  const bounds = { checkin: checkin!, timezone: hotel.timezone, nowMs: deps.nowMs(), days }
  refuseFlaws(optionFlaws(holdUntilMs, bounds))
}

/** Returns the agency that books; null: none does. */
export async function findBookingAgency(tx: Tx, agencyId: number | null): Promise<Agency | null> {
  return agencyId === null ? null : (await findAgency(tx, agencyId))!
}
