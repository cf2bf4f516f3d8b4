import { sql } from 'drizzle-orm'
import type { BookingStatus } from '../../domain/bookings/booking.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Kit } from './kit.ts'

/** Sums of bookings for dashboards, of each hotel, each agency and the whole service. */
export const sumTables = (kit: Kit) => ({
  hotelSum: hotelSumTable(kit),
  agencySum: agencySumTable(kit),
  serviceSum: serviceSumTable(kit),
})

/** The sums of the bookings made on one day of UTC, by currency and status. */
const sumColumns = ({ text, int, big }: Kit) => ({
  currency: text('currency').notNull(),
  status: text('status').$type<BookingStatus>().notNull(),
  bookings: int('bookings').notNull(),
  totalPriceCents: big('total_price_cents').notNull(),
  commissionCents: big('commission_cents').notNull(),
})

/** Sums of hotels, updated with each booking, and the part of them that `service_sum` already contains. */
function hotelSumTable(kit: Kit) {
  const { table, int, big, date, pk, index } = kit
  return table(
    'hotel_sum',
    {
      hotelId: int('hotel_id').notNull(),
      day: date('day').notNull(),
      ...sumColumns(kit),
      foldedBookings: int('folded_bookings').notNull().default(0),
      foldedTotalPriceCents: big('folded_total_price_cents').notNull().default(0),
      foldedCommissionCents: big('folded_commission_cents').notNull().default(0),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.day, t.currency, t.status] }),
      index('hotel_sum_moved')
        .on(t.hotelId, t.day)
        .where(
          sql`${t.bookings} <> ${t.foldedBookings} or ${t.totalPriceCents} <> ${t.foldedTotalPriceCents} or ${t.commissionCents} <> ${t.foldedCommissionCents}`,
        ),
    ],
  )
}

/** Sums of agencies, updated with each booking. The day '' holds the sums of all days. */
function agencySumTable(kit: Kit) {
  const { table, text, int, pk } = kit
  return table(
    'agency_sum',
    {
      agencyId: int('agency_id').notNull(),
      day: text('day').$type<CalendarDate | ''>().notNull(),
      ...sumColumns(kit),
    },
    (t) => [pk({ columns: [t.agencyId, t.day, t.currency, t.status] })],
  )
}

/** Sums of the whole service, which a background loop adds up from those of the hotels. */
function serviceSumTable(kit: Kit) {
  const { table, date, pk } = kit
  return table('service_sum', { day: date('day').notNull(), ...sumColumns(kit) }, (t) => [
    pk({ columns: [t.day, t.currency, t.status] }),
  ])
}
