import { Type } from 'typebox'
import { STATUS_WORDS } from '../../domain/bookings/status-words.ts'
import { BYTE_ORDER_MARK, type CsvCell, csvFormOf, csvLine } from '../../domain/kernel/csv.ts'
import { LANGUAGES, type Language } from '../../domain/kernel/language.ts'
import { noteExport } from '../../service/exports/note-export.ts'
import type { Actor } from '../../store/days/history.ts'
import { nextTurn } from '../../store/engine/loop-turns.ts'
import type { StatementOwner } from '../../store/statements/unstated.ts'
import type { Context } from '../api/context.ts'
import { oneOf } from '../api/query.ts'
import { moneyOf } from '../exports/booking-rows.ts'
import { languageOf } from '../exports/panel-exports.ts'
import { COLLECTOR_WORDS, inLanguage, type WordPair } from '../exports/words.ts'
import { readStatement, readStatements } from './read-statements.ts'
import type { AnyStatement } from './statement-shape.ts'

/** The language of a file. */
export const fileParameters = { language: Type.Optional(oneOf(...LANGUAGES)) }

/** Lines read at a time. */
const SLICE = 500
const PAGE = 100

const AMOUNTS: WordPair[] = [
  ['Base', 'Tutar'],
  ['Extras', 'Ekstralar'],
  ['Commission', 'Komisyon'],
  ['Paid', 'Ödenen'],
  ['Owed', 'Borç'],
  ['Paid since', 'Sonradan ödenen'],
  ['Currency', 'Para birimi'],
]

const LINE_HEADS: WordPair[] = [
  ['Code', 'Kod'],
  ['First name', 'Ad'],
  ['Last name', 'Soyad'],
  ['Check-in', 'Giriş'],
  ['Check-out', 'Çıkış'],
  ['Status', 'Durum'],
  ['Collected by', 'Tahsil eden'],
  ...AMOUNTS,
  ['Adjusts statement', 'Düzeltilen ekstre'],
  ['Note', 'Not'],
]

const LIST_HEADS: WordPair[] = [
  ['Number', 'Numara'],
  ['Month', 'Ay'],
  ['Agency', 'Acente'],
  ['Hotel', 'Otel'],
  ['Lines', 'Satır'],
  ...AMOUNTS,
  ['Due on', 'Vade'],
]

/** Answers the lines of a statement as a file; the hotel's history has its export. */
export async function answerFile(
  context: Context,
  statement: AnyStatement,
  query: { language?: Language | undefined },
  request: Request,
  actor: Actor,
): Promise<Response> {
  const language = languageOf(request, query)
  const money = moneyOf()
  const rows: CsvCell[][] = []
  let cursor: string | undefined
  let name = ''
  do {
    const read = await readStatement(context.store.long, statement, { limit: SLICE, cursor })
    name = read.number ?? `${read.hotelSlug}-${read.agencyCode}-${read.month}`
    for (const { guest, adjustment, ...line } of read.lines)
      rows.push([
        ...[line.bookingCode, guest.firstName, guest.lastName, line.checkin, line.checkout],
        inLanguage(STATUS_WORDS[line.status], language),
        inLanguage(COLLECTOR_WORDS[line.collect], language),
        ...amountCells(line, read.currency, money),
        ...[adjustment?.statementNumber ?? null, adjustment?.note ?? null],
      ])
    cursor = read.nextCursor ?? undefined
    await nextTurn()
  } while (cursor)
  const { hotelId } = statement
  await noteExport(context, actor, { hotelId, name: 'statement', rows: rows.length })
  return fileOf(name, language, LINE_HEADS, rows)
}

/** Answers a list of statements as a file. */
export async function answerList(
  context: Context,
  owner: StatementOwner,
  query: { language?: Language | undefined; month?: string | undefined },
  request: Request,
): Promise<Response> {
  const language = languageOf(request, query)
  const money = moneyOf()
  const rows: CsvCell[][] = []
  let cursor: string | undefined
  do {
    const page = { limit: PAGE, cursor, month: query.month }
    const read = await readStatements(context.store.long, owner, page)
    for (const { sums, ...each } of read.items)
      rows.push([
        ...[each.number, each.month, each.agencyName, each.hotelName, each.lineCount],
        ...amountCells({ ...sums, paidSinceCents: each.paidSinceCents }, each.currency, money),
        each.dueOn,
      ])
    cursor = read.nextCursor ?? undefined
    await nextTurn()
  } while (cursor)
  return fileOf(
    query.month ? `statements-${query.month}` : 'statements',
    language,
    LIST_HEADS,
    rows,
  )
}

const AMOUNT_NAMES = [
  ...(['baseCents', 'extrasCents', 'commissionCents', 'paidCents', 'owedCents'] as const),
  'paidSinceCents',
] as const

const amountCells = (
  of: Record<(typeof AMOUNT_NAMES)[number], number>,
  currency: string,
  money: ReturnType<typeof moneyOf>,
): CsvCell[] => [...AMOUNT_NAMES.map((name) => money(of[name], currency)), currency]

function fileOf(
  name: string,
  language: Language,
  heads: readonly WordPair[],
  rows: readonly CsvCell[][],
): Response {
  const form = csvFormOf(language)
  const head = csvLine(
    heads.map((word) => inLanguage(word, language)),
    form,
  )
  const body = rows.map((row) => csvLine(row, form)).join('')
  return new Response(BYTE_ORDER_MARK + head + body, {
    headers: {
      'content-type': 'text/csv;charset=utf-8;header=present',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'content-language': language,
      'cache-control': 'no-store',
      vary: 'accept-language',
    },
  })
}
