import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { HOTEL, managerAt, openDialog, pageFlaws, untilListening } from '../support/panel-demo.ts'
import {
  bookStay,
  defects,
  focusOnFlaw,
  leftFrom,
  sellNights,
  textOf,
} from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

const { startDemo, open } = browserSuite()

/** A day as sentences name it. */
const shortDay = (days: number) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    Date.parse(dayFromNow(days)),
  )

test('other dates at another total are agreed to before they are booked, and the revision tells what changed (issue 5 §4)', async () => {
  await using demo = await startDemo()
  const { code, roomName } = await bookStay(demo)
  await sellNights(demo, { start: 62, nights: 1, priceCents: 150_000 })
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page, offOrigin } = watched
  // Who is quicker than the trial has not seen the new total.
  await page.route(`**/v1/bookings/${code}`, (route) =>
    route.request().postDataJSON()?.simulate ? route.abort() : route.continue(),
  )
  const dialog = await openDialog(page, 'Change')
  await dialog.getByLabel('Check-out').fill(dayFromNow(63))
  await dialog.getByLabel('Telephone').fill('+90 212 555 00 00')
  const taken = `Taken off sale: 1 × ${roomName} for 1 night, ${shortDay(62)}.`
  expect(await textOf(dialog.locator('[role=status]'))).toBe(taken)
  await dialog.getByRole('button', { name: 'Change booking' }).click()
  const agree = dialog.getByRole('button', { name: 'Change for ₺3,500' })
  await agree.waitFor()
  expect(await textOf(dialog)).toContain('The total becomes ₺3,500 instead of ₺2,000.')
  expect(await textOf(dialog)).toContain(taken)
  expect(await leftFrom(demo, 60, 3)).toEqual([2, 2, 3])
  await agree.click()
  await page.getByText(`Booking ${code} was changed: Check-out, Telephone.`).waitFor()
  await page.locator('.timeline', { hasText: 'Changed' }).waitFor()

  expect(await leftFrom(demo, 60, 3)).toEqual([2, 2, 2])
  const newest = await textOf(page.locator('.timeline > li').first())
  expect(newest).toContain('Total ₺2,000')
  expect(newest).toContain('₺3,500')
  expect(newest).toContain('+90 212 555 00 00')
  // By whom: the account that is signed in.
  expect(newest).not.toContain('the guest or agency')
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test.each([
  ['en', 'Change', 'Change booking', 'Check-in', 'Not enough rooms', 'Not for sale'],
  ['tr', 'Değiştir', 'Rezervasyonu değiştir', 'Giriş', 'Yeterli oda yok', 'Satışa kapalı'],
] as const)(
  'nights that cannot be had and a party that is too large are told at the field, and the old stay stands (%s)',
  async (language, change, save, checkin, soldOut, closed) => {
    await using demo = await startDemo()
    await sellNights(demo, { start: 62, nights: 1, available: 0 })
    const { code } = await bookStay(demo)
    await using watched = await open(demo, managerAt(`bookings/${code}`, { language }))
    const { page } = watched
    const dialog = await openDialog(page, change)
    const dates = dialog.locator('.day-input input')
    await dates.nth(1).fill(dayFromNow(63))
    const send = dialog.getByRole('button', { name: save })
    // What is said while it is written moves the button.
    await dialog.getByText(soldOut).waitFor()
    await send.click()
    await focusOnFlaw(page)
    expect(await textOf(dialog)).toContain(soldOut)
    expect(await dialog.getByLabel(checkin).getAttribute('aria-invalid')).toBe('true')

    await demo.callAs('manager', 'PUT', `/v1/panel/availability?hotel=${HOTEL}`, {
      updates: [{ roomCode: 'DBL', date: dayFromNow(62), available: 0, closed: true }],
    })
    await send.click()
    await dialog.getByText(closed).waitFor()
    await dates.nth(1).fill(dayFromNow(62))
    const adults = dialog.locator('input[type=number]').nth(1)
    await adults.fill('9')
    await send.click()
    await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'number')
    expect(await adults.getAttribute('aria-invalid')).toBe('true')
    await dates.nth(1).fill(dayFromNow(59))
    await adults.fill('2')
    await send.click()
    await page.waitForFunction(() => document.activeElement?.matches('.day-input input'))
    expect(await dates.nth(1).getAttribute('aria-invalid')).toBe('true')
    const { body } = await demo.callAs('manager', 'GET', `/v1/bookings/${code}`)
    expect([body.revision, body.checkout]).toEqual([1, dayFromNow(62)])
    expect(defects(watched)).toEqual([])
  },
)

test('what was on sale when the total was shown, and is refused when it is sent, is said', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { start: 62, nights: 1, available: 3, priceCents: 150_000 })
  const { code } = await bookStay(demo)
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  const dialog = await openDialog(page, 'Change')
  await dialog.locator('.day-input input').nth(1).fill(dayFromNow(63))
  await dialog.getByText(/^The total becomes/).waitFor()
  await sellNights(demo, { start: 62, nights: 1, available: 0 })
  await dialog.locator('button[type=submit]').click()
  await focusOnFlaw(page)
  expect(await textOf(dialog)).toContain('Not enough rooms')
})

test('who decides on an old state is told, and shown the newest (contract §3)', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo)
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  // The page must not learn of it before its form is sent.
  await page.route('**/v1/panel/changes*', (route) => route.abort())
  const dialog = await openDialog(page, 'Change')
  await demo.callAs('manager', 'PATCH', `/v1/bookings/${code}`, { adults: 1 })
  await dialog.getByLabel('Special requests').fill('Late arrival')
  await dialog.getByRole('button', { name: 'Change booking' }).click()
  await dialog.getByText('Somebody has changed this booking meanwhile.').waitFor()
  await dialog.getByRole('button', { name: 'Show the latest' }).click()
  await page.locator('.timeline', { hasText: 'Changed' }).waitFor()
  expect(await textOf(page.locator('.facts'))).toContain('1 adult')
  expect(defects(watched)).toEqual([])
})

test('what a change does to the rooms is said before it is made: other nights, another room type, more rooms (issue 5 §4)', async () => {
  await using demo = await startDemo()
  const { code, roomName } = await bookStay(demo)
  await sellNights(demo, { start: 61, nights: 2, roomCode: 'TWN' })
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  const dialog = await openDialog(page, 'Change')
  const said = async () => await textOf(dialog.locator('[role=status]'))
  expect(await said()).toBe('')
  await dialog.getByLabel('Check-in').fill(dayFromNow(61))
  const givenBack = `Back on sale: 1 × ${roomName} for 1 night, ${shortDay(60)}.`
  expect(await said()).toBe(givenBack)
  await dialog.getByLabel('Rooms').fill('3')
  expect(await said()).toBe(
    `Taken off sale: 2 × ${roomName} for 1 night, ${shortDay(61)}.${givenBack}`,
  )
  // Two adults cannot sleep in three rooms: it is the rooms that are too many.
  await dialog.getByRole('button', { name: 'Change booking' }).click()
  await focusOnFlaw(page)
  expect(await dialog.getByLabel('Rooms').getAttribute('aria-invalid')).toBe('true')
  expect(await dialog.getByLabel('Adults').getAttribute('aria-invalid')).toBeNull()
  expect(await textOf(dialog)).toContain('Each room needs an adult and sleeps')

  await dialog.getByLabel('Rooms').fill('1')
  await dialog.getByLabel('Room', { exact: true }).selectOption('TWN')
  expect(await said()).toMatch(
    /^Taken off sale: 1 × .+ for 1 night, .+Back on sale: 1 × .+ 2 nights/,
  )
  await dialog.getByLabel('Room', { exact: true }).selectOption('DBL')
  await dialog.getByLabel('Check-in').fill(dayFromNow(60))
  await dialog.getByLabel('First name').fill('Ayla')
  expect(await said()).toBe('')
  await dialog.getByRole('button', { name: 'Change booking' }).click()
  await page.getByText(`Booking ${code} was changed: First name.`).waitFor()
  expect(defects(watched)).toEqual([])
})

test('an open form hears of another change at once, and does not send over it (contract §3)', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo)
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  await untilListening(page)
  const dialog = await openDialog(page, 'Change')
  await dialog.getByLabel('Special requests').fill('Late arrival')
  await demo.callAs('manager', 'PATCH', `/v1/bookings/${code}`, { specialRequests: 'Early' })
  await dialog.getByText('Somebody has changed this booking meanwhile.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Change booking' }).count()).toBe(0)
  expect(await pageFlaws(page)).toEqual([])
  await dialog.getByLabel('First name').press('Enter')
  await dialog.getByRole('button', { name: 'Show the latest' }).click()
  await page.locator('.timeline', { hasText: 'Changed' }).waitFor()
  const again = await openDialog(page, 'Change')
  expect(await again.getByLabel('Special requests').inputValue()).toBe('Early')
  const { body } = await demo.callAs('manager', 'GET', `/v1/bookings/${code}`)
  expect([body.revision, body.specialRequests]).toEqual([2, 'Early'])
  expect(defects(watched)).toEqual([])
})

test('more rooms than one may ask for are told at the field while they are typed', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo)
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  const dialog = await openDialog(page, 'Change')
  await dialog.getByLabel('Rooms', { exact: true }).fill('500')
  await dialog.locator('.field .error').first().waitFor()
  await dialog.getByLabel('Rooms', { exact: true }).fill('1')
  await dialog.locator('.field .error').first().waitFor({ state: 'detached' })
})

test('further guests, arrival time, invoice and extras are changed, with what is to be paid said before (contract-groups)', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo)
  const extra = {
    code: 'SHUTTLE',
    name: 'Shuttle bus',
    per: 'stay',
    priceCents: 190_000,
    max: 4,
  }
  const made = await demo.callAs('admin', 'POST', `/v1/panel/extras?hotel=${HOTEL}`, extra)
  expect(made.status).toBe(201)
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  const dialog = await openDialog(page, 'Change')
  await dialog.getByLabel('Arrival time').fill('23:30')
  await dialog.getByLabel('Further guests').fill('Elif Çelik')
  await dialog.getByLabel('Shuttle bus').fill('1')
  await dialog.getByText('Company, for the invoice').click()
  await dialog.getByLabel('Company').fill('Çelik Makine')
  await dialog.getByLabel('Tax number').fill('1234567890')
  await dialog.getByText('To pay with extras: ₺3,900.').waitFor()
  expect(await pageFlaws(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Change booking' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { body } = await demo.callAs('manager', 'GET', `/v1/panel/bookings/${code}`)
  expect(body).toMatchObject({
    arrivalTime: '23:30',
    guestNames: [{ firstName: 'Elif', lastName: 'Çelik', isChild: false }],
    company: { name: 'Çelik Makine', taxNumber: '1234567890', taxOffice: null },
    extras: [{ code: 'SHUTTLE', quantity: 1, totalCents: 190_000 }],
    payableCents: 390_000,
  })
  const told = await textOf(page.locator('.booking'))
  for (const part of ['Elif Çelik', '23:30', 'Çelik Makine', 'Shuttle bus', '₺3,900'])
    expect(told).toContain(part)
  await page.locator('.timeline', { hasText: '1 × Shuttle bus' }).waitFor()
  expect(defects(watched)).toEqual([])
})
