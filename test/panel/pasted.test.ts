import { expect, test } from 'bun:test'
import { parsePasted } from '../../src/panel/lib/decimal.ts'
import { filled, pasted } from '../../src/panel/views/calendar/sheet/cells.ts'

test.each([
  ['1.234,50', 1234.5],
  ['1,234.50', 1234.5],
  ['1 234,50', 1234.5],
  ["1'234.50", 1234.5],
  ['1.234.567,5', 1_234_567.5],
  ['12,345,678', 12_345_678],
  ['15300', 15_300],
  ['15.300', 15_300],
  ['15,300', 15_300],
  ['129,90', 129.9],
  ['129.9', 129.9],
  ['6195.123456', 6195.123456],
  ['0.125', 0.125],
  ['₺12.500,00', 12_500],
  ['12.500,00 TL', 12_500],
  ['EUR 99', 99],
  ['$1,200', 1_200],
  ['', undefined],
  ['abc', undefined],
  ['-5', undefined],
  ['1.2.3', undefined],
  ['1,23.456,7', undefined],
  ['12.34.567', undefined],
  ['1,2345,678.5', undefined],
] as const)('%p out of a spreadsheet is %p, in whichever language', (text, value) => {
  for (const decimal of ['.', ','] as const) expect(parsePasted(text, decimal, 2)).toBe(value)
})

test('where amounts have three decimals the reader’s language decides what one sign before three digits is', () => {
  expect(parsePasted('12.345', '.', 3)).toBe(12.345)
  expect(parsePasted('12.345', ',', 3)).toBe(12_345)
})

const bounds = { top: 1, bottom: 2, left: 1, right: 2 }
const read = (text: string) => (/^\d+$/.test(text) ? Number(text) : undefined)
const ground = { bounds, size: { rows: 3, cols: 4 }, read }

test('lines and tabs go from the first cell on, one figure into all selected, empty cells nowhere, and a word leaves all as it was', () => {
  expect(pasted('1\t2\r\n\t4\r\n', ground)).toEqual({
    values: [
      { row: 1, col: 1, value: 1 },
      { row: 1, col: 2, value: 2 },
      { row: 2, col: 2, value: 4 },
    ],
    beyond: 0,
  })
  expect(pasted('7', ground)).toMatchObject({ values: Array(4).fill({ value: 7 }) })
  expect(pasted('1\t2\t3\t4\n5\n6\n', ground)).toMatchObject({ beyond: 2 })
  expect(pasted('1\tmany', ground)).toEqual({ wrong: 'many' })
  expect(pasted('1\t2.5', ground)).toEqual({ wrong: '2.5' })
})

test('cells are filled in either direction by what is selected, over and over', () => {
  const days = [1, 2, 3, 4, 5, 6].map((available) => ({
    ...{ date: `2027-03-0${available}`, available, priceCents: 0, closed: false },
  }))
  const room = { roomCode: 'DBL', name: 'Double', totalRooms: null }
  const rows = [{ room, days, fresh: new Set<number>() }]
  const from = { top: 0, bottom: 0, left: 2, right: 3 }
  const counts = (left: number, right: number) =>
    filled(rows, from, { ...from, left, right }, 'rooms').map(({ col, value }) => [col, value])
  expect(counts(2, 5)).toEqual([
    [4, 3],
    [5, 4],
  ])
  expect(counts(0, 3)).toEqual([
    [0, 3],
    [1, 4],
  ])
})
