import { sql } from 'drizzle-orm'
import type { ActorType } from '../../domain/accounts/user.ts'
import type { BookingStatus } from '../../domain/bookings/booking.ts'
import type { Collector } from '../../domain/bookings/booking-details.ts'
import type { Month } from '../../domain/kernel/month.ts'
import type { Kit } from './kit.ts'

/** Statements of agencies, their lines and adjustments, and the clock that closes them (contract-agencies, *Statement*). */
export const statementTables = (kit: Kit) => ({
  statement: statementTable(kit),
  statementLine: statementLineTable(kit),
  statementAdjustment: adjustmentTable(kit),
  statementClock: clockTable(kit),
})

/** Statements that are closed or closing. An open month has no row: it is worked out from bookings. */
const statementTable = ({ table, serial, text, int, big, date, index, uniqueIndex }: Kit) =>
  table(
    'statement',
    {
      id: serial('id'),
      hotelId: int('hotel_id').notNull(),
      agencyId: int('agency_id').notNull(),
      month: text('month').$type<Month>().notNull(),
      currency: text('currency').notNull(),
      status: text('status').$type<'closing' | 'closed'>().notNull(),
      /** When the closing began: later payments are not in its lines. */
      startedAtMs: big('started_at_ms').notNull(),
      /** The number and its parts; null while closing. */
      number: text('number'),
      year: int('year'),
      ordinal: int('ordinal'),
      lineCount: int('line_count').notNull(),
      baseCents: big('base_cents').notNull(),
      extrasCents: big('extras_cents').notNull(),
      commissionCents: big('commission_cents').notNull(),
      paidCents: big('paid_cents').notNull(),
      owedCents: big('owed_cents').notNull(),
      /** The sum of the payments since the closing began, updated with each. */
      paidSinceCents: big('paid_since_cents').notNull(),
      closedAtMs: big('closed_at_ms'),
      dueOn: date('due_on'),
    },
    (t) => [
      uniqueIndex('statement_month').on(t.hotelId, t.agencyId, t.month, t.currency),
      uniqueIndex('statement_number').on(t.number).where(sql`${t.number} is not null`),
      index('statement_ordinal')
        .on(t.hotelId, t.year, t.ordinal)
        .where(sql`${t.ordinal} is not null`),
      index('statement_agency').on(t.agencyId, t.id),
      index('statement_hotel').on(t.hotelId, t.id),
      index('statement_closing').on(t.status).where(sql`${t.status} = 'closing'`),
    ],
  )

/** Lines as they were at the closing. Names of guests are read from the bookings, so that an erasure reaches them. */
const statementLineTable = ({ table, text, int, big, date, pk }: Kit) =>
  table(
    'statement_line',
    {
      statementId: int('statement_id').notNull(),
      position: int('position').notNull(),
      bookingId: big('booking_id').notNull(),
      /** The adjustment that the line is of; null for the line of a booking. */
      adjustmentId: text('adjustment_id'),
      status: text('status').$type<BookingStatus>().notNull(),
      collect: text('collect').$type<Collector>().notNull(),
      checkin: date('checkin').notNull(),
      checkout: date('checkout').notNull(),
      baseCents: big('base_cents').notNull(),
      extrasCents: big('extras_cents').notNull(),
      commissionCents: big('commission_cents').notNull(),
      paidCents: big('paid_cents').notNull(),
      owedCents: big('owed_cents').notNull(),
    },
    (t) => [pk({ columns: [t.statementId, t.position] })],
  )

/** Adjustments of closed statements' lines, each in the month of the hotel's day on which it was written. */
const adjustmentTable = ({ table, text, int, big, pk, index }: Kit) =>
  table(
    'statement_adjustment',
    {
      hotelId: int('hotel_id').notNull(),
      id: text('id').notNull(),
      agencyId: int('agency_id').notNull(),
      bookingId: big('booking_id').notNull(),
      month: text('month').$type<Month>().notNull(),
      currency: text('currency').notNull(),
      baseCents: big('base_cents').notNull(),
      commissionCents: big('commission_cents').notNull(),
      owedCents: big('owed_cents').notNull(),
      note: text('note').notNull(),
      /** The statement that has the booking's line. */
      adjustedNumber: text('adjusted_number').notNull(),
      /** The statement that the adjustment was closed with; null until then. */
      statementId: int('statement_id'),
      actorType: text('actor_type').$type<ActorType>().notNull(),
      actorId: text('actor_id').notNull(),
      atMs: big('at_ms').notNull(),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.id] }),
      index('statement_adjustment_booking').on(t.bookingId),
      index('statement_adjustment_hotel')
        .on(t.hotelId, t.agencyId)
        .where(sql`${t.statementId} is null`),
      index('statement_adjustment_agency').on(t.agencyId).where(sql`${t.statementId} is null`),
    ],
  )

/** The months that the clock has closed for a hotel: after `since`, through `through`. */
const clockTable = ({ table, text, int }: Kit) =>
  table('statement_clock', {
    hotelId: int('hotel_id').primaryKey(),
    since: text('since').$type<Month>().notNull(),
    through: text('through').$type<Month>().notNull(),
  })
