import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import {
  accessFlaws,
  agencyAt,
  lookThrough,
  type PanelDemo,
  pageFlaws,
  unexpectedErrors,
} from '../support/panel-demo.ts'
import { askFor } from '../support/panel-desk.ts'
import { sellNights } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

// An agency's search and its offer (issue 34 §2; the drawing `agency-search.png`).

const { startDemo, sharedDemo, open } = browserSuite()

const HOTEL_NAME = 'Alfa Grand Bosphorus'
const NIGHT = dayFromNow(60)
/** The demo's agency keeps 12 %, which is what the non-refundable rate costs less. */
const [GROSS, NET, COMMISSION] = ['₺2,000', '1,760', '₺240']
const OF_NON_REFUNDABLE = ['1,548.80', '211.20']

/** A picture of one dot. */
const LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Opens the search for two nights at the demo's hotel, which sells doubles at 1,000 a night. */
async function openSearch(demo: PanelDemo, width = 1440) {
  const watched = await open(demo, agencyAt('search', { width, hasTouch: width < 800 }))
  const { page } = watched
  await askFor(page, NIGHT, 2)
  await page.getByLabel('Where').fill(HOTEL_NAME)
  await page.locator('.hotel-row', { hasText: HOTEL_NAME }).waitFor()
  await page.locator('.rooms[aria-busy=false]').waitFor()
  return watched
}

test('rooms and extras are found and booked by keyboard, extras without commission; as a client the page holds the gross price alone, in its markup too (issue 34 §2, contract-groups)', async () => {
  await using demo = await startDemo()
  const guide = { name: 'City guide', per: 'stay', priceCents: 10_000, max: 2 }
  const made = { code: 'GUIDE', taxCodes: null, ...guide }
  expect((await demo.callAs('manager', 'POST', '/v1/panel/extras', made)).status).toBe(201)
  await sellNights(demo)
  await using watched = await openSearch(demo)
  const { page, offOrigin } = watched
  await page.getByLabel('Where').press('Enter')
  await page.keyboard.press('ArrowRight')
  const double = page.locator('.offer-row', { hasText: GROSS }).first()
  await double.waitFor()
  expect(await double.locator('.net').textContent()).toContain(NET)
  await double.locator('[data-stop]').focus()
  await page.keyboard.press('+')
  await page.locator('.line').waitFor()
  await page.getByLabel('First name').fill('Nesrin')
  expect(await page.locator('.sums-of').textContent()).toContain(`₺${NET}`)

  await page.keyboard.press('Control+.')
  await page.locator('.net').first().waitFor({ state: 'detached' })
  const markup = await page.evaluate(() => document.documentElement.outerHTML)
  for (const own of [COMMISSION, ...OF_NON_REFUNDABLE, 'ommission', '12%', 'Net'])
    expect([own, markup.includes(own)]).toEqual([own, false])
  expect(markup).toContain(GROSS)
  await page.reload()
  await page.locator('.hotel-row').first().waitFor()
  expect(await page.locator('.net, .commission').count()).toBe(0)
  await page.keyboard.press('Control+.')
  await page.locator('.net').first().waitFor()

  await page.locator('details.extras > summary').press('Enter')
  await page.getByRole('button', { name: 'One more: City guide' }).press('Enter')
  await page.locator('.basket .sum', { hasText: 'City guide' }).waitFor()
  const sums = (await page.locator('.sums-of').textContent())!
  for (const part of ['₺1,860', COMMISSION, '₺2,100']) expect(sums).toContain(part)

  // The price rises before the press: it is shown, agreed to, and what was typed stays.
  await sellNights(demo, { priceCents: 110_000 })
  await page.getByLabel('Last name').fill('Ilgaz')
  await page.getByLabel('E-mail', { exact: true }).fill('nesrin@example.com')
  await page.keyboard.press('Control+Enter')
  await page.getByText('The total is now ₺2,300.').waitFor()
  expect(await page.getByLabel('First name').inputValue()).toBe('Nesrin')
  await page.getByRole('button', { name: 'Book 1 room · ₺2,300' }).first().waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Booked: Nesrin Ilgaz').waitFor()
  const { items } = (await demo.callAs('agency', 'GET', '/v1/acenta/bookings?limit=1')).body
  expect(items[0]).toMatchObject({
    ...{ totalPriceCents: 220_000, commissionCents: 26_400, payableCents: 230_000 },
    extras: [{ code: 'GUIDE', quantity: 1, totalCents: 10_000 }],
  })
  await page.locator('a[href="#/bookings"]').first().click()
  await page.locator('tr', { hasText: 'Nesrin' }).getByText('₺2,300').waitFor()
  expect(unexpectedErrors(watched.errors, 409)).toEqual([])
  expect(offOrigin).toEqual([])
})

test('the search and the offer sheet are within reach of everybody, on a telephone and in both themes (issue 34 §2)', async () => {
  const demo = await sharedDemo()
  const record = { licenceNumber: '99417', logo: LOGO }
  expect((await demo.callAs('agency', 'PATCH', '/v1/acenta/agency', record)).status).toBe(200)
  await using watched = await openSearch(demo, 390)
  const { page } = watched
  await page.getByRole('button', { name: /^Party/ }).tap()
  const adults = page.locator('.parties').getByLabel('Adults')
  await adults.fill('9')
  await page.locator('.refusing').getByText('No room type sleeps so many.').waitFor()
  await adults.fill('2')
  await page.keyboard.press('Escape')
  // Rooms of three hotels, which is what one sheet has room for.
  for (const name of [HOTEL_NAME, 'Galata Kule Konak', 'Moda Sahil']) {
    await page.getByLabel('Where').fill(name)
    await page.locator('.hotel-row', { hasText: name }).tap()
    await page.locator('.offer-row [data-stop]').first().tap()
    await page.getByText(name).nth(1).waitFor()
  }
  await page.locator('details.extras > summary').tap()
  const transfer = page.locator('.extra', { hasText: 'Airport transfer' })
  await transfer.getByRole('button').last().tap()
  await page.locator('.basket .sum', { hasText: 'Airport transfer' }).waitFor()
  for (const [name, value] of [
    ['First name', 'Nesrin'],
    ['Last name', 'Ilgaz'],
  ] as const)
    await page.getByLabel(name).fill(value)
  await lookThrough(
    page,
    [
      [390, 'light'],
      [390, 'dark'],
      [1440, 'light'],
      [1440, 'dark'],
    ] as const,
    (flaws, look) => expect([look, flaws]).toEqual([look, []]),
  )
  await page.getByRole('button', { name: 'Offer sheet' }).click()
  const paper = page.locator('.paper')
  await paper.getByText('Dear Nesrin Ilgaz,').waitFor()
  await paper.getByText('Choice 3').waitFor()
  await paper.getByText('Licence no. 99417').waitFor()
  await paper.getByText('Airport transfer').waitFor()
  expect(await paper.locator('.is-short').allTextContents()).toEqual(
    Array(3).fill(expect.stringContaining('.')),
  )
  expect(
    await paper
      .locator('.paper-logo')
      .evaluate((logo: HTMLImageElement) => logo.decode().then(() => logo.naturalWidth)),
  ).toBe(1)
  expect(await accessFlaws(page)).toEqual([])
  await page.getByLabel('Language', { exact: true }).selectOption('tr')
  await paper.getByText('Sayın Nesrin Ilgaz,').waitFor()
  const text = (await paper.textContent())!
  expect(text).not.toMatch(/net|komisyon/i)
  expect(await pageFlaws(page)).toEqual([])
  // One sheet of A4.
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Search' }).waitFor()
  expect(await page.getByLabel('First name').inputValue()).toBe('Nesrin')
})
