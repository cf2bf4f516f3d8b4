import { expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { type CsvCell, csvFormOf, csvLine, withoutFormulas } from '../../src/domain/kernel/csv.ts'

// Files for spreadsheets (issue 18, part 4): RFC 4180, and no text in them is a formula (OWASP, CSV Injection).

const FORMULA_CELL = /^[\s"'`´‘’“”„«»]*[=+\-@＝＋－＠]/u

/** Texts that are made to break a file or to be a formula. */
const text = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...'=+-@＝＋－＠"\'’;,\t\r\n ı1a|') },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 3 }) },
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
const cell: fc.Arbitrary<CsvCell> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: fc.integer() },
  {
    weight: 1,
    arbitrary: fc.record({ cents: fc.integer(), digits: fc.integer({ max: 3, min: 0 }) }),
  },
  { weight: 1, arbitrary: fc.constant(null) },
)
const width = 3
const rows = fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 })
const language = fc.constantFrom('en' as const, 'tr' as const)

const shown = (cell: CsvCell, decimal: string): string => {
  if (cell === null) return ''
  if (typeof cell === 'string') return withoutFormulas(cell)
  if (typeof cell === 'number') return String(cell)
  const fixed = (cell.cents / 10 ** cell.digits).toFixed(cell.digits)
  return (Object.is(Number(fixed), -0) && cell.cents === 0 ? '0' : fixed).replace('.', decimal)
}

test('what is written is what a parser reads, cell by cell (RFC 4180)', () => {
  fc.assert(
    fc.property(rows, language, (rows, language) => {
      const form = csvFormOf(language)
      const file = rows.map((row) => csvLine(row, form)).join('')
      const read = parse(file, { delimiter: form.separator, record_delimiter: '\r\n' })
      expect(read).toEqual(rows.map((row) => row.map((each) => shown(each, form.decimal))))
    }),
    { numRuns: 2_000 },
  )
})

test('no text is a formula, in whichever spreadsheet the file is opened; numbers stay numbers', () => {
  fc.assert(
    fc.property(text, language, (given, language) => {
      const guarded = withoutFormulas(given)
      if (FORMULA_CELL.test(given) || /^[\t\r\n]/.test(given)) expect(guarded).toStartWith("'")
      // One that takes cells apart by other signs, and knows no quotes, finds no formula behind them either.
      const parts = csvLine([given], csvFormOf(language)).split(/[;,\t\r\n]/)
      for (const part of parts) expect(part).not.toMatch(/^"*[=+\-@＝＋－＠]/u)
    }),
    { numRuns: 2_000 },
  )
  expect(csvLine([-5, { cents: -123_450, digits: 2 }, '-5'], csvFormOf('tr'))).toBe(
    "-5;-1234,50;'-5\r\n",
  )
})

test.each([
  ['=1+1', "'=1+1"],
  ['+90 532 000 00 00', "'+90 532 000 00 00"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\rx', "'\rx"],
  ['"=1', '\'"=1'],
  ["'=1", "''=1"],
  [' “=1', "' “=1"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠a', "'＠a"],
  ['x;=1', "x;'=1"],
  ['x\n@a', "x\n'@a"],
  ['a=b', 'a=b'],
  ['late, - quiet', 'late, - quiet'],
  ['Ayşe', 'Ayşe'],
])('%j becomes %j', (given, is) => {
  expect(withoutFormulas(given)).toBe(is)
})

test('amounts have the decimals of their currency and the sign of the language', () => {
  const amounts = [
    { cents: 5, digits: 2 },
    { cents: 123_450, digits: 2 },
    { cents: 1_500, digits: 0 },
    { cents: -1, digits: 3 },
  ]
  expect(csvLine(amounts, csvFormOf('en'))).toBe('0.05,1234.50,1500,-0.001\r\n')
  expect(csvLine(amounts, csvFormOf('tr'))).toBe('0,05;1234,50;1500;-0,001\r\n')
})
