import { type TProperties, Type } from 'typebox'
import { refused } from '../../domain/kernel/errors.ts'
import type { Language } from '../../domain/kernel/language.ts'
import type { Actor } from '../../store/days/history.ts'
import type { StatementOwner } from '../../store/statements/unstated.ts'
import type { Context } from '../api/context.ts'
import type { PageQuery } from '../api/paging.ts'
import type { Accountable } from '../api/route.ts'
import { pageOf } from '../api/schema.ts'
import { agencyIdOf } from '../bookings/booking-list-query.ts'
import {
  findOneStatement,
  lineParameters,
  listParameters,
  readStatement,
  readStatements,
} from './read-statements.ts'
import { answerFile, fileParameters } from './statement-file.ts'
import { type AnyStatement, StatementSchema, StatementWithLinesSchema } from './statement-shape.ts'

// Operations that read statements, for hotels, agencies and admins alike.

/** The parameter that narrows statements to one hotel. */
export const ofHotel = {
  hotel: Type.Optional(Type.String({ description: 'Slug of a hotel.' })),
}

/** The parameter that narrows statements to one agency. */
export const ofAgency = {
  agency: Type.Optional(Type.String({ description: 'Code of an agency.' })),
}

/** The list of statements. @param owners the parameters that narrow it */
export const listParts = <Owners extends TProperties>(owners: Owners) => ({
  query: { ...listParameters, ...owners },
  says: 'A page.',
  answer: pageOf(StatementSchema),
})

/** The list of statements as a file. @param owners the parameters that narrow it */
export const listFileParts = <Owners extends TProperties>(owners: Owners) => ({
  query: { month: listParameters.month, ...owners, ...fileParameters },
  says: 'The file.',
  media: 'text/csv',
  answer: Type.String(),
  headers: ['Content-Disposition'] as const,
})

/** One statement, or its file. @param owners the parameters that tell whose an open month is */
export const oneParts = <Owners extends TProperties>(owners: Owners) => ({
  summary: 'One statement with its lines',
  description:
    '`number` of a closed statement, or `YYYY-MM` of a month. With `.csv` after it: all lines as a file.',
  query: { ...lineParameters, ...owners, ...fileParameters },
  says: 'The statement.',
  answer: StatementWithLinesSchema,
})

/** Finds the hotel and the agency that a query names. @throws AppError `validation_failed` for an unknown one */
export async function readOwner(
  context: Context,
  { hotel, agency }: { hotel?: string | undefined; agency?: string | undefined },
): Promise<StatementOwner> {
  return {
    hotelId: hotel === undefined ? undefined : await hotelIdOf(context, hotel),
    agencyId: await agencyIdOf(context, agency),
  }
}

async function hotelIdOf({ hotelOfSlug }: Context, slug: string): Promise<number> {
  const snapshot = await hotelOfSlug(slug)
  if (!snapshot) throw refused('?hotel', 'unknown_hotel', 'No hotel has this slug.')
  return snapshot.hotel.id
}

/** Answers a page of statements of an owner. */
export const answerStatements = (
  { store }: Context,
  owner: StatementOwner,
  query: PageQuery & { month?: string | undefined },
) => store.long.snapshot((handle) => readStatements(handle, owner, query))

type OneCall = Partial<Accountable> & {
  params: { number: string }
  query: PageQuery & { currency?: string | undefined; language?: Language | undefined }
  request: Request
  actor: Actor
  /** Notes a file that is handed out, before it is written. */
  noteFile?: (statement: AnyStatement) => Promise<void>
}

/**
 * Answers a statement of an owner with a page of its lines, or all lines as a file if its number ends in `.csv`.
 *
 * @throws AppError `not_found`; `step_up_required` for a file, if the caller's session needs one
 */
export async function answerStatement(context: Context, owner: StatementOwner, call: OneCall) {
  const { params, query, request, actor } = call
  const { number, isCsv } = isFile(params.number)
  if (isCsv) call.needStepUp?.('guest_export')
  const of = { number, currency: query.currency }
  const read = context.store.long.snapshot
  if (!isCsv)
    return await read(async (handle) =>
      readStatement(handle, await findOneStatement(handle, owner, of), query),
    )
  const statement = await read((handle) => findOneStatement(handle, owner, of))
  await call.noteFile?.(statement)
  return await answerFile(context, statement, query, request, actor)
}

/** Splits `.csv` off the number that a caller asks for. */
const isFile = (asked: string) => {
  const isCsv = asked.endsWith('.csv')
  return { number: isCsv ? asked.slice(0, -'.csv'.length) : asked, isCsv }
}
