import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Days,
  type Folded,
  isSameDay,
  type RoomRules,
  type StoredDay,
  shownPriceCents,
  type Update,
} from '../../src/domain/availability.ts'
import { parseDate } from '../../src/domain/date.ts'
import { foldUpdates } from '../../src/domain/fold-updates.ts'
import { checkElements as checked, pushReport } from '../../src/domain/push.ts'
import { finish } from '../support/finish.ts'
import { date } from '../support/store.ts'

const ROOMS = new Map<string, RoomRules>(
  [
    { roomCode: 'STD', totalRooms: null, overbookingRooms: 0, basePriceCents: 9_000, active: true },
    { roomCode: 'NIL', totalRooms: null, overbookingRooms: 0, basePriceCents: null, active: true },
    { roomCode: 'CAP', totalRooms: 3, overbookingRooms: 0, basePriceCents: null, active: true },
    { roomCode: 'OFF', totalRooms: 5, overbookingRooms: 0, basePriceCents: 100, active: false },
  ].map((rules) => [rules.roomCode, rules]),
)
const GROUND = { rooms: ROOMS, today: date('2027-03-10') }
const DATES = ['2027-03-09', '2027-03-10', '2027-03-11', '2028-02-29']

const good = fc.record(
  {
    roomCode: fc.constantFrom(...ROOMS.keys()),
    date: fc.constantFrom(...DATES),
    available: fc.nat(5),
    priceCents: fc.constantFrom(0, 1, 9_000),
    closed: fc.boolean(),
  },
  { requiredKeys: ['roomCode', 'date', 'available'] },
)
const odd = fc.record(
  {
    roomCode: fc.oneof(fc.constantFrom('STD', 'std', '__proto__', ''), fc.jsonValue()),
    date: fc.oneof(fc.constantFrom('2027-03-08', '2029-03-10', '2027-02-30'), fc.jsonValue()),
    available: fc.oneof(fc.constantFrom(-1, 1.5, '2', 10_000, null), fc.jsonValue()),
    priceCents: fc.jsonValue(),
    closed: fc.jsonValue(),
    constructor: fc.jsonValue(),
  },
  { requiredKeys: [] },
)
const element = fc.oneof(
  { weight: 4, arbitrary: good },
  { weight: 1, arbitrary: odd },
  { weight: 1, arbitrary: fc.jsonValue() },
)
const elements = fc.array(element, { maxLength: 40, size: 'max' })

/** Stored days such as a push may have left them. */
const stored: fc.Arbitrary<Days<StoredDay>> = fc
  .array(fc.tuple(good, fc.boolean()), { maxLength: 12, size: 'max' })
  .map((rows) => stateAfter(new Map(), fold(new Map(), updatesOf(rows.map(([row]) => row)))))

const checkElements = (...given: Parameters<typeof checked>) => finish(checked(...given))
const updatesOf = (elements: unknown[]): Update[] => checkElements(GROUND, elements).updates

const fold = (days: Days<StoredDay>, updates: Update[]): Folded =>
  finish(foldUpdates(ROOMS, days, updates))

function stateAfter(days: Days<StoredDay>, { changes }: Folded): Days<StoredDay> {
  const state: Days<StoredDay> = new Map([...days].map(([room, of]) => [room, new Map(of)]))
  for (const { roomCode, date, after } of changes) {
    if (!state.has(roomCode)) state.set(roomCode, new Map())
    state.get(roomCode)!.set(date, { ...after, live: 0 })
  }
  return state
}

const cellsOf = (days: Days<StoredDay>) =>
  [...days]
    .flatMap(([room, of]) =>
      [...of].map(([on, day]) => [`${room} ${on}`, day] as [string, StoredDay]),
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

test('every element of a push is either an update or refused with a reason, whatever it is (contract §2)', () => {
  fc.assert(
    fc.property(elements, (elements) => {
      const { updates, rejected, errors } = checkElements(GROUND, elements)
      const taken = updates.map(({ index }) => index)
      const refused = [...new Set(errors.map(({ index }) => index))]

      expect(updates.length + rejected).toBe(elements.length)
      expect([...taken, ...refused].toSorted((a, b) => a - b)).toEqual([...elements.keys()])
      expect(taken).toEqual(taken.toSorted((a, b) => a - b))
      for (const { index, ...update } of updates) {
        expect<unknown>(update).toEqual(elements[index])
        expect(ROOMS.has(update.roomCode)).toBe(true)
        expect(parseDate(update.date)).toBe(update.date)
        expect(update.date >= '2027-03-09' && update.date <= '2029-03-09').toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

test('what is said of an element does not depend on those beside it (contract §2)', () => {
  fc.assert(
    fc.property(elements, (elements) => {
      const alone = elements.map((element) => checkElements(GROUND, [element]))
      const together = checkElements(GROUND, elements)
      const placed = <T extends { index: number }>(lists: T[][]) =>
        lists.flatMap((list, index) => list.map((entry) => ({ ...entry, index })))
      expect(together.errors).toEqual(placed(alone.map(({ errors }) => errors)))
      expect(together.updates).toEqual(placed(alone.map(({ updates }) => updates)))
    }),
    { numRuns: 200 },
  )
})

test('of ten thousand wrong elements all are counted, and a thousand errors listed in order (contract §2)', () => {
  const elements = Array.from({ length: 10_000 }, () => ({ roomCode: 'STD', available: 1.5 }))
  const checked = checkElements(GROUND, elements)
  const head = {
    pushId: '',
    mode: 'partial' as const,
    dryRun: false,
    currency: 'EUR',
    received: 10_000,
  }
  const report = pushReport(head, checked, fold(new Map(), checked.updates))

  expect(report).toMatchObject({ rejected: 10_000, applied: 0, truncated: true })
  expect(report.errors).toHaveLength(1_000)
  const places = report.errors.map(({ index }) => index)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

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

test('a report counts every element once, and in atomic mode nothing beside what is wrong (contract §2)', () => {
  fc.assert(
    fc.property(stored, elements, fc.boolean(), (stored, elements, isAtomic) => {
      const checked = checkElements(GROUND, elements)
      const mode = isAtomic ? ('atomic' as const) : ('partial' as const)
      const head = { pushId: 'p', mode, dryRun: false, currency: 'EUR', received: elements.length }
      const report = pushReport(head, checked, fold(stored, checked.updates))
      const counted = report.applied + report.unchanged + report.rejected

      if (isAtomic && report.rejected > 0) expect(counted).toBe(report.rejected)
      else expect(counted).toBe(elements.length)
      const wrong = new Set(report.errors.map(({ index }) => index))
      expect(wrong.size).toBe(report.rejected)
      expect(report.truncated).toBeUndefined()
      for (const { index } of report.warnings) expect(wrong.has(index)).toBe(false)
    }),
    { numRuns: 300 },
  )
})
