import { expect, test } from 'bun:test'
import { addDay } from '../support/bookings.ts'
import type { Answer } from '../support/matchers.ts'
import { startService, type TestHotel, TODAY } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const rooms = [{ roomCode: 'DBL', basePriceCents: 10_000 }]
/** A service with the limits of production. */
const start = () => startService({ rooms, publicRatePerMinute: 300 })
/** A push of 10,000 days in 20 elements. */
const range = { roomCode: 'DBL', dateFrom: TODAY, dateTo: addDay(TODAY, 499), available: 1 }
const updates = Array(20).fill(range)
const pushMany = (
  { call }: TestHotel,
  { query = '', key }: { query?: string; key?: string } = {},
): Promise<Answer> =>
  call('PATCH', `/availability${query}`, {
    body: { updates },
    headers: key ? { 'idempotency-key': key } : {},
  })
const leftOf = ({ headers }: Answer) => headers.get('ratelimit')!.match(/"days";r=(\d+);t=(\d+)/)

test('FAIR_USE=0 lets any number of days in, and the general limit has no say in it; /limits tells what is off (contract-access, Settings)', async () => {
  const pushed = async (settings: { publicRatePerMinute: number; fairUse: boolean }) => {
    await using service = await startService({ rooms, ...settings })
    const answers = []
    for (let n = 0; n < 11; n++) answers.push((await pushMany(service.alfa)).status)
    const { body } = await service.alfa.call('GET', '/limits')
    return { last: answers.at(-1), off: body.off }
  }
  expect(await pushed({ publicRatePerMinute: 300, fairUse: false })).toEqual({
    ...{ last: 200, off: ['pushedDays', 'strangers'] },
  })
  expect(await pushed({ publicRatePerMinute: 0, fairUse: true })).toEqual({
    ...{ last: 429, off: ['general', 'logIn', 'strangers'] },
  })
})

test('of days pushed to a hotel 100,000 are let in at once, then 50,000 a minute; another hotel has its own (contract §7, Fair use)', async () => {
  await using service = await start()
  const { alfa, bravo, clock } = service
  for (let n = 0; n < 9; n++) expect((await pushMany(alfa)).status).toBe(200)
  const last = await pushMany(alfa)
  expect([last.status, leftOf(last)?.slice(1)]).toEqual([200, ['0', '120']])
  expect(last.headers.get('ratelimit-policy')).toContain('"days";q=100000;w=120')

  const refused = await pushMany(alfa)
  expect(refused).toBeProblem(429, 'rate_limited')
  // 10,000 of 50,000 a minute.
  expect(refused.headers.get('retry-after')).toBe('12')
  const { body } = await alfa.call('GET', '/availability/history?roomCode=DBL&date=2027-04-01')
  expect(body.items).toHaveLength(1)
  expect((await pushMany(bravo)).status).toBe(200)

  clock.advance(11_990)
  expect((await pushMany(alfa)).status).toBe(429)
  clock.advance(10)
  expect((await pushMany(alfa)).status).toBe(200)
  const { body: limits } = await alfa.call('GET', '/limits')
  expect(limits.pushedDays).toEqual({
    capacity: 100_000,
    perMinute: 50_000,
    remaining: 0,
    resetSeconds: 120,
  })
})

test('dry runs and what the panel pushes count, a replay does not (contract §7, Fair use)', async () => {
  await using service = await start()
  const { alfa } = service
  const { manager } = await hireStaff(service)
  const remaining = async () =>
    (await alfa.call('GET', '/limits')).body.pushedDays.remaining as number
  await pushMany(alfa, { key: 'once' })
  expect(await remaining()).toBe(90_000)
  await pushMany(alfa, { key: 'once' })
  expect(await remaining()).toBe(90_000)
  await pushMany(alfa, { query: '?dryRun=true' })
  expect(await remaining()).toBe(80_000)
  const path = '/v1/panel/availability?hotel=alfa'
  expect((await manager.call('PATCH', path, { body: { updates } })).status).toBe(200)
  expect(await remaining()).toBe(70_000)
  await Promise.all([pushMany(alfa, { key: 'twice' }), pushMany(alfa, { key: 'twice' })])
  expect(await remaining()).toBe(60_000)
})

test('what is refused element by element counts as received, a malformed element as one (contract §7, Fair use)', async () => {
  await using service = await start()
  const { alfa } = service
  const wrong = [{ ...range, dateTo: addDay(TODAY, 749) }, { x: 1 }]
  const { body } = await alfa.call('PATCH', '/availability', { body: { updates: wrong } })
  expect(body).toMatchObject({ received: 751 })
  expect((await alfa.call('GET', '/limits')).body.pushedDays.remaining).toBe(100_000 - 751)
})
