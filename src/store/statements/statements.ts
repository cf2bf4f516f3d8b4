// Statements that are closed or closing, and their lines.

import { and, asc, desc, eq, gt, gte, inArray, lt, max, type SQL, sql } from 'drizzle-orm'
import type { Month } from '../../domain/kernel/month.ts'
import type { Amounts } from '../../domain/statements/statement.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import type { Tables } from '../engine/schema.ts'
import { type Account, type BookingLine, isOf, type StatementOwner } from './unstated.ts'

/** A statement that is closed or closing. */
export type Statement = Tables['statement']['$inferSelect']

/** Narrows a list of statements. */
export type StatementFilter = StatementOwner & { month?: Month | undefined }

/** Inserts a statement whose closing begins, without lines. @returns its id */
export async function insertStatement(
  { t, db }: Tx,
  account: Account & { month: Month; startedAtMs: number },
): Promise<number> {
  const sums = { baseCents: 0, extrasCents: 0, commissionCents: 0, paidCents: 0, owedCents: 0 }
  const [row] = await db
    .insert(t.statement)
    .values({ ...account, status: 'closing', lineCount: 0, ...sums, paidSinceCents: 0 })
    .returning({ id: t.statement.id })
  return row!.id
}

/** Finds a statement by its number; undefined if there is none. */
export async function findStatement(
  { t, db }: Handle,
  number: string,
): Promise<Statement | undefined> {
  const [row] = await db.select().from(t.statement).where(eq(t.statement.number, number))
  return row
}

/** Finds a statement by id; undefined if there is none. */
export async function findStatementById(
  { t, db }: Handle,
  id: number,
): Promise<Statement | undefined> {
  const [row] = await db.select().from(t.statement).where(eq(t.statement.id, id))
  return row
}

/** Finds the statement of a month; undefined while the month is open. */
export async function findStatementOf(
  { t: { statement: s }, db }: Handle,
  { hotelId, agencyId, currency }: Account,
  month: Month,
): Promise<Statement | undefined> {
  const isIt = [eq(s.hotelId, hotelId), eq(s.agencyId, agencyId), eq(s.month, month)]
  const [row] = await db
    .select()
    .from(s)
    .where(and(...isIt, eq(s.currency, currency)))
  return row
}

/** Lists statements, the newest closing first. */
export async function listStatements(
  { t: { statement: s }, db }: Handle,
  { month, ...owner }: StatementFilter,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<Statement[]> {
  const isMeant: (SQL | undefined)[] = [
    isOf(s, owner),
    month === undefined ? undefined : eq(s.month, month),
    after === undefined ? undefined : lt(s.id, after),
  ]
  return await db
    .select()
    .from(s)
    .where(and(...isMeant))
    .orderBy(desc(s.id))
    .limit(limit)
}

/** Lists ids and hotels of the statements that are closing, in the order in which they began. */
export async function listClosing({ t: { statement: s }, db }: Handle, limit: number) {
  return await db
    .select({ id: s.id, hotelId: s.hotelId })
    .from(s)
    // Literal text: a parameter rules out the partial index.
    .where(sql`${s.status} = 'closing'`)
    .orderBy(asc(s.id))
    .limit(limit)
}

/** True if an account has a statement that is closing: of `month` or later, or one that began before `id`. */
export async function isClosingBy(
  { t: { statement: s }, db }: Handle,
  { hotelId, agencyId, currency }: Account,
  { since, id }: { since?: Month; id?: number },
): Promise<boolean> {
  const isOfAccount = [eq(s.hotelId, hotelId), eq(s.agencyId, agencyId), eq(s.currency, currency)]
  const rows = await db
    .select({ id: s.id })
    .from(s)
    .where(
      and(
        ...[sql`${s.status} = 'closing'`, ...isOfAccount],
        since === undefined ? undefined : gte(s.month, since),
        id === undefined ? undefined : lt(s.id, id),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Finds the statement that has a booking's line; undefined while none has. */
export async function findStatedIn(
  { t: { statement: s, booking: b }, db }: Handle,
  bookingId: number,
): Promise<Statement | undefined> {
  const [row] = await db
    .select({ statement: s })
    .from(b)
    .innerJoin(s, eq(s.id, b.statementId))
    .where(eq(b.id, bookingId))
  return row?.statement
}

/** The months that have a statement, by account. */
export async function listStatedMonths(
  { t: { statement: s }, db }: Handle,
  owner: StatementOwner,
): Promise<(Account & { id: number; month: Month })[]> {
  const { id, hotelId, agencyId, currency, month } = s
  return await db.select({ id, hotelId, agencyId, currency, month }).from(s).where(isOf(s, owner))
}

/** A line to be stored. */
export type NewLine = Amounts &
  Pick<BookingLine, 'status' | 'collect' | 'checkin' | 'checkout'> & {
    bookingId: number
    adjustmentId: string | null
  }

/** Appends lines to a statement that is closing; those of bookings mark the bookings as stated. */
export async function insertLines(
  { t, db }: Tx,
  { id: statementId, lineCount }: Statement,
  lines: readonly NewLine[],
): Promise<void> {
  if (lines.length === 0) return
  await db
    .insert(t.statementLine)
    .values(lines.map((line, index) => ({ ...line, statementId, position: lineCount + index + 1 })))
  const idsOf = (isMeant: (line: NewLine) => boolean) => lines.filter(isMeant)
  const bookings = idsOf(({ adjustmentId }) => adjustmentId === null)
  const adjustments = idsOf(({ adjustmentId }) => adjustmentId !== null)
  const { booking: b, statementAdjustment: a } = t
  if (bookings.length > 0)
    await db
      .update(b)
      .set({ statementId })
      .where(
        inArray(
          b.id,
          bookings.map(({ bookingId }) => bookingId),
        ),
      )
  if (adjustments.length > 0)
    await db
      .update(a)
      .set({ statementId })
      .where(
        inArray(
          a.id,
          adjustments.map(({ adjustmentId }) => adjustmentId!),
        ),
      )
}

/** Replaces a statement. */
export async function updateStatement({ t, db }: Tx, { id, ...row }: Statement): Promise<void> {
  await db.update(t.statement).set(row).where(eq(t.statement.id, id))
}

/** Deletes a statement that came to have no line. */
export async function deleteStatement({ t, db }: Tx, id: number): Promise<void> {
  await db.delete(t.statement).where(eq(t.statement.id, id))
}

/** The greatest ordinal of a hotel's statements in a year; 0 if there is none. */
export async function findLastOrdinal(
  { t: { statement: s }, db }: Handle,
  hotelId: number,
  year: number,
): Promise<number> {
  const [row] = await db
    .select({ ordinal: max(s.ordinal) })
    .from(s)
    .where(and(eq(s.hotelId, hotelId), eq(s.year, year), sql`${s.ordinal} is not null`))
  return row?.ordinal ?? 0
}

/** Adds a payment to the payments since of the statement that has a booking's line; nothing while none has. */
export async function movePaidSince(
  { t: { statement: s, booking: b }, db }: Tx,
  bookingId: number,
  amountCents: number,
): Promise<void> {
  const its = db.select({ id: b.statementId }).from(b).where(eq(b.id, bookingId))
  await db
    .update(s)
    .set({ paidSinceCents: sql`${s.paidSinceCents} + ${amountCents}` })
    .where(inArray(s.id, its as never))
}

/** A line of a statement, with its booking as it is now. */
export type StatementLine = Awaited<ReturnType<typeof listLines>>[number]

/** Lists the lines of a statement after a position. */
export async function listLines(
  { t, db }: Handle,
  statementId: number,
  { after, limit }: { after: number; limit: number },
) {
  const { statementLine: l, booking: b, statementAdjustment: a } = t
  return await db
    .select({
      ...{ line: l, code: b.code, firstName: b.firstName, lastName: b.lastName },
      ...{ paidNowCents: b.paidCents, note: a.note, adjustedNumber: a.adjustedNumber },
    })
    .from(l)
    .innerJoin(b, eq(b.id, l.bookingId))
    .leftJoin(a, and(eq(a.hotelId, b.hotelId), eq(a.id, l.adjustmentId)))
    .where(and(eq(l.statementId, statementId), gt(l.position, after)))
    .orderBy(asc(l.position))
    .limit(limit)
}
