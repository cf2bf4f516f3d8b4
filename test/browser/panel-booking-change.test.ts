import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { HOTEL, managerAt, openDialog } from '../support/panel-demo.ts'
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

test('other dates at another total are agreed to before they are booked, and the revision tells what changed (issue 5 §4)', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo)
  await sellNights(demo, { start: 62, nights: 1, priceCents: 150_000 })
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page, offOrigin } = watched
  const dialog = await openDialog(page, 'Change')
  await dialog.getByLabel('Check-out').fill(dayFromNow(63))
  await dialog.getByLabel('Telephone').fill('+90 212 555 00 00')
  await dialog.getByRole('button', { name: 'Change booking' }).click()
  const agree = dialog.getByRole('button', { name: 'Change for TRY 3,500.00' })
  await agree.waitFor()
  expect(await textOf(dialog)).toContain('The total becomes TRY 3,500.00 instead of TRY 2,000.00.')
  expect(await leftFrom(demo, 60, 3)).toEqual([2, 2, 3])
  await agree.click()
  await page.getByText(`Booking ${code} was changed.`).waitFor()
  await page.getByText('Revision 2').waitFor()

  expect(await leftFrom(demo, 60, 3)).toEqual([2, 2, 2])
  const newest = await textOf(page.locator('.revisions > li').first())
  expect(newest).toContain('Total TRY 2,000.00')
  expect(newest).toContain('TRY 3,500.00')
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
    const dates = dialog.locator('input[type=date]')
    await dates.nth(1).fill(dayFromNow(63))
    const send = dialog.getByRole('button', { name: save })
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
    await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'date')
    expect(await dates.nth(1).getAttribute('aria-invalid')).toBe('true')
    const { body } = await demo.callAs('manager', 'GET', `/v1/bookings/${code}`)
    expect([body.revision, body.checkout]).toEqual([1, dayFromNow(62)])
    expect(defects(watched)).toEqual([])
  },
)

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
  await dialog.getByText('Somebody changed this booking meanwhile.').waitFor()
  await dialog.getByRole('button', { name: 'Show the newest' }).click()
  await page.getByText('Revision 2').waitFor()
  expect(await textOf(page.locator('.facts'))).toContain('1 adult')
  expect(defects(watched)).toEqual([])
})
