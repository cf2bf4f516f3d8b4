import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { apply, calendarSuite, FRI, FRIDAY, offer } from '../support/panel-calendar.ts'
import { type PanelDemo, press } from '../support/panel-demo.ts'
import { addRate, setRateDays } from '../support/panel-rates.ts'

const { startDemo, openCalendar } = calendarSuite()
const FEED = '**/v1/panel/changes*waitSeconds*'
const PUSHES = '**/v1/panel/availability*'
const PLACE = { roomCode: 'DBL', rateCode: 'OWNPRICE', date: FRIDAY }

/** A rate with a price of its own on Friday, whose cell of that day has the form open. */
async function scene(demo: PanelDemo) {
  await offer(demo, 'DBL', { available: 5, priceCents: 1_530_000 })
  await addRate(demo, { rateCode: 'OWNPRICE', name: 'Own', pricing: { type: 'own' } })
  await setRateDays(demo, [{ ...PLACE, priceCents: 900_000 }])
  const watched = await openCalendar(demo)
  const { page } = watched
  await press(page, 'Rates of Double room')
  const head = page.locator('.rate[title$="(OWNPRICE)"]')
  await head.waitFor()
  const row = await head.getAttribute('data-row')
  const cell = page.locator(`.cell[data-row="${row}"][data-col="${FRI}"]`)
  await cell.filter({ hasText: '9,000' }).click()
  return { watched, page, cell }
}

async function typePrice(page: Page, text: string): Promise<void> {
  await press(page, 'Edit…')
  await page.getByLabel('Amount or per cent').fill(text)
  await apply(page)
}

/** The price that the rate has on Friday. */
async function priceOf(demo: PanelDemo): Promise<number> {
  const range = `from=${FRIDAY}&to=${FRIDAY}&roomCode=DBL&rateCode=OWNPRICE`
  const { body } = await demo.callAs('manager', 'GET', `/v1/panel/rates/days?${range}`)
  return body.rooms[0].rates[0].days[0].priceCents
}

test('a price of a rate is not set in the place of one that the page has not seen', async () => {
  await using demo = await startDemo()
  const { watched, page, cell } = await scene(demo)
  await using _ = watched
  await page.route(FEED, (route) => route.abort())
  await page.route('**/v1/panel/rates/days*', (route) => route.abort())
  await page.getByText('Not live: trying again').waitFor()
  await setRateDays(demo, [{ ...PLACE, priceCents: 1_100_000 }])
  await typePrice(page, '9,500')
  await page.getByText('The price has changed meanwhile').waitFor()
  expect(await priceOf(demo)).toBe(1_100_000)
  await page.unroute(FEED)
  await page.unroute('**/v1/panel/rates/days*')
  await cell.filter({ hasText: '11,000' }).waitFor()
  await apply(page)
  await page.getByText('1 day changed.').waitFor()
  expect(await priceOf(demo)).toBe(950_000)
})

test('a price of a rate whose answer was lost is not refused for itself', async () => {
  await using demo = await startDemo()
  const { watched, page } = await scene(demo)
  await using _ = watched
  const feed = '**/v1/panel/changes*limit=500*'
  await page.route(PUSHES, async (route) => {
    if (route.request().method() !== 'PATCH') return await route.continue()
    await route.fetch()
    await page.route(feed, (each) => each.abort())
    await route.abort()
  })
  await typePrice(page, '9,500')
  await page.locator('.toast', { hasText: 'The service cannot be reached.' }).waitFor()
  expect(await priceOf(demo)).toBe(950_000)
  await page.unroute(PUSHES)
  await page.unroute(feed)
  await apply(page)
  await page.getByText('1 day changed.').waitFor()
  expect(await page.getByText('The price has changed meanwhile').count()).toBe(0)
  expect(await priceOf(demo)).toBe(950_000)
})
