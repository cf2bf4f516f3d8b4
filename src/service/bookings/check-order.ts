import { refuseCollector } from '../../domain/agencies/credit.ts'
import { optionDaysOf } from '../../domain/agencies/terms.ts'
import { checkConsents } from '../../domain/bookings/consent.ts'
import { HOTEL_OPTION_DAYS, optionFlaws } from '../../domain/bookings/option.ts'
import { type CalendarDate, daysBetween } from '../../domain/kernel/date.ts'
import { AppError, refuseFlaws } from '../../domain/kernel/errors.ts'
import { NIGHTS_MAX, nightsOf } from '../../domain/kernel/night.ts'
import { noHotel, notSold } from '../../domain/sale/stay.ts'
import type { HotelSnapshot } from '../../store/catalog/catalog.ts'
import type { Listeners } from '../../store/webhooks/outbox.ts'
import type { CreditAct } from '../agencies/credit.ts'
import type { AgencyAtHotel } from '../agencies/terms.ts'
import type { Deps } from '../deps.ts'
import type { Order, OrderedStay } from './order.ts'

/** The state in which the stays of an order are placed, read in the transaction that sells. */
export type PlacingContext = HotelSnapshot & {
  agency: AgencyAtHotel | null
  listeners?: Listeners
}

/**
 * Checks that an order may be placed at a hotel at present.
 *
 * @throws AppError `not_found`, `closed_for_sale`, `forbidden`, `credit_exceeded`, `text_changed`
 */
export function checkOrder(
  { hotel, agency }: PlacingContext,
  { isStaff, override = false, details, consents = [] }: Order,
  stay: OrderedStay['stay'],
): void {
  // A suspended hotel does not exist for callers other than staff.
  if (!hotel.active) throw isStaff ? notSold('hotel', namedNights(stay)) : noHotel()
  if (agency && !agency.active)
    throw new AppError('forbidden', 'Your agency may not book at present.')
  if (agency?.terms.stopSale && !override) throw notSold('agency', namedNights(stay))
  if (agency && details.collect === 'agency' && !override) refuseCollector(agency.terms)
  checkConsents(consents, hotel.agreements)
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
  const days = isStaff ? HOTEL_OPTION_DAYS : agency ? optionDaysOf(agency) : 0
  const bounds = { checkin: checkin!, timezone: hotel.timezone, nowMs: deps.nowMs(), days }
  refuseFlaws(optionFlaws(holdUntilMs, bounds))
}

/** Returns the act of placing an order, for the judgement of its agency's credit. */
export const creditActOf = (
  { hotel, agency }: PlacingContext,
  { override = false, details }: Order,
): CreditAct => ({
  // A price that the hotel collects itself raises no debt, and needs no judgement.
  ...{ hotelId: hotel.id, agency: details.collect === 'agency' ? agency : null },
  ...{ override, isTold: true },
})
