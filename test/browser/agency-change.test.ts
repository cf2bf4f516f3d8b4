import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { agencyAt, HOTEL, type PanelDemo } from '../support/panel-demo.ts'
import { defects, placeOrder, sellNights } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

// An agency changes what it booked (issue 34 §2, contract-agencies, contract-groups).

const { startDemo, open } = browserSuite()

/** Sets the demo's agency a rate of its own and an extra, and sells four nights of doubles; the fifth is sold out. */
async function prepare(demo: PanelDemo): Promise<void> {
  const ask = async (method: string, path: string, body: object) => {
    const answer = await demo.callAs('manager', method, `${path}?hotel=${HOTEL}`, body)
    if (answer.status >= 300) throw new Error(answer.text)
  }
  const cut = { type: 'derived', percentBp: -2_000 }
  const own = { pricing: cut, public: false, active: true, roomCodes: ['DBL'] }
  const free = { freeUntilDays: 1, penalty: 'none' }
  await ask('POST', '/v1/panel/rates', {
    ...{ rateCode: 'OURS', name: 'Ours alone', cancellation: free, ...own },
  })
  const guide = { name: 'City guide', per: 'stay', priceCents: 10_000, max: 2, taxCodes: null }
  await ask('POST', '/v1/panel/extras', { code: 'GUIDE', ...guide })
  const terms = { active: true, stopSale: false, creditLimitCents: 0, rateCodes: ['OURS'] }
  await ask('PUT', '/v1/panel/agencies/DELTA/terms', terms)
  await sellNights(demo, { nights: 4 })
  await sellNights(demo, { start: 64, nights: 1, available: 0 })
}

/** Opens the change by the button at the head of the page. @returns its dialog */
async function openChange(page: Page) {
  await page.getByRole('button', { name: 'Change', exact: true }).first().click()
  return page.getByRole('dialog')
}

test('a booking changes to a rate of the agency’s own and gets an extra; both are shown before they are sent (contract-agencies, contract-groups)', async () => {
  await using demo = await startDemo()
  await prepare(demo)
  const { code } = await placeOrder(demo, {}, 'agency')
  await using watched = await open(demo, agencyAt(`bookings/${code}`))
  const { page } = watched
  const dialog = await openChange(page)
  await dialog.getByLabel('Rate', { exact: true }).selectOption({ label: 'Ours alone' })
  await dialog.getByLabel('City guide').fill('2')
  await dialog.getByText('The total becomes ₺1,600 instead of ₺2,000.').waitFor()
  await dialog.getByText('To pay with extras: ₺1,800.').waitFor()
  await dialog.getByRole('button', { name: 'Change for ₺1,600' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await demo.callAs('agency', 'GET', `/v1/acenta/bookings/${code}`)).body).toMatchObject({
    ...{ rateCode: 'OURS', totalPriceCents: 160_000, payableCents: 180_000 },
    extras: [{ code: 'GUIDE', quantity: 2 }],
  })
  expect(defects(watched)).toEqual([])
})

test('a whole reservation moves to other days in one change, for the total that was shown (contract-groups)', async () => {
  await using demo = await startDemo()
  await prepare(demo)
  const stay = { roomCode: 'DBL', checkin: dayFromNow(60), checkout: dayFromNow(62), adults: 2 }
  const { body: group } = await demo.callAs('agency', 'POST', '/v1/acenta/booking-groups', {
    ...{ hotelSlug: HOTEL, stays: [stay, stay] },
    guest: { firstName: 'Bahar', lastName: 'Ertekin', email: 'bahar@example.com' },
  })
  await using watched = await open(demo, agencyAt(`bookings/${group.bookings[0].code}?whole=true`))
  const { page } = watched
  const dialog = await openChange(page)
  const dates = dialog.locator('.day-input input')
  await dates.nth(1).fill(dayFromNow(65))
  await dialog.getByText(/^Not enough rooms/).waitFor()
  await dates.nth(1).fill(dayFromNow(63))
  await dialog.getByText('The total becomes ₺6,000 instead of ₺4,000.').waitFor()
  await dialog.getByLabel('Telephone').fill('+90 212 555 00 00')
  await dialog.getByRole('button', { name: 'Change booking' }).click()
  await dialog.waitFor({ state: 'detached' })
  const now = (await demo.callAs('agency', 'GET', `/v1/acenta/booking-groups/${group.code}`)).body
  const after = { checkout: dayFromNow(63), guest: { phone: '+90 212 555 00 00' } }
  expect(now).toMatchObject({ totalPriceCents: 600_000, bookings: [after, after] })
  await page.locator('.agency-money').getByText('₺6,000', { exact: true }).waitFor()
  expect(defects(watched)).toEqual([])
})
