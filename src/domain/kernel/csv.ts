import type { Language } from './language.ts'

/** How the spreadsheets of a language take a file apart, and write the decimals of a number. */
export type CsvForm = { separator: ';' | ','; decimal: ',' | '.' }

/** An amount of money, which stands as a number of the language. */
type CsvMoney = { cents: number; digits: number }

/** What stands in a cell: text, which may be anybody's; a whole number or an amount, which are ours; nothing. */
export type CsvCell = string | number | CsvMoney | null

/** Tells a spreadsheet that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\u{FEFF}'

const FORMS: Record<Language, CsvForm> = {
  en: { separator: ',', decimal: '.' },
  tr: { separator: ';', decimal: ',' },
}

export const csvFormOf = (language: Language): CsvForm => FORMS[language]

// What begins a formula, in full width, too: at the beginning behind spaces and quotes, further on behind what some
// spreadsheet of another language takes for the end of a cell.
const FORMULA =
  /^(?=[\s\p{Cf}"'`´‘’“”„«»]*[=+\-@＝＋－＠]|[\t\r\n])|(?<=[;,\t\r\n]["']*)(?=[=+\-@＝＋－＠])/gu
const QUOTED = /[",;\t\r\n]|^\s|\s$/

/**
 * A text that no spreadsheet takes for a formula (OWASP, *CSV Injection*): where one would begin there is an apostrophe
 * before it.
 */
export const withoutFormulas = (text: string): string => text.replace(FORMULA, "'")

/** A line of a file (RFC 4180), with its end. */
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
