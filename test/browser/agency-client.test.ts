import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { agencyAt, HOTEL, type PanelDemo, pageFlaws } from '../support/panel-demo.ts'
import { defects, giveCredit, placeOrder, sellNights, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

const { startDemo, open } = browserSuite()

/** The net price and the commission of 12 % of one and of two stays of 2,000, as the pages write them. */
const OWN = ['1,760', '₺240', '3,520', '₺480', 'ommission', '12%', 'credit']

/** An option until half past midnight in Istanbul, and a reservation of two rooms that the agency collects. */
async function sell(demo: PanelDemo) {
  await giveCredit(demo)
  const night = { date: dayFromNow(10), rooms: 5, releaseDays: 3 }
  const updates = [{ agencyCode: 'DELTA', roomCode: 'DBL', ...night }]
  await demo.callAs('manager', 'PUT', `/v1/panel/allotments?hotel=${HOTEL}`, { updates })
  await sellNights(demo, { available: 24 })
  const holdUntil = `${dayFromNow(3)}T21:30:00Z`
  const guest = { firstName: 'Nilgün', lastName: 'Aktaş', email: 'nilgun@example.com' }
  const option = await placeOrder(demo, { guest, holdUntil }, 'agency')
  const stay = { roomCode: 'DBL', checkin: dayFromNow(60), checkout: dayFromNow(62), adults: 2 }
  const group = await demo.callAs('agency', 'POST', '/v1/acenta/booking-groups', {
    ...{ hotelSlug: HOTEL, stays: [stay, stay], payment: { collect: 'agency' } },
    guest: { ...guest, firstName: 'Bahar', lastName: 'Ertekin' },
  })
  expect(group.status).toBe(201)
  return { option: option.code, stay: group.body.bookings[0].code }
}

/** Shows a view, and waits until it has read what it shows. */
async function show(page: Page, view: string, text: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/${view}`)
  await page.locator('main').getByText(text).first().waitFor()
}

const markupOf = (page: Page) => page.evaluate(() => document.documentElement.outerHTML)

test('as a client every page of the agency holds gross alone, in its markup too; an option ends by the hotel’s clock (issue 34)', async () => {
  await using demo = await startDemo()
  const { option, stay } = await sell(demo)
  await using watched = await open(demo, agencyAt('today'))
  const { page } = watched
  await page.getByText('net ₺1,760').waitFor()
  await page.locator('.side-list').getByText('Double room').first().waitFor()
  expect(await textOf(page.locator('.day-row', { hasText: 'Nilgün' }))).toContain('00:30')
  await page.keyboard.press('Control+.')
  await page.getByText('net ₺1,760').waitFor({ state: 'detached' })

  for (const [view, text, gross] of [
    ['today', 'Nilgün', '₺2,000'],
    ['bookings', 'Bahar', '₺2,000'],
    [`bookings/${option}`, 'Double room', '₺2,000'],
    [`bookings/${stay}?whole=true`, 'Whole booking', '₺4,000'],
    [`voucher/${stay}`, 'Bahar', ''],
    ['allotments', 'Double room', ''],
    ['statements', 'Statements are not for clients', ''],
    ['overview', 'Revenue', '₺'],
    ['settings', 'DELTA', ''],
  ] as const) {
    await show(page, view, text)
    if (view.startsWith('bookings/')) await page.locator('.cancel-card .fee').first().waitFor()
    const markup = await markupOf(page)
    const found = OWN.filter((own) => markup.includes(own))
    expect([view, found, markup.includes(gross)]).toEqual([view, [], true])
  }

  await show(page, `bookings/${option}`, 'Double room')
  await page.locator('.cancel-card .fee').getByText('No fee now').waitFor()
  await page.locator('.cancel-card .fee button').click()
  await page.getByRole('dialog').getByText('Nothing is owed.').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+.')
  await page.locator('.agency-money').getByText('₺1,760').first().waitFor()
  expect(defects(watched)).toEqual([])
})

test('who keeps the agency’s accounts sees statements and nothing that sells (contract-agencies, *Roles*)', async () => {
  await using demo = await startDemo()
  const { option, stay } = await sell(demo)
  const owner = { ...{ email: 'ece@example.com', name: 'Ece' }, agencyCode: 'DELTA' }
  const account = { ...owner, role: 'agency_user', password: 'a boat on the Bosphorus' }
  expect((await demo.callAs('admin', 'POST', '/v1/admin/users', account)).status).toBe(201)
  const { id } = (await demo.callAs('agency', 'GET', '/v1/auth/me')).body
  const role = { agencyRole: 'agency_accounts' }
  expect((await demo.callAs('admin', 'PATCH', `/v1/admin/users/${id}`, role)).status).toBe(200)
  await using watched = await open(demo, agencyAt('today', { width: 390 }))
  const { page } = watched
  await page.locator('.day-row', { hasText: 'Nilgün' }).waitFor()
  expect(await pageFlaws(page)).toEqual([])
  const acts = ['Confirm', 'Let go', 'New search', 'Search', 'Change', 'Cancel Double room']
  const none = async () => {
    for (const name of acts) {
      const role = name.includes('earch') ? 'link' : 'button'
      expect([name, await page.getByRole(role, { name, exact: true }).count()]).toEqual([name, 0])
    }
  }
  await none()
  for (const code of [option, stay]) {
    await show(page, `bookings/${code}`, 'What happened')
    await none()
    expect(await page.locator('.cancel-card').count()).toBe(0)
  }
  expect(await page.locator('a[href="#/statements"]').count()).toBeGreaterThan(0)
  expect(defects(watched)).toEqual([])
})

test.each([
  ['hotel', 'The client owes it to the hotel, which owes your agency its commission of ₺211.20.'],
  ['agency', 'Your agency owes it to the hotel, less its commission of ₺211.20.'],
])(
  'a fee says who owes it when the %s collects; a client reads the fee alone (contract-agencies, *Statement*)',
  async (collect, said) => {
    await using demo = await startDemo()
    await giveCredit(demo)
    await sellNights(demo)
    const { code } = await placeOrder(demo, { rateCode: 'NRF', payment: { collect } }, 'agency')
    await using watched = await open(demo, agencyAt(`bookings/${code}`))
    const { page } = watched
    await page.locator('.cancel-card .fee button').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`The fee is ₺1,760. ${said}`).waitFor()
    await page.keyboard.press('Control+.')
    await dialog.getByText('The fee is ₺1,760.', { exact: true }).waitFor()
    expect(await markupOf(page)).not.toContain('211.20')
    expect(defects(watched)).toEqual([])
  },
)
