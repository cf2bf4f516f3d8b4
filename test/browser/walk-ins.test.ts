import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { managerAt, press, unexpectedErrors } from '../support/panel-demo.ts'
import { placeOrder, sellNights, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

// Who stands at the desk leaves a telephone number or an e-mail (D1), and is told in their language why not (D7).

const { startDemo, sharedDemo, open } = browserSuite()

const ILGIN = { firstName: 'Ilgın', lastName: 'Öztürk', phone: '+90 532 555 01 47' }

/** Guest's fields of a new booking in each language: telephone, e-mail, mark before the press, error after it. */
const SAID = {
  en: {
    names: ['First name', 'Last name', 'Telephone', 'E-mail'],
    mark: 'A telephone number or an e-mail address is enough.',
    wrong: 'Enter a telephone number or an e-mail address.',
  },
  tr: {
    names: ['Ad', 'Soyad', 'Telefon', 'E-posta'],
    mark: 'Telefon ya da e-posta: biri yeter.',
    wrong: 'Telefon ya da e-posta yazın.',
  },
}

const codeOn = async (page: Page): Promise<string> => {
  await page.locator('.booking').waitFor()
  return /\/bookings\/(\w{10})/.exec(page.url())![1]!
}

test.each(['en', 'tr'] as const)(
  'a walk-in without an e-mail is booked: the form says before that a telephone is enough, and at its field when neither is there, in %s (D1)',
  async (language) => {
    await using demo = await startDemo()
    await sellNights(demo, { from: dayFromNow(0), nights: 1, priceCents: 123_400 })
    await using watched = await open(demo, managerAt('bookings/new', { language }))
    const { page, errors } = watched
    const { names, mark, wrong } = SAID[language]
    const field = (at: number) => page.getByLabel(names[at]!, { exact: true }).first()
    await page.locator('.type > button').first().click()
    await page.locator('.offer [data-stop]').first().click()
    expect(await textOf(page.locator('.new-booking'))).toContain(mark)
    await field(0).fill(ILGIN.firstName)
    await field(1).fill(ILGIN.lastName)
    await page.locator('.deed .primary').click()
    await page.locator('[type=tel][aria-invalid]').waitFor()
    expect(await textOf(page.locator('.field', { has: field(2) }))).toContain(wrong)
    expect(await field(2).evaluate((input) => document.activeElement === input)).toBe(true)
    // An e-mail that is none is told at its own field, and never sent as an empty one.
    await field(2).fill(ILGIN.phone)
    await field(3).fill('a@')
    await page.locator('.deed .primary').click()
    await page.locator('[type=email][aria-invalid]').waitFor()
    await field(3).fill('  ')
    await page.locator('.deed .primary').click()
    const code = await codeOn(page)
    const text = await textOf(page.locator('.booking'))
    expect(text).toContain(ILGIN.phone)
    expect(text).not.toMatch(/null|undefined/)
    expect(await page.locator('.booking a[href^="mailto:"]').count()).toBe(0)
    const { body } = await demo.callAs('manager', 'GET', `/v1/panel/bookings/${code}`)
    expect(body).toMatchObject({ guest: { ...ILGIN, email: null }, source: { type: 'panel' } })
    expect(unexpectedErrors(errors, 422)).toEqual([])
  },
)

test('a booking in Turkish lists who comes with commas, its prices apart, and its form asks in the order of a new one (D7)', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { start: 60, nights: 2, priceCents: 547_455 })
  const party = { rooms: 2, adults: 3, children: 2, childAges: [5, 9] }
  const { code } = await placeOrder(demo, { ...party, guest: ILGIN }, 'manager')
  const at = (width: number) => open(demo, managerAt(`bookings/${code}`, { language: 'tr', width }))
  for (const width of [320, 1280]) {
    await using watched = await at(width)
    const { page } = watched
    await page.getByText('3 yetişkin, 2 çocuk (yaş: 5, 9)').waitFor()
    const texts = await page.locator('.price tr').evaluateAll((rows) =>
      rows.map((row) =>
        [...row.children].map((cell) => {
          const range = document.createRange()
          range.selectNodeContents(cell)
          const { left, right, width } = range.getBoundingClientRect()
          return width > 0 ? { left, right } : undefined
        }),
      ),
    )
    for (const [, one, all] of texts)
      if (one && all) expect(all.left - one.right, `at ${width}`).toBeGreaterThanOrEqual(10)
    await press(page, 'Değiştir')
    const fields = await page
      .getByRole('dialog')
      .locator('input')
      .evaluateAll((inputs) => (inputs as HTMLInputElement[]).map(({ type }) => type))
    expect(fields.indexOf('tel')).toBeLessThan(fields.indexOf('email'))
  }
})

test('the hotel adds an e-mail to a walk-in and takes it out again; the trail tells both (D1)', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { start: 60, nights: 2 })
  const { code } = await placeOrder(demo, { guest: ILGIN }, 'manager')
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page, errors } = watched
  const mailOf = async () =>
    (await demo.callAs('manager', 'GET', `/v1/panel/bookings/${code}`)).body.guest.email
  for (const email of ['ilgin@example.com', '']) {
    await press(page, 'Change')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail', { exact: true }).fill(email)
    await press(dialog, 'Change booking')
    await dialog.waitFor({ state: 'detached' })
    expect(await mailOf()).toBe(email || null)
  }
  await page.getByText('ilgin@example.com').nth(1).waitFor()
  const told = await page.locator('.booking li', { hasText: 'ilgin@example.com' }).allInnerTexts()
  expect(told.join(' ')).not.toMatch(/null|undefined/)
  expect(unexpectedErrors(errors, 422)).toEqual([])
})

test('no room type says in English why it is not sold to whoever reads Turkish (D7)', async () => {
  const demo = await sharedDemo()
  await using watched = await open(demo, managerAt('bookings/new', { language: 'tr' }))
  const { page } = watched
  await page.locator('.type').first().waitFor()
  await page.getByLabel('Yetişkin', { exact: true }).fill('1')
  await page.getByLabel('Çocuk', { exact: true }).fill('2')
  const unsold = page.locator('.rooms details')
  await unsold.locator('summary', { hasText: 'Satılamayan' }).click()
  const said = await unsold.locator('li .dim').allInnerTexts()
  expect(said).toContain('Bu oda tipi bu kadar kişiyi almaz; her odada bir yetişkin olmalı.')
  // Some of the demo's room types are sold out on some days.
  for (const text of said) expect(text).toMatch(/^(Bu oda tipi|Yeterli oda yok: )/)
})
