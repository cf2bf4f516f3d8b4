import { type Static, Type } from 'typebox'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import { PAGE_SIZE_MAX } from '../../domain/kernel/limits.ts'
import { type Month, parseMonth } from '../../domain/kernel/month.ts'
import { NO_AMOUNTS } from '../../domain/statements/statement.ts'
import { findHotel } from '../../store/catalog/catalog.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { listOpenAdjustments } from '../../store/statements/adjustments.ts'
import { readNames } from '../../store/statements/names.ts'
import { findOpenSpan, listOpenMonths } from '../../store/statements/open-months.ts'
import { findStatement, listLines, listStatements } from '../../store/statements/statements.ts'
import {
  listUnstated,
  type StatementOwner,
  type UnstatedSum,
} from '../../store/statements/unstated.ts'
import { cursorsOf } from '../api/cursor.ts'
import { type PageQuery, pageParameters } from '../api/paging.ts'
import {
  type AnyStatement,
  type StatementSchema,
  type StatementWithLinesSchema,
  showLine,
  showOpenAdjustment,
  showOpenLine,
  showStatement,
} from './statement-shape.ts'

const MonthParameter = Type.String({
  pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
  description: '`YYYY-MM`.',
})

/** Parameters of a list of statements. */
export const listParameters = { ...pageParameters(), month: Type.Optional(MonthParameter) }

/** Parameters of one statement: pages of its lines, and whose an open month is. */
export const lineParameters = {
  ...pageParameters(500, 1_000),
  currency: Type.Optional(
    Type.String({ description: 'Of an open month; the hotel’s where absent.' }),
  ),
}

/** Reads a page of statements: the open months first, then the closed ones, the newest first. */
export async function readStatements(
  handle: Handle,
  owner: StatementOwner,
  { limit, cursor, month }: PageQuery & { month?: string | undefined },
): Promise<{ items: Static<typeof StatementSchema>[]; nextCursor: string | null }> {
  const cursors = cursorsOf(['statements', owner, month ?? null], { open: 0, id: 0 })
  const place = cursor === undefined ? { open: 0, id: 0 } : cursors.read(cursor)
  const isMeant = (each: UnstatedSum) => month === undefined || each.month === month
  const open = place.id > 0 ? [] : (await listOpenMonths(handle, owner)).filter(isMeant)
  const shown: AnyStatement[] = open.slice(place.open, place.open + limit)
  const left = limit - shown.length
  const filter = { ...owner, month: month as Month | undefined }
  const after = place.id > 0 ? place.id : undefined
  // One more than is shown, to know if there is a next page.
  const stored = await listStatements(handle, filter, { after, limit: left + 1 })
  shown.push(...stored.slice(0, left))
  const names = await readNames(handle, shown)
  const isMore = stored.length > left || open.length > place.open + limit
  const last = stored[left - 1]
  const next = last ? { open: 0, id: last.id } : { open: place.open + shown.length, id: 0 }
  return {
    items: shown.map((each) => showStatement(each, names)),
    nextCursor: isMore ? cursors.write(next) : null,
  }
}

/**
 * Finds a statement by its number, or a month's by its month.
 *
 * @throws AppError `not_found` for what is not the owner's; `validation_failed` for a month whose account is not named
 */
export async function findOneStatement(
  handle: Handle,
  owner: StatementOwner,
  { number, currency }: { number: string; currency: string | undefined },
): Promise<AnyStatement> {
  const month = parseMonth(number)
  const found = month
    ? await findMonth(handle, owner, month, currency)
    : await findStatement(handle, number)
  const isOwn = (id: number | undefined, of: number) => id === undefined || id === of
  if (!found || !isOwn(owner.hotelId, found.hotelId) || !isOwn(owner.agencyId, found.agencyId))
    throw new AppError('not_found', 'There is no such statement.')
  return found
}

async function findMonth(
  handle: Handle,
  { hotelId, agencyId }: StatementOwner,
  month: Month,
  currency: string | undefined,
): Promise<AnyStatement> {
  if (hotelId === undefined) throw refused('?hotel', 'required', 'Name the hotel of the month.')
  if (agencyId === undefined) throw refused('?agency', 'required', 'Name the agency of the month.')
  const account = { hotelId, agencyId }
  const hotel = (await findHotel(handle, hotelId))!
  const none = {
    ...account,
    currency: currency ?? hotel.currency,
    month,
    ...NO_AMOUNTS,
    lineCount: 0,
  }
  const isMeant = (each: AnyStatement) => currency === undefined || each.currency === currency
  const open = (await listOpenMonths(handle, account)).filter((each) => each.month === month)
  const page = { after: undefined, limit: PAGE_SIZE_MAX }
  const stored = await listStatements(handle, { ...account, month }, page)
  return [...open, ...stored].find(isMeant) ?? none
}

/** Reads a statement with a page of its lines. @throws AppError `validation_failed` for a cursor of another list */
export async function readStatement(
  handle: Handle,
  statement: AnyStatement,
  { limit, cursor }: PageQuery,
): Promise<Static<typeof StatementWithLinesSchema>> {
  const { hotelId, agencyId, month, currency } = statement
  const id = 'id' in statement ? statement.id : 0
  const cursors = cursorsOf(['lines', hotelId, agencyId, month, currency, id], { day: '', id: 0 })
  const after = cursor === undefined ? undefined : cursors.read(cursor)
  const found = await readLines(handle, statement, after, limit + 1)
  const lines = found.slice(0, limit)
  const names = await readNames(handle, [statement])
  return {
    ...showStatement(statement, names),
    lines: lines.map(({ line }) => line),
    nextCursor: found.length > limit ? cursors.write(lines.at(-1)!.place) : null,
  }
}

type LinePlace = { day: string; id: number }
type Placed = { place: LinePlace; line: ReturnType<typeof showLine> }

/** Sorts after every day: the place of adjustments, which follow the bookings of an open month. */
const AFTER_DAYS = '~'

/** Reads the lines after a place: of an open month bookings by check-out, then adjustments. */
async function readLines(
  handle: Handle,
  statement: AnyStatement,
  after: LinePlace | undefined,
  limit: number,
): Promise<Placed[]> {
  if ('id' in statement) {
    const rows = await listLines(handle, statement.id, { after: after?.id ?? 0, limit })
    return rows.map((row) => ({ place: { day: '', id: row.line.position }, line: showLine(row) }))
  }
  const { days, months } = await findOpenSpan(handle, statement, statement.month)
  const isPastDays = after?.day === AFTER_DAYS
  const place = after && { checkout: after.day as never, id: after.id }
  const bookings = isPastDays
    ? []
    : await listUnstated(handle, statement, days, { after: place, limit })
  const offset = isPastDays ? after.id : 0
  const left = limit - bookings.length
  const adjustments =
    left > 0 ? await listOpenAdjustments(handle, statement, months, { limit: left, offset }) : []
  return [
    ...bookings.map((row) => ({
      ...{ place: { day: row.checkout as string, id: row.id }, line: showOpenLine(row) },
    })),
    ...adjustments.map((row, index) => ({
      ...{ place: { day: AFTER_DAYS, id: offset + index + 1 }, line: showOpenAdjustment(row) },
    })),
  ]
}
