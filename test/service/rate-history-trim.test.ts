import { expect, test } from 'bun:test'
import { addDay } from '../support/bookings.ts'
import { changes, walk } from '../support/changes.ts'
import { patch } from '../support/http.ts'
import { addRates } from '../support/rate-days.ts'
import { count, DAY_MS, prune } from '../support/retention.ts'
import { startService, type TestService } from '../support/service.ts'

const NIGHT = '2027-04-01'
const MOST = 500

/** Changes the price of a rate on days that follow one another, so many times. */
async function reprice({ alfa }: TestService, times: number, days = 1) {
  for (let n = 1; n <= times; n++) {
    const range = { roomCode: 'DBL', dateFrom: NIGHT, dateTo: addDay(NIGHT, days - 1) }
    const { status } = await patch(alfa, [{ ...range, rateCode: 'OWN', priceCents: 10_000 + n }])
    if (status !== 200) throw new Error(`a push was answered ${status}`)
  }
}

test('history of days of rates goes with its change after 90 days (contract §2)', async () => {
  await using service = await startService()
  await addRates(service, service.alfa, { rateCode: 'OWN' })
  await patch(service.alfa, [{ roomCode: 'DBL', date: NIGHT, available: 0, minStay: 2 }])
  await reprice(service, 2)
  expect(await count(service, 'rate_day_history')).toBe(3)
  service.clock.advance(91 * DAY_MS)
  await prune(service)
  for (const table of ['rate_day_history', 'day_history', 'change'])
    expect([table, await count(service, table)]).toEqual([table, 0])
  expect(await count(service, 'rate_day')).toBe(2)
})

test('of a day of a rate changed more than 500 times the oldest goes; a reader within the change misses nothing (contract §7, Fair use)', async () => {
  await using service = await startService()
  const { alfa } = service
  await addRates(service, alfa, { rateCode: 'OWN' })
  await prune(service)
  const days = 700
  await reprice(service, 1, days)
  const first = await changes(alfa, '?limit=1')
  expect(first.body.changes[0].days).toHaveLength(500)
  await reprice(service, MOST + 1, 3)
  await prune(service)
  // Of the 502 changes of the first three days 500 stay.
  expect(await count(service, 'rate_day_history')).toBe(days - 3 + 3 * MOST)
  const rest = await walk(alfa, { from: first.body.nextCursor, limits: [1, 2] })
  const told = new Set(rest.flatMap((entry) => entry.days.map(({ date }: any) => date)))
  const all = Array.from({ length: days }, (_, index) => addDay(NIGHT, index))
  expect(all.filter((date) => !told.has(date))).toEqual([])
  expect(rest.at(-1)!.days[0]).toMatchObject({ date: NIGHT, priceCents: 10_000 + MOST + 1 })
  await prune(service)
  expect(await count(service, 'rate_day_history')).toBe(days - 3 + 3 * MOST)
}, 60_000)
