import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import {
  HOTEL,
  managerAt,
  type PanelDemo,
  pageFlaws,
  press,
  unexpectedErrors,
} from '../support/panel-demo.ts'
import { placeOrder, sellNights } from '../support/panel-stays.ts'
import { dayFromNow, until } from '../support/process.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

// Who stays, as Turkish hotels report it each day; a room given twice; a walk-in past restrictions (issue 18).

const { startDemo, open } = browserSuite()

/** Somebody of the hotel's for tonight and tomorrow. */
async function arrival(demo: PanelDemo, lastName: string) {
  await sellNights(demo, { from: dayFromNow(0), nights: 3, available: 9, priceCents: 100_000 })
  const guest = { firstName: 'Ömer', lastName, email: 'omer@example.com', country: 'TR' }
  const stay = { checkin: dayFromNow(0), checkout: dayFromNow(2) }
  return await placeOrder(demo, { ...stay, guest }, 'manager')
}

const askDesk = (demo: PanelDemo, code: string, body: object) =>
  demo.callAs('manager', 'PATCH', `/v1/panel/bookings/${code}/desk?hotel=${HOTEL}`, body)

test('who stays is written at the booking, by keyboard alone too, stands on the card and in the report of the day', async () => {
  await using demo = await startDemo()
  const { code } = await arrival(demo, 'Çelik')
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page, errors } = watched
  const steps = stepsOf(page)
  await steps.button(page, 'Identities')
  const dialog = page.getByRole('dialog')
  // The name, country and kind of card are there: the number is what is left.
  const number = dialog.getByLabel('Document number')
  await steps.fill(number, '10000000147')
  await steps.button(dialog, 'Save')
  await dialog.locator('[aria-invalid]:focus').waitFor()
  expect(await dialog.locator('.error').textContent()).toContain('T.C. kimlik no.')
  expect(await pageFlaws(page)).toEqual([])
  await number.fill('10000000146')
  await press(dialog, 'Save')
  await dialog.waitFor({ state: 'detached' })
  expect(printSteps('identity data of a guest (KBS)', 'not possible', steps)).toBe(3)

  // The second guest by keyboard.
  await page.getByRole('button', { name: 'Identities' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Another guest' }).focus()
  await page.keyboard.press('Enter')
  const second = dialog.getByRole('group', { name: 'Guest 2' })
  await second.getByLabel('First name').focus()
  await page.keyboard.type('Greta')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Weiß')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Germany')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Passport')
  await page.keyboard.press('Tab')
  await page.keyboard.type('C01X00T47')
  await page.keyboard.press('Tab')
  await page.keyboard.type('17/05/1990')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/wrote the identities of 2 guests/).waitFor()
  await page.getByText(/looked at the identities of 1 guests/).waitFor()

  const { arrivedAt } = (await askDesk(demo, code, { arrivedAt: new Date().toISOString() })).body
  expect(arrivedAt).not.toBeNull()
  await page.goto(`${demo.url}/panel#/${HOTEL}/sheets/card/${code}`)
  await page.getByRole('cell', { name: 'C01X00T47' }).waitFor()
  expect(await page.locator('.card-sheet').textContent()).toContain('10000000146')
  await page.goto(`${demo.url}/panel#/${HOTEL}/today`)
  const reporting = stepsOf(page)
  const download = page.waitForEvent('download')
  await reporting.button(page, 'Identity report')
  const file = await download
  expect(file.suggestedFilename()).toBe(`${HOTEL}-identities-${dayFromNow(0)}.csv`)
  const text = await Bun.file(await file.path()).text()
  expect(text).toContain('Weiß')
  expect(text).toContain('10000000146')
  expect(printSteps('the identity report of a day (KBS)', 'not possible', reporting)).toBe(1)
  expect(unexpectedErrors(errors, 422)).toEqual([])
})

test('a room that another booking has is said as its number is typed, refused, and exchanged by one press (contract-groups, Room numbers of the desk)', async () => {
  await using demo = await startDemo()
  const first = await arrival(demo, 'Çelik')
  const second = await arrival(demo, 'Weiß')
  await askDesk(demo, first.code, { roomNumber: '310' })
  await using watched = await open(demo, managerAt(`bookings/${second.code}`))
  const { page, errors } = watched
  const warning = page.getByText(`Room 310 is also assigned to Ömer Çelik (${first.code})`)
  const room = page.getByLabel('Room number')
  await room.fill('310')
  await warning.waitFor()
  await room.fill('403')
  await warning.waitFor({ state: 'detached' })
  await room.fill('310')
  await warning.waitFor()
  await press(page, 'Save')
  await page.getByText(`Room 310 is assigned to Ömer Çelik (${first.code}).`).waitFor()
  expect(await pageFlaws(page)).toEqual([])
  await press(page, 'Give this room here')
  await page.getByText('Ömer Weiß has room 310 now. Ömer Çelik has none now.').waitFor()
  await until('the form has it', async () => (await room.inputValue()) === '310')
  await page.goto(`${demo.url}/panel#/${HOTEL}/today`)
  const rows = page.locator('section', { has: page.locator('#arrivals') }).locator('.guest-row')
  await rows.filter({ hasText: 'Ömer Weiß' }).getByText('Room no. 310').waitFor()
  // The other arrivals get free rooms of their types in one press.
  await page.getByRole('button', { name: 'Assign rooms' }).click()
  await page.getByText(/rooms? assigned\./).waitFor()
  await rows
    .filter({ hasText: 'Ömer Çelik' })
    .getByText(/Room no\. \d/)
    .waitFor()
  expect(unexpectedErrors(errors, 409)).toEqual([])
})

test('a walk-in is booked past a minimum stay, at its price, when the desk says so', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { from: dayFromNow(0), nights: 1, available: 9, priceCents: 100_000 })
  const updates = [{ roomCode: 'DBL', date: dayFromNow(0), minStay: 5 }]
  await demo.callAs('manager', 'PATCH', `/v1/panel/availability?hotel=${HOTEL}`, { updates })
  await using watched = await open(demo, managerAt('bookings/new'))
  const { page, errors } = watched
  const steps = stepsOf(page)
  await steps.click(page.getByLabel('Ignore restrictions and party rules'))
  await page.locator('.rooms[aria-busy=false]').waitFor()
  const room = page.locator('.type', { hasText: 'Double room' })
  await steps.click(room.locator('[aria-expanded]'))
  await steps.click(room.locator('.offer', { hasText: 'Standard' }).locator('[data-stop]').first())
  await steps.fill(page.getByLabel('First name'), 'Walk')
  await steps.fill(page.getByLabel('Last name'), 'In')
  await steps.fill(page.getByLabel('E-mail').first(), 'walk@example.com')
  await steps.button(page, 'Confirm 1 room · ₺1,000')
  await page.getByText('Without restrictions').waitFor()
  expect(printSteps('a walk-in past a minimum stay', 'not possible', steps)).toBe(7)
  expect(errors).toEqual([])
})
