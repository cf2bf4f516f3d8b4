import type { Language } from './language.ts'

/** The CSV dialect of a language: separator of cells, decimal mark of numbers. */
export type CsvForm = { separator: ';' | ','; decimal: ',' | '.' }

/** An amount of money, written as a number of the language. */
type CsvMoney = { cents: number; digits: number }

/** The content of a cell: text, which is untrusted; a whole number or an amount; or nothing. */
export type CsvCell = string | number | CsvMoney | null

/** The byte order mark, which tells a spreadsheet that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\u{FEFF}'

const FORMS: Record<Language, CsvForm> = {
  en: { separator: ',', decimal: '.' },
  tr: { separator: ';', decimal: ',' },
}

export const csvFormOf = (language: Language): CsvForm => FORMS[language]

// The beginnings of a formula, also in full width: at the start of a cell after spaces and quotes, and later after a
// sign that a spreadsheet in another language reads as the end of a cell.
const FORMULA =
  /^(?=[\s\p{Cf}"'`´‘’“”„«»]*[=+\-@＝＋－＠]|[\t\r\n])|(?=[=+\-@＝＋－＠])(?<=[;,\t\r\n]["']*)/gu
const QUOTED = /[",;\t\r\n]|^\s|\s$/

/** Guards a text against formulas (OWASP, *CSV Injection*): an apostrophe precedes each place where one could begin. */
export const withoutFormulas = (text: string): string => text.replace(FORMULA, "'")

/** Returns a line of a CSV file (RFC 4180), with its line break. */
export function csvLine(cells: readonly CsvCell[], form: CsvForm): string {
  return `${cells.map((cell) => cellText(cell, form)).join(form.separator)}\r\n`
}

function cellText(cell: CsvCell, { decimal }: CsvForm): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return moneyText(cell, decimal)
  const text = withoutFormulas(cell)
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function moneyText({ cents, digits }: CsvMoney, decimal: string): string {
  const text = String(Math.abs(cents)).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const sign = cents < 0 ? '-' : ''
  return digits === 0 ? sign + text : `${sign}${whole}${decimal}${text.slice(-digits)}`
}
