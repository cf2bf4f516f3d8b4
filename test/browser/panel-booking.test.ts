import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import {
  actsOf,
  HOTEL,
  managerAt,
  openAct,
  type PanelDemo,
  WITH_WEBHOOKS,
} from '../support/panel-demo.ts'
import { bookStay, defects, leftFrom, textOf } from '../support/panel-stays.ts'
import { startReceiver } from '../support/receiver.ts'

const { startDemo, open } = browserSuite()

/** A no-show of today's guests can be marked at whatever hour the test runs. */
async function admitFromMidnight({ callAs }: PanelDemo): Promise<void> {
  const body = { checkinTime: '00:00' }
  const { status } = await callAs('admin', 'PATCH', `/v1/admin/hotels/${HOTEL}`, body)
  expect(status).toBe(200)
}

test.each([
  ['en', 'Cancel booking', 'Back on sale: 2 rooms for 2 nights', 'is cancelled.', 'Cancelled'],
  [
    'tr',
    'Rezervasyonu iptal et',
    'Yeniden satışa çıkar: 2 gece için 2 oda',
    'iptal edildi.',
    'İptal edildi',
  ],
] as const)(
  'a cancellation says first which rooms it gives back, and does what it said (%s)',
  async (language, action, told, done, status) => {
    await using demo = await startDemo()
    const { code } = await bookStay(demo, { order: { rooms: 2 } })
    await using watched = await open(demo, managerAt(`bookings/${code}`, { language }))
    const { page } = watched
    const dialog = await openAct(page, action)
    await dialog.getByText(told).waitFor()
    expect(await leftFrom(demo, 60, 2)).toEqual([1, 1])
    await dialog.locator('textarea').fill('Water damage')
    await dialog.getByRole('button', { name: action }).click()
    await page.getByText(done).waitFor()
    await page.locator('.booking-head', { hasText: status }).waitFor()
    expect(await leftFrom(demo, 60, 2)).toEqual([3, 3])
    expect(await textOf(page.locator('.facts'))).toContain('Water damage')
    expect(await actsOf(page)).not.toContain(action)
    expect(defects(watched)).toEqual([])
  },
)

test('a no-show is offered from the check-in day on, says which night is kept and which go back, and does so (contract §3)', async () => {
  await using demo = await startDemo()
  const { code: later } = await bookStay(demo)
  await admitFromMidnight(demo)
  const { code } = await bookStay(demo, { start: 0, nights: 3 })
  await using watched = await open(demo, managerAt(`bookings/${later}`))
  const { page } = watched
  await page.getByRole('button', { name: 'Change', exact: true }).waitFor()
  expect(await actsOf(page)).not.toContain('No-show')

  await page.goto(`${demo.url}/panel#/${HOTEL}/bookings/${code}`)
  const dialog = await openAct(page, 'No-show')
  await dialog.getByText('Back on sale: 1 room for 2 nights').waitFor()
  expect(await textOf(dialog)).toContain('stays sold.')
  expect(await textOf(dialog)).toContain('The guest owes ₺1,000.')
  await dialog.getByRole('button', { name: 'Mark as no-show' }).click()
  await page.getByText(`Booking ${code} is marked as no-show.`).waitFor()
  await page.locator('.booking-head', { hasText: 'No-show' }).waitFor()
  expect(await leftFrom(demo, 0, 3)).toEqual([2, 3, 3])
  expect(defects(watched)).toEqual([])
})

test('when what is asked has become impossible the dialog says why and nothing happens (contract §3)', async () => {
  await using demo = await startDemo()
  await admitFromMidnight(demo)
  const { code } = await bookStay(demo, { start: 0 })
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  await page.route('**/v1/panel/changes*', (route) => route.abort())
  const dialog = await openAct(page, 'No-show')
  await dialog.getByText('Back on sale').waitFor()
  await demo.callAs('manager', 'POST', `/v1/bookings/${code}/cancel`, {})
  await dialog.getByRole('button', { name: 'Mark as no-show' }).click()
  await dialog.getByText('A booking that is cancelled cannot be marked as no-show.').waitFor()
  expect(defects(watched)).toEqual([])
})

test('a hold is confirmed with a button, and what others do to a booking shows without a reload (issue 5 §4)', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo, { order: { hold: true } })
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  await page.locator('.received > summary').click()
  await page
    .getByText('Until a hold is confirmed, only webhooks that ask for holds are told of it')
    .waitFor()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByText(`Booking ${code} is confirmed.`).waitFor()
  await page.locator('.booking-head', { hasText: 'Confirmed' }).waitFor()
  await page.getByText('has acknowledged nothing yet').waitFor()

  const ack = { key: demo.sheet.apiKey, body: { revision: 2, externalId: 'PMS-77' } }
  await demo.call('POST', `/v1/partner/bookings/${code}/ack`, ack)
  await demo.callAs('manager', 'PATCH', `/v1/bookings/${code}`, { adults: 1 })
  await page.getByText('has acknowledged revision 2 of 3').waitFor()
  expect(await textOf(page.locator('.facts'))).toContain('PMS-77')
  expect(defects(watched)).toEqual([])
})

test('each event shows whether it has reached each endpoint, how often it was tried and what was answered (issue 5 §4)', async () => {
  await using receiver = startReceiver(() => new Response('no', { status: 503 }))
  await using demo = await startDemo(WITH_WEBHOOKS)
  const { status } = await demo.callAs('manager', 'POST', `/v1/panel/webhooks?hotel=${HOTEL}`, {
    url: receiver.url,
  })
  expect(status).toBe(201)
  const { code } = await bookStay(demo)
  await receiver.until(1)
  receiver.answer(() => new Response(null, { status: 204 }))
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page, offOrigin } = watched
  const delivery = page.locator('.received tbody tr')
  await page.locator('.received > summary').click()
  await delivery.waitFor()
  expect(await textOf(delivery)).toContain(receiver.url)
  expect(await textOf(delivery)).toContain('On its way')
  expect(await textOf(delivery)).toContain('503')
  await receiver.until(2)
  // Without a reload.
  await delivery.filter({ hasText: 'Delivered' }).waitFor()
  expect(await textOf(delivery)).toContain('204')
  // Delivered is one thing and acknowledged another: both are said, side by side (D19).
  const side = page.locator('.received')
  await side.filter({ hasText: 'The newest revision was delivered by webhook.' }).waitFor()
  expect(await textOf(side)).toContain('Not acknowledged yet')
  expect(await textOf(side)).toContain('has acknowledged nothing yet')
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test('on paper there is the booking and nothing of the page around it (issue 5 §4)', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo)
  await using watched = await open(demo, managerAt(`bookings/${code}`, { theme: 'dark' }))
  const { page } = watched
  await page.locator('.booking').waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const gone of ['.side', 'nav', '.buttons', '.trail', '.back'])
    expect([gone, await page.locator(gone).first().isVisible()]).toEqual([gone, false])
  for (const there of ['.facts', 'h1', '.print-only'])
    expect([there, await page.locator(there).first().isVisible()]).toEqual([there, true])
  const paper = await page
    .locator('.card')
    .first()
    .evaluate((it) => getComputedStyle(it).color)
  // Dark ink, whatever the theme: rgb(26, 34, 48).
  expect(Number(paper.match(/\d+/)![0])).toBeLessThan(100)
  expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(1_000)
})
