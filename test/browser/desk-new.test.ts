import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import {
  HOTEL,
  LOOKS_BY_LANGUAGE,
  managerAt,
  pageFlaws,
  unexpectedErrors,
} from '../support/panel-demo.ts'
import { addRoom, askFor } from '../support/panel-desk.ts'
import { sellNights, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

// A booking that somebody asks for at the desk or by telephone (issue 18, part 3; issue 33, *New booking*).

const { startDemo, sharedDemo, open } = browserSuite()

test('other days, another price with a reason: the total is shown before it is booked, and the reason in the trail', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { start: 60, nights: 3, priceCents: 100_000 })
  await using watched = await open(demo, managerAt('bookings/new'))
  const { page, errors } = watched
  await page.locator('.type').first().waitFor()
  // Both dates are of one day, also if the hotel's midnight comes between the two.
  const [checkin, checkout] = [dayFromNow(60), dayFromNow(63)]
  await askFor(page, checkin, 3)
  expect(await page.getByLabel('Check-out').inputValue()).toBe(
    new Date(checkout).toLocaleDateString('en-GB'),
  )
  await addRoom(page, 'Double room', 'Standard · Bed and breakfast')
  expect(await textOf(page.locator('.rooms'))).toMatch(/Flexible.*Free until .+, then the first/s)
  const deed = page.locator('.deed .primary')
  expect(await textOf(deed)).toBe('Confirm 1 room · ₺3,000')

  await page.getByRole('button', { name: 'Price and discount' }).click()
  await page.getByLabel('How').selectOption('less')
  await page.getByLabel('Discount, %').last().fill('much')
  await deed.click()
  expect(await page.getByText('A percentage from 0 to 100.').count()).toBe(1)
  await page.getByLabel('Discount, %').last().fill('12.5')
  await page.getByText('Say why.').waitFor()
  await page.getByLabel('Reason').fill('Regular guest')
  const book = page.getByRole('button', { name: 'Confirm 1 room · ₺2,625' })
  await book.waitFor()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Yılmaz')
  await book.click()
  // What is missing is said at its field, and nothing that was typed is lost.
  await page.locator('[type=tel][aria-invalid]').waitFor()
  await page.getByLabel('E-mail').first().fill('ada@example.com')
  await book.click()
  await page.locator('.booking-head').waitFor()
  await page.getByText(/Regular guest/).waitFor()
  expect(await textOf(page.locator('.booking'))).toContain('₺2,625')
  expect(unexpectedErrors(errors, 422)).toEqual([])
})

test('nothing is sold for other days than the fields have: a day or a number of nights that is none hides the rooms', async () => {
  const demo = await sharedDemo()
  await using watched = await open(demo, managerAt('bookings/new', { language: 'tr' }))
  const { page, errors } = watched
  const types = page.locator('.type')
  const cases = [
    ['Giriş', '31.02.2027', 'Böyle bir gün yok'],
    ['Giriş', '01.01.1900', 'En erken'],
    ['Çıkış', '30.02.2027', 'Böyle bir gün yok'],
    ['Gece', '0', 'En az bir gece.'],
  ] as const
  for (const [label, text, wrong] of cases) {
    await types.first().waitFor()
    const field = page.getByLabel(label, { exact: true })
    const before = await field.inputValue()
    await field.selectText()
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
    await page.locator('.ask .error', { hasText: wrong }).waitFor()
    await types.first().waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe(text)
    await page.getByRole('heading', { name: 'Lütfen işaretli yerleri denetleyin.' }).waitFor()
    await field.fill(before)
    await page.locator('.ask .error').waitFor({ state: 'detached' })
  }
  await types.first().waitFor()
  expect(await pageFlaws(page)).toEqual([])
  expect(unexpectedErrors(errors)).toEqual([])
})

test('a price that changed meanwhile is said, and booked by a second press; a room that is gone is said at its stay', async () => {
  await using demo = await startDemo()
  const night = { start: 60, nights: 1 }
  await sellNights(demo, { ...night, priceCents: 100_000 })
  await using watched = await open(demo, managerAt('bookings/new'))
  const { page } = watched
  await page.locator('.type').first().waitFor()
  await askFor(page, dayFromNow(60), 1)
  await addRoom(page, 'Double room', 'Standard · Bed and breakfast')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Yılmaz')
  await page.getByLabel('E-mail').first().fill('ada@example.com')
  await sellNights(demo, { ...night, priceCents: 150_000 })
  await page.getByRole('button', { name: 'Confirm 1 room · ₺1,000' }).click()
  await page.getByText('The total is now ₺1,500').waitFor()
  await sellNights(demo, { ...night, available: 0, priceCents: 150_000 })
  await page.getByRole('button', { name: 'Confirm 1 room · ₺1,500' }).click()
  await page.locator('.line .note.bad', { hasText: 'Not enough rooms' }).waitFor()
  // What is sold by now is shown, and what was typed of the guest stays.
  await page.locator('.type bdi', { hasText: 'Double room' }).waitFor({ state: 'detached' })
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
    // No option ends after 18:00 of the day of arrival, and a weekend is sold for two nights at least.
    const days = page.locator('.ask .day-input input')
    await days.first().fill(dayFromNow(1))
    await days.last().fill(dayFromNow(3))
    await page.locator('.rooms[aria-busy=false]').waitFor()
    await page.locator('.type > button').nth(1).click()
    await page.locator('.offer [data-stop]').first().click()
    await page.locator('.line > .button').click()
    for (const fold of await page.locator('.new-booking summary').all()) await fold.click()
    expect(await pageFlaws(page)).toEqual([])
    await page.locator('.hold .menu > button').click()
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
  const send = page.locator('.deed .primary')
  await first.fill('Zeynep')
  await page.getByLabel('Children', { exact: true }).fill('2')
  await page.getByLabel('Children’s ages').fill('5')
  // One age of two children is no price.
  await page.locator('.ask .error').waitFor()
  await page.getByLabel('Children’s ages').fill('5, 7')
  await page.locator('.ask .error').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Calendar' }).click()
  await page.getByRole('grid').waitFor()
  await page.goBack()
  await first.waitFor()
  expect(await first.inputValue()).toBe('Zeynep')
  await page.reload()
  await first.waitFor()
  expect(await page.getByLabel('Children’s ages').inputValue()).toBe('5, 7')
  await page.getByLabel('Children', { exact: true }).fill('0')
  await page.locator('.rooms[aria-busy=false]').waitFor()
  await addRoom(page, 'Double room')
  await send.click()
  // An empty field is not told how long it may be.
  await page.getByText('This field is required.').first().waitFor()
  // The basket is kept, too.
  await page.reload()
  await page.locator('.line', { hasText: 'Double room' }).waitFor()
  await page.getByLabel('Last name').fill('Ak')
  await page.getByLabel('E-mail').first().fill('zeynep.wachowski@example.com')
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
  // Whoever comes back and sends it once more has one booking.
  await page.goBack()
  await first.waitFor()
  await send.click()
  await page.locator('.booking-head').waitFor()
  const { body } = await demo.callAs(
    'manager',
    'GET',
    '/v1/panel/bookings/find?q=zeynep.wachowski@example.com',
  )
  expect(body.items).toHaveLength(1)
  await page.keyboard.press('Alt+n')
  await first.waitFor()
  expect(await first.inputValue()).toBe('')
  expect(await page.locator('.line').count()).toBe(0)
})

test('a page that is open from the day before says which day is wrong, at the days', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { from: dayFromNow(0), nights: 2, priceCents: 123_400 })
  await using watched = await open(demo, managerAt('bookings/new'))
  const { page } = watched
  await page.locator('.type').first().waitFor()
  await page.clock.setFixedTime(Date.now() - 86_400_000)
  await page.reload()
  await page
    .locator('.ask')
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
