import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../support/browser.ts'
import {
  accessFlaws,
  cellOf,
  drag,
  HOTEL,
  openPanel,
  overflowOf,
  type PanelDemo,
  startPanelDemo,
  unexpected,
} from '../support/panel-demo.ts'
import { binaryIn, dayFromNow, until } from '../support/process.ts'
import { temporaryFolder } from '../support/store.ts'

// A browser on a machine that may be busy.
setDefaultTimeout(90_000)

const shelf = temporaryFolder()
let browser: Browser
let program: string[]

beforeAll(async () => {
  program = await binaryIn(shelf.path)
  browser = await openBrowser()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  shelf[Symbol.dispose]()
})

/** A Friday some three weeks ahead, and the columns of the days from the Wednesday before it. */
const FRIDAY = dayFromNow(20 + ((12 - new Date(dayFromNow(20)).getUTCDay()) % 7))
const WEDNESDAY = addDay(FRIDAY, -2)
const [FRI, SAT, SUN] = [2, 3, 4] as const
const HASH = `#/${HOTEL}/calendar?from=${WEDNESDAY}&days=14`

function addDay(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The days of a room type from the Wednesday on, as the partner pulls them. */
async function daysOf(demo: PanelDemo, roomCode: string): Promise<any[]> {
  const range = `from=${WEDNESDAY}&to=${addDay(WEDNESDAY, 13)}&roomCode=${roomCode}`
  const { body } = await demo.call('GET', `/v1/partner/availability?${range}`, {
    key: demo.sheet.apiKey,
  })
  return body.rooms[0].days
}

/** Makes every day of a room type open, with as many rooms and the same price. */
async function offer(demo: PanelDemo, roomCode: string, day: Record<string, unknown>) {
  const updates = Array.from({ length: 14 }, (_, index) => ({
    roomCode,
    date: addDay(WEDNESDAY, index),
    closed: false,
    ...day,
  }))
  const key = demo.sheet.apiKey
  const { status } = await demo.call('PUT', '/v1/partner/availability', { key, body: { updates } })
  expect(status).toBe(200)
}

async function openCalendar(demo: PanelDemo, more: Parameters<typeof openPanel>[2] = {}) {
  const watched = await openPanel(browser, demo, { as: 'manager', hash: HASH, ...more })
  await watched.page.getByRole('grid').waitFor()
  return watched
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const closedOf = (days: any[]) => days.map(({ closed }) => closed)
const only = (...cols: number[]) => Array.from({ length: 14 }, (_, col) => cols.includes(col))

test('a weekend is closed in two gestures and opened again by undo; the rooms stay as they were (issue 5)', async () => {
  await using demo = await startPanelDemo(program)
  await offer(demo, 'DBL', { available: 5, priceCents: 600_000 })
  const before = await daysOf(demo, 'DBL')
  await using watched = await openCalendar(demo)
  const { page, offOrigin, errors } = watched
  await drag(page, await cellOf(page, 'DBL', FRI), await cellOf(page, 'DBL', SAT))
  await press(page, 'Close')
  await page.getByText('2 days changed.').waitFor()
  expect(await daysOf(demo, 'DBL')).toEqual(
    before.map((day, col) => ({ ...day, closed: col === FRI || col === SAT })),
  )
  const cell = await cellOf(page, 'DBL', SAT)
  await page.waitForFunction((it) => it?.classList.contains('closed'), await cell.elementHandle())
  expect(await cell.textContent()).toContain('✕ 5')

  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('2 days as before.').waitFor()
  expect(await daysOf(demo, 'DBL')).toEqual(before)
  expect(offOrigin).toEqual([])
  expect(errors).toEqual([])
})

test('dragging over the heads takes whole days, over the room types whole rows (issue 5 §3)', async () => {
  await using demo = await startPanelDemo(program)
  await using watched = await openCalendar(demo)
  const { page } = watched
  const heads = page.locator('.head')
  await drag(page, heads.nth(FRI), heads.nth(SAT))
  await page.locator('.edit-bar', { hasText: '9 room types' }).waitFor()
  const rooms = await page.locator('.room').count()
  expect(await page.locator('.cell[aria-selected=true]').count()).toBe(2 * rooms)
  await drag(page, page.locator('.room').nth(1), page.locator('.room').nth(3))
  expect(await page.locator('.cell[aria-selected=true]').count()).toBe(3 * 14)
  await page.locator('.edit-bar', { hasText: '14 nights' }).waitFor()
})

test('by keyboard alone: to the grid, a range by Shift and arrows, ten per cent more, back by Ctrl+Z (issue 5 §7)', async () => {
  await using demo = await startPanelDemo(program)
  await offer(demo, 'ACC', { available: 2, priceCents: 100_000 })
  await using watched = await openCalendar(demo)
  const { page, errors } = watched
  await page.getByLabel('Days shown').focus()
  await page.keyboard.press('Tab')
  const active = page.locator('.cell:focus')
  expect(await active.textContent()).toContain('Accessible double')
  expect(await active.textContent()).toContain('2 rooms left')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  expect(await active.getAttribute('data-col')).toBe(String(SAT))
  await page.keyboard.press('Enter')
  for (const key of ['Tab', 'Tab']) await page.keyboard.press(key)
  await page.keyboard.type('Raise by %')
  await page.keyboard.press('Tab')
  await page.keyboard.type('10')
  await page.keyboard.press('Enter')
  await page.getByText('2 days changed.').waitFor()
  const prices = async () => (await daysOf(demo, 'ACC')).map(({ priceCents }) => priceCents)
  expect(await prices()).toEqual(only(FRI, SAT).map((isIn) => (isIn ? 110_000 : 100_000)))

  await page.keyboard.press('Shift+Tab')
  for (let tabs = 0; tabs < 12 && (await active.count()) === 0; tabs++)
    await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Control+z')
  await page.getByText('2 days as before.').waitFor()
  expect(await prices()).toEqual(Array(14).fill(100_000))
  await page.keyboard.press('Escape')
  expect(await page.locator('.cell[aria-selected=true]').count()).toBe(0)
  expect(errors).toEqual([])
})

test('rooms are set, added and taken away, on the weekdays chosen only (issue 5 §3)', async () => {
  await using demo = await startPanelDemo(program)
  await offer(demo, 'DBL', { available: 5, priceCents: 600_000 })
  await using watched = await openCalendar(demo)
  const { page } = watched
  await drag(page, await cellOf(page, 'DBL', FRI), await cellOf(page, 'DBL', SUN))
  const how = page.getByLabel('Rooms left', { exact: true })
  const count = page.getByLabel('Number of rooms')
  const left = async () => (await daysOf(demo, 'DBL')).map(({ available }) => available)
  const apply = async (option: string, text: string, said: string) => {
    await how.selectOption({ label: option })
    await count.fill(text)
    await press(page, 'Apply')
    await page.locator('.toast', { hasText: said }).first().waitFor()
    await page.locator('.toast').first().getByRole('button', { name: 'Dismiss' }).click()
  }
  await apply('Set to', '8', '3 days')
  expect(await left()).toEqual(only(FRI, SAT, SUN).map((isIn) => (isIn ? 8 : 5)))
  await page.getByRole('checkbox', { name: 'Saturday' }).uncheck()
  await apply('Take away', '2', '2 days')
  expect((await left()).slice(FRI, SUN + 1)).toEqual([6, 8, 6])
  await apply('Add', '1', '2 days')
  expect((await left()).slice(FRI, SUN + 1)).toEqual([7, 8, 7])
})

test('what is refused is marked at its cell and listed, each a way to it (issue 5 §3)', async () => {
  await using demo = await startPanelDemo(program)
  await offer(demo, 'ACC', { available: 1, priceCents: 100_000 })
  await using watched = await openCalendar(demo)
  const { page, errors } = watched
  // One accessible double and one double: only the first has no five rooms.
  await drag(page, await cellOf(page, 'ACC', FRI), await cellOf(page, 'DBL', FRI))
  await page.getByLabel('Number of rooms').fill('5')
  await press(page, 'Apply')
  await page.getByText('1 change was refused').waitFor()
  await page.getByText('This room type has 2 rooms in all.').waitFor()
  const cell = await cellOf(page, 'ACC', FRI)
  expect(await cell.getAttribute('class')).toContain('refused')
  expect(await cell.textContent()).toContain('!')
  expect((await daysOf(demo, 'ACC'))[FRI].available).toBe(1)
  expect((await daysOf(demo, 'DBL'))[FRI].available).toBe(5)
  expect(await accessFlaws(page)).toEqual([])
  await page
    .getByRole('alert')
    .getByRole('button', { name: /Accessible double/ })
    .click()
  expect(await cell.evaluate((it) => it === document.activeElement)).toBe(true)
  expect(await cell.textContent()).toContain('refused')

  // Refused whole: the answer is a problem, and each element is told as well.
  await page.getByLabel('Number of rooms').fill('6')
  const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await press(page, 'Apply')
  expect((await answered).status()).toBe(422)
  await page.getByText('1 change was refused').waitFor()
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  expect(await page.getByLabel('Number of rooms').inputValue()).toBe('6')
  await page.getByLabel('Number of rooms').fill('many')
  await press(page, 'Apply')
  await page.getByText('A whole number, please.').waitFor()
  expect(unexpected(errors, 422)).toEqual([])
})

test('what a partner pushes and what a guest books appear without a reload (issue 5 §3)', async () => {
  await using demo = await startPanelDemo(program)
  await offer(demo, 'DBL', { available: 5, priceCents: 600_000 })
  await using watched = await openCalendar(demo)
  const { page, errors } = watched
  // Only what comes after the page began to listen comes by itself.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/v1/panel/changes')),
  )
  const cell = await cellOf(page, 'DBL', FRI)
  const shows = (text: string) =>
    until(`the cell shows ${text}`, async () => (await cell.textContent())!.includes(text))
  await shows('5')
  const update = { roomCode: 'DBL', date: FRIDAY, available: 17, priceCents: 654_300 }
  const key = demo.sheet.apiKey
  await demo.call('PUT', '/v1/partner/availability', { key, body: { updates: [update] } })
  await shows('17')
  await shows('6,543')
  const booked = await demo.call('POST', '/v1/bookings', {
    body: {
      hotelSlug: HOTEL,
      roomCode: 'DBL',
      checkin: FRIDAY,
      checkout: addDay(FRIDAY, 1),
      adults: 1,
      guest: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
    },
  })
  expect(booked.status).toBe(201)
  await shows('16')
  expect(errors).toEqual([])
})

test('the history of a cell tells who set what, and when (issue 5 §3)', async () => {
  await using demo = await startPanelDemo(program)
  await offer(demo, 'DBL', { available: 5, priceCents: 600_000 })
  await using watched = await openCalendar(demo)
  const { page } = watched
  await (await cellOf(page, 'DBL', FRI)).click()
  await press(page, 'Close')
  await page.getByText('1 day changed.').waitFor()
  await press(page, 'History')
  const dialog = page.getByRole('dialog')
  const rows = dialog.locator('tbody tr')
  await rows.first().waitFor()
  expect(await rows.nth(0).textContent()).toContain('Kerem Usta')
  expect(await rows.nth(0).textContent()).toContain('open → closed')
  expect(await rows.nth(1).textContent()).toContain('Partner: Demo')
  expect(await accessFlaws(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(
    await page
      .getByRole('button', { name: 'History' })
      .evaluate((it) => it === document.activeElement),
  ).toBe(true)
})

test('while the service is away nothing is lost: it says so, and the next press works (issue 5)', async () => {
  await using demo = await startPanelDemo(program)
  await offer(demo, 'DBL', { available: 5, priceCents: 600_000 })
  await using watched = await openCalendar(demo)
  const { page } = watched
  await (await cellOf(page, 'DBL', FRI)).click()
  await page.route('**/v1/panel/availability?*', (route) => route.abort())
  await press(page, 'Close')
  await page.getByText('The service cannot be reached.').waitFor()
  expect(closedOf(await daysOf(demo, 'DBL'))).toEqual(only())
  await page.unroute('**/v1/panel/availability?*')
  await press(page, 'Close')
  await page.getByText('1 day changed.').waitFor()
  expect(closedOf(await daysOf(demo, 'DBL'))).toEqual(only(FRI))
})

test('days that cannot be read say so, and trying again shows them (issue 5)', async () => {
  await using demo = await startPanelDemo(program)
  await using watched = await openPanel(browser, demo)
  const { page } = watched
  await page.route('**/v1/panel/availability?*', (route) => route.abort())
  await page.locator('[name=email]').fill(demo.users.manager.email)
  await page.locator('[name=password]').fill(demo.users.manager.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Calendar' }).click()
  await page.getByText('The service cannot be reached.').waitFor()
  await page.unroute('**/v1/panel/availability?*')
  await press(page, 'Try again')
  await page.getByRole('grid').waitFor()
})

test('markup in the name of a room type is shown as text (issue 5)', async () => {
  await using demo = await startPanelDemo(program)
  const name = '<img src=x onerror="document.title=1"><b>DBL'
  const renamed = await demo.callAs('manager', 'PATCH', '/v1/panel/rooms/DBL', { name })
  expect(renamed.status).toBe(200)
  await using watched = await openCalendar(demo)
  const { page, offOrigin, errors } = watched
  await (await cellOf(page, 'DBL', FRI)).click()
  await page.locator('.edit-bar', { hasText: name }).waitFor()
  expect(await page.locator('img').count()).toBe(0)
  expect(await page.title()).toBe('Calendar · Roomwire')
  expect(offOrigin).toEqual([])
  expect(errors).toEqual([])
})

test('the range is in the address: another one is linked to, and back is back (issue 5)', async () => {
  await using demo = await startPanelDemo(program)
  await using watched = await openCalendar(demo)
  const { page } = watched
  await page.getByRole('button', { name: 'Later' }).click()
  await page
    .locator(`.head[aria-label*="${Number(addDay(WEDNESDAY, 14).slice(8))} "]`)
    .first()
    .waitFor()
  expect(page.url()).toContain(`from=${addDay(WEDNESDAY, 14)}`)
  await page.getByRole('button', { name: 'Today' }).click()
  await page.locator('.head.is-today').waitFor()
  expect(page.url()).not.toContain('from=')
  await page.getByLabel('Days shown').selectOption('60')
  await until('60 days show', async () => (await page.locator('.head').count()) === 60)
})

test('on a telephone two taps take a range, and nothing lies beyond the edge (issue 5 §7)', async () => {
  await using demo = await startPanelDemo(program)
  await using watched = await openCalendar(demo, { width: 360, hasTouch: true, theme: 'dark' })
  const { page, errors } = watched
  await (await cellOf(page, 'DBL', 0)).tap()
  await press(page, 'Extend to…')
  await (await cellOf(page, 'DBL', 1)).tap()
  await page.locator('.edit-bar', { hasText: '2 nights' }).waitFor()
  await press(page, 'Close')
  await page.getByText('2 days changed.').waitFor()
  expect(closedOf(await daysOf(demo, 'DBL')).slice(0, 2)).toEqual([true, true])
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(errors).toEqual([])
})

test.each([
  [360, 'light', 'tr'],
  [360, 'dark', 'en'],
  [1440, 'light', 'en'],
  [1440, 'dark', 'tr'],
] as const)(
  'the calendar can be used by everybody at %i px, %s, %s (issue 5 §7)',
  async (width, theme, language) => {
    await using demo = await startPanelDemo(program)
    await offer(demo, 'DBL', { available: 5, priceCents: 600_000 })
    await using watched = await openCalendar(demo, { width, theme, language })
    const { page, offOrigin, errors } = watched
    const title = language === 'tr' ? 'Takvim' : 'Calendar'
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await (await cellOf(page, 'DBL', 1)).click()
    expect(await (await cellOf(page, 'DBL', 1)).textContent()).toContain(
      language === 'tr' ? '6.000' : '6,000',
    )
    expect(await accessFlaws(page)).toEqual([])
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(offOrigin).toEqual([])
    expect(errors).toEqual([])
  },
)
