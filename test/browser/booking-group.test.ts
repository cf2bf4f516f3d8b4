import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import {
  act,
  actsOf,
  HOTEL,
  managerAt,
  type PanelDemo,
  pageFlaws,
  press,
} from '../support/panel-demo.ts'
import { defects, sellNights, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

// The page of a booking of several stays (issue 33 §6, contract-groups).

const { startDemo, open } = browserSuite()

/** A family in two rooms from today on, or later. @returns the reservation */
async function bookFamily(demo: PanelDemo, more: object = {}, start = 0) {
  const [checkin, checkout] = [dayFromNow(start), dayFromNow(start + 2)]
  for (const roomCode of ['DBL', 'TWN'])
    await sellNights(demo, { roomCode, from: checkin, nights: 2, available: 9 })
  const { status, text, body } = await demo.callAs(
    'manager',
    'POST',
    `/v1/panel/booking-groups?hotel=${HOTEL}`,
    {
      guest: { firstName: 'Ömer', lastName: 'Çelik', phone: '+905325550147' },
      stays: [
        {
          roomCode: 'DBL',
          checkin,
          checkout,
          guestNames: [{ firstName: 'Elif', lastName: 'Çelik' }],
          adults: 2,
        },
        { roomCode: 'TWN', checkin, checkout, adults: 1, childAges: [9] },
      ],
      ...more,
    },
  )
  if (status !== 201) throw new Error(`not booked: ${text}`)
  return body
}

const groupOf = async (demo: PanelDemo, code: string) =>
  (await demo.callAs('manager', 'GET', `/v1/panel/booking-groups/${code}?hotel=${HOTEL}`)).body

test('the stays of a reservation are tabs; rooms are assigned in one press and both checked in and out at once (issue 33 §6)', async () => {
  await using demo = await startDemo()
  const { code, bookings } = await bookFamily(demo)
  await using watched = await open(demo, managerAt(`bookings/${bookings[1].code}`))
  const { page } = watched
  const tabs = page.locator('.stay-tabs')
  await tabs.waitFor()
  expect(await textOf(tabs.locator('[aria-current]'))).toContain('Twin')
  expect(await textOf(tabs)).toContain('Ömer, Elif')
  expect(await pageFlaws(page)).toEqual([])

  await page.getByRole('link', { name: 'Whole booking' }).click()
  await page.locator('.booking-head', { hasText: code }).waitFor()
  expect(await textOf(page.locator('.booking-head'))).toContain('2 rooms · 4 guests')
  expect(await textOf(page.locator('.money'))).toContain('₺4,000')
  expect(await pageFlaws(page)).toEqual([])
  await press(page, 'Assign rooms')
  await page.getByText('2 rooms assigned.').waitFor()
  const assigned = (await groupOf(demo, code)).bookings.map(({ desk }: any) => desk.roomNumber)
  expect(assigned).toEqual([expect.stringMatching(/\d/), expect.stringMatching(/\d/)])
  await press(page, 'Check in 2 rooms')
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Room number').first().inputValue()).toBe(assigned[0])
  await press(dialog, 'Check in')
  await dialog.waitFor({ state: 'detached' })
  await page.locator('.stays .badge', { hasText: 'In house' }).nth(1).waitFor()
  for (const { desk } of (await groupOf(demo, code)).bookings) expect(desk.arrivedAt).not.toBeNull()

  // The whole has its taxes, the method of a payment, and each act once, with its rooms where it was on some.
  expect(await textOf(page.locator('.money'))).toContain('taxes in it ₺')
  await press(page, 'Take payment · ₺4,000')
  await press(page.getByRole('dialog'), 'Record payment')
  await page.locator('.money tr', { hasText: 'Card · ' }).waitFor()
  expect(await textOf(page.locator('.money'))).toMatch(/Paid Card · [^₺]+₺4,000Due ₺0/)
  const happened = page.locator('.happened')
  expect(await happened.locator('strong', { hasText: 'Booked' }).count()).toBe(1)
  expect(await textOf(happened)).toMatch(/Paid ₺2,000, Card .*· (Double|Twin) room/)
  await press(page, 'Check out 2 rooms')
  await page.locator('.stays .badge', { hasText: 'Checked out' }).nth(1).waitFor()
  for (const { desk } of (await groupOf(demo, code)).bookings) expect(desk.leftAt).not.toBeNull()
  expect(await pageFlaws(page)).toEqual([])
  expect(defects(watched)).toEqual([])
})

test('a held reservation is confirmed as a whole; all of it is cancelled with the fee said first, one stay alone in its tab (contract-groups)', async () => {
  await using demo = await startDemo()
  const { code, bookings } = await bookFamily(demo, { hold: true }, 200)
  await using watched = await open(demo, managerAt(`bookings/${bookings[0].code}`))
  const { page } = watched
  // A stay of it cannot be confirmed alone.
  await press(page, 'Confirm 2 rooms')
  await page.getByText(`Booking ${code} is confirmed.`).waitFor()
  await page.locator('.booking-head', { hasText: 'Confirmed' }).waitFor()
  expect((await groupOf(demo, code)).bookings.map(({ status }: any) => status)).toEqual([
    'confirmed',
    'confirmed',
  ])

  await act(page, 'Cancel booking')
  await press(page.getByRole('dialog'), 'Cancel booking')
  await page.locator('.booking-head', { hasText: 'Cancelled' }).waitFor()
  await page.getByRole('link', { name: 'Whole booking' }).click()
  await page.locator('.stays .badge', { hasText: 'Cancelled' }).waitFor()
  await act(page, 'Cancel all stays')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Cancel 1 stay?').waitFor()
  await dialog.getByText('Under its terms nothing is owed.').waitFor()
  await press(dialog, 'Cancel all stays')
  await page.locator('.stays .badge', { hasText: 'Cancelled' }).nth(1).waitFor()
  expect(await actsOf(page)).not.toContain('Cancel all stays')
  expect(defects(watched)).toEqual([])
})

test('the fee of a whole reservation is said before it is charged (contract-groups)', async () => {
  await using demo = await startDemo()
  const [checkin, checkout] = [dayFromNow(200), dayFromNow(202)]
  const stay = { roomCode: 'DBL', rateCode: 'NRF', checkin, checkout, adults: 2 }
  const { code, bookings } = await bookFamily(demo, { stays: [stay, stay] }, 200)
  await using watched = await open(demo, managerAt(`bookings/${bookings[0].code}?whole=true`))
  const { page } = watched
  await act(page, 'Cancel all stays')
  const dialog = page.getByRole('dialog')
  const charge = dialog.getByLabel(/^Charge ₺/)
  await charge.check()
  expect(await pageFlaws(page)).toEqual([])
  await press(dialog, 'Cancel all stays')
  await page.getByText(`Booking ${code} is cancelled; the guest owes ₺`).waitFor()
  const { totalPriceCents } = bookings[0]
  expect(await groupOf(demo, code)).toMatchObject({ penaltyCents: 2 * totalPriceCents })
  expect(defects(watched)).toEqual([])
})
