import { PAYMENT_DAYS_DEFAULT } from '../../domain/agencies/terms.ts'
import { addDays, dateIn } from '../../domain/kernel/date.ts'
import {
  type Amounts,
  addAmounts,
  adjustmentLine,
  STATEMENT_LINES_MAX,
  statementNumber,
} from '../../domain/statements/statement.ts'
import { findTerms } from '../../store/agencies/terms.ts'
import { findHotel } from '../../store/catalog/catalog.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { listOpenAdjustments } from '../../store/statements/adjustments.ts'
import { findOpenSpan } from '../../store/statements/open-months.ts'
import {
  deleteStatement,
  findLastOrdinal,
  findStatementById,
  insertLines,
  isClosingBy,
  type NewLine,
  type Statement,
  updateStatement,
} from '../../store/statements/statements.ts'
import { listUnstated } from '../../store/statements/unstated.ts'
import type { Deps } from '../deps.ts'
import { queueStatementMails } from './statement-mails.ts'

/** Lines that one transaction copies: more would hold the event loop. */
const SLICE = 200

/**
 * Copies the next lines of a statement that is closing, in a transaction that has the lock of its hotel; the last of
 * them give it its number. Later payments are no part of them: they are counted as paid since.
 *
 * @returns true if there is more to copy
 */
export async function copyLines(tx: Tx, deps: Deps, id: number): Promise<boolean> {
  const statement = await findStatementById(tx, id)
  if (statement?.status !== 'closing') return false
  // The next month takes what an earlier one leaves.
  if (await isClosingBy(tx, statement, { id })) return true
  const limit = Math.min(SLICE, STATEMENT_LINES_MAX - statement.lineCount)
  const { lines, paidSinceCents } = await readLines(tx, statement, limit)
  await insertLines(tx, statement, lines)
  const copied: Statement = {
    ...statement,
    ...lines.reduce<Amounts>(addAmounts, statement),
    lineCount: statement.lineCount + lines.length,
    paidSinceCents: statement.paidSinceCents + paidSinceCents,
  }
  const isMore = lines.length === limit && copied.lineCount < STATEMENT_LINES_MAX
  await (isMore ? updateStatement(tx, copied) : finish(tx, deps, copied))
  return isMore
}

/** Reads the next lines: those of bookings by check-out, then those of adjustments. */
async function readLines(tx: Tx, statement: Statement, limit: number) {
  const { days, months } = await findOpenSpan(tx, statement, statement.month, statement.id)
  const bookings = await listUnstated(tx, statement, days, { limit }, statement.startedAtMs)
  const left = limit - bookings.length
  const adjustments =
    left > 0 ? await listOpenAdjustments(tx, statement, months, { limit: left }) : []
  const lines: NewLine[] = [
    ...bookings.map((line) => ({ ...placeOf(line), ...amountsOf(line), bookingId: line.id })),
    ...adjustments.map(({ adjustment, ...booking }) => ({
      ...{ ...placeOf(booking), ...adjustmentLine(booking.collect, adjustment) },
      ...{ bookingId: adjustment.bookingId, adjustmentId: adjustment.id },
    })),
  ]
  const paidSinceCents = bookings.reduce((sum, line) => sum + line.paidNowCents - line.paidCents, 0)
  return { lines, paidSinceCents }
}

const placeOf = ({
  status,
  collect,
  checkin,
  checkout,
}: Omit<NewLine, keyof Amounts | 'bookingId' | 'adjustmentId'>) => ({
  ...{ status, collect, checkin, checkout, adjustmentId: null as string | null },
})

const amountsOf = ({ baseCents, extrasCents, commissionCents, paidCents, owedCents }: Amounts) => ({
  ...{ baseCents, extrasCents, commissionCents, paidCents, owedCents },
})

/** Gives a statement its number and tells the agency; one that came to have no line is dropped. */
async function finish(tx: Tx, deps: Deps, statement: Statement): Promise<void> {
  const { id, hotelId, agencyId, lineCount } = statement
  if (lineCount === 0) return await deleteStatement(tx, id)
  const hotel = (await findHotel(tx, hotelId))!
  const terms = await findTerms(tx, hotelId, agencyId)
  const closedAtMs = deps.nowMs()
  const today = dateIn(hotel.timezone, closedAtMs)
  const year = Number(today.slice(0, 4))
  const ordinal = (await findLastOrdinal(tx, hotelId, year)) + 1
  const paymentDays = terms?.active ? terms.paymentDays : PAYMENT_DAYS_DEFAULT
  const closed: Statement = {
    ...{ ...statement, status: 'closed', number: statementNumber(hotel.slug, year, ordinal) },
    ...{ year, ordinal, closedAtMs, dueOn: addDays(today, paymentDays) },
  }
  await updateStatement(tx, closed)
  await queueStatementMails(tx, deps, closed, hotel)
}
