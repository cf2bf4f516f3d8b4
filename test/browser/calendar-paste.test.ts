import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { calendarSuite, FRI, offer, SAT, SUN, untilPrices } from '../support/panel-calendar.ts'
import { accessFlaws, cellOf, drag, pageFlaws } from '../support/panel-demo.ts'
import { defects } from '../support/panel-stays.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

const { startDemo, openCalendar } = calendarSuite()
const DAY = { available: 5, priceCents: 1_000_000 }

/** Puts something on the clipboard, as a spreadsheet does. */
async function copyText(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((it) => navigator.clipboard.writeText(it), text)
}

test.each([
  ['en', '11.000,50\t12,000.00\n\t9500\n'],
  ['tr', '₺11.000,50\t12,000.00\r\n\t9.500'],
] as const)(
  'rows and columns of a spreadsheet are pasted from the cell on, in either form of numbers (%s), as one change that Ctrl+Z takes back',
  async (language, text) => {
    await using demo = await startDemo()
    await offer(demo, 'DBL', DAY)
    await offer(demo, 'DLX', DAY)
    await using watched = await openCalendar(demo, { language })
    const { page } = watched
    const pushes: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') pushes.push(request.url())
    })
    await copyText(page, text)
    await (await cellOf(page, 'DBL', FRI)).click()
    await page.keyboard.press('Control+v')
    await untilPrices(demo, FRI, [1_100_050, 1_200_000])
    await untilPrices(demo, FRI, [1_000_000, 950_000], 'DLX')
    expect(pushes).toHaveLength(1)
    // As wide as it is long: nothing of a price is cut off.
    const cell = await cellOf(page, 'DBL', FRI)
    await cell.filter({ hasText: language === 'tr' ? '11.000,50' : '11,000.50' }).waitFor()
    const cut = await page
      .locator('.cell b')
      .evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth).length)
    expect(cut).toBe(0)
    await page.keyboard.press('Control+z')
    await untilPrices(demo, FRI, [1_000_000, 1_000_000])
    await untilPrices(demo, FRI, [1_000_000, 1_000_000], 'DLX')
    expect(defects(watched)).toEqual([])
  },
)

test('what was copied goes into all cells selected; a word among figures leaves all as they were, and a slip is asked about', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  await copyText(page, '')
  await (await cellOf(page, 'DBL', FRI)).click()
  await page.keyboard.type('11000')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Control+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('11000')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Control+v')
  await untilPrices(demo, FRI, [1_100_000, 1_100_000, 1_100_000])
  await copyText(page, '12000\tfree')
  await page.keyboard.press('Control+v')
  await page.getByText('“free” is not a valid number: nothing was pasted.').waitFor()
  await copyText(page, '1200')
  await page.keyboard.press('Control+v')
  await page.getByRole('dialog', { name: /by more than half/ }).waitFor()
  expect(await accessFlaws(page)).toEqual([])
  await page.keyboard.press('Escape')
  await untilPrices(demo, FRI, [1_100_000, 1_100_000, 1_100_000])
  expect(defects(watched)).toEqual([])
})

test('Ctrl+D fills down, Ctrl+R to the right, the corner of the selection any way; each is one change', async () => {
  await using demo = await startDemo()
  for (const code of ['ACC', 'DBL', 'DLX']) await offer(demo, code, DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  await (await cellOf(page, 'DBL', FRI)).click()
  await page.keyboard.type('11000')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+d')
  await untilPrices(demo, FRI, [1_100_000], 'DLX')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Control+r')
  await untilPrices(demo, FRI, [1_100_000, 1_100_000, 1_100_000])
  await page.keyboard.press('Control+z')
  await untilPrices(demo, FRI, [1_100_000, 1_000_000, 1_000_000])

  const steps = stepsOf(page)
  await steps.click(await cellOf(page, 'DBL', FRI))
  await steps.drag(page.locator('.fill span'), await cellOf(page, 'DBL', SUN))
  await untilPrices(demo, FRI, [1_100_000, 1_100_000, 1_100_000])
  printSteps('one price filled over the nights beside it', 'not possible', steps)
  await page.getByText('2 days changed.').waitFor()
  await drag(page, await cellOf(page, 'DBL', FRI), await cellOf(page, 'DBL', SAT))
  await page.keyboard.press('Escape')
  expect(await pageFlaws(page)).toEqual([])
  expect(defects(watched)).toEqual([])
})
