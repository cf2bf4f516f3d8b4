import type { Answer } from '../../../client/call.ts'
import { callForFile } from '../../lib/api.ts'
import { money } from '../../lib/format.ts'
import { language, locale, t } from '../../lib/i18n.ts'
import { saveFile } from '../../parts/save-file.ts'

/** A statement in a list. */
export type Statement = Answer<'listPanelStatements'>['items'][number]
/** A statement with its lines. */
export type WholeStatement = Answer<'getPanelStatement'>
/** A line of a statement. */
export type Line = WholeStatement['lines'][number]

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
  gross: money(sums.baseCents, currency),
  commission: money(sums.commissionCents, currency),
  paid: money(sums.paidCents, currency),
  owed: money(sums.owedCents, currency),
})
