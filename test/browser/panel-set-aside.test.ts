import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import {
  HOTEL,
  managerAt,
  openAct,
  type PanelDemo,
  pageFlaws,
  press,
} from '../support/panel-demo.ts'
import { addRoom, askFor } from '../support/panel-desk.ts'
import { bookStay, defects, leftFrom, placeOrder, sellNights } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'
import { shoot } from '../support/shots.ts'

const { startDemo, open } = browserSuite()

// The desk is told for whom rooms are set aside, and takes them by override (contract-agencies, *Allotment*).

const TAKE = 'Override: take rooms that are set aside for agencies'

/** Sets so many double rooms aside for the demo's agency on the nights that the tests sell. */
async function setAside({ callAs }: PanelDemo, rooms: number): Promise<void> {
  const terms = { stopSale: false, active: true }
  await callAs('manager', 'PUT', `/v1/panel/agencies/DELTA/terms?hotel=${HOTEL}`, terms)
  const night = { agencyCode: 'DELTA', roomCode: 'DBL', rooms, releaseDays: 0 }
  const updates = [{ ...night, dateFrom: dayFromNow(60), dateTo: dayFromNow(61) }]
  await callAs('manager', 'PUT', `/v1/panel/allotments?hotel=${HOTEL}`, { updates })
}

test('New booking says whose rooms a booking would take, and books them when they are overridden (contract-agencies)', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { available: 3 })
  await using watched = await open(demo, managerAt('bookings/new'))
  const { page } = watched
  await askFor(page, dayFromNow(60), 2)
  await addRoom(page, 'Double room')
  await page.getByLabel('Telephone').fill('+90 532 555 01 47')
  await page.getByLabel('First name').fill('Ilgın')
  await page.getByLabel('Last name').fill('Öztürk')
  // They are set aside while the guest is on the telephone.
  await setAside(demo, 3)
  await page.locator('.deed .primary').click()
  const basket = page.locator('.basket')
  await basket.getByText('DELTA 3 rooms').first().waitFor()
  expect(await pageFlaws(page)).toEqual([])
  await shoot(page, 'set-aside-new', true)
  await basket.getByLabel(TAKE).check()
  await page.locator('.deed .primary').click()
  await page.locator('.booking-head').waitFor()
  expect(await leftFrom(demo, 60, 2)).toEqual([2, 2])

  // The clerk now reads why the room type is not sold, and may ask again without regard to it.
  await page.goto(`${demo.url}/panel#/${HOTEL}/bookings/new`)
  await askFor(page, dayFromNow(60), 2)
  await page.locator('.rooms details summary').click()
  await page.getByText('Set aside for agencies:').first().waitFor()
  await page.getByLabel(/^Override: .*take rooms that are set aside for agencies/).check()
  await addRoom(page, 'Double room')
  await page.getByText('The history keeps who did it.').waitFor()
  expect(defects(watched)).toEqual([])
})

test('a cancellation is undone past what is set aside by override alone, for whoever is told (contract-agencies)', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo)
  await demo.callAs('manager', 'POST', `/v1/bookings/${code}/cancel`, {})
  await setAside(demo, 9)
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  const dialog = await openAct(page, 'Undo the cancellation')
  await dialog.getByText('DELTA 9 rooms').first().waitFor()
  await shoot(page, 'set-aside-reinstate')
  await dialog.getByLabel(TAKE).check()
  await dialog.getByText('Taken off sale: 1 room').waitFor()
  await press(dialog, 'Confirm again')
  await page.getByText(`Booking ${code} is confirmed again.`).waitFor()
  expect(defects(watched)).toEqual([])
})

test('a change that takes an agency past its credit says what is left of it, and is made by override (contract-agencies, *Credit*)', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { nights: 3 })
  const path = `/v1/panel/agencies/DELTA/terms?hotel=${HOTEL}`
  const owedNow = async () => (await demo.callAs('manager', 'GET', path)).body.owedCents
  const before = await owedNow()
  // Two nights at 1,000 less 12 %: 1,760 of 2,000 more are owed, and 880 more do not fit.
  const terms = { stopSale: false, active: true, creditLimitCents: before + 200_000 }
  await demo.callAs('manager', 'PUT', path, terms)
  const order = { payment: { collect: 'agency' } }
  const { code } = await placeOrder(demo, order, 'agency')
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  const dialog = await openAct(page, 'Change')
  await dialog.getByLabel('Check-out').fill(dayFromNow(63))
  await dialog.getByText('The agency has ₺240 of credit left here.').waitFor()
  await shoot(page, 'credit-change')
  await dialog.getByLabel('Override: go past the agency’s credit').check()
  await dialog.getByRole('button', { name: '₺3,000' }).click()
  await page.getByText(`Booking ${code} was changed: Check-out`).waitFor()
  expect((await owedNow()) - before).toBe(264_000)
  expect(defects(watched)).toEqual([])
})
