import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { addDay } from '../support/bookings.ts'
import {
  apply,
  calendarSuite,
  closeForm,
  FRI,
  FRIDAY,
  offer,
  openForm,
  pressInForm,
  SAT,
  SUN,
  undo,
  WEDNESDAY,
} from '../support/panel-calendar.ts'
import {
  accessFlaws,
  cellOf,
  drag,
  HOTEL,
  managerAt,
  type PanelDemo,
  pageFlaws,
  press,
} from '../support/panel-demo.ts'
import { addRate, setRateDays } from '../support/panel-rates.ts'
import { defects } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

const { startDemo, open, openCalendar } = calendarSuite()
const DAY = { available: 5, priceCents: 1_530_000 }
const minStay = (page: Page) => page.getByLabel('Min. stay on arrival')
const maxStay = (page: Page) => page.getByLabel('Max. stay on arrival')

/** A cell of a rate of the double room, whose rates are unfolded. */
async function rateCell(page: Page, rateCode: string, col: number) {
  const head = page.locator(`.rate[title$="(${rateCode})"]`)
  return page.locator(`.cell[data-row="${await head.getAttribute('data-row')}"][data-col="${col}"]`)
}

/** What is sold of a rate on the days from Friday to Sunday. */
async function weekend(demo: PanelDemo, rateCode: string): Promise<any[]> {
  const range = `from=${FRIDAY}&to=${addDay(FRIDAY, 2)}&roomCode=DBL&rateCode=${rateCode}`
  const { body } = await demo.callAs('manager', 'GET', `/v1/panel/rates/days?${range}`)
  return body.rooms[0].rates[0].days
}

async function unfold(page: Page): Promise<void> {
  await openForm(page)
  await page.locator('.fold summary').click()
  await maxStay(page).waitFor()
}

test('a hotel that needs no restriction sees one line and reads nothing of them; a weekend is restricted on some weekdays and given back (contract-rates)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await setRateDays(demo, [{ roomCode: 'DBL', rateCode: 'STD', date: FRIDAY, maxStay: 9 }])
  await using watched = await openCalendar(demo)
  const { page } = watched
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await drag(page, await cellOf(page, 'DBL', FRI), await cellOf(page, 'DBL', SUN))
  await openForm(page)
  expect(await maxStay(page).count()).toBe(0)
  expect(calls.filter((url) => url.includes('/rates'))).toEqual([])
  await unfold(page)
  await page.getByText('Now 0–9').waitFor()
  expect(await accessFlaws(page)).toEqual([])
  await page.getByRole('checkbox', { name: 'Sunday' }).uncheck()
  await press(page, 'Apply to 2 (2 of 3 nights)')
  await page.getByText('Enter at least one change.').waitFor()
  await minStay(page).fill('2')
  await maxStay(page).fill('7')
  await page.getByLabel('Arrivals').selectOption('not allowed')
  await press(page, 'Apply to 2 (2 of 3 nights)')
  await page.getByText('2 days changed.').waitFor()
  const held = async () =>
    (await weekend(demo, 'STD')).map((day) => [day.minStay, day.maxStay, day.closedToArrival])
  expect(await held()).toEqual([
    [2, 7, true],
    [2, 7, true],
    [1, 0, false],
  ])
  await openForm(page)
  await page.getByText('Now 2').waitFor()
  expect(await minStay(page).inputValue()).toBe('')
  await undo(page)
  await page.getByText('2 days as before.').waitFor()
  expect(await held()).toEqual([
    [1, 9, false],
    [1, 0, false],
    [1, 0, false],
  ])
  expect(defects(watched)).toEqual([])
})

test('what was typed for one selection is never applied to the next, and is not lost silently (issue 11, contract-rates)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  await (await cellOf(page, 'DBL', FRI)).click()
  await unfold(page)
  await maxStay(page).fill('5')
  await page.locator('.fold summary').click()
  await page.getByText('not applied yet').waitFor()
  await page.locator('.fold summary').click()
  expect(await maxStay(page).inputValue()).toBe('5')
  const lost = page.locator('.toasts').getByText('were not applied.')
  await closeForm(page)
  await (await cellOf(page, 'DBL', SAT)).click()
  await lost.waitFor()
  await openForm(page)
  expect(await maxStay(page).inputValue()).toBe('')
  await page.getByLabel('Min. stay any night').fill('3')
  expect(await lost.count()).toBe(0)
  await apply(page)
  await page.getByText('1 day changed.').waitFor()
  const days = await weekend(demo, 'STD')
  expect(days.map((day) => [day.minStay, day.minStayThrough])).toEqual([
    [1, 1],
    [1, 3],
    [1, 1],
  ])
  await openForm(page)
  await minStay(page).fill('6')
  await page.getByRole('link', { name: 'Rooms' }).click()
  await page.locator('.toasts').getByText('were not applied.').waitFor()
  expect(defects(watched)).toEqual([])
})

test('a rate with its own prices is priced, closed and given back; what a derived one inherits cannot be, and that is said (contract-rates)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await addRate(demo, { rateCode: 'OWNPRICE', name: 'Own', pricing: { type: 'own' } })
  await addRate(demo, { rateCode: 'SAVER', name: 'Saver' })
  await setRateDays(demo, [
    { roomCode: 'DBL', rateCode: 'OWNPRICE', date: FRIDAY, priceCents: 900_000 },
  ])
  await using watched = await openCalendar(demo)
  const { page } = watched
  await press(page, 'Rates of Double room')
  const choose = async (rateCode: string) =>
    drag(page, await rateCell(page, rateCode, FRI), await rateCell(page, rateCode, SUN))
  await page.locator('.of-rate', { hasText: 'Own' }).waitFor()
  expect(await (await rateCell(page, 'OWNPRICE', FRI)).textContent()).toBe('9,000')
  await choose('OWNPRICE')
  expect(await page.getByLabel('Number of rooms').count()).toBe(0)
  const price = page.getByLabel('Amount or per cent')
  await price.fill('12.500')
  await apply(page)
  expect(await price.getAttribute('aria-invalid')).toBe('true')
  await price.fill('12,500')
  await apply(page)
  await page.getByText('3 days changed.').waitFor()
  const prices = async () => (await weekend(demo, 'OWNPRICE')).map((day) => day.priceCents)
  expect(await prices()).toEqual([1_250_000, 1_250_000, 1_250_000])
  await undo(page)
  await page.getByText('3 days as before.').waitFor()
  expect(await prices()).toEqual([900_000, 0, 0])

  await choose('SAVER')
  expect(await price.count()).toBe(0)
  await pressInForm(page, 'Close')
  await page.getByText('3 days changed.').waitFor()
  const closed = async () => (await weekend(demo, 'SAVER')).map((day) => day.closed)
  expect(await closed()).toEqual([true, true, true])
  await undo(page)
  await page.getByText('3 days as before.').nth(1).waitFor()
  expect(await closed()).toEqual([false, false, false])
  await openForm(page)
  await minStay(page).fill('3')
  await apply(page)
  await page.getByText('3 days changed. This cannot be undone').waitFor()
  const button = page.locator('.selected').getByRole('button', { name: 'Undo' })
  expect(await button.isDisabled()).toBe(true)
  await unfold(page)
  await page.getByLabel('Use the standard rate’s restrictions again').check()
  await apply(page)
  await page.getByText('This cannot be undone').nth(1).waitFor()
  expect((await weekend(demo, 'SAVER')).map((day) => day.minStay)).toEqual([1, 1, 1])
  expect(defects(watched)).toEqual([])
})

test('undo leaves what others have set of the rate since, and says so (contract-rates)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  await drag(page, await cellOf(page, 'DBL', FRI), await cellOf(page, 'DBL', SAT))
  await unfold(page)
  await minStay(page).fill('4')
  await minStay(page).press('Enter')
  await page.getByText('2 days changed.').waitFor()
  const theirs = { roomCode: 'DBL', rateCode: 'STD', date: FRIDAY, minStay: 3 }
  const path = `/v1/panel/availability?hotel=${HOTEL}`
  await demo.callAs('admin', 'PATCH', path, { updates: [theirs] })
  await undo(page)
  await page.getByText('1 day was changed again since and stays as it is.').waitFor()
  await page.getByText('1 day as before.').waitFor()
  expect((await weekend(demo, 'STD')).map((day) => day.minStay)).toEqual([3, 1, 1])
  expect(defects(watched)).toEqual([])
})

test('days that are refused are told one by one, and stay in the form (contract §2)', async () => {
  await using demo = await startDemo()
  const view = `calendar?from=${dayFromNow(-4)}&days=14`
  await using watched = await open(demo, managerAt(view))
  const { page } = watched
  await page.getByRole('grid').waitFor()
  await drag(page, await cellOf(page, 'DBL', 0), await cellOf(page, 'DBL', 5))
  await minStay(page).fill('2')
  await apply(page)
  await page.getByText(/changes? (was|were) refused/).waitFor()
  expect(await page.locator('.refusals li').count()).toBeGreaterThan(1)
  expect(await page.locator('.cell.refused').count()).toBeGreaterThan(1)
  expect(await minStay(page).inputValue()).toBe('2')
  await page.locator('.refusals button').first().click()
  expect(await minStay(page).inputValue()).toBe('2')
  expect(defects(watched)).toEqual([])
})

test.each([
  [360, 'light', 'tr', 'En az gece (girişte)'],
  [1440, 'dark', 'en', 'Min. stay on arrival'],
] as const)('the fold fits a page of %p px (%s, %s)', async (width, theme, language, label) => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await addRate(demo, { rateCode: 'OWNPRICE', name: 'Own', pricing: { type: 'own' } })
  await setRateDays(demo, [{ roomCode: 'DBL', rateCode: 'STD', date: WEDNESDAY, minStay: 2 }])
  await using watched = await openCalendar(demo, { width, theme, language })
  const { page } = watched
  await page.locator('.unfold').nth(1).click()
  const cell = await rateCell(page, 'OWNPRICE', 0)
  for (const each of [await cellOf(page, 'DBL', 0), cell]) {
    await each.click()
    await page.keyboard.press('Enter')
    await page.locator('.editor').waitFor()
    if ((await page.locator('.fold[open]').count()) === 0)
      await page.locator('.fold summary').click()
    await page.getByLabel(label).fill('x')
    await page.locator('.editor [type=submit]').click()
    expect(await page.getByLabel(label).getAttribute('aria-invalid')).toBe('true')
    expect(await pageFlaws(page)).toEqual([])
    await page.locator('.editor header button').click()
  }
  expect(defects(watched)).toEqual([])
})
