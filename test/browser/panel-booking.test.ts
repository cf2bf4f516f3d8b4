import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../support/browser.ts'
import { HOTEL, openPanel, startPanelDemo } from '../support/panel-demo.ts'
import {
  bookStay,
  defects,
  focusOnFlaw,
  leftFrom,
  sellNights,
  textOf,
} from '../support/panel-stays.ts'
import { binaryIn, dayFromNow } from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'
import { temporaryFolder } from '../support/store.ts'

// A browser on a machine that may be busy.
setDefaultTimeout(60_000)

const shelf = temporaryFolder()
let browser: Browser
let program: string[]

beforeAll(async () => {
  program = await binaryIn(shelf.path)
  browser = await openBrowser()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  shelf[Symbol.dispose]()
})

const at = (code: string, language: 'en' | 'tr' = 'en') => ({
  hash: `#/${HOTEL}/bookings/${code}`,
  as: 'manager' as const,
  language,
})

async function openDialog(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click()
  return page.getByRole('dialog')
}

test('other dates at another total are agreed to before they are booked, and the revision tells what changed (issue 5 §4)', async () => {
  await using demo = await startPanelDemo(program)
  const { code } = await bookStay(demo)
  await sellNights(demo, { start: 62, nights: 1, priceCents: 150_000 })
  await using watched = await openPanel(browser, demo, at(code))
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
    await using demo = await startPanelDemo(program)
    await sellNights(demo, { start: 62, nights: 1, available: 0 })
    const { code } = await bookStay(demo)
    await using watched = await openPanel(browser, demo, at(code, language))
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
  await using demo = await startPanelDemo(program)
  const { code } = await bookStay(demo)
  await using watched = await openPanel(browser, demo, at(code))
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
    await using demo = await startPanelDemo(program)
    const { code } = await bookStay(demo, { order: { rooms: 2 } })
    await using watched = await openPanel(browser, demo, at(code, language))
    const { page } = watched
    const dialog = await openDialog(page, action)
    await dialog.getByText(told).waitFor()
    expect(await leftFrom(demo, 60, 2)).toEqual([1, 1])
    await dialog.locator('textarea').fill('Water damage')
    await dialog.getByRole('button', { name: action }).click()
    await page.getByText(done).waitFor()
    await page.locator('h1', { hasText: status }).waitFor()
    expect(await leftFrom(demo, 60, 2)).toEqual([3, 3])
    expect(await textOf(page.locator('.facts'))).toContain('Water damage')
    expect(await page.getByRole('button', { name: action }).count()).toBe(0)
    expect(defects(watched)).toEqual([])
  },
)

test('a no-show is offered from the check-in day on, says which night is kept and which go back, and does so (contract §3)', async () => {
  await using demo = await startPanelDemo(program)
  const { code: later } = await bookStay(demo)
  const { code } = await bookStay(demo, { start: 0, nights: 3 })
  await using watched = await openPanel(browser, demo, at(later))
  const { page } = watched
  await page.getByRole('button', { name: 'Change', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'No-show' }).count()).toBe(0)

  await page.goto(`${demo.url}/panel#/${HOTEL}/bookings/${code}`)
  const dialog = await openDialog(page, 'No-show')
  await dialog.getByText('Back on sale: 1 room for 2 nights').waitFor()
  expect(await textOf(dialog)).toContain('stays sold and is charged')
  await dialog.getByRole('button', { name: 'Mark as no-show' }).click()
  await page.getByText(`Booking ${code} is marked as no-show.`).waitFor()
  await page.locator('h1', { hasText: 'No-show' }).waitFor()
  expect(await leftFrom(demo, 0, 3)).toEqual([2, 3, 3])
  expect(defects(watched)).toEqual([])
})

test('when what is asked has become impossible the dialog says why and nothing happens (contract §3)', async () => {
  await using demo = await startPanelDemo(program)
  const { code } = await bookStay(demo, { start: 0 })
  await using watched = await openPanel(browser, demo, at(code))
  const { page } = watched
  await page.route('**/v1/panel/changes*', (route) => route.abort())
  const dialog = await openDialog(page, 'No-show')
  await dialog.getByText('Back on sale').waitFor()
  await demo.callAs('manager', 'POST', `/v1/bookings/${code}/cancel`, {})
  await dialog.getByRole('button', { name: 'Mark as no-show' }).click()
  await dialog.getByText('A booking that is cancelled cannot be marked as no-show.').waitFor()
  expect(defects(watched)).toEqual([])
})

test('a hold is confirmed with a button, and what others do to a booking shows without a reload (issue 5 §4)', async () => {
  await using demo = await startPanelDemo(program)
  const { code } = await bookStay(demo, { order: { hold: true } })
  await using watched = await openPanel(browser, demo, at(code))
  const { page } = watched
  await page.getByText('A hold is told to nobody').waitFor()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByText(`Booking ${code} is confirmed.`).waitFor()
  await page.locator('h1', { hasText: 'Confirmed' }).waitFor()
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
  await using demo = await startPanelDemo(program, {
    PUBLIC_RATE_PER_MINUTE: '0',
    WEBHOOK_ALLOW_PRIVATE: '1',
  })
  const { status } = await demo.callAs('manager', 'POST', `/v1/panel/webhooks?hotel=${HOTEL}`, {
    url: receiver.url,
  })
  expect(status).toBe(201)
  const { code } = await bookStay(demo)
  await receiver.until(1)
  receiver.answer(() => new Response(null, { status: 204 }))
  await using watched = await openPanel(browser, demo, at(code))
  const { page, offOrigin } = watched
  const delivery = page.locator('.revisions tbody tr')
  await delivery.waitFor()
  expect(await textOf(delivery)).toContain(receiver.url)
  expect(await textOf(delivery)).toContain('On its way')
  expect(await textOf(delivery)).toContain('503')
  await receiver.until(2)
  // Without a reload.
  await delivery.filter({ hasText: 'Delivered' }).waitFor()
  expect(await textOf(delivery)).toContain('204')
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test('on paper there is the booking and nothing of the page around it (issue 5 §4)', async () => {
  await using demo = await startPanelDemo(program)
  const { code } = await bookStay(demo)
  await using watched = await openPanel(browser, demo, { ...at(code), theme: 'dark' })
  const { page } = watched
  await page.locator('.booking').waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const gone of ['header.bar', 'nav', '.buttons', '.trail', '.back'])
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
