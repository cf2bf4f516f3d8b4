import { expect, test } from 'bun:test'
import type { RateEdit } from '../../src/panel/views/calendar/edit.ts'
import { rateStepOf } from '../../src/panel/views/calendar/rate-step.ts'

const DATE = '2027-03-01'
const OWN = { rateCode: 'HB', pricing: { type: 'own' as const } }
const DERIVED = { rateCode: 'NRF', pricing: { type: 'derived' as const } }
const STD = { rateCode: 'STD', pricing: null }
const NONE = { minStay: 1, minStayThrough: 1, maxStay: 0 }
const FREE = { ...NONE, closedToArrival: false, closedToDeparture: false }

/** What takes an edit of one day of a rate back; undefined: nothing does. */
function undoOf(
  rate: typeof OWN | typeof DERIVED | typeof STD,
  edit: RateEdit,
  { isRoomClosed = false, ...was }: { isRoomClosed?: boolean } & Record<string, unknown> = {},
) {
  const day = { date: DATE, available: 5, priceCents: 9_000, closed: isRoomClosed }
  const before = { date: DATE, priceCents: 9_000, closed: isRoomClosed, ...FREE, ...was }
  const places = new Map([[`DBL ${DATE}`, before]])
  return rateStepOf([{ roomCode: 'DBL', day }], rate, edit, places).undo
}

const back = (rateCode: string, fields: object) => [
  { roomCode: 'DBL', date: DATE, rateCode, ...fields },
]

test('restrictions of the standard rate and of one with its own prices go back to what they were', () => {
  const edit = { minStay: 3, closedToArrival: true }
  expect(undoOf(STD, edit, { minStay: 2 })).toEqual(
    back('STD', { minStay: 2, closedToArrival: false }),
  )
  expect(undoOf(OWN, edit)).toEqual(back('HB', { minStay: 1, closedToArrival: false }))
})

test('what a derived rate inherits is not taken for its own: there is no way back (contract-rates)', () => {
  expect(undoOf(DERIVED, { minStay: 3 }, { minStay: 2 })).toBeUndefined()
  expect(undoOf(DERIVED, { minStay: null })).toBeUndefined()
  expect(undoOf(DERIVED, { closed: true, maxStay: 3 })).toBeUndefined()
})

test('a flag of a rate goes back unless the room type, or that there is no price, may have closed it', () => {
  expect(undoOf(DERIVED, { closed: true })).toEqual(back('NRF', { closed: false }))
  expect(undoOf(OWN, { closed: false }, { closed: true })).toEqual(back('HB', { closed: true }))
  expect(undoOf(OWN, { closed: false }, { isRoomClosed: true })).toBeUndefined()
  expect(undoOf(OWN, { closed: true }, { closed: true, priceCents: 0 })).toBeUndefined()
})

test('a day that had no price has none again', () => {
  const edit = { priceCents: 12_000 }
  expect(undoOf(OWN, edit)).toEqual(back('HB', { priceCents: 9_000 }))
  expect(undoOf(OWN, edit, { priceCents: 0, closed: true })).toEqual(
    back('HB', { priceCents: null }),
  )
})

test('a day that was not read before is not taken back, nor are those changed with it', () => {
  const day = { date: DATE, available: 5, priceCents: 9_000, closed: false }
  const step = rateStepOf([{ roomCode: 'TWN', day }], STD, { minStay: 2 }, new Map())
  expect(step.updates).toEqual([{ roomCode: 'TWN', date: DATE, rateCode: 'STD', minStay: 2 }])
  expect(step.undo).toBeUndefined()
})
