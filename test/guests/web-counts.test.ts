import { expect, test } from 'bun:test'
import type { CalendarDate } from '../../src/domain/kernel/date.ts'
import { isNamedBot, type WebCountRow } from '../../src/domain/strangers/web-counts.ts'
import { createWebCounts, writeWebCounts } from '../../src/service/strangers/web-counts.ts'
import { CARLA, sell } from '../support/bookings.ts'
import { setWeb } from '../support/bounded.ts'
import { guestPageOf, linkOf, pagesOf } from '../support/guest-page.ts'
import { DAY_MS, prune, run } from '../support/retention.ts'
import { type Settings, startService, type TestService, TODAY } from '../support/service.ts'
import { signIn } from '../support/users.ts'

// Statistics of a hotel's page without cookies (issue 36): one row a hotel, day and kind.

const DATES = 'checkin=2027-04-01&checkout=2027-04-03'
const WHO = { firstName: 'Carla', lastName: 'Çelik', email: CARLA }
const PRESS = 'Book this room · €200'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const PERSON = { 'user-agent': FIREFOX }
const NOTHING = { views: 0, searches: 0, holds: 0, bookings: 0, denials: 0 }

const start = (more: Settings = {}) => startService({ publicPages: true, ...more })

/** Opens a page as a person's browser does. */
const opener = (service: TestService) => {
  const open = pagesOf(service)
  return (path: string, headers: Record<string, string> = {}) =>
    open(path, undefined, { ...PERSON, ...headers })
}

/** Writes what was counted, and reads it as a member of a hotel. */
async function readDays(service: TestService, { from = TODAY, to = TODAY, of = 'alfa' } = {}) {
  await writeWebCounts(service.context, service.context.webCounts)
  const hotel = of === 'alfa' ? service.alfa : service.bravo
  const email = `${crypto.randomUUID()}@example.com`
  const { token } = await signIn(service, 'hotel_manager', { email, hotelIds: [hotel.id] })
  const { body } = await service.call('GET', `/v1/panel/web-bookings/days?from=${from}&to=${to}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return body.items as object[]
}

test('a page that was opened, a search that showed the hotel, and a booking count once each, at its hotel alone', async () => {
  await using service = await start()
  await sell(service)
  const open = opener(service)
  await open('/stay')
  await open(`/stay?q=alfa&${DATES}`)
  await open(`/stay/alfa?${DATES}`)
  const form = await open(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)
  expect((await form.press(PRESS, WHO)).text).toContain('It is yours, Carla')
  // The same press once more is answered as the first was.
  expect((await form.press(PRESS, WHO)).text).toContain('It is yours, Carla')

  expect(await readDays(service)).toEqual([
    { ...NOTHING, date: TODAY, views: 1, searches: 1, bookings: 1 },
  ])
  expect(await readDays(service, { of: 'bravo' })).toEqual([{ ...NOTHING, date: TODAY }])
})

test('dates on which nothing takes the party count as denied, at the look and at the press', async () => {
  await using service = await start()
  await sell(service, { available: 1 })
  const open = opener(service)
  const form = await open(`/stay/alfa/book?${DATES}&party=1&pick=DBL~STD~`)
  await sell(service, { available: 0 })
  expect((await form.press(PRESS, WHO)).status).toBe(409)
  await open(`/stay/alfa?${DATES}`)
  await open('/stay/alfa')
  expect(await readDays(service)).toEqual([{ ...NOTHING, date: TODAY, views: 2, denials: 2 }])
})

test('a hold of a stranger is a hold, and a booking once its link confirms it; once more is none', async () => {
  await using service = await start({ world: { strangerLimits: 'all', isMailing: true } })
  await sell(service)
  await setWeb(service, { webProof: 'always' })
  const form = await opener(service)(`/stay/alfa/book?${DATES}&pick=DBL~STD~`)
  const [code] = (await form.press(PRESS, WHO)).text.match(/[A-Z0-9]{10}/) ?? []
  expect(await readDays(service)).toEqual([{ ...NOTHING, date: TODAY, holds: 1 }])

  const link = await linkOf(service, code!)
  const asked = await guestPageOf(service)(link, { headers: PERSON })
  for (const _ of [1, 2]) await asked.press('Yes, confirm')
  expect(await readDays(service)).toEqual([{ ...NOTHING, date: TODAY, holds: 1, bookings: 1 }])
})

test('bots that name themselves, prefetches, scripts of an open page and the hotel’s own preview open no page', async () => {
  await using service = await start()
  await sell(service)
  const open = opener(service)
  const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
  await open('/stay/alfa', { 'user-agent': GOOGLE })
  await pagesOf(service)('/stay/alfa')
  await open('/stay/alfa', { 'sec-purpose': 'prefetch;prerender' })
  await open('/stay/alfa', { 'sec-fetch-dest': 'empty' })
  const preview = await open('/stay/alfa?preview=1')
  expect(preview.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect((await open('/stay/nobody')).status).toBe(404)
  expect(await readDays(service)).toEqual([{ ...NOTHING, date: TODAY }])
  const seen = await open('/stay/alfa', { 'sec-fetch-dest': 'iframe' })
  expect(seen.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(await readDays(service)).toEqual([{ ...NOTHING, date: TODAY, views: 1 }])
})

test.each([
  [FIREFOX, false],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Safari/604.1', false],
  ['Mozilla/5.0 (Linux; Android 16; Cubot Note) Chrome/140.0 Mobile Safari/537.36', false],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', true],
  ['facebookexternalhit/1.1', true],
  ['curl/8.14.1', true],
  ['python-requests/2.32', true],
  ['', true],
])('%s is a bot: %p', (userAgent, isBot) => {
  expect(isNamedBot(userAgent)).toBe(isBot)
})

test('a day is the hotel’s own, and every day of a range is told', async () => {
  await using service = await start({ timezone: 'Pacific/Auckland' })
  await sell(service)
  // 21:00 UTC is 10:00 of the next day there.
  service.clock.advance(12 * 60 * 60_000)
  await opener(service)('/stay/alfa')
  const days = await readDays(service, { from: '2027-03-10', to: '2027-03-12' })
  expect(days).toEqual([
    { ...NOTHING, date: '2027-03-10' },
    { ...NOTHING, date: '2027-03-11', views: 1 },
    { ...NOTHING, date: '2027-03-12' },
  ])
})

test('what several processes counted is added up, also when they write at once; what could not be written is kept', async () => {
  await using service = await start()
  const { store, deps, alfa, bravo } = service
  const hotels = [alfa, bravo].map(({ id }) => ({ id, timezone: 'Europe/Istanbul' }))
  const replicas = Array.from({ length: 5 }, () => createWebCounts(deps))
  for (const counts of replicas)
    for (const hotel of hotels) for (const _ of [1, 2, 3]) counts.note(hotel, 'views')
  const broken = { ...store, tx: () => Promise.reject(new Error('disk full')) }
  await expect(writeWebCounts({ store: broken }, replicas[0]!)).rejects.toThrow('disk full')
  await Promise.all(replicas.map((counts) => writeWebCounts(deps, counts)))
  await Promise.all(replicas.map((counts) => writeWebCounts(deps, counts)))
  expect(await readDays(service)).toEqual([{ ...NOTHING, date: TODAY, views: 15 }])
})

test('memory is bounded: past it what is new is not counted, what it has goes on', () => {
  const today = () => TODAY as CalendarDate
  const counts = createWebCounts({ today })
  for (let id = 1; id <= 20_010; id++) counts.note({ id, timezone: 'UTC' }, 'views')
  counts.note({ id: 1, timezone: 'UTC' }, 'views')
  const rows: WebCountRow[] = counts.take()
  expect([rows.length, rows[0]!.times, rows.at(-1)!.hotelId]).toEqual([20_000, 2, 20_000])
  expect(counts.take()).toEqual([])
})

test('statistics are kept for 400 days, and a range has no more', async () => {
  await using service = await start()
  const { id } = service.alfa
  const dates = ['2026-02-02', '2026-02-03']
  for (const date of dates)
    await run(service, `insert into web_count values (${id}, '${date}', 'views', 1)`)
  await prune(service)
  const rows = await service.store.db.select().from(service.store.t.webCount)
  expect(rows.map(({ date }) => date)).toEqual(['2026-02-03' as CalendarDate])
  service.clock.advance(DAY_MS)
  await prune(service)
  expect(await service.store.db.select().from(service.store.t.webCount)).toEqual([])
  const { token } = await signIn(service, 'hotel_manager', { hotelIds: [id] })
  const long = await service.call(
    'GET',
    '/v1/panel/web-bookings/days?from=2026-02-02&to=2027-03-10',
    { headers: { authorization: `Bearer ${token}` } },
  )
  expect(long).toBeProblem(422, 'validation_failed')
})
