// Statements against their lines and bookings (`doctor`), and the adjustments that bookings carry.

import { and, asc, eq, gt, inArray, isNotNull, ne, type SQLWrapper, sql } from 'drizzle-orm'
import type { Amounts } from '../../domain/statements/statement.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { readSlices } from '../engine/pace.ts'
import type { Statement } from './statements.ts'

/** Statements whose lines are added up by one query. */
const SLICE = 50

/** The sums of the lines of a statement. */
type LinesSum = Amounts & {
  lineCount: number
  /** Payments of its bookings that are not in their lines. */
  paidSinceCents: number
  /** Lines of bookings that name this statement, each once; fewer than `bookingLines` if one stands twice. */
  bookings: number
  bookingLines: number
}

/** A statement, what its lines say, and how many bookings name it. */
export type Rechecked = { statement: Statement; lines: LinesSum; marked: number }

const NO_LINES: LinesSum = {
  ...{ baseCents: 0, extrasCents: 0, commissionCents: 0, paidCents: 0, owedCents: 0 },
  ...{ lineCount: 0, paidSinceCents: 0, bookings: 0, bookingLines: 0 },
}

/** Adds up the lines of all statements, in slices, or of one. */
export async function* recheckStatements(
  handle: Handle,
  id?: number,
): AsyncGenerator<Rechecked, void> {
  const marked = await countMarked(handle, id)
  const { t, db } = handle
  const read = (last: Statement | undefined, limit: number): Promise<Statement[]> =>
    db
      .select()
      .from(t.statement)
      .where(
        and(
          last && gt(t.statement.id, last.id),
          id === undefined ? undefined : eq(t.statement.id, id),
        ),
      )
      .orderBy(asc(t.statement.id))
      .limit(limit)
  for await (const statements of readSlices(read, SLICE)) {
    const ids = statements.map((statement) => statement.id)
    const sums = ids.length === 0 ? new Map<number, LinesSum>() : await sumLines(handle, ids)
    for (const statement of statements)
      yield {
        statement,
        lines: sums.get(statement.id) ?? NO_LINES,
        marked: marked.get(statement.id) ?? 0,
      }
  }
}

async function sumLines(
  { t: { statementLine: l, booking: b }, db }: Handle,
  ids: readonly number[],
): Promise<Map<number, LinesSum>> {
  const ofBooking = sql`${l.adjustmentId} is null`
  const since = sql`case when ${ofBooking} then ${b.paidCents} - ${l.paidCents} else 0 end`
  const own = sql`case when ${ofBooking} and ${b.statementId} = ${l.statementId} then ${b.id} end`
  const rows = await db
    .select({
      ...{ id: l.statementId, lineCount: sql`count(*)`.mapWith(Number) },
      ...{ baseCents: sum(l.baseCents), extrasCents: sum(l.extrasCents) },
      ...{ commissionCents: sum(l.commissionCents), paidCents: sum(l.paidCents) },
      ...{ owedCents: sum(l.owedCents), paidSinceCents: sum(since) },
      bookings: sql`count(distinct ${own})`.mapWith(Number),
      bookingLines: sql`count(case when ${ofBooking} then 1 end)`.mapWith(Number),
    })
    .from(l)
    .leftJoin(b, eq(b.id, l.bookingId))
    .where(inArray(l.statementId, [...ids]))
    .groupBy(l.statementId)
  return new Map(rows.map(({ id, ...lines }) => [id, lines]))
}

/** Counts the bookings that name statements. */
async function countMarked(
  { t: { booking: b }, db }: Handle,
  id: number | undefined,
): Promise<Map<number, number>> {
  const isMeant = id === undefined ? isNotNull(b.statementId) : eq(b.statementId, id)
  const rows = await db
    .select({ id: b.statementId, count: sql`count(*)`.mapWith(Number) })
    .from(b)
    .where(isMeant)
    .groupBy(b.statementId)
  return new Map(rows.map((row) => [row.id!, row.count]))
}

/** Writes the payments since of a statement, whose hotel's lock the transaction holds. */
export async function setPaidSince(
  { t: { statement: s }, db }: Tx,
  id: number,
  paidSinceCents: number,
): Promise<void> {
  await db.update(s).set({ paidSinceCents }).where(eq(s.id, id))
}

/** A booking's adjustments: what the booking carries, and what they add up to. */
export type AdjustedAt = { bookingId: number; hotelId: number; cents: number }

/** Lists what bookings carry of adjustments, without those that carry nothing. */
export async function listKeptAdjusted({ t: { booking: b }, db }: Handle): Promise<AdjustedAt[]> {
  return await db
    .select({ bookingId: b.id, hotelId: b.hotelId, cents: b.adjustedCents })
    .from(b)
    .where(and(isNotNull(b.agencyId), ne(b.adjustedCents, 0)))
}

/** Adds up the adjustments of all bookings, or of one. */
export async function sumAdjusted(
  { t: { statementAdjustment: a }, db }: Handle,
  bookingId?: number,
): Promise<AdjustedAt[]> {
  return await db
    .select({ bookingId: a.bookingId, hotelId: a.hotelId, cents: sum(a.owedCents) })
    .from(a)
    .where(bookingId === undefined ? undefined : eq(a.bookingId, bookingId))
    .groupBy(a.bookingId, a.hotelId)
}

/** Sum of a column as a number: an engine may answer with text. */
const sum = (what: SQLWrapper) => sql<number>`sum(${what})`.mapWith(Number)
