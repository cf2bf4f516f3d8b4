import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { RateDays } from '../../src/domain/days/fold-rates.ts'
import { foldUpdates } from '../../src/domain/days/fold-updates.ts'
import { checkElements } from '../../src/domain/days/push-elements.ts'
import type { Days, StoredDay } from '../../src/domain/kernel/availability.ts'
import { NO_RATE_DAY, NO_RESTRICTION, type RateDay, STANDARD } from '../../src/domain/rates/rate.ts'
import { finish } from '../support/finish.ts'
import { date } from '../support/store.ts'

const ROOM = {
  ...{ roomCode: 'DBL', totalRooms: null, overbookingRooms: 0, basePriceCents: 100, active: true },
}
const RATES = [
  STANDARD,
  { ...STANDARD, rateCode: 'OWN', roomCodes: ['DBL'], pricing: { type: 'own' as const } },
  { ...STANDARD, rateCode: 'LESS', roomCodes: ['DBL'], pricing: { type: 'derived' as const } },
]
const GROUND = {
  rooms: new Map([['DBL', ROOM]]),
  rates: RATES,
  today: date('2027-03-10'),
  form: 'patch' as const,
}
const RESTRICTIONS = {
  minStay: fc.constantFrom(1, 2, null),
  minStayThrough: fc.constantFrom(1, 3),
  maxStay: fc.constantFrom(0, 7, null),
  minAdvanceDays: fc.constantFrom(0, 3, null),
  maxAdvanceDays: fc.constantFrom(0, 90, 730, null),
  closedToArrival: fc.constantFrom(true, false, null),
  closedToDeparture: fc.boolean(),
}
const element = fc.record(
  {
    roomCode: fc.constant('DBL'),
    rateCode: fc.constantFrom('STD', 'OWN', 'LESS'),
    date: fc.constantFrom('2027-04-01', '2027-04-02'),
    available: fc.nat(2),
    priceCents: fc.constantFrom(5, 6, null),
    closed: fc.boolean(),
    ...RESTRICTIONS,
  },
  { requiredKeys: ['roomCode', 'date'] },
)
type Element = Record<string, any> & { rateCode?: string; date: string }
type State = { days: Map<string, object>; rates: Map<string, Record<string, unknown>> }

/** What an element that is right does, written down plainly. @returns whether anything is otherwise now */
function applyPlainly({ days, rates }: State, { roomCode, rateCode = 'STD', ...element }: Element) {
  const { date, available, priceCents, closed, ...restrictions } = element
  const isStd = rateCode === 'STD'
  const before = JSON.stringify([days.get(date), rates.get(`${rateCode} ${date}`)])
  const ofDay = Object.entries({ available, priceCents, closed }).filter(([, v]) => v !== undefined)
  if (isStd && ofDay.length > 0)
    days.set(date, {
      ...(days.get(date) ?? { available: 0, priceCents: 100, closed: false }),
      ...Object.fromEntries(ofDay),
    })
  const values = isStd
    ? Object.entries(restrictions).map(([name, value]) => [
        name,
        value === NO_RESTRICTION[name as 'minStay'] ? null : value,
      ])
    : Object.entries({ priceCents, closed, ...restrictions }).filter(([, v]) => v !== undefined)
  const now = rates.get(`${rateCode} ${date}`)
  const next = { ...NO_RATE_DAY, ...now, ...Object.fromEntries(values) }
  if (now || JSON.stringify(next) !== JSON.stringify(NO_RATE_DAY))
    rates.set(`${rateCode} ${date}`, next)
  return JSON.stringify([days.get(date), rates.get(`${rateCode} ${date}`)]) !== before
}

const isRight = ({ rateCode = 'STD', available, priceCents, closed, ...rest }: Element) => {
  const { roomCode, date, ...restrictions } = rest
  const hasNull = Object.values(restrictions).includes(null)
  if ([available, priceCents, closed, ...Object.values(restrictions)].every((v) => v === undefined))
    return false
  if (rateCode === 'STD') return !hasNull && priceCents !== null
  if (available !== undefined) return false
  return rateCode === 'OWN' ? !hasNull : priceCents === undefined
}

test('elements of days and of rates in any order leave what each says plainly, counted once a day (contract-rates)', () => {
  let [changed, refused] = [0, 0]
  fc.assert(
    fc.property(fc.array(element, { maxLength: 8, size: 'max' }), (elements) => {
      const state: State = { days: new Map(), rates: new Map() }
      const right = (elements as Element[]).filter(isRight)
      const applied = right.filter((each) => applyPlainly(state, each)).length

      const checked = finish(checkElements(GROUND, elements))
      const folded = finish(
        foldUpdates(GROUND.rooms, new Map(), checked.updates, undefined, { isPatch: true }),
      )

      expect(checked.rejected).toBe(elements.length - right.length)
      expect([folded.applied, folded.unchanged]).toEqual([applied, right.length - applied])
      const days = folded.changes.map(({ date, after: { available, priceCents, closed } }) => [
        date as string,
        { available, priceCents, closed },
      ])
      expect(new Map(days as [string, object][])).toEqual(state.days)
      const rates = folded.rateChanges.map(({ rateCode, date, before, after }) => {
        expect(before).toBeNull()
        return [`${rateCode} ${date}`, after] as [string, RateDay]
      })
      const set = [...state.rates].filter(
        ([, day]) => JSON.stringify(day) !== JSON.stringify(NO_RATE_DAY),
      )
      expect(new Map(rates)).toEqual(new Map(set as [string, any][]))
      changed += rates.length
      refused += checked.rejected
    }),
    { numRuns: 1_000 },
  )
  expect(changed).toBeGreaterThan(150)
  expect(refused).toBeGreaterThan(500)
})

test('what is stored is kept but for what an element names; a day that is as it was is no change (contract-rates)', () => {
  const set: RateDay = { ...NO_RATE_DAY, priceCents: 5, minStay: 2 }
  const stored = { ...set, lastSeq: 7 }
  const on = date('2027-04-01')
  const rateDays: RateDays = new Map([['OWN\nDBL', new Map([[on, stored]])]])
  const place = { roomCode: 'DBL', rateCode: 'OWN', date: on as string }
  const fold = (...elements: object[]) => {
    const { updates } = finish(checkElements(GROUND, elements))
    const days: Days<StoredDay> = new Map()
    return finish(foldUpdates(GROUND.rooms, days, updates, undefined, { isPatch: true, rateDays }))
  }
  expect(fold({ ...place, priceCents: null }).rateChanges).toEqual([
    {
      roomCode: 'DBL',
      rateCode: 'OWN',
      date: on,
      before: stored,
      after: { ...set, priceCents: null },
    },
  ])
  const back = fold({ ...place, minStay: 3 }, { ...place, minStay: 2 })
  expect([back.applied, back.rateChanges]).toEqual([2, []])
})
