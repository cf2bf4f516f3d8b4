import { addDays, type CalendarDate, daysBetween } from '../domain/kernel/date.ts'
import { firstDayOf, monthBefore, monthOf } from '../domain/kernel/month.ts'
import { cancelBooking } from '../service/bookings/cancel-booking.ts'
import { notePayment } from '../service/bookings/desk.ts'
import { completeBooking } from '../service/bookings/end-by-clock.ts'
import type { Deps } from '../service/deps.ts'
import { closeStatement } from '../service/statements/close-statement.ts'
import { findHotel, findHotelId } from '../store/catalog/catalog.ts'
import { findMeta, writeMeta } from '../store/engine/meta.ts'
import { AGENCY_GROUPS, AGENCY_ORDERS, PAST_ORDERS, type PastOrder } from './agency-orders.ts'
import { demoAgreements } from './agreements.ts'
import { DEMO } from './catalog.ts'
import { acknowledge } from './desk.ts'
import type { GroupOrder, Order } from './orders.ts'
import { DEMO_AGENCY, type DemoPeople } from './people.ts'
import { at, placeGroupOrder, placeWhenFree, whenFree } from './place-orders.ts'
import { demoSlugs } from './seed.ts'

/** Days before their check-in at which the stays of last month were booked. */
const BOOKED_BEFORE = 3

/**
 * Gives the demo's agencies what they work with: terms and allotments, bookings, options that end in the next days, and
 * a closed statement of last month. It is done once; a demo of an earlier version stays as it is.
 *
 * @returns true if it was done now
 */
export async function demoAgencies(deps: Deps, people: DemoPeople): Promise<boolean> {
  if ((await findMeta(deps.store, 'demo_agencies')) !== 'due') return false
  await demoAgreements(deps, people)
  for (const [key, order] of Object.entries<PastOrder>(PAST_ORDERS))
    await pastStay(deps, people, key, order)
  const hotel = await hotelOf(deps, demoSlugs.alfa)
  const closing = { hotel, agencyCode: DEMO_AGENCY, currency: hotel.currency }
  const today = deps.today(hotel.timezone)
  const month = monthBefore(monthOf(today))
  // On the first of the month, as an accountant does.
  const first = at(deps, daysBetween(today, firstDayOf(monthOf(today))))
  await closeStatement(first, DEMO, { ...closing, month, expectedOwedCents: undefined })
  for (const [key, group] of Object.entries<GroupOrder>(AGENCY_GROUPS)) {
    const placed = await whenFree((later) =>
      placeGroupOrder(deps, people, key, { ...group, start: group.start + later }),
    )
    for (const booking of placed) await acknowledge(deps, booking)
  }
  for (const [key, order] of Object.entries<Order>(AGENCY_ORDERS)) {
    const booking = await placeWhenFree(deps, people, key, order)
    await acknowledge(deps, booking)
    if (key !== 'delta-dropped') continue
    const reason = 'Misafirin planı değişti'
    await cancelBooking(deps, booking.code, DEMO, { reason, caller: 'hotel' })
  }
  await deps.store.tx((tx) => writeMeta(tx, 'demo_agencies', 'made'))
  return true
}

/** Places a stay of last month, has it slept, and notes what its agency has paid of it. */
async function pastStay(
  deps: Deps,
  people: DemoPeople,
  key: string,
  { lastDay, paidPercent = 0, ...order }: PastOrder,
): Promise<void> {
  const { id: hotelId, timezone } = await hotelOf(deps, order.hotel!)
  const today = deps.today(timezone)
  const checkout = addDays(firstDayOf(monthBefore(monthOf(today))), lastDay - 1)
  const start = daysBetween(today, checkout) - order.nights
  const placed = await placeWhenFree(deps, people, key, {
    ...{ ...order, start, made: start - BOOKED_BEFORE },
  })
  await acknowledge(deps, placed)
  const afterwards = at(deps, daysBetween(today, placed.checkout as CalendarDate) + 1)
  await completeBooking(afterwards, placed.code)
  if (paidPercent === 0) return
  const payment = {
    id: `demo-${placed.code}`,
    amountCents: Math.round((placed.totalPriceCents * paidPercent) / 100),
    ...{ method: 'transfer' as const, note: null, takesBack: null },
  }
  const place = { hotelId, code: placed.code, timezone }
  await notePayment(afterwards, { actor: DEMO, isMember: true, place }, payment, async () => {})
}

async function hotelOf({ store }: Deps, slug: string) {
  return (await findHotel(store, (await findHotelId(store, slug))!))!
}
