import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import {
  accessFlaws,
  actsOf,
  HOTEL,
  managerAt,
  openAct,
  type PanelDemo,
  press,
} from '../support/panel-demo.ts'
import { bookStay, defects, leftFrom, sellNights, textOf } from '../support/panel-stays.ts'

const { startDemo, open } = browserSuite()

/** The check-in time is the last or first minute of the day. */
async function admitFrom({ callAs }: PanelDemo, checkinTime: '00:00' | '23:59'): Promise<void> {
  const body = { checkinTime }
  const { status } = await callAs('admin', 'PATCH', `/v1/admin/hotels/${HOTEL}`, body)
  expect(status).toBe(200)
}

test('before the check-in time a no-show is asked about with the hour and marked by force; it is taken back again (contract-rates, contract §3)', async () => {
  await using demo = await startDemo()
  await admitFrom(demo, '23:59')
  const { code } = await bookStay(demo, { start: 0, nights: 3 })
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  const dialog = await openAct(page, 'No-show')
  await dialog.getByText('Check-in begins at 23:59: the guest may still come.').waitFor()
  await dialog.getByText('Back on sale: 1 room for 2 nights').waitFor()
  expect(await accessFlaws(page)).toEqual([])
  await press(dialog, 'Mark as no-show anyway')
  await page.getByText(`Booking ${code} is marked as no-show.`).waitFor()
  expect(await leftFrom(demo, 0, 3)).toEqual([2, 3, 3])

  await openAct(page, 'Undo the no-show')
  await dialog.getByText('Taken off sale: 1 room for 2 nights').waitFor()
  expect(await accessFlaws(page)).toEqual([])
  expect(await leftFrom(demo, 0, 3)).toEqual([2, 3, 3])
  await press(dialog, 'Confirm again')
  await page.getByText(`Booking ${code} is confirmed again.`).waitFor()
  await page.locator('.booking-head', { hasText: 'Arrives today' }).waitFor()
  expect(await leftFrom(demo, 0, 3)).toEqual([2, 2, 2])
  expect(await actsOf(page)).not.toContain('Undo the no-show')
  expect(defects(watched)).toEqual([])
})

test.each([
  ['en', 'Undo the cancellation', 'Confirm again', 'Not enough rooms are free:', 'Try again'],
  ['tr', 'İptali geri al', 'Yeniden onayla', 'Yeterli boş oda yok:', 'Yeniden dene'],
] as const)(
  'a cancellation is taken back while rooms are free; when they are not, it says on which nights and what to do (%s, contract §3)',
  async (language, takeBack, confirm, soldOut, again) => {
    await using demo = await startDemo()
    const { code } = await bookStay(demo)
    await demo.callAs('manager', 'POST', `/v1/bookings/${code}/cancel`, {})
    await sellNights(demo, { available: 0 })
    await using watched = await open(demo, managerAt(`bookings/${code}`, { language }))
    const { page } = watched
    const dialog = await openAct(page, takeBack)
    await dialog.getByText(soldOut).waitFor()
    expect(await accessFlaws(page)).toEqual([])
    const askedAgain = page.waitForResponse(
      (answer) => answer.request().postData()?.includes('simulate') ?? false,
    )
    await press(dialog, confirm)
    await askedAgain
    await dialog.getByText(soldOut).waitFor()
    expect(await textOf(page.locator('.booking-head'))).toContain(
      language === 'tr' ? 'İptal' : 'Cancelled',
    )

    await sellNights(demo, { available: 2 })
    await press(dialog, again)
    await dialog.getByText(soldOut).waitFor({ state: 'detached' })
    await press(dialog, confirm)
    await dialog.waitFor({ state: 'detached' })
    await page
      .locator('.booking-head', { hasText: language === 'tr' ? 'Onaylı' : 'Confirmed' })
      .waitFor()
    expect(await leftFrom(demo, 60, 2)).toEqual([1, 1])
    expect(defects(watched)).toEqual([])
  },
)

test('a hold that was cancelled is not offered to be taken back (contract §3)', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo, { order: { hold: true } })
  await demo.callAs('manager', 'POST', `/v1/bookings/${code}/cancel`, {})
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  await page.locator('.booking-head', { hasText: 'Cancelled' }).waitFor()
  expect(await actsOf(page)).not.toContain('Undo the cancellation')
})
