import { expect, test } from 'bun:test'
import { addDay } from '../support/bookings.ts'
import { browserSuite } from '../support/browser-suite.ts'
import {
  HOTEL,
  LOOKS_BY_LANGUAGE,
  managerAt,
  type Opening,
  type PanelDemo,
  pageFlaws,
  untilListening,
} from '../support/panel-demo.ts'
import { placeOrder, push } from '../support/panel-stays.ts'
import { dayFromNow, until } from '../support/process.ts'

const { startDemo, sharedDemo, open } = browserSuite()

async function openToday(demo: PanelDemo, look: Opening = {}) {
  const watched = await open(demo, managerAt('today', look))
  await watched.page.locator('.totals').waitFor()
  return watched
}

test('arrivals, departures, in-house and the figures of 30 nights are those of the API (issue 5 §2)', async () => {
  const demo = await sharedDemo()
  const { body: tonight } = await demo.callAs('manager', 'GET', '/v1/panel/dashboard')
  await using watched = await openToday(demo)
  const { page, offOrigin, errors } = watched
  const listed = (name: string) =>
    page.getByRole('region', { name }).locator('header .figure').textContent()
  expect(await listed('Arrivals')).toBe(String(tonight.arrivals.bookings))
  expect(await listed('Departures')).toBe(String(tonight.departures.bookings))
  expect(await listed('In house')).toBe(String(tonight.inHouse.bookings))
  // Three tiles have a small chart, whose figures the big one has as a table.
  expect(await page.locator('.tile .spark').count()).toBe(3)
  // The chart is read by itself: it comes after the tiles.
  await page.locator('.plot .bar').first().waitFor()
  expect(await page.locator('.plot .bar').count()).toBe(30)
  await page.getByText('Show as a table').click()
  const rows = page.locator('details tbody tr')
  expect(await rows.count()).toBe(30)
  const sold = await page.locator('details tbody td:nth-child(2)').allTextContents()
  const range = `from=${tonight.today}&to=${addDay(tonight.today, 29)}`
  const { body } = await demo.callAs('manager', 'GET', `/v1/panel/dashboard/days?${range}`)
  expect(sold.map((cell) => cell.replaceAll(',', ''))).toEqual(
    body.items.map((night: any) => `${night.roomsSold} / ${night.roomsTotal}`),
  )
  expect(offOrigin).toEqual([])
  expect(errors).toEqual([])
})

test('each alarm is a link to its cause (issue 5 §2)', async () => {
  await using demo = await startDemo()
  await using watched = await openToday(demo)
  const { page, errors } = watched
  await page.getByRole('link', { name: /bookings not acknowledged/ }).click()
  await page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor()
  expect(page.url()).toContain('unacked=true')

  await push(demo, [{ roomCode: 'NONE', date: dayFromNow(40), available: 3 }])
  // What takes days to come about in earnest: the answer is the service's but for these.
  await page.route('**/v1/panel/dashboard?*', async (route) => {
    const answer = await route.fetch()
    const webhooks = { endpoints: 2, pending: 3, failing: 1, switchedOff: 1 }
    const unpriced = { daysWithoutPrice: 2, firstDayWithoutPrice: dayFromNow(5) }
    const oversold = { oversoldNights: 3, firstOversoldNight: dayFromNow(6) }
    await route.fulfill({ json: { ...(await answer.json()), webhooks, ...unpriced, ...oversold } })
  })
  await page.goto(`${demo.url}/panel#/${HOTEL}/today`)
  const refused = page.getByRole('link', { name: '1 day that the partner pushed was refused' })
  await refused.waitFor()
  expect(await refused.getAttribute('href')).toStartWith(`#/${HOTEL}/channel`)
  for (const [text, view] of [
    [/1 webhook fails/, 'channel'],
    [/1 webhook was switched off/, 'channel'],
    [/More rooms sold than the hotel has on 3 nights/, `calendar?from=${dayFromNow(6)}`],
    [/2 room-type days of the next 90 days have no price/, `calendar?from=${dayFromNow(5)}`],
  ] as const)
    expect(await page.getByRole('link', { name: text }).getAttribute('href')).toStartWith(
      `#/${HOTEL}/${view}`,
    )
  // Today asks again by itself: what is being answered then shall not outlive the page.
  await page.unrouteAll({ behavior: 'wait' })
  expect(errors).toEqual([])
})

test('nights on which nothing can be sold are an alarm, which comes and goes without a reload (issue 5 §2)', async () => {
  await using demo = await startDemo()
  await using watched = await openToday(demo)
  const { page, errors } = watched
  await untilListening(page)
  const { body } = await demo.callAs('manager', 'GET', `/v1/panel/rooms?hotel=${HOTEL}`)
  const night = dayFromNow(12)
  const close = (closed: boolean) =>
    demo.callAs('manager', 'PUT', `/v1/panel/availability?hotel=${HOTEL}`, {
      updates: body.items
        .filter(({ active }: { active: boolean }) => active)
        .map(({ roomCode }: { roomCode: string }) => ({ roomCode, date: night, closed })),
    })
  const alarm = page.getByRole('link', { name: 'Nothing to sell on 1 of the next 30 nights' })
  expect(await alarm.count()).toBe(0)
  expect((await close(true)).status).toBe(200)
  await alarm.waitFor()
  expect(await alarm.getAttribute('href')).toBe(`#/${HOTEL}/calendar?from=${night}`)
  expect((await close(false)).status).toBe(200)
  await alarm.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})

test.each([
  ['en', 'This hotel is not on sale.', 'All is well'],
  ['tr', 'Bu otel satışta değil.', 'Bir şey yok'],
] as const)(
  'a hotel that nobody approved is told that it sells nothing (%s) (issue 5 §2)',
  async (language, suspended, allWell) => {
    await using demo = await startDemo()
    const { status } = await demo.callAs('admin', 'PATCH', `/v1/admin/hotels/${HOTEL}`, {
      active: false,
    })
    expect(status).toBe(200)
    await using watched = await openToday(demo, { language, width: 360 })
    const { page, errors } = watched
    await page.getByText(suspended).waitFor()
    expect(await page.getByText(allWell).count()).toBe(0)
    expect(await pageFlaws(page)).toEqual([])
    expect(errors).toEqual([])
  },
)

test('a booking shows without a reload (issue 5 §2)', async () => {
  await using demo = await startDemo()
  await using watched = await openToday(demo)
  const { page } = watched
  await untilListening(page)
  const pickup = page.locator('.tile', { hasText: 'Picked up' }).locator('.figure')
  const before = Number.parseInt((await pickup.textContent())!, 10)
  const stay = { checkin: dayFromNow(9), checkout: dayFromNow(10), adults: 1 }
  await placeOrder(demo, { roomCode: 'TWN', ...stay })
  await until('the night is counted', async () => {
    return Number.parseInt((await pickup.textContent())!, 10) === before + 1
  })
})

test('the table says what the chart shows, and pointing at a night reads it out (issue 5 §2)', async () => {
  const demo = await sharedDemo()
  await using watched = await openToday(demo)
  const { page } = watched
  await page.locator('.plot .bar').first().waitFor({ state: 'attached' })
  await page.locator('.plot').scrollIntoViewIfNeeded()
  const box = (await page.locator('.plot').boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + 60)
  const readout = page.locator('.readout').filter({ hasText: /\d/ })
  await readout.waitFor()
  expect(await readout.textContent()).toMatch(/^\w{3},? \d+ \w+: \d/)
})

test.each(LOOKS_BY_LANGUAGE)(
  'Today can be used by everybody at %i px, %s, %s (issue 5 §7)',
  async (width, theme, language) => {
    const demo = await sharedDemo()
    await using watched = await openToday(demo, { width, theme, language })
    const { page, offOrigin, errors } = watched
    const title = language === 'tr' ? 'Bugün' : 'Today'
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await page.locator('summary').click()
    expect(await pageFlaws(page)).toEqual([])
    expect(offOrigin).toEqual([])
    expect(errors).toEqual([])
  },
)
