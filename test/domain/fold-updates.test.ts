import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Days,
  isSameDay,
  type StoredDay,
  shownPriceCents,
} from '../../src/domain/availability.ts'
import {
  elements,
  fold,
  good,
  ROOMS,
  stateAfter,
  stored,
  updatesOf,
} from '../support/push-elements.ts'

const cellsOf = (days: Days<StoredDay>) =>
  [...days]
    .flatMap(([room, of]) =>
      [...of].map(([on, day]) => [`${room} ${on}`, day] as [string, StoredDay]),
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

test('each update is applied, unchanged or refused, and only days that differ at the end are changes (contract §2)', () => {
  fc.assert(
    fc.property(stored, elements, (stored, elements) => {
      const before = cellsOf(stored)
      const updates = updatesOf(elements)
      const { changes, applied, unchanged, errors } = fold(stored, updates)
      const cells = changes.map(({ roomCode, date }) => `${roomCode} ${date}`)
      const named = new Set(updates.map(({ roomCode, date }) => `${roomCode} ${date}`))

      expect(cellsOf(stored)).toEqual(before)
      expect(applied + unchanged + errors.length).toBe(updates.length)
      expect(new Set(cells).size).toBe(cells.length)
      expect(cells.filter((cell) => !named.has(cell))).toEqual([])
      expect(changes.length).toBeLessThanOrEqual(applied)
      for (const { roomCode, date, before, after } of changes) {
        expect(before).toEqual(stored.get(roomCode)?.get(date) ?? null)
        expect(isSameDay(before, after)).toBe(false)
      }
    }),
    { numRuns: 500 },
  )
})

test('no push leaves an open day without a price or more rooms than there are (contract §2)', () => {
  fc.assert(
    fc.property(stored, elements, (stored, elements) => {
      for (const { roomCode, after } of fold(stored, updatesOf(elements)).changes) {
        const { totalRooms } = ROOMS.get(roomCode)!
        expect(after.closed || after.available === 0 || Number(after.priceCents) > 0).toBe(true)
        expect(after.available).toBeLessThanOrEqual(totalRooms ?? 9_999)
      }
    }),
    { numRuns: 500 },
  )
})

test('one push of many updates comes to the same as many pushes of one (contract §2)', () => {
  fc.assert(
    fc.property(stored, elements, (stored, elements) => {
      const updates = updatesOf(elements)
      const whole = fold(stored, updates)
      let state = stored
      let [applied, unchanged, refused] = [0, 0, 0]
      for (const update of updates) {
        const step = fold(state, [update])
        state = stateAfter(state, step)
        applied += step.applied
        unchanged += step.unchanged
        refused += step.errors.length
      }
      expect([whole.applied, whole.unchanged, whole.errors.length]).toEqual([
        applied,
        unchanged,
        refused,
      ])
      expect(cellsOf(stateAfter(stored, whole))).toEqual(cellsOf(state))
    }),
    { numRuns: 500 },
  )
})

test('a push that was taken whole changes nothing when it is sent again (contract §2)', () => {
  fc.assert(
    fc.property(stored, elements, (stored, elements) => {
      const updates = updatesOf(elements)
      const first = fold(stored, updates)
      fc.pre(first.errors.length === 0)
      expect(fold(stateAfter(stored, first), updates).changes).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('updates of different days may come in any order (contract §2)', () => {
  const oneADay = fc.uniqueArray(good, {
    selector: ({ roomCode, date }) => `${roomCode} ${date}`,
    maxLength: 16,
    size: 'max',
  })
  const shuffled = oneADay.chain((elements) =>
    fc.tuple(fc.constant(elements), fc.shuffledSubarray(elements, { minLength: elements.length })),
  )
  fc.assert(
    fc.property(stored, shuffled, (stored, [elements, others]) => {
      const [one, other] = [elements, others].map((each) => fold(stored, updatesOf(each)))
      expect(cellsOf(stateAfter(stored, one!))).toEqual(cellsOf(stateAfter(stored, other!)))
      expect([one!.applied, one!.unchanged]).toEqual([other!.applied, other!.unchanged])
    }),
    { numRuns: 300 },
  )
})

test('the price shown of a day is its own, else the base price, else 0 (contract §2)', () => {
  const shown = [shownPriceCents(5, 9), shownPriceCents(0, 9), shownPriceCents(null, 9)]
  expect([...shown, shownPriceCents(null, null)]).toEqual([5, 0, 9, 0])
})
