import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import {
  act,
  actsOf,
  HOTEL,
  LOOKS_BY_LANGUAGE,
  managerAt,
  type PanelDemo,
  pageFlaws,
  press,
} from '../support/panel-demo.ts'
import { bookStay, defects, textOf } from '../support/panel-stays.ts'
import { until } from '../support/process.ts'
import { shoot } from '../support/shots.ts'

const { startDemo, open } = browserSuite()

const UNPROVEN = 'bookings?unproven=true'

/** Strangers' bookings of two nights each. @returns their codes, the newest first */
async function bookWave(demo: PanelDemo, count: number): Promise<string[]> {
  const codes: string[] = []
  for (let each = 0; each < count; each++) {
    const guest = { firstName: 'Wave', lastName: `No. ${each}`, email: `wave${each}@example.com` }
    codes.unshift((await bookStay(demo, { order: { guest } })).code)
  }
  return codes
}

const statusOf = async (demo: PanelDemo, code: string) =>
  (await demo.callAs('manager', 'GET', `/v1/panel/bookings/${code}?hotel=${HOTEL}`)).body.status

const boxOf = (page: Page, code: string) => page.getByRole('checkbox', { name: code })

test('a wave is ended from the list: all that is shown but one is picked, what it comes to is told, and it is done (contract-access, The alarm)', async () => {
  await using demo = await startDemo()
  const [last, kept, ...others] = await bookWave(demo, 4)
  await using watched = await open(demo, managerAt('bookings'))
  const { page } = watched
  await page.getByRole('button', { name: 'Unproven' }).click()
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 4)
  expect(page.url()).toEndWith(UNPROVEN)
  await page.getByRole('checkbox', { name: 'All 4 shown' }).check()
  await boxOf(page, kept!).uncheck()
  await press(page, 'Cancel 3 bookings')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('6 room nights go back on sale').waitFor()
  await dialog.getByText('None of these guests is proven').waitFor()
  await dialog.getByLabel('Reason').fill('A wave of nobody')
  await press(dialog, 'Cancel 3 bookings')
  await page.getByText('3 bookings are cancelled.').waitFor()
  // The button that asked is gone.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  for (const code of [last, ...others]) expect(await statusOf(demo, code!)).toBe('cancelled')
  expect(await statusOf(demo, kept!)).toBe('confirmed')
  await page.getByRole('checkbox', { name: '1 shown' }).waitFor()
  expect(await boxOf(page, kept!).isChecked()).toBe(false)
  expect(await boxOf(page, last!).isDisabled()).toBe(true)
  // Select shows and hides the boxes, whatever is listed.
  await page.getByRole('button', { name: 'Select' }).click()
  expect(await page.getByRole('checkbox').count()).toBe(0)
  expect(await textOf(page.locator('tbody'))).toContain('Unproven')
  expect(defects(watched)).toEqual([])
})

test('what could not be cancelled is listed with its reason, the others are done (contract-access, The alarm)', async () => {
  await using demo = await startDemo()
  const [last, first] = await bookWave(demo, 2)
  await using watched = await open(demo, managerAt(UNPROVEN, { as: 'frontDesk' }))
  const { page } = watched
  await page.getByRole('checkbox', { name: 'All 2 shown' }).check()
  await page.route('**/v1/panel/bookings/cancel*', async (call) => {
    const body = call.request().postDataJSON()
    if (body.simulate) return await call.continue()
    const answer = await call.fetch({ postData: JSON.stringify({ ...body, codes: [first] }) })
    const report = await answer.json()
    const problem = 'transition_invalid'
    report.results.unshift({ code: last, status: 'refused', problem, detail: 'It has ended.' })
    await call.fulfill({ response: answer, status: 207, json: report })
  })
  await press(page, 'Cancel 2 bookings')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('4 room nights').waitFor()
  await press(dialog, 'Cancel 2 bookings')
  await page.getByRole('heading', { name: '1 booking was not cancelled' }).waitFor()
  expect(await dialog.locator('li').allTextContents()).toEqual([
    expect.stringContaining(`Wave No. 1 ${last}:`),
  ])
  await dialog.getByText('1 booking is cancelled.').waitFor()
  expect([await statusOf(demo, first!), await statusOf(demo, last!)]).toEqual([
    'cancelled',
    'confirmed',
  ])
})

test('a member proves a booking: its page and the history say so, and it is unproven no more (contract-access, What strangers may take)', async () => {
  await using demo = await startDemo()
  const [code] = await bookWave(demo, 1)
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  await page.getByText('Not yet').waitFor()
  await act(page, 'Proven')
  await page.getByText(`${code} is proven.`).waitFor()
  await page.locator('dd', { hasText: 'By the hotel' }).waitFor()
  await page.locator('ins', { hasText: 'By the hotel' }).waitFor({ state: 'attached' })
  expect(await actsOf(page)).not.toContain('Proven')
  expect(await page.locator('.badge', { hasText: 'Unproven' }).count()).toBe(0)
  expect(defects(watched)).toEqual([])
})

test('who may only read picks and proves nothing, and finds what is unproven all the same (contract §5)', async () => {
  await using demo = await startDemo()
  const [code] = await bookWave(demo, 1)
  await using watched = await open(demo, managerAt(UNPROVEN, { as: 'readOnly' }))
  const { page } = watched
  await page.getByRole('link', { name: 'Wave No. 0' }).click()
  await page.locator('.booking-head', { hasText: code! }).waitFor()
  expect(await actsOf(page)).toEqual(['Print'])
  await page.goBack()
  await page.getByRole('link', { name: 'Wave No. 0' }).waitFor()
  expect(await page.getByRole('checkbox').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Select' }).count()).toBe(0)
})

test.each(LOOKS_BY_LANGUAGE)(
  'many are cancelled at %i px, %s, %s, and axe finds nothing (issue 30)',
  async (width, theme, language) => {
    await using demo = await startDemo()
    await bookWave(demo, 3)
    await using watched = await open(demo, managerAt(UNPROVEN, { width, theme, language }))
    const { page } = watched
    await page.locator('.many input').check()
    expect(await pageFlaws(page)).toEqual([])
    await shoot(page, `many-${language}-${width}-${theme}`)
    await page.locator('.many .button').click()
    await page.locator('dialog .note').waitFor()
    expect(await pageFlaws(page)).toEqual([])
    await shoot(page, `many-cancel-${language}-${width}-${theme}`)
    await page.locator('dialog [type=submit]').click()
    await until('all are ended', async () => (await page.locator('.pick:disabled').count()) === 3)
    expect(defects(watched)).toEqual([])
  },
)
