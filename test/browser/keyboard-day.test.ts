import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { addDay } from '../support/bookings.ts'
import { browserSuite } from '../support/browser-suite.ts'
import { type Keyboard, keyboardAt } from '../support/keyboard.ts'
import {
  closedOf,
  daysOf,
  FRI,
  FRIDAY,
  offer,
  only,
  SAT,
  SUN,
  untilPrices,
  WEDNESDAY,
} from '../support/panel-calendar.ts'
import {
  HOTEL,
  managerAt,
  type PanelDemo,
  unexpectedErrors,
  writtenDay,
} from '../support/panel-demo.ts'
import { placeOrder, sellNights } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

// A day at a hotel by keyboard alone (issue 18): nothing is clicked, filled or focused here.

const { startDemo, open } = browserSuite()

/** Somebody who comes today for a night. @returns the code */
async function arrival(demo: PanelDemo, lastName: string): Promise<string> {
  const guest = { firstName: 'Ömer', lastName, email: 'omer@example.com', phone: '+905325550147' }
  const stay = { checkin: dayFromNow(0), checkout: dayFromNow(1) }
  return (await placeOrder(demo, { ...stay, guest }, 'manager')).code
}

/** Goes to a page by the search over everything. */
async function goTo(page: Page, { press, type }: Keyboard, title: string): Promise<void> {
  await page.locator('h1').waitFor()
  await press('Control+k')
  await type(title)
  await press('Enter')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

const bookingOf = async ({ callAs }: PanelDemo, code: string) =>
  (await callAs('manager', 'GET', `/v1/panel/bookings/${code}?hotel=${HOTEL}`)).body

test('the front desk: sign in, check in, payment, search, other dates, note, walk-in, no-show, check-out', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { from: dayFromNow(0), nights: 4, available: 9, priceCents: 100_000 })
  const [celik, absent] = [await arrival(demo, 'Çelik'), await arrival(demo, 'Gelmez')]
  await using watched = await open(demo)
  const { page, errors } = watched
  const keyboard = keyboardAt(page)
  const { press, type, tabTo, isAt, part } = keyboard

  await isAt('E-mail address')
  await type(demo.users.manager.email)
  await press('Tab')
  await type(demo.users.manager.password)
  await press('Enter')
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  await page.locator('.guest-row').first().waitFor()
  part('sign in')

  await tabTo('Skip the controls')
  await press('Enter')
  await tabTo('Check in Ömer Çelik')
  await press('Enter')
  await isAt('Room number')
  await type('310')
  await press('Enter')
  await page.locator('.guest-row.done', { hasText: 'Ömer Çelik' }).waitFor()
  await isAt('Ömer Çelik')
  expect((await bookingOf(demo, celik)).desk.roomNumber).toBe('310')
  part('check in')

  await press('Enter')
  await page.locator('.booking-head', { hasText: celik }).waitFor()
  await tabTo(/^Take payment · /)
  await press('Enter')
  await isAt('Amount')
  await type('400')
  await press('Enter')
  await page.locator('.money .payment', { hasText: '₺400' }).waitFor()
  await isAt('Amount')
  expect((await bookingOf(demo, celik)).desk).toMatchObject({ paidCents: 40_000 })
  part('payment')

  await press('Control+k')
  await type('gelmez ömer')
  await press('Enter')
  await page.locator('.booking-head', { hasText: absent }).waitFor()
  part('find')

  await tabTo('Change')
  await press('Enter')
  await tabTo('Check-out')
  await type(writtenDay(dayFromNow(2)))
  await page.getByText(/^The total becomes/).waitFor()
  await press('Enter')
  await page.getByText('changed').first().waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await isAt('Change')
  expect(await bookingOf(demo, absent)).toMatchObject({ revision: 2, checkout: dayFromNow(2) })
  part('other dates')

  await tabTo('Note')
  await type('Comes by night train')
  await tabTo('Save')
  await press('Enter')
  await page.getByText('Saved.').waitFor()
  await isAt('Note')
  expect((await bookingOf(demo, absent)).desk.note).toBe('Comes by night train')
  part('note')

  const begun = performance.now()
  await press('Alt+n')
  await page.locator('.type').first().waitFor()
  await press('Enter')
  await press('Enter')
  await press('Enter')
  await page.locator('.line').waitFor()
  await tabTo('Telephone')
  await type('05325550147')
  await press('Tab')
  await type('ilgin@example.com')
  await press('Tab')
  await type('Ilgın')
  await press('Tab')
  await type('Öztürk')
  await press('Control+Enter')
  await page.locator('.booking-head').waitFor()
  expect(performance.now() - begun).toBeLessThan(30_000)
  const walkIn = /(\w{10})$/.exec(page.url())![1]!
  expect(await bookingOf(demo, walkIn)).toMatchObject({ guest: { lastName: 'Öztürk' } })
  part('walk-in')

  await goTo(page, keyboard, 'Today')
  await page.locator('.guest-row', { hasText: 'Ömer Gelmez' }).first().waitFor()
  await tabTo('More for Ömer Gelmez')
  await press('Enter')
  await tabTo('No-show: Ömer Gelmez')
  await press('Enter')
  await page.locator('dialog .note[role=status]').waitFor()
  await isAt('Cancel')
  await tabTo(/^Mark as no-show/)
  await press('Enter')
  await page
    .locator('.guest-row', { hasText: 'Ömer Gelmez' })
    .first()
    .waitFor({ state: 'detached' })
  expect((await bookingOf(demo, absent)).status).toBe('no_show')
  part('no-show')

  await tabTo(/^Check out/)
  const leaver = (await keyboard.focus()).name.slice('Check out '.length)
  await press('Enter')
  await isAt(leaver)
  await press('Enter')
  await page.locator('.booking-head', { hasText: 'Checked out' }).waitFor()
  const gone = /(\w{10})$/.exec(page.url())![1]!
  expect((await bookingOf(demo, gone)).desk.leftAt).not.toBeNull()
  part('check-out')

  // A total that is another is told by a refusal.
  expect(unexpectedErrors(errors, 409)).toEqual([])
})

test('the calendar: cells, copy and paste, undo, three nights closed, weekends in the bulk editor', async () => {
  await using demo = await startDemo()
  await offer(demo, 'ACC', { available: 9, priceCents: 1_000_000 })
  await offer(demo, 'DBL', { available: 9, priceCents: 2_000_000 })
  await using watched = await open(demo, managerAt('today'))
  const { page, errors } = watched
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const keyboard = keyboardAt(page)
  const { press, type, tabTo, isAt, part } = keyboard
  const isDoubleOn = (day: string, price: string) =>
    isAt(new RegExp(`Double room, ${day}, 9 rooms left, ${price},`))

  await goTo(page, keyboard, 'Calendar')
  await page.getByRole('grid').waitFor()
  await tabTo('First day')
  await type(writtenDay(WEDNESDAY))
  await page.waitForURL(new RegExp(`from=${WEDNESDAY}`))
  await page.locator(`.cell[data-col="${FRI}"]`, { hasText: '10,000' }).first().waitFor()
  await tabTo(/Accessible double/, { role: 'gridcell' })
  part('go to a day of the calendar')

  await press('ArrowRight', FRI)
  await type('11000')
  await press('Enter')
  await isDoubleOn('Friday.*', '20,000')
  await type('21000')
  await press('Tab')
  await isDoubleOn('Saturday.*', '20,000')
  await type('9')
  await press('Escape')
  await isDoubleOn('Saturday.*', '20,000')
  await press('ArrowLeft')
  await press('Control+c')
  await press('ArrowRight')
  await press('Control+v')
  await untilPrices(demo, FRI, [2_100_000, 2_100_000, 2_000_000])
  await untilPrices(demo, FRI, [1_100_000, 1_000_000], 'ACC')
  part('two prices typed, one left, one copied')
  await press('Control+z')
  await untilPrices(demo, FRI, [2_100_000, 2_000_000, 2_000_000])
  await isDoubleOn('Saturday.*', '20,000')
  part('taken back')

  await press('Shift+ArrowRight', 2)
  await press('Enter')
  await isAt('Amount or per cent')
  await tabTo('Close')
  // What was taken back is being told of yet.
  await page.locator('.editor [aria-busy=true]').waitFor({ state: 'detached' })
  await press('Enter')
  await page.getByText('3 days changed.').waitFor()
  await isAt(/Double room, Monday.* closed$/)
  expect(closedOf(await daysOf(demo, 'DBL'))).toEqual(only(SAT, SUN, SUN + 1))
  part('three nights closed')

  await tabTo('Bulk edit…', { back: true })
  await press('Enter')
  await isAt('From')
  await press('Control+a')
  await type(writtenDay(FRIDAY))
  await press('Tab')
  await type(writtenDay(addDay(FRIDAY, 8)))
  await tabTo('weekend')
  await press('Enter')
  await tabTo('Price (TRY)')
  await type('Raise by %')
  await press('Tab')
  await type('15')
  await page.locator('.preview', { hasText: '₺21,000 → ₺24,150' }).waitFor()
  await press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await isAt('Bulk edit…')
  await untilPrices(demo, FRI, [2_415_000, 2_300_000, 2_000_000])
  await untilPrices(demo, FRI + 7, [2_300_000, 2_300_000])
  part('weekends +15 %')
  expect(unexpectedErrors(errors)).toEqual([])
})

test('lists and what is done now and then: sort, filter, open, export, a sheet, history, a review, a key, the language, sign out', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('today'))
  const { page, errors } = watched
  const keyboard = keyboardAt(page)
  const { press, type, tabTo, isAt, part } = keyboard
  const listOf = async (path: string) =>
    (await demo.callAs('manager', 'GET', `/v1/panel/${path}`)).body.items

  await goTo(page, keyboard, 'Bookings')
  await page.locator('tbody tr').first().waitFor()
  await tabTo('In house')
  await press('Enter')
  await page.waitForURL(/dateField=stay/)
  await isAt('In house')
  await tabTo('Total')
  const sorted = page.waitForResponse(/sort=/)
  await press('Enter')
  const [first] = (await (await sorted).json()).items
  await page.locator('tbody tr', { hasText: first.code }).waitFor()
  await isAt(/^Total/)
  await tabTo(`${first.guest.firstName} ${first.guest.lastName}`)
  await press('Enter')
  await page.locator('.booking-head', { hasText: first.code }).waitFor()
  part('filter, sort, open a row')

  await press('Escape')
  await page.locator('.booking-head').waitFor({ state: 'detached' })
  await isAt(`${first.guest.firstName} ${first.guest.lastName}`)
  await tabTo('Export', { back: true })
  const download = page.waitForEvent('download')
  await press('Enter')
  await isAt('What')
  await press('Enter')
  expect((await download).suggestedFilename()).toMatch(/-bookings-[-\d]+\.csv$/)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await isAt('Export')
  part('export')

  await goTo(page, keyboard, 'Today')
  await page.locator('.guest-row').first().waitFor()
  await tabTo('Arrivals list')
  await press('Enter')
  await page.locator('.sheet table').waitFor()
  await page.evaluate(() => {
    window.print = () => document.body.classList.add('printed')
  })
  await tabTo('Print')
  await press('Enter')
  await page.locator('body.printed').waitFor()
  part('print a sheet')

  await goTo(page, keyboard, 'History')
  await tabTo('Bookings', { role: 'button' })
  await press('Enter')
  await page.waitForURL(/entity=booking/)
  await isAt('Bookings')
  await tabTo('From')
  const told = page.waitForResponse(/history\?.*from=/)
  await type(writtenDay(dayFromNow(-2)))
  for (const { entity } of (await (await told).json()).items) expect(entity).toBe('booking')
  await isAt('From')
  part('history of bookings since a day')

  await goTo(page, keyboard, 'Reviews')
  await page.locator('.review').first().waitFor()
  await tabTo(/^Reply:/)
  await press('Enter')
  await isAt('Your reply')
  await type('Thank you, come again.')
  await tabTo('Publish reply')
  await press('Enter')
  await page.getByText('Thank you, come again.').waitFor()
  await isAt(/^Change reply:/)
  const replies = (await listOf('reviews')).map(({ reply }: any) => reply)
  expect(replies).toContain('Thank you, come again.')
  part('answer a review')

  await goTo(page, keyboard, 'Channel Manager')
  await page.getByRole('button', { name: 'Create key' }).waitFor()
  await tabTo('Create key')
  await press('Enter')
  await isAt('Name')
  await type('Keyboard')
  await press('Enter')
  await page.getByText('The key is created').waitFor()
  await tabTo('I have saved it')
  await press('Enter')
  await isAt('Create key')
  await page.getByText('Keyboard').first().waitFor()
  await tabTo('Actions for Keyboard')
  await press('Enter')
  await tabTo(/^Revoke/)
  await press('Enter')
  await isAt('Cancel')
  await press('Tab')
  await press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await isAt(/^(Actions for|Revoked keys)/)
  const made = (await listOf('api-keys')).find(({ name }: any) => name === 'Keyboard')
  expect(made?.revokedAt).not.toBeNull()
  part('make a key and revoke it')

  await tabTo(/Account, language/, { back: true })
  await press('Enter')
  await tabTo('Language')
  await type('T')
  await page.locator('html[lang=tr]').waitFor()
  await isAt('Dil')
  await tabTo('Çıkış yap')
  await press('Enter')
  await isAt('E-posta adresi')
  await page.reload()
  await isAt('E-posta adresi')
  part('change the language, sign out')
  expect(unexpectedErrors(errors)).toEqual([])
})
