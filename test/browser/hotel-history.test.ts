import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import {
  EVIL,
  HOTEL,
  LOOKS_BY_LANGUAGE,
  managerAt,
  type PanelDemo,
  pageFlaws,
  press,
} from '../support/panel-demo.ts'
import { defects, placeOrder, sellNights, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

const { startDemo, open } = browserSuite()

const AYSE = {
  ...{ email: 'ayse@example.com', password: 'a boat on the Bosphorus' },
  ...{ name: 'Ayşe Şen', role: 'hotel_manager' },
}

/** The owner adds, promotes and removes Ayşe and changes a room type, an admin the hotel. */
async function changeThings(demo: PanelDemo) {
  const asOwner = (method: string, path: string, body?: unknown) =>
    demo.callAs('manager', method, `/v1/panel/${path}?hotel=${HOTEL}`, body)
  const { body } = await demo.callAs('admin', 'POST', '/v1/admin/users', AYSE)
  const answers = [
    await asOwner('POST', 'members', { email: AYSE.email, role: 'read_only' }),
    await asOwner('PATCH', `members/${body.id}`, { role: 'front_desk' }),
    await asOwner('DELETE', `members/${body.id}`),
    await asOwner('PATCH', 'rooms/DBL', { name: 'Big double' }),
    await asOwner('PATCH', 'rooms/DBL', { name: EVIL, basePriceCents: 123450 }),
    await asOwner('POST', 'api-keys', { name: 'PMS' }),
    await demo.callAs('admin', 'PATCH', `/v1/admin/hotels/${HOTEL}`, { stars: 3 }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 201, 200])
}

const historyLines = (page: Page) => page.locator('tbody tr .told > p:first-child')

test('an owner reads who changed what in sentences, and finds it by person, kind and day (issue 17, 4)', async () => {
  await using demo = await startDemo()
  await changeThings(demo)
  await using watched = await open(demo, managerAt('history'))
  const { page } = watched
  await page
    .getByText('Kerem Usta gave Ayşe Şen the role Front desk instead of Read-only')
    .waitFor()
  const sentences = await historyLines(page).allTextContents()
  expect(sentences[0]).toMatch(/ changed the stars of the hotel .* from 5 to 3$/)
  expect(sentences[0]).not.toContain('@')
  expect(sentences.slice(1, 7)).toEqual([
    'Kerem Usta added API key PMS',
    'Kerem Usta changed room type DBL',
    expect.stringMatching(/^Kerem Usta changed the name of room type DBL from .+ to Big double$/),
    'Kerem Usta removed Ayşe Şen, whose role was Front desk',
    'Kerem Usta gave Ayşe Şen the role Front desk instead of Read-only',
    'Kerem Usta let Ayşe Şen into the hotel with the role Read-only',
  ])
  const row = page.locator('tbody tr', { hasText: 'changed room type DBL' })
  expect(await textOf(row)).toContain(`name: Big double → ${EVIL}`)
  expect(await textOf(row)).toMatch(/base price: .+ → .*1,234\.50/)

  await press(page, 'People')
  await page.locator('tbody tr', { hasText: 'API key PMS' }).waitFor({ state: 'detached' })
  const ofPeople = await historyLines(page).allTextContents()
  expect(ofPeople.slice(0, 3)).toEqual(sentences.slice(4, 7))
  for (const sentence of ofPeople) expect(sentence).toMatch(/ role /)
  await press(page, 'Any')
  await page.locator('tbody tr', { hasText: 'the stars' }).waitFor()
  await page.getByLabel('Person').selectOption({ label: 'Kerem Usta' })
  await page.locator('tbody tr', { hasText: 'the stars' }).waitFor({ state: 'detached' })
  await page.getByLabel('To').fill('2020-01-01')
  await page.getByText('No such changes').waitFor()
  expect(defects(watched)).toEqual([])
})

test('times in the history are those of the hotel, wherever it is read (D14)', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { from: dayFromNow(0), nights: 1 })
  const stay = { checkin: dayFromNow(0), checkout: dayFromNow(1) }
  const { code } = await placeOrder(demo, stay, 'manager')
  const arrivedAt = new Date().toISOString()
  await demo.callAs('manager', 'PATCH', `/v1/panel/bookings/${code}/desk`, { arrivedAt })
  const timeIn = (timeZone: string) =>
    new Date(arrivedAt).toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' })
  expect(timeIn('UTC')).not.toBe(timeIn('Europe/Istanbul'))
  await using watched = await open(demo, managerAt('history'))
  const { page } = watched
  expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe('UTC')
  const row = page.locator('tbody tr', { hasText: code }).filter({ hasText: 'arrival' })
  expect(await textOf(row.locator('ins, .told > p').last())).toEndWith(timeIn('Europe/Istanbul'))
  await page.goto(page.url().replace('history', `bookings/${code}`))
  expect(await textOf(page.locator('.timeline ins').first())).toEndWith(timeIn('Europe/Istanbul'))
})

test('an owner sees who changed what on which days, of prices and bookings, by person and kind (panel.md b)', async () => {
  await using demo = await startDemo()
  const [from, to] = [dayFromNow(40), dayFromNow(46)]
  const updates = [{ roomCode: 'DBL', dateFrom: from, dateTo: to, priceCents: 1_234_500 }]
  const path = `/v1/panel/availability?hotel=${HOTEL}`
  expect((await demo.callAs('revenue', 'PATCH', path, { updates })).status).toBe(200)
  const { body } = await demo.callAs(
    'manager',
    'GET',
    `/v1/panel/bookings?hotel=${HOTEL}&status=confirmed`,
  )
  const [booking] = body.items
  const cancel = `/v1/bookings/${booking.code}/cancel`
  expect((await demo.callAs('manager', 'POST', cancel, { reason: 'Rain' })).status).toBe(200)
  const { name: revenue } = (await demo.callAs('revenue', 'GET', '/v1/auth/me')).body

  await using watched = await open(demo, managerAt('today'))
  const { page } = watched
  const steps = stepsOf(page)
  await steps.click(page.getByRole('link', { name: 'History' }))
  await steps.click(page.getByRole('button', { name: 'Days and prices' }))
  await page.getByText(`${revenue} set the price of DBL`).waitFor()
  await steps.pick(page.getByLabel('Person'), revenue)
  printSteps('who changed what on which days, over the hotel', 'no', steps)
  expect(steps.count).toBe(3)
  await page.locator('tbody tr:first-child', { hasText: '₺12,345' }).waitFor()
  const [sentence] = await historyLines(page).allTextContents()
  expect(sentence).toMatch(/set the price of DBL, .+, 7 nights: ₺[\d,]+( – ₺[\d,]+)? → ₺12,345$/)

  await page.getByLabel('Person').selectOption('')
  await press(page, 'Bookings')
  const { firstName, lastName } = booking.guest
  await page
    .getByText(`Kerem Usta cancelled booking ${booking.code} of ${firstName} ${lastName}`)
    .waitFor()
  await press(page, 'Desk and payments')
  await page.locator('ins').getByText('Card', { exact: true }).first().waitFor()
  expect(defects(watched)).toEqual([])
})

const REVENUE = [
  ...['Any', 'Days and prices', 'Rates', 'Extras', 'Terms of agencies', 'Statements'],
  ...['Allotments', 'Room types', 'Photos'],
]

test('revenue reads of days and rates, the front desk of bookings and the desk, and neither of the rest', async () => {
  await using demo = await startDemo()
  for (const [as, kinds] of [
    ['revenue', REVENUE],
    ['frontDesk', ['Any', 'Bookings', 'Desk and payments']],
  ] as const) {
    await using watched = await open(demo, managerAt('history', { as }))
    const { page } = watched
    await historyLines(page).first().waitFor()
    expect(await page.locator('.chip').allTextContents()).toEqual([...kinds])
    expect(defects(watched)).toEqual([])
  }
})

test.each(LOOKS_BY_LANGUAGE)(
  'at %i pixels, %s, in %s the history fits and axe finds nothing',
  async (width, theme, language) => {
    await using demo = await startDemo()
    await changeThings(demo)
    await using watched = await open(demo, managerAt('history', { width, theme, language }))
    const { page } = watched
    await historyLines(page).first().waitFor()
    expect(await pageFlaws(page)).toEqual([])
    if (process.env.SHOTS_TO)
      await page.screenshot({ path: `${process.env.SHOTS_TO}/history-${width}-${theme}.png` })
    expect(defects(watched)).toEqual([])
  },
)
