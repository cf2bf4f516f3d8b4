import { expect, test } from 'bun:test'
import { addDays, type CalendarDate } from '../../src/domain/kernel/date.ts'
import { browserSuite } from '../support/browser-suite.ts'
import { HOTEL, managerAt, type PanelDemo, pageFlaws, press } from '../support/panel-demo.ts'
import { defects } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'
import { shoot } from '../support/shots.ts'

const { startDemo, open } = browserSuite()

// Rooms set aside for agencies, in the calendar (contract-agencies, *Allotment*).

/** A telephone and two desks, each theme and each language twice. */
const LOOKS = [
  [390, 'light', 'tr'],
  [390, 'dark', 'en'],
  [1280, 'light', 'en'],
  [1440, 'dark', 'tr'],
] as const
const FROM = dayFromNow(40) as CalendarDate
const LAYER = `calendar?layer=allotments&from=${FROM}&days=14`
const SHEET = `hotel=${HOTEL}&from=${FROM}&to=${addDays(FROM, 13)}`

/** Agrees terms with the demo's agency, and sets rooms aside for it. */
async function agree(demo: PanelDemo, ...updates: object[]): Promise<void> {
  const terms = { stopSale: false, active: true }
  await demo.callAs('manager', 'PUT', `/v1/panel/agencies/DELTA/terms?hotel=${HOTEL}`, terms)
  if (updates.length > 0)
    await demo.callAs('manager', 'PUT', `/v1/panel/allotments?hotel=${HOTEL}`, { updates })
}

const delta = (roomCode: string, from: number, to: number, rooms: number, releaseDays = 7) => ({
  ...{ agencyCode: 'DELTA', roomCode, rooms, releaseDays },
  ...{ dateFrom: addDays(FROM, from), dateTo: addDays(FROM, to) },
})

test('rooms are set aside by range and weekday in the calendar, which says what is left of them (contract-agencies)', async () => {
  await using demo = await startDemo()
  await agree(demo)
  await using watched = await open(demo, managerAt(LAYER))
  const { page } = watched
  await page.getByRole('gridcell').first().click()
  await press(page, 'Set allotment…')
  const form = page.getByRole('dialog')
  await form.getByLabel('To').fill(addDays(FROM, 13))
  await press(form, 'weekend')
  await form.getByLabel('Rooms', { exact: true }).fill('3')
  await form.getByLabel('Release days').fill('366')
  await press(form, 'Set 4 nights')
  await form.getByText('Must be 0 to 365').waitFor()
  await form.getByLabel('Release days').fill('5')
  await press(form, 'Set 4 nights')
  await page.getByText('4 nights are set.').waitFor()
  const { allotments } = (await demo.callAs('manager', 'GET', `/v1/panel/allotments?${SHEET}`)).body
  expect(allotments.map(({ date }: { date: string }) => new Date(date).getUTCDay()).sort()).toEqual(
    [5, 5, 6, 6],
  )
  expect(allotments[0]).toMatchObject({ agencyCode: 'DELTA', rooms: 3, releaseDays: 5, drawn: 0 })
  const own = page.locator('.of-agency .cell').filter({ hasText: '3' }).first()
  await own.click()
  await page.getByText('3 set aside, 0 drawn, 3 own left, sure of').first().waitFor()
  expect(defects(watched)).toEqual([])
})

test('the front desk sees what is set aside, by the codes of agencies, and sets nothing (contract §5)', async () => {
  await using demo = await startDemo()
  await agree(demo, delta('DBL', 0, 3, 2))
  await using watched = await open(demo, managerAt(LAYER, { as: 'frontDesk' }))
  const { page } = watched
  await page.getByRole('rowheader', { name: 'DELTA' }).waitFor()
  expect(await page.locator('.selected .button.primary').count()).toBe(0)
  await page.locator('.of-agency .cell').first().dblclick()
  await page.getByText('2 set aside, 0 drawn').first().waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(defects(watched)).toEqual([])
})

test('the layer of allotments fits every width in both languages, marks nights with more set aside than counted, and axe finds nothing (issue 34)', async () => {
  await using demo = await startDemo()
  await agree(
    demo,
    ...[
      delta('DBL', 0, 9, 4),
      delta('SUI', 2, 5, 2, 60),
      delta('DLX', 3, 4, 500),
      delta('DBL', 10, 13, 1),
    ],
  )
  for (const [width, theme, language] of LOOKS) {
    await using watched = await open(demo, managerAt(LAYER, { width, theme, language }))
    const { page } = watched
    await page.locator('.of-agency .cell').first().waitFor()
    await page.locator('.note.warn').waitFor()
    await page.locator('.of-agency .cell').nth(1).click()
    expect(await pageFlaws(page)).toEqual([])
    await shoot(page, `allotments-${language}-${width}-${theme}`)
    await page.locator('.selected .primary').click()
    await page.getByRole('dialog').waitFor()
    expect(await pageFlaws(page)).toEqual([])
    await shoot(page, `allotment-form-${language}-${width}-${theme}`)
  }
})
