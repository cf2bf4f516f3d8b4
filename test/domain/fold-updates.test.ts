import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { foldUpdates } from '../../src/domain/days/fold-updates.ts'
import {
  type Days,
  isSameDay,
  type StoredDay,
  shownPriceCents,
} from '../../src/domain/kernel/availability.ts'
import { finish } from '../support/finish.ts'
import {
  elements,
  fold,
  good,
  ROOMS,
  stateAfter,
  stored,
  updatesOf,
} from '../support/push-elements.ts'
import { date } from '../support/store.ts'

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

test('a night with one room sold, one left or one in all is told of in the singular (contract-counts)', () => {
  const only = { roomCode: 'CAP', totalRooms: 2, overbookingRooms: 0, basePriceCents: 1 }
  const said = (totalRooms: number, live: number, available: number) => {
    const rooms = new Map([['CAP', { ...only, totalRooms, active: true }]])
    const day = { available: 0, priceCents: 1, closed: false, shortfall: 0, live, lastSeq: null }
    const days = new Map([['CAP', new Map([[date('2027-03-10'), day]])]])
    const update = { index: 0, roomCode: 'CAP', date: date('2027-03-10'), available }
    const { errors, warnings } = finish(foldUpdates(rooms, days, [update]))
    return [...errors, ...warnings].map(({ message }) => message)
  }
  expect(said(2, 1, 2)).toEqual(['1 room of this night is sold here: 1 is left, not 2.'])
  expect(said(0, 1, 0)).toEqual(['1 room of this night is sold; the room type has 0.'])
  expect(said(1, 0, 2)).toEqual(['This room type has 1 room in all.'])
  expect(said(4, 2, 4)).toEqual(['2 rooms of this night are sold here: 2 are left, not 4.'])
})
