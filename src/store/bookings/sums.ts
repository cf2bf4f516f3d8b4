import { and, between, type Column, eq, type SQLWrapper, sql } from 'drizzle-orm'
import type { Booking, BookingStatus } from '../../domain/booking.ts'
import type { Range, StatusSum } from '../../domain/dashboard.ts'
import type { CalendarDate } from '../../domain/date.ts'
import type { Handle, Tx } from '../engine.ts'
import { placeholders, prepared } from '../prepared.ts'

/** What the sums are made of: it is kept by the day of UTC on which a booking was made. */
type Summed = Pick<
  Booking,
  | 'hotelId'
  | 'agencyId'
  | 'createdAtMs'
  | 'currency'
  | 'status'
  | 'totalPriceCents'
  | 'commissionCents'
>

/** The day under which an agency's sums of all days are kept. */
const ALL_DAYS = ''

const moveHotelSum = prepared(({ t: { hotelSum }, db }) =>
  db
    .insert(hotelSum)
    .values(
      placeholders(hotelSum, 'foldedBookings', 'foldedTotalPriceCents', 'foldedCommissionCents'),
    )
    .onConflictDoUpdate({
      target: [hotelSum.hotelId, hotelSum.day, hotelSum.currency, hotelSum.status],
      set: added(hotelSum),
    })
    .prepare(),
)

/** Moves the sums of a booking's hotel and agency from what it was (undefined: not made yet) to what it is. */
export async function updateSums(tx: Tx, before: Summed | undefined, after: Summed): Promise<void> {
  const changes = changesOf(before, after)
  if (changes.length === 0) return
  const { hotelId, agencyId, createdAtMs } = after
  const day = new Date(createdAtMs).toISOString().slice(0, 10) as CalendarDate
  for (const change of changes) await moveHotelSum(tx).execute({ hotelId, day, ...change })
  const { t, db } = tx
  const { agencySum } = t
  if (agencyId === null) return
  const days = [day, ALL_DAYS] as const
  await db
    .insert(agencySum)
    .values(days.flatMap((each) => changes.map((change) => ({ agencyId, day: each, ...change }))))
    .onConflictDoUpdate({
      target: [agencySum.agencyId, agencySum.day, agencySum.currency, agencySum.status],
      set: added(agencySum),
    })
}

/** An agency's bookings made in a range of days of UTC, by currency and state; without a range: all. */
export async function sumAgencyBookings(
  { t, db }: Handle,
  agencyId: number,
  range: Range | undefined,
): Promise<StatusSum[]> {
  const { agencySum } = t
  const isWanted = range
    ? between(agencySum.day, range.from, range.to)
    : eq(agencySum.day, ALL_DAYS)
  return await db
    .select(summed(agencySum))
    .from(agencySum)
    .where(and(eq(agencySum.agencyId, agencyId), isWanted))
    .groupBy(agencySum.currency, agencySum.status)
    .having(sql`sum(${agencySum.bookings}) > 0`)
    .orderBy(agencySum.currency, agencySum.status)
}

/** Everybody's bookings made in a range of days of UTC, by currency and state, as they were folded last. */
export async function sumServiceBookings({ t, db }: Handle, range: Range): Promise<StatusSum[]> {
  const { serviceSum } = t
  return await db
    .select(summed(serviceSum))
    .from(serviceSum)
    .where(between(serviceSum.day, range.from, range.to))
    .groupBy(serviceSum.currency, serviceSum.status)
    .having(sql`sum(${serviceSum.bookings}) > 0`)
    .orderBy(serviceSum.currency, serviceSum.status)
}

/** By how much sums change, none of one state twice; empty when nothing of a booking that is summed has changed. */
function changesOf(before: Summed | undefined, after: Summed): StatusSum[] {
  const plus = changeOf(after, 1)
  if (!before) return [plus]
  const minus = changeOf(before, -1)
  if (before.status !== after.status) return [minus, plus]
  const totalPriceCents = plus.totalPriceCents + minus.totalPriceCents
  const commissionCents = plus.commissionCents + minus.commissionCents
  const isSame = totalPriceCents === 0 && commissionCents === 0
  return isSame ? [] : [{ ...plus, bookings: 0, totalPriceCents, commissionCents }]
}

const changeOf = (
  { currency, status, totalPriceCents, commissionCents }: Summed,
  sign: 1 | -1,
): StatusSum => ({
  ...{ currency, status, bookings: sign },
  totalPriceCents: sign * totalPriceCents,
  commissionCents: sign * (commissionCents ?? 0),
})

/** Columns of a table of sums. */
type Amounts = Record<'bookings' | 'totalPriceCents' | 'commissionCents', Column>

/** What an upsert of sums sets: those there are and those that were to be inserted, added up. */
export const added = (sums: Amounts) => ({
  bookings: plusExcluded(sums.bookings),
  totalPriceCents: plusExcluded(sums.totalPriceCents),
  commissionCents: plusExcluded(sums.commissionCents),
})

/** In an upsert: what a column has and what was to be inserted, added up. */
export const plusExcluded = (column: Column) =>
  sql`${column} + excluded.${sql.identifier(column.name)}`

const summed = (sums: Amounts & Record<'status' | 'currency', Column>) => ({
  status: sql<BookingStatus>`${sums.status}`,
  currency: sql<string>`${sums.currency}`,
  bookings: total(sums.bookings),
  totalPriceCents: total(sums.totalPriceCents),
  commissionCents: total(sums.commissionCents),
})

/** A number also where the engine answers text. */
const total = (what: SQLWrapper) => sql<number>`sum(${what})`.mapWith(Number)
