import { expect, test } from 'bun:test'
import { ATTEMPTS_MAX, EXCHANGE_MS_MAX } from '../../src/domain/kernel/limits.ts'
import {
  RETRY_MS,
  retryAfterMs,
  retryDelayMs,
  retrySchedule,
} from '../../src/domain/kernel/retry.ts'
import { FAILING_MS_MAX } from '../../src/domain/webhooks/webhook.ts'
import { guidePage } from '../support/guide.ts'

const HOUR_MS = 3_600_000
const SCHEDULE_SECONDS = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

test('retries come after 5 s, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h (contract §4)', () => {
  expect(RETRY_MS).toEqual(SCHEDULE_SECONDS.map((seconds) => seconds * 1_000))
  for (const [index, seconds] of SCHEDULE_SECONDS.entries())
    expect(retryDelayMs(index + 1, 0.5, undefined)).toBe(seconds * 1_000)
  expect(ATTEMPTS_MAX).toBe(11)
  expect(retryDelayMs(11, 0.5, undefined)).toBeUndefined()
  expect(retryDelayMs(12, 0.5, 1_000)).toBeUndefined()
})

test('receivers read in the guide what is done: the schedule, the bound of an exchange, the days until the end', async () => {
  const page = await guidePage('receivers')
  expect(retrySchedule()).toBe('5 s, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h')
  expect(page).toContain(`retries after ${retrySchedule()}, or after your longer`)
  expect(page).toContain(`**Answer any 2xx within ${EXCHANGE_MS_MAX / 1_000} seconds**`)
  expect(page).toContain(`so do ${FAILING_MS_MAX / (24 * HOUR_MS)} days without a success`)
})

test('each wait lies within 10 % of the schedule, and spreads over all of that (contract §4)', () => {
  for (const [index, seconds] of SCHEDULE_SECONDS.entries()) {
    const delay = (random: number) => retryDelayMs(index + 1, random, undefined)!
    expect(delay(0)).toBe(seconds * 900)
    expect(delay(0.25)).toBe(seconds * 950)
    expect(delay(1)).toBe(seconds * 1_100)
  }
})

test('a longer Retry-After is waited for, up to 24 hours; a shorter one hastens nothing (contract §4)', () => {
  expect(retryDelayMs(1, 0.5, 60_000)).toBe(60_000)
  expect(retryDelayMs(1, 0.5, 1_000)).toBe(5_000)
  expect(retryDelayMs(1, 0.5, 0)).toBe(5_000)
  expect(retryDelayMs(1, 0.5, 1_000 * HOUR_MS)).toBe(24 * HOUR_MS)
  // The last wait of the schedule may be longer than a day, by its spread.
  expect(retryDelayMs(10, 1, 1_000 * HOUR_MS)).toBe(26.4 * HOUR_MS)
  // It asks for no further attempt.
  expect(retryDelayMs(ATTEMPTS_MAX, 0.5, 60_000)).toBeUndefined()
})

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Wed, 10 Mar 2027 09:02:00 GMT', 120_000],
  ['Wednesday, 10-Mar-27 09:02:00 GMT', 120_000],
  ['Wed Mar 10 09:02:00 2027 GMT', 120_000],
  // Past already: now.
  ['Wed, 10 Mar 2027 08:00:00 GMT', 0],
  ['', undefined],
  ['soon', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['99999999999', undefined],
  ['2027-03-10T09:02:00Z', undefined],
  ['Infinity', undefined],
])('Retry-After %j asks for %p ms (RFC 9110 §10.2.3)', (header, expected) => {
  const nowMs = Date.parse('2027-03-10T09:00:00Z')
  expect(retryAfterMs(header, nowMs)).toBe(expected)
})

test('no Retry-After asks for nothing', () => {
  expect(retryAfterMs(null, 0)).toBeUndefined()
})
