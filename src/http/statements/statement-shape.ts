import { type Static, Type } from 'typebox'
import { BOOKING_STATUSES } from '../../domain/bookings/booking.ts'
import { COLLECTORS } from '../../domain/bookings/booking-details.ts'
import { instantOrNull, instantText } from '../../domain/kernel/date.ts'
import {
  type Amounts,
  adjustmentLine,
  STATEMENT_STATUSES,
} from '../../domain/statements/statement.ts'
import type { Adjustment, listOpenAdjustments } from '../../store/statements/adjustments.ts'
import type { StatementNames } from '../../store/statements/names.ts'
import type { Statement, StatementLine } from '../../store/statements/statements.ts'
import type { BookingLine, UnstatedSum } from '../../store/statements/unstated.ts'
import { DateText, Instant, namedObject, nullable, words } from '../api/schema.ts'

const text = Type.String()
const cents = Type.Integer()

const AmountsSchema = namedObject('StatementAmounts', {
  baseCents: Type.Integer({ description: 'Totals of stays, and penalties.' }),
  extrasCents: Type.Integer({ description: 'Extras, where they are owed.' }),
  commissionCents: Type.Integer({ description: 'Of the base.' }),
  paidCents: cents,
  owedCents: Type.Integer({
    description:
      'To the hotel: base + extras − commission − paid if the agency collects, else −commission.',
  }),
})

/** A statement of an agency at a hotel, without its lines. */
export const StatementSchema = namedObject('Statement', {
  number: nullable(text, 'Given at closing: `<slug>-<year>-<n>`.'),
  status: words(...STATEMENT_STATUSES),
  month: Type.String({ description: '`YYYY-MM`, by check-out.' }),
  ...{ agencyCode: text, agencyName: text, hotelSlug: text, hotelName: text, currency: text },
  ...{ lineCount: cents, sums: AmountsSchema },
  paidSinceCents: Type.Integer({ description: 'Payments since its closing began.' }),
  closedAt: nullable(Instant),
  dueOn: nullable(DateText),
})

/** A line of a statement: of a booking, or of an adjustment of one. */
const LineSchema = namedObject('StatementLine', {
  bookingCode: text,
  guest: Type.Object({ firstName: text, lastName: text }),
  ...{ checkin: DateText, checkout: DateText },
  ...{ status: words(...BOOKING_STATUSES), collect: words(...COLLECTORS) },
  ...AmountsSchema.properties,
  paidSinceCents: cents,
  adjustment: Type.Optional(
    Type.Object({
      id: text,
      statementNumber: Type.String({ description: 'The statement that it puts right.' }),
      note: text,
    }),
  ),
})

/** A statement with a page of its lines. */
export const StatementWithLinesSchema = namedObject('StatementWithLines', {
  ...StatementSchema.properties,
  lines: Type.Array(LineSchema),
  nextCursor: nullable(text),
})

/** An adjustment of a booking's line. */
export const AdjustmentSchema = namedObject('StatementAdjustment', {
  ...{ id: text, agencyCode: text, bookingCode: text, statementNumber: text },
  month: Type.String({ description: 'The open month that has its line.' }),
  ...{ baseCents: cents, commissionCents: cents, owedCents: cents, note: text, createdAt: Instant },
})

/** Source of a shown statement: a stored one, or the sums of an open month. */
export type AnyStatement = Statement | UnstatedSum

const amountsOf = ({ baseCents, extrasCents, commissionCents, paidCents, owedCents }: Amounts) => ({
  ...{ baseCents, extrasCents, commissionCents, paidCents, owedCents },
})

/** Shows a statement without its lines. */
export function showStatement(
  statement: AnyStatement,
  { hotels, agencies }: StatementNames,
): Static<typeof StatementSchema> {
  const { month, currency, lineCount } = statement
  const hotel = hotels.get(statement.hotelId)!
  const agency = agencies.get(statement.agencyId)!
  const stored = 'status' in statement ? statement : undefined
  return {
    ...{ number: stored?.number ?? null, status: stored?.status ?? 'open', month },
    ...{ agencyCode: agency.code, agencyName: agency.name },
    ...{ hotelSlug: hotel.slug, hotelName: hotel.name, currency, lineCount },
    sums: amountsOf(statement),
    paidSinceCents: stored?.paidSinceCents ?? 0,
    closedAt: instantOrNull(stored?.closedAtMs ?? null),
    dueOn: stored?.dueOn ?? null,
  }
}

type ShownLine = Static<typeof LineSchema>

/** Shows a line as it was copied at the closing. */
export const showLine = ({ line, code, paidNowCents, ...row }: StatementLine): ShownLine => ({
  ...placeOf({ ...line, ...row, code }),
  ...amountsOf(line),
  paidSinceCents: line.adjustmentId === null ? paidNowCents - line.paidCents : 0,
  ...(line.adjustmentId !== null && {
    adjustment: {
      ...{ id: line.adjustmentId, statementNumber: row.adjustedNumber ?? '' },
      note: row.note ?? '',
    },
  }),
})

/** Shows the line of a booking in an open month. */
export const showOpenLine = (line: BookingLine): ShownLine => ({
  ...placeOf(line),
  ...{ ...amountsOf(line), paidSinceCents: 0 },
})

/** Shows the line of an adjustment in an open month. */
export const showOpenAdjustment = ({
  adjustment,
  ...booking
}: Awaited<ReturnType<typeof listOpenAdjustments>>[number]): ShownLine => ({
  ...placeOf(booking),
  ...{ ...adjustmentLine(booking.collect, adjustment), paidSinceCents: 0 },
  adjustment: {
    ...{ id: adjustment.id, statementNumber: adjustment.adjustedNumber, note: adjustment.note },
  },
})

const placeOf = ({
  code,
  firstName,
  lastName,
  ...row
}: Pick<BookingLine, 'code' | 'firstName' | 'lastName' | 'checkin' | 'checkout'> &
  Pick<BookingLine, 'status' | 'collect'>) => ({
  ...{ bookingCode: code, guest: { firstName, lastName }, checkin: row.checkin },
  ...{ checkout: row.checkout, status: row.status, collect: row.collect },
})

/** Shows an adjustment. */
export const showAdjustment = (
  { id, adjustedNumber, month, baseCents, commissionCents, owedCents, note, atMs }: Adjustment,
  { agencyCode, bookingCode }: { agencyCode: string; bookingCode: string },
): Static<typeof AdjustmentSchema> => ({
  ...{ id, agencyCode, bookingCode, statementNumber: adjustedNumber, month },
  ...{ baseCents, commissionCents, owedCents, note, createdAt: instantText(atMs) },
})
