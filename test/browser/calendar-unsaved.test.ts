import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import {
  calendarSuite,
  daysOf,
  FRI,
  offer,
  SAT,
  SUN,
  undo,
  untilPrices,
} from '../support/panel-calendar.ts'
import { accessFlaws, cellOf, LOOKS_BY_LANGUAGE, pageFlaws } from '../support/panel-demo.ts'
import { until } from '../support/process.ts'

const { startDemo, openCalendar } = calendarSuite()
const DAY = { available: 5, priceCents: 1_000_000 }
const note = (page: Page) => page.locator('.refusals')
const field = (page: Page) => page.locator('.cell-input input')

async function type(page: Page, col: number, keys: string, end = 'Enter'): Promise<void> {
  await (await cellOf(page, 'DBL', col)).click()
  await page.keyboard.type(keys)
  await page.keyboard.press(end)
}

/** Whether the browser asks before the page is closed; it stays. */
async function asksAtClose(page: Page): Promise<boolean> {
  return await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
}

test('what is typed while the service cannot be reached is told by cell and value, kept over other pages, and sent again at a press', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  const cell = await cellOf(page, 'DBL', FRI)
  await page.context().setOffline(true)
  await type(page, FRI, '11500')
  await note(page).getByText('1 change was not saved').waitFor()
  await type(page, SAT, '12000')
  await note(page).getByText('2 changes were not saved').waitFor()
  await type(page, SUN, 'r7')
  await note(page).getByText('3 changes were not saved').waitFor()
  // Another text for the same cell takes the place of the first.
  await type(page, FRI, 'p11600')
  await note(page).getByText('₺11,600').waitFor()
  const lines = await note(page).locator('li').allTextContents()
  expect(lines.map((line) => line.replace(/\d+ \w+ \d{4}/, 'day'))).toEqual([
    'Double room, day ₺12,000',
    'Double room, day Rooms left: 7',
    'Double room, day ₺11,600',
  ])
  expect(await cell.getAttribute('class')).toContain('refused')
  expect(await cell.locator('b').textContent()).toBe('10,000')
  expect(await asksAtClose(page)).toBe(true)
  expect(await accessFlaws(page)).toEqual([])

  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  await page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor()
  await page.context().setOffline(false)
  await page.goBack()
  await note(page).locator('li button').nth(2).click()
  expect(await page.locator('.cell:focus').getAttribute('data-col')).toBe(`${FRI}`)
  const again = page.getByRole('button', { name: 'Try again' })
  await again.focus()
  await page.keyboard.press('Enter')
  await untilPrices(demo, FRI, [1_160_000, 1_200_000, 1_000_000])
  await until('seven are left', async () => (await daysOf(demo, 'DBL'))[SUN].available === 7)
  await note(page).waitFor({ state: 'detached' })
  expect(await asksAtClose(page)).toBe(false)
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
  await undo(page)
  await untilPrices(demo, FRI, [1_000_000, 1_200_000])
})

test('a room that was added by typing is added once, although no answer came and the page was left before it was sent again', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  await page.waitForRequest(/panel\/changes.*waitSeconds=25/)
  await page.route('**/v1/panel/**', async (route) => {
    if (route.request().method() === 'PUT') await route.fetch()
    await route.abort()
  })
  await type(page, FRI, 'r+1')
  await note(page).getByText('Rooms left: +1').waitFor()
  expect((await daysOf(demo, 'DBL'))[FRI].available).toBe(6)
  await page.unroute('**/v1/panel/**')
  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  await page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Try again' }).click()
  await note(page).waitFor({ state: 'detached' })
  expect((await daysOf(demo, 'DBL'))[FRI].available).toBe(6)
  // Whoever gives it up has it gone.
  await page.context().setOffline(true)
  await type(page, FRI, 'r3')
  await page.getByRole('button', { name: 'Discard' }).click()
  await note(page).waitFor({ state: 'detached' })
  await page.context().setOffline(false)
  expect((await daysOf(demo, 'DBL'))[FRI].available).toBe(6)
})

test('a text still in its cell is saved when another page is gone to, and asked about when this one is closed; what would be asked about is told', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  await page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('grid').waitFor()
  const back = async () => {
    await page.goForward()
    await page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor()
  }
  expect(await asksAtClose(page)).toBe(false)
  await (await cellOf(page, 'DBL', FRI)).click()
  await page.keyboard.type('11500')
  expect(await asksAtClose(page)).toBe(true)
  await back()
  await untilPrices(demo, FRI, [1_150_000])

  await page.goBack()
  await (await cellOf(page, 'DBL', SAT)).click()
  await page.keyboard.type('11')
  await back()
  await page.getByText('Your last entry in the calendar was not saved').waitFor()
  await untilPrices(demo, FRI, [1_150_000, 1_000_000])

  // Escape means it not to be.
  await page.goBack()
  await type(page, SAT, '12000', 'Escape')
  expect(await field(page).count()).toBe(0)
  // Other days are another calendar.
  const days = page.url()
  await page.getByRole('button', { name: 'Later' }).click()
  await page.waitForURL((url) => url.href !== days)
  await page.evaluate((href) => location.assign(href), days)
  await (await cellOf(page, 'DBL', SUN)).click()
  await page.keyboard.type('13000')
  await page.goBack()
  await untilPrices(demo, FRI, [1_150_000, 1_000_000, 1_300_000])
})

test('what is typed as the page is left and cannot be saved, or is refused, is told on the next page', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  const leave = async () => {
    await page.evaluate(() => (location.hash = location.hash.replace(/calendar.*/, 'bookings')))
    await page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor()
  }
  await (await cellOf(page, 'DBL', FRI)).click()
  await page.keyboard.type('11500')
  await page.context().setOffline(true)
  await leave()
  const told = page.getByText('Your last entry in the calendar was not saved')
  await told.waitFor()
  await page.context().setOffline(false)
  await page.goBack()
  await note(page).getByText('₺11,500').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await untilPrices(demo, FRI, [1_150_000])

  await note(page).waitFor({ state: 'detached' })
  await told.waitFor({ state: 'detached' })
  await page.route('**/v1/panel/changes?*', () => {})
  await (await cellOf(page, 'DBL', SAT)).click()
  await page.keyboard.type('12000')
  await offer(demo, 'DBL', { available: 5, priceCents: 1_100_000 })
  await leave()
  await told.waitFor()
  await untilPrices(demo, SAT, [1_100_000])
})

test.each(LOOKS_BY_LANGUAGE)(
  'what was not saved can be read and sent by everybody at %i px, %s, %s',
  async (width, theme, language) => {
    await using demo = await startDemo()
    await offer(demo, 'DBL', DAY)
    await using watched = await openCalendar(demo, { width, theme, language })
    const { page } = watched
    await page.context().setOffline(true)
    await type(page, FRI, '11500')
    await note(page).locator('li').waitFor()
    expect(await pageFlaws(page)).toEqual([])
    const buttons = note(page).locator('.buttons button')
    expect(await buttons.allTextContents()).toEqual(
      language === 'tr' ? ['Yeniden dene', 'Bırak'] : ['Try again', 'Discard'],
    )
    await page.context().setOffline(false)
    await buttons.first().click()
    await untilPrices(demo, FRI, [1_150_000])
  },
)
