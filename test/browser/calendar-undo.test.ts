import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { cellOf, managerAt, type PanelDemo, press } from '../support/panel-demo.ts'
import { dayFromNow } from '../support/process.ts'

const { startDemo, open } = browserSuite()

const FROM = dayFromNow(20)

/** Pushes the first two days shown as a partner does, and reads them. */
async function push(demo: PanelDemo, days: { priceCents: number; closed: boolean }[]) {
  const updates = days.map((day, at) => ({
    ...{ roomCode: 'DBL', date: dayFromNow(20 + at), available: 5 },
    ...day,
  }))
  const { status } = await demo.call('PUT', '/v1/partner/availability', {
    key: demo.sheet.apiKey,
    body: { updates },
  })
  expect(status).toBe(200)
}

async function days(demo: PanelDemo): Promise<unknown[]> {
  const range = `from=${FROM}&to=${dayFromNow(21)}&roomCode=DBL`
  const key = demo.sheet.apiKey
  const { body } = await demo.call('GET', `/v1/partner/availability?${range}`, { key })
  return body.rooms[0].days.map(({ priceCents, closed }: any) => [priceCents, closed])
}

test('undo leaves what a partner has set since, and says so (issue 5 §3)', async () => {
  await using demo = await startDemo()
  await push(demo, [
    { priceCents: 100_000, closed: false },
    { priceCents: 100_000, closed: false },
  ])
  await using watched = await open(demo, managerAt(`calendar?from=${FROM}&days=14`))
  const { page } = watched
  await (await cellOf(page, 'DBL', 0)).click()
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByLabel('Amount or per cent').fill('2,000.00')
  await press(page, 'Apply')
  await page.getByText('2 days changed.').waitFor()
  expect(await days(demo)).toEqual([
    [200_000, false],
    [200_000, false],
  ])

  await push(demo, [{ priceCents: 310_000, closed: false }])
  await page.locator('.edit-bar').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 day was set again since and stays as it is.').waitFor()
  await page.getByText('1 day as before.').waitFor()
  expect(await days(demo)).toEqual([
    [310_000, false],
    [100_000, false],
  ])
})

test('undo opens no day that somebody else closed and opened in between (issue 5 §3)', async () => {
  await using demo = await startDemo()
  await push(demo, [{ priceCents: 100_000, closed: true }])
  await using watched = await open(demo, managerAt(`calendar?from=${FROM}&days=14`))
  const { page } = watched
  await (await cellOf(page, 'DBL', 0)).click()
  await press(page, 'Open')
  await page.getByText('1 day changed.').waitFor()
  await push(demo, [{ priceCents: 100_000, closed: true }])
  await page.locator('.edit-bar').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 day was set again since and stays as it is.').waitFor()
  expect((await days(demo))[0]).toEqual([100_000, true])
})

test('undo without the service takes nothing back, says so, and can be tried again (issue 5)', async () => {
  await using demo = await startDemo()
  await push(demo, [{ priceCents: 100_000, closed: false }])
  await using watched = await open(demo, managerAt(`calendar?from=${FROM}&days=14`))
  const { page } = watched
  await (await cellOf(page, 'DBL', 0)).click()
  await press(page, 'Close')
  await page.getByText('1 day changed.').waitFor()
  const undo = page.locator('.edit-bar').getByRole('button', { name: 'Undo' })
  await page.route('**/v1/panel/availability*', (route) => route.abort())
  await undo.click()
  await page.locator('.toast', { hasText: 'The service cannot be reached.' }).waitFor()
  expect((await days(demo))[0]).toEqual([100_000, true])

  await page.unroute('**/v1/panel/availability*')
  await undo.click()
  await page.getByText('1 day as before.').waitFor()
  expect((await days(demo))[0]).toEqual([100_000, false])
})
