import { expect, test } from 'bun:test'
import { checkElements } from '../../src/domain/days/push-elements.ts'
import { addDays, datesBetween, WEEKDAYS } from '../../src/domain/kernel/date.ts'
import { createRandom } from '../support/sim/random.ts'
import { date } from '../support/store.ts'

const TODAY = date('2027-01-01')
const ROOM = {
  ...{ roomCode: 'DBL', totalRooms: null, overbookingRooms: 0, basePriceCents: 1, active: true },
}
const ground = { rooms: new Map([['DBL', ROOM]]), today: TODAY, form: 'patch' as const }

function check(element: object) {
  const work = checkElements(ground, [{ roomCode: 'DBL', closed: true, ...element }])
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value
}

test('a range is its days, each looked at: those that may be set, and how many others there are of each kind (contract-counts, PATCH)', () => {
  const { int, chance } = createRandom(1)
  for (let time = 0; time < 500; time++) {
    const dateFrom = addDays(TODAY, int(-900, 900))
    const dateTo = addDays(dateFrom, int(0, 1_500))
    const weekdays = chance(0.5) ? undefined : WEEKDAYS.filter(() => chance(0.6))
    if (weekdays?.length === 0) continue
    const named = datesBetween(dateFrom, dateTo).filter(
      (day) => !weekdays || weekdays.includes(WEEKDAYS[new Date(day).getUTCDay()]!),
    )
    if (named.length === 0) continue
    const past = named.filter((day) => day < addDays(TODAY, -1))
    const far = named.filter((day) => day > addDays(TODAY, 730))
    const good = named.filter((day) => !past.includes(day) && !far.includes(day))

    const checked = check({ dateFrom, dateTo, ...(weekdays && { weekdays }) })

    expect(checked.received).toBe(named.length)
    expect(checked.updates.map((update) => update.date)).toEqual(good)
    const failed = checked.errors.map((error) => [error.code, error.dates, error.failed])
    const bad = [
      ['date_in_past', past.slice(0, 31), past.length],
      ['date_too_far', far.slice(0, 31), far.length],
    ]
    expect(failed).toEqual(bad.filter(([, , days]) => days !== 0) as typeof failed)
  }
})

test('elements that stand for many days pause as often as so many elements would (house-style §2)', () => {
  const range = { roomCode: 'DBL', dateFrom: TODAY, dateTo: addDays(TODAY, 499), closed: true }
  const work = checkElements(ground, Array(40).fill(range))
  let pauses = 0
  let step = work.next()
  for (; !step.done; step = work.next()) pauses++
  expect(step.value.updates).toHaveLength(20_000)
  expect(pauses).toBe(40)
})
