import { expect, test } from 'bun:test'
import { NO_RESTRICTION } from '../../src/domain/rates/rate.ts'
import { backOfRate, stepOf } from '../../src/panel/views/calendar/model/day-edit.ts'
import type { DayFields } from '../../src/panel/views/calendar/model/step.ts'

const DATE = '2027-03-01'
const OWN = { rateCode: 'HB', pricing: { type: 'own' as const } }
const DERIVED = { rateCode: 'NRF', pricing: { type: 'derived' as const } }
const STD = { rateCode: 'STD', pricing: null }
const FREE = NO_RESTRICTION

/** What takes an edit of one day of a rate back; undefined: nothing does. */
function undoOf(
  rate: typeof OWN | typeof DERIVED | typeof STD,
  edit: DayFields,
  { isRoomClosed = false, ...was }: { isRoomClosed?: boolean } & Record<string, unknown> = {},
) {
  const day = { date: DATE, available: 5, priceCents: 9_000, closed: isRoomClosed }
  const before = { date: DATE, priceCents: 9_000, closed: isRoomClosed, ...FREE, ...was }
  return backOfRate(edit, before, { rate, day })
}

test('restrictions of the standard rate and of one with its own prices go back to what they were', () => {
  const edit = { minStay: 3, closedToArrival: true }
  expect(undoOf(STD, edit, { minStay: 2 })).toEqual({ minStay: 2, closedToArrival: false })
  expect(undoOf(OWN, edit)).toEqual({ minStay: 1, closedToArrival: false })
})

test('what a derived rate inherits is not taken for its own: there is no way back (contract-rates)', () => {
  expect(undoOf(DERIVED, { minStay: 3 }, { minStay: 2 })).toBeUndefined()
  expect(undoOf(DERIVED, { minStay: null })).toBeUndefined()
  expect(undoOf(DERIVED, { closed: true, maxStay: 3 })).toBeUndefined()
})

test('a flag of a rate goes back unless the room type, or that there is no price, may have closed it', () => {
  expect(undoOf(DERIVED, { closed: true })).toEqual({ closed: false })
  expect(undoOf(OWN, { closed: false }, { closed: true })).toEqual({ closed: true })
  expect(undoOf(OWN, { closed: false }, { isRoomClosed: true })).toBeUndefined()
  expect(undoOf(OWN, { closed: true }, { closed: true, priceCents: 0 })).toBeUndefined()
})

test('a price goes back to the one that is shown, which may have been typed a moment ago; a day without one has none again', () => {
  const edit = { priceCents: 12_000 }
  expect(undoOf(OWN, edit)).toEqual({ priceCents: 9_000 })
  expect(undoOf(OWN, edit, { priceCents: 8_000 })).toEqual({ priceCents: 9_000 })
  const day = { date: DATE, available: 5, priceCents: 0, closed: true }
  expect(backOfRate(edit, { ...day, ...FREE }, { rate: OWN, day })).toEqual({ priceCents: null })
})

test('a day that was not read before is not taken back, nor are those changed with it', () => {
  const day = { date: DATE, available: 5, priceCents: 9_000, closed: false }
  expect(backOfRate({ minStay: 2 }, undefined, { rate: STD, day })).toBeUndefined()
  const room = { roomCode: 'TWN', name: 'Twin', totalRooms: null }
  const rows = [{ room, days: [day, { ...day, date: '2027-03-02' }], fresh: new Set<number>() }]
  const restrictions = { minStay: 2 }
  const targets = [0, 1].map((col) => ({ row: 0, col, edit: { restrictions } }))
  const terms = new Map([
    [`TWN ${DATE}`, { date: DATE, priceCents: 9_000, closed: false, ...FREE }],
  ])
  const step = stepOf(rows, targets, { terms })
  expect(step.updates).toHaveLength(2)
  expect(step.undo).toBeUndefined()
})
