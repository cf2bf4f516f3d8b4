// Bookings of agencies that have ended, and adjustments, that stand in no statement yet.

import {
  and,
  asc,
  between,
  eq,
  gt,
  inArray,
  isNull,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Month } from '../../domain/kernel/month.ts'
import { type Amounts, lineOf } from '../../domain/statements/statement.ts'
import type { Handle } from '../engine/engine.ts'
import { isUnstated } from '../tables/booking-indexes.ts'

/** The hotel and agency whose statements are meant; a field that is absent means all. */
export type StatementOwner = { hotelId?: number | undefined; agencyId?: number | undefined }

/** A hotel, an agency and a currency, which have one statement a month. */
export type Account = { hotelId: number; agencyId: number; currency: string }

/** The sums of one month of an account that stand in no statement. */
export type UnstatedSum = Account & Amounts & { month: Month; lineCount: number }

/** The months, by check-out, whose bookings are meant: both ends included. */
type Span = { from: CalendarDate; until: CalendarDate }

/** Sums the unstated bookings by account and month of their check-out. */
export async function sumUnstated(
  { t, db }: Handle,
  owner: StatementOwner,
): Promise<UnstatedSum[]> {
  const { booking: b } = t
  const month = sql<string>`substr(${b.checkout}, 1, 7)`
  const isStayed = sql`${b.status} = 'completed'`
  const penalty = sql`coalesce(${b.penaltyCents}, 0)`.mapWith(Number)
  const base = sql`case when ${isStayed} then ${b.totalPriceCents} else ${penalty} end`
  const extras = sql`case when ${isStayed} then ${b.extrasTotalCents} else ${b.extrasOwedCents} end`
  const commission = sql`coalesce(${b.commissionCents}, 0)`.mapWith(Number)
  const due = sql`case when ${b.collect} = 'agency' then ${base} + ${extras} - ${b.paidCents} else 0 end`
  return (await db
    .select({
      ...{ hotelId: b.hotelId, agencyId: b.agencyId, currency: b.currency, month },
      lineCount: sum(sql`1`),
      ...{ baseCents: sum(base), extrasCents: sum(extras), commissionCents: sum(commission) },
      ...{ paidCents: sum(b.paidCents), owedCents: sum(sql`${due} - ${commission}`) },
    })
    .from(b)
    .where(and(isUnstated(b), isNotBlank(t.booking), isOf(b, owner)))
    .groupBy(b.hotelId, b.agencyId, b.currency, month)) as UnstatedSum[]
}

/** Sums the adjustments that stand in no statement by account and month. */
export async function sumOpenAdjustments(
  { t, db }: Handle,
  owner: StatementOwner,
): Promise<UnstatedSum[]> {
  const { statementAdjustment: a } = t
  const rows = await db
    .select({
      ...{ hotelId: a.hotelId, agencyId: a.agencyId, currency: a.currency, month: a.month },
      lineCount: sum(sql`1`),
      ...{ baseCents: sum(a.baseCents), commissionCents: sum(a.commissionCents) },
      owedCents: sum(a.owedCents),
    })
    .from(a)
    .where(and(isNull(a.statementId), isOf(a, owner)))
    .groupBy(a.hotelId, a.agencyId, a.currency, a.month)
  return rows.map((row) => ({ ...row, extrasCents: 0, paidCents: 0 }))
}

/** A booking that stands in no statement, with its line; `paidNowCents` has all of its payments. */
export type BookingLine = Amounts &
  Awaited<ReturnType<typeof selectUnstated>>[number] & { paidNowCents: number }

/**
 * Lists unstated bookings of an account by check-out, at most `limit` of them.
 *
 * @param paidUntilMs payments after this moment are not part of the lines; undefined: all are
 */
export async function listUnstated(
  handle: Handle,
  account: Account,
  span: Span,
  page: { after?: { checkout: CalendarDate; id: number } | undefined; limit: number },
  paidUntilMs?: number,
): Promise<BookingLine[]> {
  const rows = await selectUnstated(handle, account, span, page)
  const later =
    paidUntilMs === undefined || rows.length === 0
      ? new Map<number, number>()
      : await sumLaterPayments(
          handle,
          rows.map(({ id }) => id),
          paidUntilMs,
        )
  return rows.map((row) => ({
    ...{ ...row, paidNowCents: row.paidCents },
    ...lineOf(row, row.paidCents - (later.get(row.id) ?? 0)),
  }))
}

async function selectUnstated(
  { t: { booking: b }, db }: Handle,
  { hotelId, agencyId, currency }: Account,
  { from, until }: Span,
  { after, limit }: { after?: { checkout: CalendarDate; id: number } | undefined; limit: number },
) {
  return await db
    .select({
      ...{ id: b.id, code: b.code, firstName: b.firstName, lastName: b.lastName },
      ...{ checkin: b.checkin, checkout: b.checkout, status: b.status, collect: b.collect },
      ...{ totalPriceCents: b.totalPriceCents, penaltyCents: b.penaltyCents },
      ...{ extrasTotalCents: b.extrasTotalCents, extrasOwedCents: b.extrasOwedCents },
      ...{ commissionCents: b.commissionCents, paidCents: b.paidCents },
    })
    .from(b)
    .where(
      and(
        isUnstated(b),
        isNotBlank(b),
        ...[eq(b.hotelId, hotelId), eq(b.agencyId, agencyId), eq(b.currency, currency)],
        between(b.checkout, after?.checkout ?? from, until),
        after && or(gt(b.checkout, after.checkout), gt(b.id, after.id)),
      ),
    )
    .orderBy(asc(b.checkout), asc(b.id))
    .limit(limit)
}

async function sumLaterPayments(
  { t: { bookingPayment: p }, db }: Handle,
  bookingIds: readonly number[],
  afterMs: number,
): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: p.bookingId, cents: sum(p.amountCents) })
    .from(p)
    .where(and(inArray(p.bookingId, bookingIds), gt(p.atMs, afterMs)))
    .groupBy(p.bookingId)
  return new Map(rows.map(({ id, cents }) => [id, cents]))
}

/** A stay without any amount has no line. */
const isNotBlank = (b: Handle['t']['booking']): SQL =>
  sql`(${b.status} <> 'completed' or ${b.totalPriceCents} <> 0 or ${b.extrasTotalCents} <> 0 or ${b.paidCents} <> 0)`

/** The condition that a row belongs to an owner. */
export const isOf = (
  table: { hotelId: Parameters<typeof eq>[0]; agencyId: Parameters<typeof eq>[0] },
  { hotelId, agencyId }: StatementOwner,
): SQL | undefined =>
  and(
    hotelId === undefined ? undefined : eq(table.hotelId as never, hotelId),
    agencyId === undefined ? undefined : eq(table.agencyId as never, agencyId),
  )

/** Sum of a column as a number: an engine may answer with text. */
const sum = (what: SQLWrapper) => sql<number>`sum(${what})`.mapWith(Number)
