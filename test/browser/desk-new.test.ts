import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import {
  HOTEL,
  LOOKS_BY_LANGUAGE,
  managerAt,
  pageFlaws,
  unexpectedErrors,
} from '../support/panel-demo.ts'
import { pickDays } from '../support/panel-desk.ts'
import { sellNights, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

// A booking that somebody asks for at the desk or by telephone (issue 18, part 3).

const { startDemo, sharedDemo, open } = browserSuite()

/** The double room at the standard rate with breakfast, for a whole price: what other room types cost goes by the day. */
const doubleFor = (page: Page, price: string) =>
  page
    .getByRole('group', { name: /^Double room/ })
    .getByRole('radio', { name: new RegExp(`^Standard · Bed and breakfast.*₺${price}(\\.00)?$`) })

test('a walk-in is booked by keyboard alone in at most 8 fields: room and price, then the guest', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { from: dayFromNow(0), nights: 1, priceCents: 123_400 })
  await using watched = await open(demo, managerAt('today'))
  const { page, errors } = watched
  await page.locator('.guest-row').first().waitFor()
  const steps = stepsOf(page)
  const begun = performance.now()

  await steps.press('Alt+n')
  await page.locator('.offers label').first().waitFor()
  expect(await page.locator('.new-booking input[name=offer]:checked').count()).toBe(0)
  // A rate that is free until the day before: that was yesterday, and no date is told.
  const flexible = page.locator('.offers label', { hasText: 'Flexible' }).first()
  expect(await textOf(flexible)).toContain('Not free any more: the first night')
  expect(await textOf(page.locator('.offers'))).not.toContain('Free until')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  for (let tabs = 0; tabs < 20 && (await focused()) !== 'offer'; tabs++)
    await page.keyboard.press('Tab')
  await steps.press('Space')
  const typed = async (name: string, text: string) => {
    const isThere = () =>
      page.evaluate(
        (name) => (document.activeElement as HTMLInputElement)?.labels?.[0]?.textContent === name,
        name,
      )
    for (let tabs = 0; tabs < 6 && !(await isThere()); tabs++) await page.keyboard.press('Tab')
    expect(await isThere()).toBe(true)
    await steps.type(text)
  }
  await typed('First name', 'Ilgın')
  await typed('Last name', 'Öztürk')
  await typed('Telephone', '+90 532 555 01 47')
  await typed('E-mail', 'ilgin@example.com')
  await steps.press('Enter')
  await page.locator('.booking-head').waitFor()

  expect(printSteps('a walk-in', 'not possible', steps)).toBeLessThanOrEqual(8)
  expect(performance.now() - begun).toBeLessThan(30_000)
  const text = await textOf(page.locator('.booking'))
  expect(text).toContain('Ilgın Öztürk')
  const code = /(\w{10})$/.exec(page.url())![1]
  const { body } = await demo.callAs('manager', 'GET', `/v1/panel/bookings/${code}`)
  expect(body).toMatchObject({
    checkin: dayFromNow(0),
    checkout: dayFromNow(1),
    source: { type: 'panel' },
    guest: { phone: '+90 532 555 01 47' },
  })
  expect(errors).toEqual([])
})

test('other days, another price with a reason: the total is shown before it is booked, and the reason in the trail', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { start: 60, nights: 3, priceCents: 100_000 })
  await using watched = await open(demo, managerAt('bookings/new'))
  const { page, errors } = watched
  await page.locator('.offers label').first().waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  await pickDays(page, dayFromNow(60), dayFromNow(63))
  await page.getByText('3 nights', { exact: true }).waitFor()
  const offer = doubleFor(page, '3,000')
  expect(await textOf(page.locator('.offers'))).toMatch(/Flexible.*Free until .+, then the first/s)
  await offer.check()
  await page.getByRole('button', { name: /Book for ₺3,000/ }).waitFor()

  await page.getByLabel('Set another price').check()
  await page.getByLabel('How').selectOption('less')
  await page.getByLabel('Discount, %').last().fill('much')
  await page
    .getByRole('button', { name: /New booking|Book for/ })
    .last()
    .click()
  expect(await page.getByText('A percentage from 0 to 100.').count()).toBe(1)
  await page.getByLabel('Discount, %').last().fill('12.5')
  await page.getByText('Say why.').waitFor()
  await page.getByLabel('Reason').fill('Regular guest')
  const book = page.getByRole('button', { name: 'Book for ₺2,625' })
  await book.waitFor()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Yılmaz')
  await book.click()
  // What is missing is said at its field, and nothing that was typed is lost.
  await page.locator('[type=tel][aria-invalid]').waitFor()
  await page.getByLabel('E-mail').fill('ada@example.com')
  await book.click()
  await page.locator('.booking-head').waitFor()
  await page.getByText(/Regular guest/).waitFor()
  expect(await textOf(page.locator('.booking'))).toContain('₺2,625')
  expect(unexpectedErrors(errors, 422)).toEqual([])
})

test('a price that changed meanwhile is said, and booked by a second press; a room that is gone is said', async () => {
  await using demo = await startDemo()
  const night = { start: 60, nights: 1 }
  await sellNights(demo, { ...night, priceCents: 100_000 })
  await using watched = await open(demo, managerAt('bookings/new'))
  const { page } = watched
  await page.locator('.offers label').first().waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  await pickDays(page, dayFromNow(60), dayFromNow(61))
  await doubleFor(page, '1,000').check()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Yılmaz')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await sellNights(demo, { ...night, priceCents: 150_000 })
  await page.getByRole('button', { name: 'Book for ₺1,000' }).click()
  await page.getByText('The total is now ₺1,500').waitFor()
  await sellNights(demo, { ...night, available: 0 })
  await page.getByRole('button', { name: 'Book for ₺1,500' }).click()
  await page.locator('.note.bad', { hasText: 'Not enough rooms' }).waitFor()
  // What is sold by now is shown, and what was typed of the guest stays.
  await doubleFor(page, '1,500').waitFor({ state: 'detached' })
  expect(await page.getByLabel('Last name').inputValue()).toBe('Yılmaz')
})

test('who may not take bookings is offered none', async () => {
  const demo = await sharedDemo()
  await using watched = await open(demo, { ...managerAt('bookings'), as: 'readOnly' })
  const { page } = watched
  await page.locator('tbody tr').first().waitFor()
  expect(await page.getByRole('link', { name: 'New booking' }).count()).toBe(0)
  await page.keyboard.press('Alt+n')
  expect(page.url()).toContain(`${HOTEL}/bookings`)
  expect(page.url()).not.toContain('new')
})

test.each(LOOKS_BY_LANGUAGE)(
  'a new booking can be made by everybody at %i px, %s, %s, and axe finds nothing',
  async (width, theme, language) => {
    const demo = await sharedDemo()
    await using watched = await open(demo, managerAt('bookings/new', { width, theme, language }))
    const { page, errors } = watched
    await page.locator('.offers input').first().check()
    await page.locator('.new-booking [type=checkbox]').last().check()
    expect(await pageFlaws(page)).toEqual([])
    await page.locator('.new-booking .menu > button').click()
    await page.locator('.range-picker').waitFor()
    expect(await pageFlaws(page)).toEqual([])
    expect(errors).toEqual([])
  },
)

test('what was half typed is there when one comes back to it or reloads, not in a new one; ages are never dropped; who has gone on stays there', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { from: dayFromNow(0), nights: 1, priceCents: 123_400 })
  await using watched = await open(demo, managerAt('bookings/new'))
  const { page } = watched
  const first = page.getByLabel('First name')
  const offer = page.locator('.new-booking input[name=offer]').first()
  const send = page.locator('.new-booking button[type=submit]')
  await first.fill('Zeynep')
  await page.getByLabel('Children', { exact: true }).fill('2')
  await page.getByLabel('Children’s ages').fill('5')
  // One age of two children is no price.
  await page.locator('.new-booking .field .error').waitFor()
  await page.getByLabel('Children’s ages').fill('5, 7')
  await page.locator('.new-booking .field .error').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Calendar' }).click()
  await page.getByRole('grid').waitFor()
  await page.goBack()
  await first.waitFor()
  expect(await first.inputValue()).toBe('Zeynep')
  await page.reload()
  await first.waitFor()
  expect(await page.getByLabel('Children’s ages').inputValue()).toBe('5, 7')
  await page.getByLabel('Children', { exact: true }).fill('0')
  await offer.check()
  await send.click()
  // An empty field is not told how long it may be.
  await page.getByText('This field is required.').first().waitFor()
  await page.getByLabel('Last name').fill('Ak')
  await page.getByLabel('E-mail').fill('zeynep@example.com')
  const held = Promise.withResolvers<void>()
  await page.route('**/v1/bookings', async (call) => {
    await held.promise
    await call.continue()
  })
  await send.click()
  await page.getByRole('link', { name: 'Calendar' }).click()
  await page.getByRole('grid').waitFor()
  held.resolve()
  await page.getByText(/^Booked: Zeynep Ak/).waitFor()
  await page.getByRole('grid').waitFor()
  // Whoever comes back and sends it once more has one booking; it takes no press before there is anything to choose.
  const read = Promise.withResolvers<void>()
  await page.route(/\/v1\/hotels\/[^/]+\?/, async (call) => {
    await read.promise
    await call.continue()
  })
  await page.goBack()
  await first.waitFor()
  expect(await send.getAttribute('aria-busy')).toBe('true')
  read.resolve()
  await page.locator('.new-booking button[type=submit][aria-busy=false]').click()
  await page.locator('.booking-head').waitFor()
  const { body } = await demo.callAs('manager', 'GET', '/v1/panel/bookings/find?q=zeynep')
  expect(body.items).toHaveLength(1)
  await page.keyboard.press('Alt+n')
  await first.waitFor()
  expect(await first.inputValue()).toBe('')
})

test('a page that is open from the day before says which day is wrong, at the days', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { from: dayFromNow(0), nights: 2, priceCents: 123_400 })
  await using watched = await open(demo, managerAt('bookings/new'))
  const { page } = watched
  await page.locator('.offers label').first().waitFor()
  await page.clock.setFixedTime(Date.now() - 86_400_000)
  await page.reload()
  await page
    .locator('.new-booking section')
    .first()
    .getByText(/^Too early/)
    .waitFor()
})

test('who may only read is told so at the address of a new booking, and at that of a sheet', async () => {
  const demo = await sharedDemo()
  for (const [language, title, view] of [
    ['en', 'This page is not for your account.', 'bookings/new'],
    ['tr', 'Bu sayfa sizin hesabınız için değil.', 'sheets/arrivals'],
  ] as const) {
    await using watched = await open(demo, managerAt(view, { as: 'readOnly', language }))
    await watched.page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await watched.page.locator('main :is(input, form, table)').count()).toBe(0)
    expect(await pageFlaws(watched.page)).toEqual([])
    expect(watched.errors).toEqual([])
  }
})
