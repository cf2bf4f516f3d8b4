import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { HOTEL, managerAt, type PanelDemo, pageFlaws } from '../support/panel-demo.ts'
import { bookStay, leftFrom, placeOrder, sellNights, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'
import { stepSuite } from '../support/step-suite.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

// Rows of panel.md (b), hotelier: a front desk's day, each with its steps before and now (issue 18).

const { at, open, demo: shared } = stepSuite(managerAt('today'))
const go = (view: string) => at(`#/${HOTEL}/${view}`)

const recordOf = async ({ callAs }: PanelDemo, code: string) =>
  (await callAs('manager', 'GET', `/v1/panel/bookings/${code}`)).body

const dialogOf = (page: Page): Locator => page.getByRole('dialog')

/** A booking that the hotel took itself, at 1,000 a night: two nights from 60 days on, open in its page. */
async function openBooking(order: object = {}, { start = 60, nights = 2 } = {}) {
  const demo = shared()
  await sellNights(demo, { start, nights })
  const stay = { checkin: dayFromNow(start), checkout: dayFromNow(start + nights) }
  const { code } = await placeOrder(demo, { ...stay, ...order }, 'manager')
  const row = await go(`bookings/${code}`)
  await row.page.locator('.booking').waitFor()
  return { ...row, code }
}

test('sign in: address, password, Enter', async () => {
  await using watched = await open()
  const { page } = watched
  await page.locator('[name=email]:focus').waitFor()
  expect(await page.getByRole('button', { name: 'Forgot your password?' }).count()).toBe(1)
  const { email, password } = shared().users.manager
  const steps = stepsOf(page)
  await steps.type(email)
  await steps.fill(page.locator('[name=password]'), password)
  await steps.press('Enter')
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  expect(printSteps('sign in', '3', steps)).toBeLessThanOrEqual(3)
})

test('today at a glance: who comes with telephone, wishes and what is due, what is to be done, how full it is; who has no room yet', async () => {
  const guest = {
    firstName: 'Ömer',
    lastName: 'Çelik',
    email: 'o@example.com',
    phone: '+905325550147',
  }
  const { code } = await bookStay(shared(), { start: 0, nights: 1, order: { guest } })
  const { demo, page, steps } = await go('today')
  const arrivals = page.locator('section', { has: page.locator('#arrivals') })
  const row = arrivals.locator('.guest-row', { hasText: 'Ömer Çelik' })
  await row.waitFor()
  for (const part of ['+905325550147', '₺1,000 due', 'Check in'])
    expect(await textOf(row)).toContain(part)
  expect(await textOf(row)).not.toContain('Room no.')
  const { body } = await demo.callAs('manager', 'GET', '/v1/panel/dashboard/desk')
  const { items } = body.arrivals
  const toCome = items.filter(({ desk }: any) => !desk.arrivedAt)
  const roomless = () => arrivals.getByText(/ without a room$/).textContent()
  const withoutRoom = toCome.filter(({ desk }: any) => !desk.roomNumber).length
  expect(await roomless()).toBe(`${toCome.length} to come · ${withoutRoom} without a room`)
  await page.locator('.alarms a').first().waitFor()
  const occupancy = page.locator('.tile', { hasText: 'Occupancy tonight' })
  await occupancy.getByText(/rooms/).waitFor()
  expect(await textOf(occupancy)).toMatch(/[\d,]+ of [\d,]+ rooms/)
  expect(printSteps('today at a glance', '0, without names or what to do', steps)).toBe(0)

  await steps.click(row.getByRole('link', { name: 'Ömer Çelik' }))
  await steps.fill(page.getByLabel('Room number'), '310')
  await steps.button(page, 'Save')
  await page.getByText('Saved.').waitFor()
  expect(printSteps('unassigned rooms: seen, and one given', 'not possible', steps)).toBe(3)
  expect((await recordOf(demo, code)).desk.roomNumber).toBe('310')
})

test('un-acknowledged bookings: the alarm leads to them; a booking is opened by a click anywhere in its row', async () => {
  const { demo, page, steps } = await go('today')
  await steps.click(page.locator('.alarms a', { hasText: 'not acknowledged' }))
  await page.locator('tbody tr').first().waitFor()
  const { body } = await demo.callAs('manager', 'GET', '/v1/panel/bookings?unacked=true&limit=25')
  expect(await page.locator('tbody tr').count()).toBe(body.items.length)
  expect(printSteps('un-acknowledged bookings', '1', steps)).toBeLessThanOrEqual(1)

  const opening = stepsOf(page)
  await opening.click(page.locator('tbody tr').first())
  await page.locator('.booking-head', { hasText: body.items[0].code }).waitFor()
  expect(printSteps('open a booking', '1, on its code alone', opening)).toBeLessThanOrEqual(1)
})

test('dates of a booking are changed with the new total in sight; room, party, board and guest likewise', async () => {
  const { demo, page, steps, code } = await openBooking({}, { nights: 3 })
  const dialog = dialogOf(page)
  await steps.button(page, 'Change')
  await steps.fill(dialog.getByLabel('Check-out'), dayFromNow(62))
  await dialog.getByText('The total becomes ₺2,000 instead of ₺3,000').waitFor()
  await steps.button(dialog, 'Change for ₺2,000')
  await dialog.waitFor({ state: 'detached' })
  expect(await recordOf(demo, code)).toMatchObject({ nights: 2, totalPriceCents: 200_000 })
  expect(
    printSteps('change the dates', '4–5, the price not seen before', steps),
  ).toBeLessThanOrEqual(3)

  await sellNights(demo, { roomCode: 'TWN' })
  for (const [what, field, change, button, told] of [
    ['room', 'Room', 'TWN', 'Change booking', { roomCode: 'TWN' }],
    ['party', 'Adults', '1', 'Change booking', { adults: 1 }],
    ['board', 'Board', 'HB', /^Change for ₺/, { boardCode: 'HB' }],
    ['guest', 'Last name', 'Kaya', /^Change for ₺|Change booking/, { guest: { lastName: 'Kaya' } }],
  ] as const) {
    const changing = stepsOf(page)
    await changing.button(page, 'Change')
    const input = dialog.getByLabel(field, { exact: true })
    const isChoice = (await input.evaluate(({ tagName }) => tagName)) === 'SELECT'
    await (isChoice ? changing.pick(input, change) : changing.fill(input, change))
    await changing.click(dialog.getByRole('button', { name: button }))
    await dialog.waitFor({ state: 'detached' })
    expect(await recordOf(demo, code)).toMatchObject(told)
    expect(printSteps(`change the ${what}`, '4–5', changing)).toBeLessThanOrEqual(3)
  }
})

test('a no-show is marked, and taken back', async () => {
  const { demo, page, steps, code } = await openBooking({}, { start: 0, nights: 3 })
  const dialog = dialogOf(page)
  await steps.click(page.locator('.booking-head .menu > button'))
  await steps.button(page, 'No-show')
  await dialog.getByText('Back on sale: 1 room for 2 nights').waitFor()
  await steps.click(dialog.getByRole('button', { name: /^Mark as no-show/ }))
  await page.locator('.booking-head', { hasText: 'No-show' }).waitFor()
  expect(await leftFrom(demo, 0, 3)).toEqual([2, 3, 3])
  expect(printSteps('mark a no-show', '2', steps)).toBeLessThanOrEqual(3)

  const back = stepsOf(page)
  await back.click(page.locator('.booking-head .menu > button'))
  await back.button(page, 'Undo the no-show')
  await dialog.getByText('Taken off sale: 1 room for 2 nights').waitFor()
  await back.button(dialog, 'Confirm again')
  await page.locator('.booking-head', { hasText: 'Arrives today' }).waitFor()
  expect((await recordOf(demo, code)).status).toBe('confirmed')
  expect(await leftFrom(demo, 0, 3)).toEqual([2, 2, 2])
  expect(printSteps('take a no-show back', 'not possible', back)).toBeLessThanOrEqual(3)
})

test('a booking is cancelled with the fee of its policy, and reinstated', async () => {
  const { demo, page, steps, code } = await openBooking({ rateCode: 'NRF' })
  const dialog = dialogOf(page)
  await steps.click(page.locator('.booking-head .menu > button'))
  await steps.button(page, 'Cancel booking')
  const charge = dialog.getByRole('checkbox', { name: /^Charge ₺/ })
  await steps.click(charge)
  await steps.button(dialog, 'Cancel booking')
  await page.locator('.booking-head', { hasText: 'Cancelled' }).waitFor()
  const { status, penaltyCents, totalPriceCents } = await recordOf(demo, code)
  expect([status, penaltyCents]).toEqual(['cancelled', totalPriceCents])
  expect(
    printSteps('cancel, with the fee of its policy', '2–3, without fee or policy', steps),
  ).toBeLessThanOrEqual(4)

  const back = stepsOf(page)
  await back.click(page.locator('.booking-head .menu > button'))
  await back.button(page, 'Undo the cancellation')
  await back.button(dialog, 'Confirm again')
  await page.locator('.booking-head', { hasText: 'Confirmed' }).waitFor()
  expect(await recordOf(demo, code)).toMatchObject({ status: 'confirmed', penaltyCents: null })
  expect(printSteps('take a cancellation back', 'not possible', back)).toBeLessThanOrEqual(3)
})

test('what is due is noted as paid in two presses; an extra is agreed on with its reason', async () => {
  const { demo, page, steps, code } = await openBooking()
  await steps.button(page, 'Take payment')
  await steps.button(page, 'Record payment')
  await page.locator('.money .payment').waitFor()
  expect((await recordOf(demo, code)).desk).toMatchObject({ paidCents: 200_000, dueCents: 0 })
  expect(printSteps('a payment of all that is due', 'not possible', steps)).toBeLessThanOrEqual(2)

  const extra = stepsOf(page)
  const dialog = dialogOf(page)
  await extra.button(page, 'Change')
  await extra.click(dialog.getByLabel('Set another price'))
  await extra.fill(dialog.getByLabel('Price per room and night'), '1,250')
  await extra.fill(dialog.getByLabel('Reason'), 'A cot and late check-out')
  await extra.button(dialog, 'Change for ₺2,500')
  await dialog.waitFor({ state: 'detached' })
  const { totalPriceCents, desk } = await recordOf(demo, code)
  expect([totalPriceCents, desk.dueCents]).toEqual([250_000, 50_000])
  expect(
    printSteps('an extra on a booking, with its reason', 'not possible', extra),
  ).toBeLessThanOrEqual(5)
})

test('a review is replied to, and the menu says how many wait', async () => {
  const { demo, page, steps } = await go('today')
  const link = page.locator('#navigation a', { hasText: 'Reviews' })
  const { body } = await demo.callAs('manager', 'GET', '/v1/panel/reviews?replied=false')
  await link.getByRole('img', { name: `${body.items.length} without a reply` }).waitFor()
  await steps.click(link)
  await steps.click(page.getByRole('button', { name: /^Reply: / }).first())
  await steps.fill(dialogOf(page).getByLabel('Your reply'), 'We have mended the lift.')
  await steps.button(dialogOf(page), 'Publish reply')
  await page.getByText('The reply is published.').waitFor()
  const { body: after } = await demo.callAs('manager', 'GET', '/v1/panel/reviews?replied=false')
  expect(after.items.length).toBe(body.items.length - 1)
  expect(
    printSteps('reply to a review, from Today', '4, unmarked in the menu', steps),
  ).toBeLessThanOrEqual(4)
})

test('the language is chosen from every page', async () => {
  const { page, steps } = await go('calendar')
  await steps.click(page.getByRole('button', { name: 'Account, language and theme' }))
  await steps.pick(page.getByLabel('Language', { exact: true }), 'tr')
  await page.locator('html[lang=tr]').waitFor()
  await page.getByRole('heading', { name: 'Takvim', level: 1 }).waitFor()
  expect(printSteps('language tr / en', '2', steps)).toBeLessThanOrEqual(2)
  await page.getByLabel('Dil', { exact: true }).selectOption('en')
  await page.locator('html[lang=en]').waitFor()
})

test('two hotels: what each has today is seen in one place, from which and from whose pages another is a choice away', async () => {
  const { slug } = shared().sheet.otherHotel
  const { email } = shared().users.manager
  const member = { email, role: 'owner' }
  await shared().callAs('admin', 'POST', `/v1/admin/hotels/${slug}/members`, member)
  const { demo, page, steps } = await at('')
  for (const hotel of [HOTEL, slug]) {
    const read = async (path: string) =>
      (await demo.callAs('manager', 'GET', `/v1/panel/${path}hotel=${hotel}`)).body
    const { arrivals, departures, today } = await read('dashboard?')
    const { rooms } = await read(`availability?from=${today}&to=${today}&`)
    const left = rooms.reduce((sum: number, { days }: any) => sum + days[0].available, 0)
    const choice = page.locator(`.choice-list a[href*="${hotel}"]`)
    await choice
      .getByText(
        `Arrivals ${arrivals.bookings} · Departures ${departures.bookings} · Rooms left ${left.toLocaleString('en-GB')}`,
      )
      .waitFor()
  }
  await steps.click(page.locator(`.choice-list a[href*="${slug}"]`))
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  expect(new URL(page.url()).hash).toBe(`#/${slug}/today`)
  expect(printSteps('two hotels: choose one', '1', steps)).toBeLessThanOrEqual(1)

  await page.goto(`${demo.url}/panel#/${slug}/rooms`)
  const another = stepsOf(page)
  await another.pick(page.getByLabel('Hotel', { exact: true }), HOTEL)
  await page.waitForURL(`**/panel#/${HOTEL}/rooms`)
  expect(printSteps('two hotels: the same page of the other', '1', another)).toBeLessThanOrEqual(1)
  await another.pick(page.getByLabel('Hotel', { exact: true }), 'All my hotels')
  await page.getByRole('heading', { name: 'Choose a hotel' }).waitFor()
  expect(printSteps('two hotels: a view over both', 'none', another)).toBeLessThanOrEqual(2)
  expect(await pageFlaws(page)).toEqual([])
})
