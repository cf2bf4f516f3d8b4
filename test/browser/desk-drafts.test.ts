import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { managerAt, type PanelDemo, press } from '../support/panel-demo.ts'
import { defects, placeOrder, sellNights } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

// What is typed beside a booking goes with a check-in, and leaving asks about the rest (D3).

const { startDemo, open } = browserSuite()

async function arriving(demo: PanelDemo): Promise<string> {
  await sellNights(demo, { from: dayFromNow(0), nights: 3, available: 9 })
  const stay = { checkin: dayFromNow(0), checkout: dayFromNow(2) }
  return (await placeOrder(demo, stay, 'manager')).code
}

const deskOf = async (demo: PanelDemo, code: string) =>
  (await demo.callAs('manager', 'GET', `/v1/panel/bookings/${code}`)).body.desk

/** What the next way out of the page asks, which is answered so; nothing when it does not ask. */
function answering(page: Page, answer: 'accept' | 'dismiss') {
  const asked: string[] = []
  page.once('dialog', async (dialog) => {
    asked.push(dialog.message())
    await dialog[answer]()
  })
  return asked
}

test('a room that is typed beside it stands in the check-in, which gives it or what is typed there (D3)', async () => {
  await using demo = await startDemo()
  for (const [given, then] of [
    ['415', '415'],
    ['416', '417'],
  ] as const) {
    const code = await arriving(demo)
    await using watched = await open(demo, managerAt(`bookings/${code}`))
    const { page } = watched
    const room = page.locator('.stay-card').getByLabel('Room number')
    await room.fill(given)
    await press(page, 'Check in')
    const dialog = page.getByRole('dialog')
    const own = dialog.getByLabel('Room number')
    expect(await own.inputValue()).toBe(given)
    if (then !== given) await own.fill(then)
    await press(dialog, 'Check in')
    await page.getByRole('button', { name: /^Take payment · / }).waitFor()
    expect(await deskOf(demo, code)).toMatchObject({ roomNumber: then })
    // Nothing is left to be saved, nor asked about.
    expect(await room.inputValue()).toBe(then)
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    const asked = answering(page, 'dismiss')
    await page.getByRole('link', { name: 'Calendar' }).click()
    await page.getByRole('grid').waitFor()
    expect(asked).toEqual([])
    expect(defects(watched)).toEqual([])
  }
})

test.each([
  ['a note', 'Note', 'Allergic to nuts'],
  ['an amount', 'Amount', '150'],
  ['a remark of a payment', 'Remark', 'Half in cash'],
] as const)(
  'leaving asks about %s that is typed and not saved, and stays when that is wished (D3)',
  async (_, label, text) => {
    await using demo = await startDemo()
    const code = await arriving(demo)
    await using watched = await open(demo, managerAt(`bookings/${code}`))
    const { page } = watched
    const field = page.getByLabel(label, { exact: true })
    if (label !== 'Note') await press(page, 'Take payment')
    const toCalendar = page.getByRole('link', { name: 'Calendar' })
    const asksAtClose = () =>
      page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
    await field.waitFor()
    expect(await asksAtClose()).toBe(false)
    await field.fill(text)
    expect(await asksAtClose()).toBe(true)

    const asked = answering(page, 'dismiss')
    await toCalendar.click()
    expect(asked).toEqual(['What you typed is not saved. Leave this page?'])
    expect(page.url()).toContain(code)
    expect(await field.inputValue()).toBe(text)
    const again = answering(page, 'accept')
    await toCalendar.click()
    await page.getByRole('grid').waitFor()
    // Once, however much is typed.
    expect(again).toHaveLength(1)
    expect(defects(watched)).toEqual([])
  },
)

test('leaving asks about no part of a payment that is noted, nor about an amount that is emptied (D3)', async () => {
  await using demo = await startDemo()
  const code = await arriving(demo)
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  const amount = page.getByLabel('Amount', { exact: true })
  await press(page, 'Take payment')
  await amount.fill('150')
  await page.getByLabel('Remark', { exact: true }).fill('Half in cash')
  await press(page, 'Record payment')
  await page.locator('.money .payment').getByText('Half in cash').waitFor()
  await amount.fill('')
  const asked = answering(page, 'dismiss')
  await page.getByRole('link', { name: 'Calendar' }).click()
  await page.getByRole('grid').waitFor()
  expect(asked).toEqual([])
  expect(defects(watched)).toEqual([])
})

test('who may not write at the desk sees no empty card of it (D16)', async () => {
  await using demo = await startDemo()
  const code = await arriving(demo)
  const cards = async () => {
    await using watched = await open(demo, {
      ...managerAt(`bookings/${code}`, { language: 'tr' }),
      as: 'revenue',
    })
    await watched.page.getByRole('heading', { name: 'Hesap' }).waitFor()
    return await watched.page.getByRole('heading', { name: 'Ön büro' }).count()
  }
  expect(await cards()).toBe(0)
  await demo.callAs('manager', 'PATCH', `/v1/panel/bookings/${code}/desk`, { note: 'Quiet' })
  expect(await cards()).toBe(1)
})
