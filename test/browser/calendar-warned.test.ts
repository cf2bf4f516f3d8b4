import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import {
  apply,
  calendarSuite,
  closeForm,
  FRI,
  offer,
  SAT,
  SUN,
  undo,
  untilPrices,
} from '../support/panel-calendar.ts'
import {
  accessFlaws,
  cellOf,
  drag,
  LOOKS_BY_LANGUAGE,
  type PanelDemo,
  pageFlaws,
} from '../support/panel-demo.ts'
import { defects } from '../support/panel-stays.ts'

const { startDemo, openCalendar } = calendarSuite()
const DAY = { available: 5, priceCents: 1_260_000 }
const field = (page: Page) => page.locator('.cell-input input')
const warning = (page: Page) => page.locator('.cell-input p')
const waiting = (page: Page) => page.locator('.refusals.warn')
const looksOf = async (page: Page, col: number) =>
  (await (await cellOf(page, 'DBL', col)).getAttribute('class'))!.split(' ')

/** Writes of the calendar that a page sends from now on. */
function writesOf(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v1/panel/availability') && request.method() !== 'GET')
      writes.push(request.postData() ?? '')
  })
  return writes
}

/** Types the slip of D2 into a cell, where it is warned of. */
async function slip(page: Page, col: number, end = 'Enter'): Promise<void> {
  await (await cellOf(page, 'DBL', col)).click()
  await page.keyboard.type('55')
  await page.keyboard.press(end)
  await warning(page).getByText('Enter again to confirm').waitFor()
}

async function startOffered(): Promise<PanelDemo> {
  const demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  return demo
}

const LEAVES: [string, (page: Page) => Promise<unknown>][] = [
  ['another cell is clicked', async (page) => (await cellOf(page, 'DBL', SUN)).click()],
  ['Tab is pressed', (page) => page.keyboard.press('Tab')],
  ['Shift+Tab is pressed', (page) => page.keyboard.press('Shift+Tab')],
  ['arrow down is pressed', (page) => page.keyboard.press('ArrowDown')],
  ['arrow up is pressed', (page) => page.keyboard.press('ArrowUp')],
  ['Shift+Enter is pressed', (page) => page.keyboard.press('Shift+Enter')],
  ['the field loses the focus', (page) => field(page).blur()],
  ['a button above the grid is pressed', (page) => page.getByText('Bulk edit').click()],
  ['other days are shown', (page) => page.getByRole('button', { name: 'Later' }).click()],
]

test('a price that was warned of is written by no way to leave its cell: it waits there, marked and told of, for an Enter (D2)', async () => {
  await using demo = await startOffered()
  await using watched = await openCalendar(demo)
  const { page } = watched
  const writes = writesOf(page)
  const days = page.url()
  for (const [way, leave] of LEAVES) {
    await slip(page, FRI)
    await leave(page)
    await waiting(page).getByText('₺55').waitFor()
    if (page.url() === days) {
      expect(await looksOf(page, FRI), way).toContain('asked')
      expect(await (await cellOf(page, 'DBL', FRI)).locator('b').textContent()).toBe('12,600')
    }
    expect(writes, way).toEqual([])
    await page.keyboard.press('Escape')
    await page.evaluate((href) => location.replace(href), days)
    await waiting(page).getByRole('button', { name: 'Discard' }).click()
    await waiting(page).waitFor({ state: 'detached' })
    expect(await looksOf(page, FRI), way).not.toContain('asked')
  }
  await untilPrices(demo, FRI, [DAY.priceCents, DAY.priceCents, DAY.priceCents])
  expect(defects(watched)).toEqual([])
})

test('the second Enter in the very cell writes it; what was typed otherwise is warned of anew, and Ctrl+Enter is no Enter (D2)', async () => {
  await using demo = await startOffered()
  await using watched = await openCalendar(demo)
  const { page } = watched
  const writes = writesOf(page)
  await slip(page, FRI)
  for (let times = 0; times < 3; times++) await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await warning(page).getByText('→ ₺5:').waitFor()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await warning(page).getByText('→ ₺55:').waitFor()
  expect(writes).toEqual([])
  await page.keyboard.press('Enter')
  await untilPrices(demo, FRI, [5_500])
  expect(writes.length).toBe(1)
  // Tab and an arrow warn as Enter does, and what is left is there again at Enter in its cell.
  await slip(page, SAT, 'Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowLeft')
  const cell = page.locator('.cell:focus')
  expect(await cell.textContent()).toContain('55 is not confirmed')
  expect(await accessFlaws(page)).toEqual([])
  await page.keyboard.press('Enter')
  expect(await field(page).inputValue()).toBe('55')
  await warning(page).getByText('Enter again to confirm').waitFor()
  expect(writes.length).toBe(1)
  await page.keyboard.press('Enter')
  await untilPrices(demo, SAT, [5_500])
  await waiting(page).waitFor({ state: 'detached' })
  expect(defects(watched)).toEqual([])
})

test.each([
  ['in the last row', 1280, 'TWN', FRI],
  ['in the last cell of all', 1280, 'TWN', 13],
  ['at the edge of the smallest telephone', 320, 'TWN', FRI],
] as const)('a warning is to be read whole %s (D2)', async (_, width, roomCode, col) => {
  await using demo = await startDemo()
  await using watched = await openCalendar(demo, { width })
  const { page } = watched
  const cell = await cellOf(page, roomCode, col)
  await cell.focus()
  await cell.press('1')
  await page.keyboard.press('Enter')
  await warning(page).getByText('Enter again to confirm').waitFor()
  // Every corner of it, and of the cell that it is of, is on the screen.
  for (const box of [warning(page), field(page)])
    expect(
      await box.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return [left + 4, right - 4].map((x) =>
          [top + 4, bottom - 4].map((y) => document.elementFromPoint(x, y) === element),
        )
      }),
    ).toEqual([
      [true, true],
      [true, true],
    ])
})

test('Escape drops what was warned of, in its field and in its cell, and so does a price that is none (D2)', async () => {
  await using demo = await startOffered()
  await using watched = await openCalendar(demo)
  const { page } = watched
  const writes = writesOf(page)
  await slip(page, FRI)
  await page.keyboard.press('Escape')
  expect(await looksOf(page, FRI)).not.toContain('asked')
  await slip(page, FRI)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await waiting(page).waitFor({ state: 'detached' })
  await slip(page, FRI)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('F2')
  await page.keyboard.press('Escape')
  await waiting(page).waitFor({ state: 'detached' })
  expect(writes).toEqual([])
  // An ordinary price takes its place.
  await slip(page, FRI)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('12000')
  await page.keyboard.press('Enter')
  await untilPrices(demo, FRI, [1_200_000])
  await waiting(page).waitFor({ state: 'detached' })
})

test('a menu link, Back and a reload write nothing of it either: it is told of, is there again, and the browser asks (D2)', async () => {
  await using demo = await startOffered()
  await using watched = await openCalendar(demo)
  const { page } = watched
  const writes = writesOf(page)
  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  await page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor()
  await page.goBack()
  await slip(page, FRI)
  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  const reminder = page.getByText('Your last entry in the calendar was not saved')
  await reminder.waitFor()
  await page.goBack()
  await reminder.waitFor({ state: 'detached' })
  await waiting(page)
    .getByRole('button', { name: /Double room/ })
    .click()
  expect(await field(page).inputValue()).toBe('55')
  await page.goForward()
  await page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor()
  await page.goBack()
  await waiting(page).waitFor()
  const asks = () =>
    page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await asks()).toBe(true)
  await slip(page, SAT)
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByRole('grid').waitFor()
  await (await cellOf(page, 'DBL', FRI)).waitFor()
  expect(writes).toEqual([])
  await untilPrices(demo, FRI, [DAY.priceCents, DAY.priceCents])
  expect(await asks()).toBe(false)
})

test('a price that jumped stays marked, for eyes and readers, until it has another one (D2)', async () => {
  await using demo = await startOffered()
  await using watched = await openCalendar(demo)
  const { page } = watched
  await slip(page, FRI)
  await page.keyboard.press('Enter')
  await untilPrices(demo, FRI, [5_500])
  const cell = await cellOf(page, 'DBL', FRI)
  await page.locator('.cell.jumped').waitFor()
  expect(await cell.locator('i').textContent()).toStartWith('↓')
  expect(await cell.getAttribute('title')).toContain('it was 12,600')
  await cell.click()
  expect(await page.locator('.cell:focus').textContent()).toContain(
    'moved by more than half, it was 12,600',
  )
  expect(await accessFlaws(page)).toEqual([])
  // As long as it can be taken back from here.
  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  await page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor()
  await page.goBack()
  await page.locator('.cell.jumped').waitFor()
  await undo(page)
  await untilPrices(demo, FRI, [DAY.priceCents])
  await page.locator('.cell.jumped').waitFor({ state: 'detached' })
  await (await cellOf(page, 'DBL', FRI)).click()
  await page.keyboard.type('13000')
  await page.keyboard.press('Enter')
  await untilPrices(demo, FRI, [1_300_000])
  expect(await page.locator('.cell.jumped').count()).toBe(0)
})

test('what a dialog asks of several cells is written by its own button alone: typed, pasted, filled or of the form (D2)', async () => {
  await using demo = await startOffered()
  await using watched = await openCalendar(demo)
  const { page } = watched
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const writes = writesOf(page)
  const range = async () =>
    drag(page, await cellOf(page, 'DBL', FRI), await cellOf(page, 'DBL', SUN))
  const dialog = page.getByRole('dialog', { name: /by more than half/ })
  const refuse = async (key: string) => {
    await dialog.waitFor()
    await page.keyboard.press(key)
    await dialog.waitFor({ state: 'detached' })
    expect(writes).toEqual([])
  }
  await range()
  await page.keyboard.type('55')
  await page.keyboard.press('Control+Enter')
  await refuse('Enter')
  await waiting(page).getByText('₺55').waitFor()
  await waiting(page).getByRole('button', { name: 'Discard' }).click()
  for (const key of ['Escape', 'Enter']) {
    await range()
    await page.locator('.cell:focus').evaluate((element) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '55\t55\t55')
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    })
    await refuse(key)
  }
  // The form keeps what is typed in it; closed, it leaves it in the one cell that it is of.
  await (await cellOf(page, 'DBL', SAT)).click()
  await page.keyboard.press('Enter')
  await page.getByLabel('Amount or per cent').fill('55')
  await page.keyboard.press('Enter')
  await refuse('Enter')
  await closeForm(page)
  await waiting(page).getByText('₺55').waitFor()
  expect(await looksOf(page, SAT)).toContain('asked')
  await waiting(page).getByRole('button', { name: 'Discard' }).click()
  await range()
  await page.getByLabel('Amount or per cent').fill('55')
  await apply(page)
  await dialog.getByRole('button', { name: 'Change the price' }).click()
  await untilPrices(demo, FRI, [5_500, 5_500, 5_500])
  expect(writes.length).toBe(1)
  await page.locator('.cell.jumped').nth(2).waitFor()
  expect(defects(watched)).toEqual([])
})

test.each(LOOKS_BY_LANGUAGE)(
  'what waits for an Enter and what jumped can be read by everybody at %i px, %s, %s (D2)',
  async (width, theme, language) => {
    await using demo = await startOffered()
    await using watched = await openCalendar(demo, { width, theme, language })
    const { page } = watched
    const cell = await cellOf(page, 'DBL', FRI)
    await cell.click()
    await page.keyboard.type('55')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.locator('.cell.jumped').waitFor()
    await (await cellOf(page, 'DBL', SAT)).click()
    await page.keyboard.type('55')
    await page.keyboard.press('Tab')
    const { x, y, width: wide } = (await warning(page).boundingBox())!
    // Nothing cuts the question off.
    const ends = await page.evaluate(
      ([left, right, top]) =>
        [left, right].map((at) => document.elementFromPoint(at!, top!)?.id ?? ''),
      [x + 2, x + wide - 2, y + 8],
    )
    expect(ends).toEqual(['cell-note', 'cell-note'])
    await page.keyboard.press('Tab')
    await waiting(page).waitFor()
    expect(await page.locator('.toast').count()).toBe(0)
    expect(await pageFlaws(page)).toEqual([])
  },
)
