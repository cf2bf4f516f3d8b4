import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import {
  HOTEL,
  LOOKS_BY_LANGUAGE,
  managerAt,
  pageFlaws,
  unexpected,
} from '../support/panel-demo.ts'
import { countSteps, pickDays } from '../support/panel-desk.ts'
import { sellNights, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

// A booking that somebody asks for at the desk or by telephone (issue 18, part 3).

const { startDemo, open } = browserSuite()

test('a walk-in is booked by keyboard alone in at most 8 fields: room and price, then the guest', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { from: dayFromNow(0), nights: 1, priceCents: 123_400 })
  await using watched = await open(demo, managerAt('today'))
  const { page, errors } = watched
  await page.locator('.guest-row').first().waitFor()
  const { step, print } = countSteps('walk-in')
  const begun = performance.now()

  await step('Alt+N', page.keyboard.press('Alt+n'))
  await page.locator('.offers label').first().waitFor()
  expect(await page.locator('.new-booking input[name=offer]:checked').count()).toBe(0)
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  for (let tabs = 0; tabs < 20 && (await focused()) !== 'offer'; tabs++)
    await page.keyboard.press('Tab')
  await step('room and price', page.keyboard.press('Space'))
  const typed = async (name: string, text: string) => {
    const isThere = () =>
      page.evaluate(
        (name) => (document.activeElement as HTMLInputElement)?.labels?.[0]?.textContent === name,
        name,
      )
    for (let tabs = 0; tabs < 6 && !(await isThere()); tabs++) await page.keyboard.press('Tab')
    expect(await isThere()).toBe(true)
    await step(name, page.keyboard.type(text))
  }
  await typed('First name', 'Ilgın')
  await typed('Last name', 'Öztürk')
  await typed('Telephone', '+90 532 555 01 47')
  await typed('E-mail', 'ilgin@example.com')
  await step('Enter', page.keyboard.press('Enter'))
  await page.getByRole('heading', { level: 1, name: /^Booking \w{10}/ }).waitFor()

  expect(print('not possible')).toBeLessThanOrEqual(8)
  expect(performance.now() - begun).toBeLessThan(30_000)
  const text = await textOf(page.locator('.booking'))
  expect(text).toContain('Ilgın Öztürk')
  const code = /Booking (\w{10})/.exec(text)![1]
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
  const offer = page.getByRole('radio', { name: /Standard.*3,000\.00/ }).first()
  await offer.check()
  await page.getByRole('button', { name: /Book for TRY 3,000\.00/ }).waitFor()

  await page.getByLabel('Agree on another price').check()
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
  const book = page.getByRole('button', { name: 'Book for TRY 2,625.00' })
  await book.waitFor()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Yılmaz')
  await book.click()
  // What is missing is said at its field, and nothing that was typed is lost.
  await page.locator('[type=email][aria-invalid]').waitFor()
  await page.getByLabel('E-mail').fill('ada@example.com')
  await book.click()
  await page.getByRole('heading', { level: 1, name: /^Booking \w{10}/ }).waitFor()
  await page.getByText('Who wrote what').click()
  await page.getByText(/Regular guest/).waitFor()
  expect(await textOf(page.locator('.booking'))).toContain('TRY 2,625.00')
  expect(unexpected(errors, 422)).toEqual([])
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
  await page
    .getByRole('radio', { name: /Standard.*1,000\.00/ })
    .first()
    .check()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Yılmaz')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await sellNights(demo, { ...night, priceCents: 150_000 })
  await page.getByRole('button', { name: 'Book for TRY 1,000.00' }).click()
  await page.getByText('The total is now TRY 1,500.00').waitFor()
  await sellNights(demo, { ...night, available: 0 })
  await page.getByRole('button', { name: 'Book for TRY 1,500.00' }).click()
  await page.locator('.note.bad', { hasText: 'Not enough rooms' }).waitFor()
  // What is sold by now is shown, and what was typed of the guest stays.
  await page
    .getByRole('radio', { name: /Standard.*1,500\.00/ })
    .first()
    .waitFor({ state: 'detached' })
  expect(await page.getByLabel('Last name').inputValue()).toBe('Yılmaz')
})

test('who may not take bookings is offered none', async () => {
  await using demo = await startDemo()
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
    await using demo = await startDemo()
    await using watched = await open(demo, managerAt('bookings/new', { width, theme, language }))
    const { page, errors } = watched
    await page.locator('.offers input').first().check()
    await page.locator('.new-booking [type=checkbox]').check()
    expect(await pageFlaws(page)).toEqual([])
    await page.locator('.new-booking .menu > button').click()
    await page.locator('.range-picker').waitFor()
    expect(await pageFlaws(page)).toEqual([])
    expect(errors).toEqual([])
  },
)
