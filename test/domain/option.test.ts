import { expect, test } from 'bun:test'
import { assert, constantFrom, integer, property } from 'fast-check'
import { lastOptionEnd, optionFlaws, optionReminderAt } from '../../src/domain/bookings/option.ts'
import { addDays, type CalendarDate, dateIn } from '../../src/domain/kernel/date.ts'

const DAY_MS = 86_400_000
const ZONES = Intl.supportedValuesOf('timeZone')
/** The days around changes of clocks in 2027 in Europe, North America, Chile, New Zealand and Lord Howe. */
const SHIFTS = ['2027-03-14', '2027-03-28', '2027-04-04', '2027-09-05', '2027-09-26', '2027-10-31']

const checkins = property(
  constantFrom(...ZONES),
  constantFrom(...SHIFTS),
  integer({ min: -2, max: 2 }),
  integer({ min: 1, max: 60 }),
  (timezone, shift, days, heldDays) => {
    const checkin = addDays(shift as CalendarDate, days)
    const lastMs = lastOptionEnd(checkin, timezone)
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, timeStyle: 'medium' })
    expect([dateIn(timezone, lastMs), clock.format(lastMs)]).toEqual([checkin, '18:00:00'])

    // The bound of the days is asked of the same instant: 24 hours a day, whatever clocks do.
    const nowMs = lastMs - heldDays * DAY_MS
    const codes = (untilMs: number, more = {}) =>
      optionFlaws(untilMs, { checkin, timezone, nowMs, days: heldDays, ...more }).map(
        ({ path, code }) => `${path} ${code}`,
      )
    expect(codes(lastMs)).toEqual([])
    expect(codes(lastMs + 1)).toEqual(['/holdUntil option_after_checkin'])
    expect(codes(lastMs, { nowMs: nowMs - 1 })).toEqual(['/holdUntil option_too_long'])
    expect(codes(nowMs)).toEqual(['/holdUntil option_in_past'])
    expect(codes(nowMs + 1)).toEqual([])
  },
)

test('an option ends by 18:00 of the hotel on its check-in day, in every zone and as clocks change (contract-groups, *Options*)', () =>
  assert(checkins))

test('without days an option lasts as long as a hold, 15 minutes (contract-groups, *Options*)', () => {
  const terms = { checkin: '2027-04-01' as CalendarDate, timezone: 'UTC', nowMs: 0, days: 0 }
  expect(optionFlaws(15 * 60_000, terms)).toEqual([])
  expect(optionFlaws(15 * 60_000 + 1, terms)).toMatchObject([{ code: 'option_too_long' }])
})

test('the reminder comes 24 hours before the end, and none for an option of a day or less (contract-groups, *Options*)', () => {
  expect(optionReminderAt(3 * DAY_MS, DAY_MS)).toBe(2 * DAY_MS)
  expect(optionReminderAt(2 * DAY_MS, DAY_MS)).toBe(0)
  expect(optionReminderAt(2 * DAY_MS + 1, DAY_MS)).toBe(DAY_MS + 1)
})
