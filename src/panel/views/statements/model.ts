import type { Answer } from '../../../client/call.ts'
import { addAmounts } from '../../../domain/statements/statement.ts'
import { call, callForFile } from '../../lib/api.ts'
import { money } from '../../lib/format.ts'
import { language, locale, t } from '../../lib/i18n.ts'
import { readAll } from '../../lib/read-all.ts'
import { href } from '../../lib/router.ts'
import { saveFile } from '../../parts/save-file.ts'

/** A statement in a list. */
export type Statement = Answer<'listPanelStatements'>['items'][number]
/** A statement with its lines. */
export type WholeStatement = Answer<'getPanelStatement'>
/** A line of a statement. */
export type Line = WholeStatement['lines'][number]

/** The amounts of a line, or the sums of a statement. */
export type Amounts = Statement['sums']

/** The people whose page shows statements. */
export type Side = 'hotel' | 'agency' | 'admin'

/** The operations by which each side reads one statement. */
export const READS = {
  hotel: 'getPanelStatement',
  agency: 'getAgencyStatement',
  admin: 'getAnyStatement',
} as const

/** Lines read at a time. */
const LINES = 1_000

/** The parameters of an operation that reads one statement. */
export type Place = {
  number: string
  hotel?: string | undefined
  agency?: string | undefined
  currency?: string | undefined
}

/** The address of a statement: its number, or the month with what names its account. */
export const placeOf = ({ number, month, ...of }: Statement): Place =>
  number === null
    ? { number: month, hotel: of.hotelSlug, agency: of.agencyCode, currency: of.currency }
    : { number, hotel: of.hotelSlug }

/** Reads a statement with all its lines. */
export async function readWhole(
  read: (cursor: string | undefined, limit: number) => Promise<WholeStatement>,
): Promise<WholeStatement> {
  const whole = await read(undefined, LINES)
  const lines = [...whole.lines]
  let cursor = whole.nextCursor
  while (cursor !== null) {
    const next = await read(cursor, LINES)
    lines.push(...next.lines)
    cursor = next.nextCursor
  }
  return { ...whole, lines }
}

/** Statements and lines whose lines are read at once for a month; those of more are read statement by statement. */
const MONTH_STATEMENTS_MAX = 40
const MONTH_LINES_MAX = 2_000

/** Reads an agency's statements of a month by hotel, with their lines unless there are too many. */
export async function readMonth(month: string, signal: AbortSignal): Promise<WholeStatement[]> {
  const found = await readAll('listAgencyStatements', { month }, signal)
  const lineCount = found.reduce((count, each) => count + each.lineCount, 0)
  const isWhole = found.length <= MONTH_STATEMENTS_MAX && lineCount <= MONTH_LINES_MAX
  const read = ({ agency: _, ...place }: Place) =>
    readWhole((cursor, limit) =>
      call('getAgencyStatement', { ...place, cursor, limit }, { signal }),
    )
  const all = await Promise.all(
    found.map((each) => (isWhole ? read(placeOf(each)) : { ...each, lines: [], nextCursor: null })),
  )
  return all.toSorted(
    (a, b) => a.currency.localeCompare(b.currency) || a.hotelName.localeCompare(b.hotelName),
  )
}

/** The address of a statement's own page for its agency. */
export function addressOf(statement: Statement): string {
  const { number, hotel, currency } = placeOf(statement)
  return href({ view: 'statements', rest: [number], query: { currency, of: hotel } })
}

/** Saves the lines of a statement as a file: the same operation, with `.csv` after the number. */
export async function saveLines(side: Side, place: Place): Promise<void> {
  const params = { ...place, number: `${place.number}.csv`, language: language.get() }
  saveFile(await callForFile(READS[side] as never, params as never))
}

/** A month as people read it. */
export const monthText = (month: string): string =>
  new Date(`${month}-01`).toLocaleDateString(locale(), {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  })

/** The sums of a statement as texts. */
export const sumTexts = ({ sums, currency, lineCount }: Statement) => ({
  lines: t('statements.lines', { count: lineCount }),
  gross: money(sums.baseCents + sums.extrasCents, currency),
  commission: money(sums.commissionCents, currency),
  paid: money(sums.paidCents, currency),
  owed: money(sums.owedCents, currency),
})

/** The amounts that stand in the same columns of a table. */
export const columnOf = (of: Amounts): number[] => [
  ...[of.baseCents, of.extrasCents, of.commissionCents, of.paidCents, of.owedCents],
]

type Total = { currency: string; sums: Amounts; lineCount: number }

/** The sums of statements by currency, each with the day on which the first of them is due. */
export function totalsOf(statements: readonly Statement[]): Total[] {
  const byCurrency = Map.groupBy(statements, ({ currency }) => currency)
  return [...byCurrency].map(([currency, all]) => ({
    currency,
    sums: all.map(({ sums }) => sums).reduce(addAmounts),
    lineCount: all.reduce((count, each) => count + each.lineCount, 0),
  }))
}

/** The day on which all of some statements are due; undefined where they are due on several, or not closed. */
export function commonDueOf(statements: readonly Statement[]): string | undefined {
  const days = new Set(statements.map(({ dueOn }) => dueOn))
  return days.size === 1 ? (statements[0]?.dueOn ?? undefined) : undefined
}
