import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import {
  calendarSuite,
  daysOf,
  FRI,
  FRIDAY,
  offer,
  SAT,
  SUN,
  undo,
  untilPrices,
} from '../support/panel-calendar.ts'
import { accessFlaws, cellOf, HOTEL, untilListening } from '../support/panel-demo.ts'
import { addRate, setRateDays } from '../support/panel-rates.ts'
import { defects } from '../support/panel-stays.ts'
import { until } from '../support/process.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

const { startDemo, openCalendar } = calendarSuite()
const DAY = { available: 5, priceCents: 1_000_000 }
const field = (page: Page) => page.locator('.cell-input input')

test('one price is one click, what is typed and Enter, in two requests; the next cell below is ready for the next (issue 18)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  await page.waitForRequest(/panel\/changes.*waitSeconds=25/)
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v1/')) calls.push(`${request.method()} ${pathname}`)
  })
  const held = Promise.withResolvers<void>()
  await page.route('**/v1/panel/availability?*', async (call) => {
    if (call.request().method() === 'PUT') await held.promise
    await call.continue()
  })
  const steps = stepsOf(page)
  const polled = page.waitForRequest(/panel\/changes.*waitSeconds=25/)
  await steps.click(await cellOf(page, 'DBL', FRI))
  await steps.type('11500')
  await steps.press('Enter')
  const cell = await cellOf(page, 'DBL', FRI)
  // At once, before the service has it.
  await cell.filter({ hasText: '11,500' }).waitFor()
  held.resolve()
  await polled
  await untilPrices(demo, FRI, [1_150_000])
  expect(calls).toEqual(['PUT /v1/panel/availability', 'GET /v1/panel/changes'])
  expect(steps.count).toBe(3)
  printSteps('one price, by typing into the cell', '2 clicks + type + Enter, by a form', steps)
  const row = Number(await cell.getAttribute('data-row'))
  expect(await page.locator('.cell:focus').getAttribute('data-row')).toBe(`${row + 1}`)
  expect(await accessFlaws(page)).toEqual([])
  expect(defects(watched)).toEqual([])
})

test('Tab goes right, Shift the other way, Escape leaves a cell as it was; each text goes to its own cell alone', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  await (await cellOf(page, 'DBL', FRI)).click()
  for (const keys of ['11000', 'Tab', '12000', 'Tab', '13000', 'Shift+Tab'])
    await (/^\d/.test(keys) ? page.keyboard.type(keys) : page.keyboard.press(keys))
  await untilPrices(demo, FRI, [1_100_000, 1_200_000, 1_300_000])
  // Back on Saturday; what is typed and left is nobody's.
  await page.keyboard.type('999')
  expect(await field(page).inputValue()).toBe('999')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowRight')
  expect(await field(page).count()).toBe(0)
  await page.keyboard.press('F2')
  expect(await field(page).inputValue()).toBe('13000')
  await page.keyboard.press('Escape')
  await (await cellOf(page, 'DBL', SAT)).locator('b').dblclick()
  expect(await field(page).inputValue()).toBe('12000')
  await page.keyboard.type('+500')
  // Another cell is pressed: the first has what was typed for it, the second nothing.
  await (await cellOf(page, 'DBL', SUN)).click()
  await untilPrices(demo, FRI, [1_100_000, 1_250_000, 1_300_000])
  await page.keyboard.type('abc')
  expect(await field(page).count()).toBe(0)
  await page.keyboard.type('1x')
  await page.keyboard.press('Enter')
  expect(await field(page).getAttribute('aria-invalid')).toBe('true')
  expect(await accessFlaws(page)).toEqual([])
  await page.keyboard.press('Escape')
  await untilPrices(demo, FRI, [1_100_000, 1_250_000, 1_300_000])
  expect(defects(watched)).toEqual([])
})

test('"r" has rooms left typed instead, "p" prices again; a rate has neither rooms nor, where it is derived, a price', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await addRate(demo, { rateCode: 'OWNPRICE', name: 'Own', pricing: { type: 'own' } })
  await setRateDays(demo, [
    { roomCode: 'DBL', rateCode: 'OWNPRICE', date: FRIDAY, priceCents: 900_000 },
  ])
  await using watched = await openCalendar(demo)
  const { page } = watched
  await (await cellOf(page, 'DBL', FRI)).click()
  await page.keyboard.type('r7')
  await page.keyboard.press('Enter')
  await until('seven are left', async () => (await daysOf(demo, 'DBL'))[FRI].available === 7)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Alt+ArrowDown')
  await page.locator('.of-rate', { hasText: 'Own' }).waitFor()
  const own = page.locator('.rate[title$="(OWNPRICE)"]')
  const ownRow = await own.getAttribute('data-row')
  const cell = page.locator(`.cell[data-row="${ownRow}"][data-col="${FRI}"]`)
  await cell.click()
  await page.keyboard.type('5')
  await page.getByText('Rooms left belong to the room type').waitFor()
  await page.keyboard.type('p9900')
  await page.keyboard.press('Enter')
  await cell.filter({ hasText: '9,900' }).waitFor()
  const sold = async () => {
    const range = `from=${FRIDAY}&to=${FRIDAY}&roomCode=DBL&rateCode=OWNPRICE`
    const { body } = await demo.callAs('manager', 'GET', `/v1/panel/rates/days?${range}`)
    return body.rooms[0].rates[0].days[0].priceCents
  }
  await until('the rate has its price', async () => (await sold()) === 990_000)
  // Delete takes a rate's own price away, and Ctrl+Z brings it back.
  await cell.click()
  await page.keyboard.press('Delete')
  await until('the rate has no price', async () => (await sold()) === 0)
  await page.keyboard.press('Control+z')
  await until('the rate has its price again', async () => (await sold()) === 990_000)
  await page.locator('.rate[title$="(NRF)"]').waitFor()
  const derived = await page.locator('.rate[title$="(NRF)"]').getAttribute('data-row')
  await page.locator(`.cell[data-row="${derived}"][data-col="${FRI}"]`).click()
  await page.keyboard.type('4')
  await page.getByText('This rate follows the standard price').waitFor()
  expect(await accessFlaws(page)).toEqual([])
  expect(defects(watched)).toEqual([])
})

test('a price that moves by more than half wants a second Enter; what a colleague set meanwhile is said first (panel.md 6, 12)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  await untilListening(page)
  await (await cellOf(page, 'DBL', FRI)).click()
  await page.keyboard.type('111')
  await page.keyboard.press('Enter')
  const note = page.locator('.cell-input p')
  await note.getByText('Enter again to confirm').waitFor()
  expect(await accessFlaws(page)).toEqual([])
  await untilPrices(demo, FRI, [1_000_000])
  await page.keyboard.press('Enter')
  await untilPrices(demo, FRI, [11_100])

  await (await cellOf(page, 'DBL', SAT)).click()
  await page.keyboard.type('9000')
  const updates = [
    { roomCode: 'DBL', date: (await daysOf(demo, 'DBL'))[SAT].date, priceCents: 990_000 },
  ]
  await demo.callAs('admin', 'PUT', `/v1/panel/availability?hotel=${HOTEL}`, { updates })
  await note.getByText('meanwhile').waitFor()
  await page.keyboard.press('Enter')
  await note.getByText('Enter again to set').waitFor()
  await untilPrices(demo, SAT, [990_000])
  await page.keyboard.press('Enter')
  await untilPrices(demo, SAT, [900_000])
  expect(defects(watched)).toEqual([])
})

test('Ctrl+Z takes back one change after another, wherever the focus is, and also after another page was shown (panel.md 14)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  await (await cellOf(page, 'DBL', FRI)).click()
  for (const price of ['11000', '12000', '13000']) {
    await page.keyboard.type(price)
    await page.keyboard.press('Tab')
  }
  await untilPrices(demo, FRI, [1_100_000, 1_200_000, 1_300_000])
  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  await page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('grid').waitFor()
  const steps = stepsOf(page)
  await steps.press('Control+z')
  await untilPrices(demo, FRI, [1_100_000, 1_200_000, 1_000_000])
  printSteps('undo of the last change', '1, lost by leaving the page', steps)
  await page.getByRole('button', { name: 'Rooms left', exact: true }).focus()
  await page.keyboard.press('Control+z')
  await untilPrices(demo, FRI, [1_100_000, 1_000_000, 1_000_000])
  await undo(page)
  await untilPrices(demo, FRI, [1_000_000, 1_000_000, 1_000_000])
  // The prices are there before the answer is.
  await page.locator('.selected').getByRole('button', { name: 'Undo', disabled: true }).waitFor()
  expect(defects(watched)).toEqual([])
})

test('Ctrl+Enter sets all cells selected, and what was refused of them shows what there is', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  await (await cellOf(page, 'DBL', FRI)).click()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.type('11000')
  await page.keyboard.press('Control+Enter')
  await untilPrices(demo, FRI, [1_100_000, 1_100_000, 1_100_000])
  await page.getByText('3 days changed.').waitFor()
  await page.keyboard.press('Control+z')
  await untilPrices(demo, FRI, [1_000_000, 1_000_000, 1_000_000])
  expect(defects(watched)).toEqual([])
})

test('a cell that is confirmed with what stands in it, or typed to be that, sends nothing (D17)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postData() ?? '')
  })
  const type = async (keys: string, end = 'Enter') => {
    await (await cellOf(page, 'DBL', FRI)).click()
    await page.keyboard.type(keys)
    await page.keyboard.press(end)
    await field(page).waitFor({ state: 'detached' })
  }
  await type('10000')
  await type('10000', 'Tab')
  await type('r5')
  await type('p')
  await type('12000')
  await untilPrices(demo, FRI, [1_200_000])
  expect(sent).toHaveLength(1)
  expect(sent[0]).toContain('1200000')
})
