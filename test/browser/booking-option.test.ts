import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { HOTEL, managerAt, openAct, pageFlaws, press, writtenDay } from '../support/panel-demo.ts'
import { bookStay, defects, placeOrder, sellNights, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

// The end of an option, the guarantee, and guests who are children, in the forms of a change (issue 33 §2, §6).

const { startDemo, open } = browserSuite()

const ENDS_AT = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'Europe/Istanbul', dateStyle: 'short', timeStyle: 'short' },
})

test('the desk moves the end of an option, notes a deposit and marks a child by its age (contract-groups, *Options*)', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { start: 60, nights: 2, available: 9 })
  const holdUntil = `${dayFromNow(3)}T15:00:00Z`
  const { code } = await placeOrder(demo, { adults: 1, childAges: [9], holdUntil }, 'manager')
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  const dialog = await openAct(page, 'Change')
  await dialog.getByLabel('Parking').waitFor()
  await dialog.getByLabel('On hold until').fill(writtenDay(dayFromNow(20)))
  await dialog.getByLabel('Further guests').fill('Mina (9)')
  await dialog.getByText('Guarantee of payment').click()
  await dialog.getByLabel('Guarantee', { exact: true }).selectOption('deposit')
  await dialog.getByLabel('Amount').fill('250.50')
  await dialog.getByLabel(/^Reference/).fill('Receipt 7')
  // A booking without an agency has nobody else to collect its price.
  expect(await dialog.getByLabel('Collected by').count()).toBe(0)
  expect(await pageFlaws(page)).toEqual([])
  await press(dialog, 'Change booking')
  await dialog.getByText('Write first and last name, one guest a line.').waitFor()
  await dialog.getByLabel('Further guests').fill('Mina Yılmaz (9)')
  await press(dialog, 'Change booking')
  await dialog.waitFor({ state: 'detached' })
  const { body } = await demo.callAs('manager', 'GET', `/v1/panel/bookings/${code}?hotel=${HOTEL}`)
  expect(body).toMatchObject({
    status: 'pending',
    guestNames: [{ firstName: 'Mina', lastName: 'Yılmaz', isChild: true }],
    payment: { guarantee: { type: 'deposit', amountCents: 25_050, reference: 'Receipt 7' } },
  })
  expect(ENDS_AT.format(new Date(body.holdUntil))).toBe(`${dayFromNow(20)} 18:00`)
  await page.locator('.happened').getByText('→').first().waitFor()
  expect(await textOf(page.locator('.happened'))).toMatch(/On hold until .*18:00 → .*18:00/)
  expect(defects(watched)).toEqual([])
})

test('a hold of 15 minutes is no option: it is not changed (contract-groups, *Options*)', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo, { order: { hold: true } })
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  await page.locator('.booking-head .menu > button').click()
  await page.locator('.menu-body').getByRole('button', { name: 'Cancel booking' }).waitFor()
  expect(await page.getByRole('button', { name: 'Change', exact: true }).count()).toBe(0)
  expect(defects(watched)).toEqual([])
})

test('who collects the price of an agency’s group is changed for all of its stays, and the guests of each by name (contract-groups)', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { start: 60, nights: 2, available: 9 })
  const stay = { roomCode: 'DBL', checkin: dayFromNow(60), checkout: dayFromNow(62), adults: 2 }
  const guest = { firstName: 'Ömer', lastName: 'Çelik', email: 'omer@example.com' }
  const order = { hotelSlug: HOTEL, guest, stays: [stay, stay] }
  const terms = { active: true, stopSale: false, creditLimitCents: null }
  const path = `/v1/panel/agencies/DELTA/terms?hotel=${HOTEL}`
  await demo.callAs('manager', 'PUT', path, terms)
  const { body: group } = await demo.callAs('agency', 'POST', '/v1/acenta/booking-groups', order)
  await using watched = await open(demo, managerAt(`bookings/${group.bookings[0].code}?whole=true`))
  const { page } = watched
  const dialog = await openAct(page, 'Change')
  await dialog.getByLabel('Collected by').selectOption('agency')
  await dialog.getByText('Other guests by name').click()
  await dialog
    .getByLabel(/^Double room/)
    .nth(1)
    .fill('Can Çelik (child)')
  expect(await pageFlaws(page)).toEqual([])
  await press(dialog, 'Change booking')
  await dialog.waitFor({ state: 'detached' })
  const read = `/v1/panel/booking-groups/${group.code}?hotel=${HOTEL}`
  const { bookings } = (await demo.callAs('manager', 'GET', read)).body
  expect(bookings).toMatchObject([
    { payment: { collect: 'agency' }, guestNames: [] },
    {
      payment: { collect: 'agency' },
      guestNames: [{ firstName: 'Can', lastName: 'Çelik', isChild: true }],
    },
  ])
  expect(defects(watched)).toEqual([])
})
