import type { Page } from 'playwright-core'
import { addDay } from './bookings.ts'
import type { WatchedPage } from './browser.ts'
import { type BrowserSuite, browserSuite } from './browser-suite.ts'
import { managerAt, type Opening, type PanelDemo } from './panel-demo.ts'
import { pullNights, sellNights } from './panel-stays.ts'
import { dayFromNow, until } from './process.ts'

/** A Friday some three weeks ahead. */
export const FRIDAY = dayFromNow(20 + ((12 - new Date(dayFromNow(20)).getUTCDay()) % 7))
/** The day before the day before: the first one shown. */
export const WEDNESDAY = addDay(FRIDAY, -2)
/** The columns of that Friday and the days after it. */
export const [FRI, SAT, SUN] = [2, 3, 4] as const
const NIGHTS = 14

/** What the tests of a file about the calendar share. */
export type CalendarSuite = BrowserSuite & {
  /** Opens two weeks of the calendar, as the manager unless said otherwise. */
  openCalendar: (demo: PanelDemo, more?: Opening) => Promise<WatchedPage>
}

/** A browser suite that knows the calendar; see `browserSuite`. */
export function calendarSuite(): CalendarSuite {
  const suite = browserSuite()
  return {
    ...suite,
    async openCalendar(demo, more) {
      const view = `calendar?from=${WEDNESDAY}&days=${NIGHTS}`
      const watched = await suite.open(demo, managerAt(view, more))
      await watched.page.getByRole('grid').waitFor()
      return watched
    },
  }
}

/** The days shown of a room type, as the partner pulls them. */
export const daysOf = (demo: PanelDemo, roomCode: string): Promise<any[]> =>
  pullNights(demo, { from: WEDNESDAY, nights: NIGHTS, roomCode })

/** Makes every day shown of a room type open, with as many rooms and the same price. */
export const offer = (
  demo: PanelDemo,
  roomCode: string,
  day: { available: number; priceCents: number },
): Promise<void> => sellNights(demo, { from: WEDNESDAY, nights: NIGHTS, roomCode, ...day })

/** Which of some days are closed. */
export const closedOf = (days: any[]): boolean[] => days.map(({ closed }) => closed)

/** For each day shown whether it is one of some columns. */
export const only = (...cols: number[]): boolean[] =>
  Array.from({ length: NIGHTS }, (_, col) => cols.includes(col))

/** Opens the form of the selected cells, unless it is open. */
export async function openForm(page: Page): Promise<void> {
  const form = page.locator('.editor')
  if (!(await form.isVisible()))
    await page.getByRole('button', { name: 'Edit…', exact: true }).click()
  await form.waitFor()
}

/** Closes the form; its typed values are kept. */
export async function closeForm(page: Page): Promise<void> {
  const form = page.locator('.editor')
  await form.getByRole('button', { name: 'Dismiss' }).click()
  await form.waitFor({ state: 'detached' })
}

/** Buttons that take a press: while something is under way they take none. */
const free = (page: Page, within: string) => page.locator(`${within} button[aria-busy=false]`)

/** Sends the form, whatever its button says of how much is meant. */
export const apply = (page: Page): Promise<void> =>
  free(page, '.editor')
    .filter({ hasText: /^Apply/ })
    .click()

/** Presses one of the form's buttons, opening it first. */
export async function pressInForm(page: Page, name: string): Promise<void> {
  await openForm(page)
  await free(page, '.editor')
    .and(page.getByRole('button', { name, exact: true }))
    .click()
}

/** Takes back the newest change by the button above the grid. */
export const undo = (page: Page): Promise<void> =>
  free(page, '.selected').filter({ hasText: 'Undo' }).click()

/** Waits until a room type, the double room, has some prices from a column on. */
export async function untilPrices(
  demo: PanelDemo,
  col: number,
  cents: readonly number[],
  roomCode = 'DBL',
): Promise<void> {
  const range = `from=${addDay(WEDNESDAY, col)}&to=${addDay(WEDNESDAY, col + cents.length - 1)}`
  await until(`prices from column ${col} on are ${cents}`, async () => {
    const path = `/v1/panel/availability?${range}&roomCode=${roomCode}`
    const { body } = await demo.callAs('manager', 'GET', path)
    const prices = body.rooms[0].days.map(({ priceCents }: any) => priceCents)
    return Bun.deepEquals(prices, [...cents])
  })
}
