import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { HOTEL, managerAt, type PanelDemo, pageFlaws } from '../support/panel-demo.ts'
import { bookStay, defects, focusOnFlaw, sellNights, textOf } from '../support/panel-stays.ts'
import { SHOT_LOOKS, shoot } from '../support/shots.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

// Rows of panel.md (b): "edit a room type", "hotel details, contact, policies" (issue 18).

const { startDemo, sharedDemo, open } = browserSuite()

const field = (scope: Locator, label: string) => scope.getByLabel(label, { exact: true })
const rowOf = (page: Page, code: string) =>
  page.locator('tbody tr').filter({ has: page.getByText(code, { exact: true }) })
const hotelOf = async (demo: PanelDemo) =>
  (await demo.callAs('manager', 'GET', `/v1/panel/hotel?hotel=${HOTEL}`)).body

/** Empties what guests see on the hotel's page besides its texts, as it is in a hotel that has just begun. */
async function emptyPage(demo: PanelDemo): Promise<void> {
  const none = { pets: null, petMaxKg: null, petFee: { en: null, tr: null }, smoking: null }
  const ages = { childrenFromAge: null, childrenFreeUpToAge: null, depositCents: null }
  const agreed = { terms: null, privacy: null }
  const { status } = await demo.callAs('manager', 'PATCH', `/v1/panel/hotel?hotel=${HOTEL}`, {
    ...{ amenities: [], distances: [], colour: null, licenceNumber: null },
    houseRules: { ...none, ...ages, quietFrom: null, quietUntil: null },
    agreementTexts: { en: agreed, tr: agreed },
  })
  expect(status).toBe(200)
}

const publicOf = async (demo: PanelDemo) => (await demo.call('GET', `/v1/hotels/${HOTEL}`)).body

test('an owner says how the hotel is reached, its hours and texts; guests read them at once, and the history tells them in sentences', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('hotel'))
  const { page } = watched
  await page.getByText('Set by the administrator').waitFor()
  const steps = stepsOf(page)
  await steps.click(page.getByRole('button', { name: 'Edit: hotel' }))
  const dialog = page.getByRole('dialog')
  await steps.fill(field(dialog, 'Telephone'), '+90 212 555 02 02')
  await steps.fill(field(dialog, 'E-mail'), 'desk@alfa.example')
  await steps.fill(field(dialog, 'Website'), 'https://alfa.example')
  await steps.fill(field(dialog, 'Address'), 'Yeni Cd. 1')
  await steps.fill(field(dialog, 'Check-in from'), '15:00')
  await steps.fill(field(dialog, 'Description in Turkish'), 'Boğaz’a sıfır.')
  await steps.fill(field(dialog, 'House rules in English'), '')
  await steps.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.waitFor({ state: 'detached' })
  printSteps('hotel details, contact, policies', 'not possible', steps)
  expect(steps.count).toBeLessThanOrEqual(9)

  const page1 = await publicOf(demo)
  expect(page1).toMatchObject({
    ...{ phone: '+90 212 555 02 02', email: 'desk@alfa.example', website: 'https://alfa.example' },
    ...{ address: 'Yeni Cd. 1', checkinTime: '15:00' },
    translations: { tr: { description: 'Boğaz’a sıfır.' }, en: { policies: null } },
  })
  expect(page1.translations.tr.policies).not.toBeNull()
  const card = page.locator('section', { has: page.locator('#told') })
  for (const part of ['+90 212 555 02 02', 'Yeni Cd. 1', '15:00', 'Boğaz’a sıfır.'])
    expect(await textOf(card)).toContain(part)
  expect(await card.getByRole('link').getAttribute('href')).toBe('https://alfa.example')

  await page.getByRole('button', { name: 'Edit: hotel' }).click()
  await field(dialog, 'Website').fill('alfa.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await focusOnFlaw(page)
  expect(await field(dialog, 'Website').getAttribute('aria-invalid')).toBe('true')
  await field(dialog, 'Website').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await hotelOf(demo)).website).toBeNull()

  await page.getByRole('link', { name: 'History' }).click()
  const told = page.locator('.told')
  await told.getByText('changed the website of the hotel', { exact: false }).first().waitFor()
  expect(await textOf(told.first())).toContain(
    'Kerem Usta changed the website of the hotel Alfa Grand Bosphorus from https://alfa.example to',
  )
  for (const part of ['description in Turkish', 'Boğaz’a sıfır.', 'house rules in English'])
    expect(await textOf(told.nth(1))).toContain(part)
  expect(defects(watched)).toEqual([])
})

test('an owner gives a room type beds, size, amenities, a place and a Turkish name; rooms, calendar, Today and bookings show it in the page’s language, partners theirs', async () => {
  await using demo = await startDemo()
  await sellNights(demo)
  const { code } = await bookStay(demo)
  await using watched = await open(demo, managerAt('rooms', { language: 'tr' }))
  const { page } = watched
  const steps = stepsOf(page)
  await rowOf(page, 'DBL').waitFor()
  await steps.click(rowOf(page, 'DBL').getByRole('button', { name: 'Düzenle' }).first())
  const dialog = page.getByRole('dialog')
  await steps.fill(field(dialog, 'Türkçe ad'), 'Klasik oda')
  await steps.fill(field(dialog, 'Türkçe açıklama'), 'Avluya bakar.')
  await steps.fill(field(dialog, 'Büyüklük (m²)'), '24')
  await steps.fill(field(dialog, 'Listedeki sıra'), '1')
  await steps.fill(field(dialog, 'Tek kişilik yatak'), '2')
  await steps.click(field(dialog, 'Balkon'))
  await steps.click(dialog.getByRole('button', { name: 'Kaydet' }))
  await dialog.waitFor({ state: 'detached' })
  printSteps('edit a room type', 'no beds, size, amenities, order, second language', steps)
  expect(steps.count).toBeLessThanOrEqual(8)

  await rowOf(page, 'DBL').filter({ hasText: 'Klasik oda' }).waitFor()
  expect(await textOf(rowOf(page, 'DBL'))).toContain('24 m²')
  const { rooms } = await publicOf(demo)
  const [first] = rooms
  expect(first).toMatchObject({
    ...{ roomCode: 'DBL', name: 'Double room', sizeM2: 24 },
    beds: [
      { kind: 'single', count: 2 },
      { kind: 'double', count: 1 },
    ],
    translations: { tr: { name: 'Klasik oda', description: 'Avluya bakar.' } },
  })
  expect(first.amenities).toContain('balcony')
  const partner = await demo.call('GET', '/v1/partner/mapping', { key: demo.sheet.apiKey })
  expect(partner.text).not.toContain('Klasik')

  const goTo = async (view: string) => page.goto(`${demo.url}/panel#/${HOTEL}/${view}`)
  await goTo('calendar')
  const heads = page.locator('.room')
  await heads.filter({ hasText: 'Klasik oda' }).waitFor()
  const codes = await heads.allTextContents()
  expect(codes[0]).toContain('Klasik oda')
  await goTo(`bookings/${code}`)
  await page.locator('.booking').getByText('Klasik oda').first().waitFor()
  await goTo('bookings')
  await page.locator('tbody tr', { hasText: code }).getByText('Klasik oda').waitFor()
  await goTo('history')
  // Deeds of the service itself may be told above it.
  const told = page.locator('.told', { hasText: 'Türkçe ad' }).first()
  await told.waitFor()
  for (const part of ['Klasik oda', '2 × Tek kişilik yatak', 'Balkon', 'büyüklük'])
    expect(await textOf(told)).toContain(part)
  expect(defects(watched)).toEqual([])
})

test.each(['en', 'tr'] as const)(
  'both forms in %s hold at 1280 and at 390 in both themes, and axe finds nothing',
  async (language) => {
    const demo = await sharedDemo()
    for (const view of ['hotel', 'rooms'] as const) {
      await using watched = await open(demo, managerAt(view, { language }))
      const { page } = watched
      const name = /^(Edit|Düzenle): /
      await page.locator('main').getByRole('button', { name }).first().click()
      await page.getByRole('dialog').waitFor()
      for (const [width, theme] of SHOT_LOOKS) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme: theme })
        expect(await pageFlaws(page)).toEqual([])
        if (language === 'tr') await shoot(page, `${view}-form-${width}-${theme}`)
      }
      expect(defects(watched)).toEqual([])
    }
  },
  120_000,
)

test('who does not own the hotel reads it and changes nothing', async () => {
  const demo = await sharedDemo()
  for (const as of ['revenue', 'frontDesk', 'readOnly'] as const) {
    await using watched = await open(demo, managerAt('hotel', { as }))
    const { page } = watched
    await page.getByText('info@alfa-grand-bosphorus.example', { exact: true }).waitFor()
    expect(await page.locator('main').getByRole('button', { name: 'Edit' }).count()).toBe(0)
    expect(defects(watched)).toEqual([])
  }
})

test('an owner fills the hotel’s page: amenities, house rules, distances, colour, and the texts that guests agree to', async () => {
  await using demo = await startDemo()
  await emptyPage(demo)
  await using watched = await open(demo, managerAt('web'))
  const { page } = watched
  // The form comes with its amenities also for somebody who presses before the page has read them.
  const held = Promise.withResolvers<void>()
  await page.route('**/v1/amenities', async (call) => {
    await held.promise
    await call.continue()
  })
  await page.reload()
  await page.getByRole('button', { name: 'Edit: on the hotel’s page' }).click()
  held.resolve()
  const dialog = page.getByRole('dialog')
  await field(dialog, 'Outdoor pool').check()
  await field(dialog, 'Hammam').check()
  await field(dialog, 'Pets').selectOption('allowed')
  await field(dialog, 'Heaviest pet in kg').fill('8')
  await field(dialog, 'Price of a pet in English').fill('₺400')
  await field(dialog, 'Deposit at arrival').fill('0')
  await field(dialog, 'Quiet from').fill('23:00')
  await dialog.getByRole('button', { name: 'Add a place' }).click()
  await field(dialog, 'Place').fill('Airport')
  await field(dialog, 'Metres').fill('14000')
  await field(dialog, 'Colour').fill('#FFCC00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await focusOnFlaw(page)
  await field(dialog, 'Quiet until').fill('07:00')
  // The flaw comes out from under the buttons.
  await field(dialog, 'Colour').fill('red')
  await field(dialog, 'Colour').evaluate((input) => {
    const form = input.closest('dialog')!
    form.scrollBy(0, input.getBoundingClientRect().bottom - form.getBoundingClientRect().bottom)
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.locator('input[aria-invalid="true"]:focus').waitFor()
  const [colour, buttons] = [field(dialog, 'Colour'), dialog.locator('footer')]
  const ends = (await colour.boundingBox())!
  expect(ends.y + ends.height).toBeLessThan((await buttons.boundingBox())!.y)
  await colour.fill('#FFCC00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { amenities, ...saved } = await hotelOf(demo)
  expect(amenities).toEqual(expect.arrayContaining(['pool', 'hammam']))
  expect(saved).toMatchObject({
    colour: '#ffcc00',
    houseRules: {
      ...{ pets: 'allowed', petMaxKg: 8, petFee: { en: '₺400', tr: null }, smoking: null },
      ...{ depositCents: 0, quietFrom: '23:00', quietUntil: '07:00' },
    },
    distances: [{ name: 'Airport', metres: 14_000 }],
  })
  const card = page.locator('section', { has: page.locator('#page') })
  for (const part of ['Hammam', 'welcome · ≤ 8 kg · ₺400', '23:00 – 07:00', 'Airport 14,000 m'])
    expect(await textOf(card)).toContain(part)

  await page.getByRole('button', { name: 'Edit: what guests agree to' }).click()
  await field(dialog, 'Terms in Turkish').fill('Giriş 14.00’te.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const agreed = page.locator('section', { has: page.locator('#agreed') })
  expect(await textOf(agreed)).toContain('TR')
  await page.getByRole('button', { name: 'Edit: what guests agree to' }).click()
  await dialog.waitFor()
  expect(await field(dialog, 'Terms in Turkish').inputValue()).toBe('Giriş 14.00’te.')
  expect(await pageFlaws(page)).toEqual([])
  expect(defects(watched)).toEqual([])
})
