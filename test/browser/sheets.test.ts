import { expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import {
  HOTEL,
  LOOKS_BY_LANGUAGE,
  managerAt,
  type PanelDemo,
  pageFlaws,
} from '../support/panel-demo.ts'
import { defects, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

// What leaves the system (issue 18, part 4): files for spreadsheets, lists of a day and registration cards on paper.

const { startDemo, sharedDemo, open } = browserSuite()

/** Notes when a page is sent to the printer, of which there is none here. */
const watchPrinter = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset.printed = '0'
    window.print = () => {
      document.documentElement.dataset.printed = '1'
    }
  })
const isPrinted = (page: Page) => page.locator('html[data-printed="1"]').waitFor()

/** A day with arrivals at the demo's hotel, and who comes. */
async function arrivalsOf(demo: PanelDemo): Promise<{ date: string; stays: any[] }> {
  for (let days = 0; ; days++) {
    const date = dayFromNow(days)
    const path = `/v1/panel/dashboard/desk?hotel=${HOTEL}&date=${date}`
    const { body } = await demo.callAs('frontDesk', 'GET', path)
    if (body.arrivals.items.length > 0) return { date, stays: body.arrivals.items }
  }
}

/** Tells the hotel when a guest comes, with whom, and whom the invoice is to; what a sheet says of it. */
async function tellDetails(demo: PanelDemo, { code, adults, children }: any): Promise<string[]> {
  const guestNames = [{ firstName: 'Defne', lastName: 'Aksoy' }].slice(0, adults + children - 1)
  const company = { name: 'Ege Tekstil', taxOffice: 'Beşiktaş', taxNumber: '1234567890' }
  const body = { arrivalTime: '22:45', company, guestNames }
  await demo.callAs('manager', 'PATCH', `/v1/bookings/${code}`, body)
  return ['22:45', 'Ege Tekstil', '1234567890', ...guestNames.map(() => 'Defne Aksoy')]
}

/** What of a page is on paper. */
async function onPaper(page: Page): Promise<string> {
  const size = page.viewportSize()!
  await page.emulateMedia({ media: 'print' })
  // A4 that stands, within its margins: no wider than a telephone that lies.
  await page.setViewportSize({ width: 703, height: 1_000 })
  // biome-ignore lint/performance/useDomNodeTextContent: what is not shown is not on paper.
  const text = await page.locator('body').innerText()
  await page.emulateMedia({ media: null })
  await page.setViewportSize(size)
  return text
}

test('the arrivals list is printed in two steps: hotel, day, guests, telephones, wishes, rooms, nights, due (panel.md b)', async () => {
  await using demo = await startDemo()
  const { date, stays } = await arrivalsOf(demo)
  const [stay] = stays
  const note = 'A quiet room, a cot, and a table by the window for the evening. '.repeat(9)
  await demo.callAs('manager', 'PATCH', `/v1/panel/bookings/${stay.code}/desk`, { note })
  const details = await tellDetails(demo, stay)
  await using watched = await open(demo, managerAt('today', { as: 'frontDesk' }))
  const { page } = watched
  await page.getByRole('link', { name: 'Arrivals list' }).waitFor()
  await watchPrinter(page)
  const steps = stepsOf(page)
  await steps.click(page.getByRole('link', { name: 'Arrivals list' }))
  await page.locator('.sheet').waitFor()
  await steps.click(page.getByRole('button', { name: 'Print', exact: true }))
  await isPrinted(page)
  printSteps('print an arrivals list', 'no', steps)
  expect(steps.count).toBe(2)

  await page.getByLabel('Day').fill(date)
  const row = page.locator('.sheet tbody tr', { hasText: stay.code })
  await row.waitFor()
  expect(await page.locator('.sheet tbody tr').count()).toBe(stays.length)
  const told = await textOf(row)
  for (const said of [stay.guest.lastName, stay.roomName, stay.guest.phone, stay.specialRequests])
    if (said) expect(told).toContain(said)
  for (const said of details) expect(told).toContain(said)
  // One long note leaves the other columns their words.
  expect(told).toContain(note.trim())
  const heads = await page
    .locator('.sheet thead th')
    .evaluateAll((all) => all.map((head) => head.getBoundingClientRect().height))
  expect(Math.max(...heads)).toBeLessThan(40)
  const paper = await onPaper(page)
  expect(paper).toContain('Arrivals list')
  expect(paper).toContain(stay.guest.lastName)
  for (const control of ['Today', 'Export', 'Bookings', 'Menu'])
    expect(paper.split('\n')).not.toContain(control)
  expect(defects(watched)).toEqual([])
})

test('a registration card is printed in three steps from its booking, with lines for what guests write (issue 18, part 4)', async () => {
  const demo = await sharedDemo()
  const { stays } = await arrivalsOf(demo)
  const [stay] = stays
  const details = await tellDetails(demo, stay)
  await using watched = await open(demo, managerAt(`bookings/${stay.code}`, { as: 'frontDesk' }))
  const { page } = watched
  await watchPrinter(page)
  const steps = stepsOf(page)
  await steps.click(page.locator('.booking-head .menu > button'))
  await steps.button(page, 'Registration card')
  await page.locator('.sheet').waitFor()
  await steps.click(page.getByRole('button', { name: 'Print', exact: true }))
  await isPrinted(page)
  printSteps('print a registration card', 'no', steps)
  expect(steps.count).toBe(3)
  const paper = await onPaper(page)
  const heads = ['Uyruğu', 'Passport or ID no.', 'İmza']
  for (const said of [stay.code, stay.guest.lastName, ...heads, ...details])
    expect(paper).toContain(said)
  expect(await page.locator('.sheet tbody tr').count()).toBe(
    Math.min(8, stay.adults + stay.children),
  )
  expect(defects(watched)).toEqual([])
})

test('bookings and the calendar are exported in two steps, as the list is filtered; owners read it in a sentence', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('bookings?status=cancelled'))
  const { page } = watched
  await page.locator('tbody tr').first().waitFor()
  const steps = stepsOf(page)
  await steps.click(page.getByRole('button', { name: 'Export' }))
  const download = page.waitForEvent('download')
  await steps.click(page.getByRole('dialog').getByRole('button', { name: 'Export' }))
  const file = await download
  printSteps('export bookings', 'no', steps)
  expect(steps.count).toBe(2)
  expect(file.suggestedFilename()).toMatch(/^alfa-grand-bosphorus-bookings-[-\d]+\.csv$/)
  const text = await Bun.file(await file.path()).text()
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true })
  for (const row of rows) expect(row.Status).toBe('Cancelled')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.goto(`${demo.url}/panel#/${HOTEL}/calendar`)
  const calendarSteps = stepsOf(page)
  await page.getByRole('heading', { name: 'Calendar' }).waitFor()
  await calendarSteps.click(page.getByRole('button', { name: 'Export' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('To').fill('2099-01-01')
  await dialog.getByRole('button', { name: 'Export' }).click()
  await dialog.locator('[aria-invalid]').waitFor()
  await dialog.getByLabel('To').fill(await dialog.getByLabel('From').inputValue())
  await page.route('**/exports/calendar*', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Export' }).click()
  await dialog.getByText('The service cannot be reached.').waitFor()
  expect(await dialog.getByText('The service cannot be reached.').count()).toBe(1)
  const days = page.waitForEvent('download')
  await calendarSteps.click(dialog.getByRole('button', { name: 'Export' }))
  expect((await days).suggestedFilename()).toContain('-calendar-')
  printSteps('export the calendar', 'no', calendarSteps)

  await page.goto(`${demo.url}/panel#/${HOTEL}/history`)
  await page.getByText(/exported bookings, .* rows?$/).waitFor()
  // The answers that refused the range, and that was lost, are noted by the browser.
  expect(watched.errors.filter((error) => !/422|ERR_FAILED/.test(error))).toEqual([])
})

test('who may only read has no way to print or export', async () => {
  const demo = await sharedDemo()
  await using watched = await open(demo, managerAt('bookings', { as: 'readOnly' }))
  const { page } = watched
  await page.locator('tbody tr').first().waitFor()
  expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0)
  await page.goto(`${demo.url}/panel#/${HOTEL}/sheets/arrivals`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.locator('.sheet').count()).toBe(0)
})

test.each(LOOKS_BY_LANGUAGE)(
  'at %i pixels, %s, in %s the sheets fit, on the screen and on paper, and axe finds nothing',
  async (width, theme, language) => {
    const demo = await sharedDemo()
    const { date, stays } = await arrivalsOf(demo)
    const sheets = [`arrivals?date=${date}`, `departures?date=${date}`, `card/${stays[0].code}`]
    for (const sheet of sheets) {
      const look = { width, theme, language, as: 'frontDesk' } as const
      await using watched = await open(demo, managerAt(`sheets/${sheet}`, look))
      const { page } = watched
      await page.locator('.sheet').waitFor()
      expect([sheet, await pageFlaws(page)]).toEqual([sheet, []])
      expect(defects(watched)).toEqual([])
      if (process.env.SHOTS_TO) {
        const name = `${process.env.SHOTS_TO}/${sheet.split(/[?/]/)[0]}-${width}-${theme}-${language}`
        await page.screenshot({ path: `${name}.png`, fullPage: true })
        await page.emulateMedia({ media: 'print' })
        await page.screenshot({ path: `${name}-paper.png`, fullPage: true })
        await page.pdf({ path: `${name}.pdf`, preferCSSPageSize: true })
      }
    }
  },
)
