import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { managerAt, type PanelDemo, pageFlaws, unexpectedErrors } from '../support/panel-demo.ts'
import { addRoom, askFor } from '../support/panel-desk.ts'
import { placeOrder, sellNights, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

// Stays are added like a basket and booked as one reservation (issue 33, *New booking*; contract-groups).

const { startDemo, open } = browserSuite()

const codeOf = async (page: Page): Promise<string> => {
  await page.locator('.booking-head').waitFor()
  return /\/bookings\/(\w{10})/.exec(page.url())![1]!
}

const bookingOf = async (demo: PanelDemo, code: string) =>
  (await demo.callAs('manager', 'GET', `/v1/panel/bookings/${code}`)).body

/** Puts tonight and the next nights of two room types on sale at prices of their own. */
async function sellTwo(demo: PanelDemo, start = 0): Promise<void> {
  await sellNights(demo, { start, nights: 3, priceCents: 123_400 })
  await sellNights(demo, { start, nights: 3, roomCode: 'TWN', priceCents: 100_000 })
}

const fillGuest = async (page: Page): Promise<void> => {
  await page.getByLabel('Telephone').fill('+90 532 555 01 47')
  await page.getByLabel('First name').fill('Ilgın')
  await page.getByLabel('Last name').fill('Öztürk')
}

test('a walk-in is booked by keyboard alone, in Turkish, without an e-mail: room, telephone, name, Ctrl+Enter', async () => {
  await using demo = await startDemo()
  await sellTwo(demo)
  await using watched = await open(demo, managerAt('today', { language: 'tr' }))
  const { page, errors } = watched
  await page.locator('.guest-row').first().waitFor()
  const steps = stepsOf(page)
  const begun = performance.now()
  const labelled = () =>
    page.evaluate(() => (document.activeElement as HTMLInputElement)?.labels?.[0]?.textContent)

  await steps.press('Alt+n')
  await page.locator('.type').first().waitFor()
  // The cursor is in the first field; Enter goes on to the rooms, and never books.
  expect(await labelled()).toBe('Giriş')
  await steps.press('Enter')
  await steps.press('Enter')
  await steps.press('Enter')
  await page.locator('.line').waitFor()
  expect(await textOf(page.locator('.deed .primary'))).toMatch(/^1 odayı onayla · ₺[\d.,]+$/)
  const typed = async (label: string, text: string) => {
    for (let tabs = 0; tabs < 6 && (await labelled()) !== label; tabs++)
      await page.keyboard.press('Tab')
    expect(await labelled()).toBe(label)
    await steps.type(text)
  }
  await typed('Telefon', '+90 532 555 01 47')
  await typed('Ad', 'Ilgın')
  await typed('Soyad', 'Öztürk')
  await steps.press('Control+Enter')
  const code = await codeOf(page)

  expect(printSteps('a walk-in', 'not possible', steps)).toBeLessThanOrEqual(8)
  expect(performance.now() - begun).toBeLessThan(30_000)
  expect(await bookingOf(demo, code)).toMatchObject({
    ...{ checkin: dayFromNow(0), checkout: dayFromNow(1), group: null },
    source: { type: 'panel' },
    guest: { lastName: 'Öztürk', phone: '+90 532 555 01 47', email: null },
  })
  expect(errors).toEqual([])
})

test('two rooms of two types for different parties are one group, with extras, names, company and the sum of all in the deed', async () => {
  await using demo = await startDemo()
  await sellTwo(demo, 60)
  const transfer = { code: 'SHUTTLE', name: 'Shuttle bus', per: 'guest', priceCents: 50_000 }
  const made = { ...transfer, max: 4, active: true, taxCodes: [] }
  await demo.callAs('manager', 'POST', '/v1/panel/extras', made)
  await using watched = await open(demo, managerAt('bookings/new'))
  const { page, errors } = watched
  await page.locator('.type').first().waitFor()
  await askFor(page, dayFromNow(60), 2)
  await addRoom(page, 'Double room', 'Standard · Bed and breakfast')
  await page.getByLabel('Adults', { exact: true }).fill('1')
  await page.locator('.rooms[aria-busy=false]').waitFor()
  await addRoom(page, 'Twin room', 'Standard · Bed and breakfast')
  // A press on the same offer makes two rooms of one stay.
  await page.getByRole('button', { name: /^One more: Twin room/ }).click()
  await page.getByRole('button', { name: /^One less: Twin room/ }).click()
  await page.getByRole('button', { name: 'One more: Shuttle bus' }).click()
  expect(await textOf(page.locator('.deed .primary'))).toBe('Confirm 2 rooms · ₺5,468')
  await fillGuest(page)
  await page.getByLabel('Arrives at').fill('2330')
  await page.getByText('Company, for the invoice').click()
  await page.getByLabel('Company', { exact: true }).fill('Öztürk Ltd.')
  await page.getByText('Guarantee of payment').click()
  await page.getByLabel('Guarantee', { exact: true }).selectOption('deposit')
  await page.getByLabel('Amount').fill('1,500')
  await page.getByText('Other guests by name').click()
  await page.getByLabel(/^Double room/).fill('Mina Öztürk (9)')
  await page.locator('.deed .primary').click()
  const lead = await bookingOf(demo, await codeOf(page))
  expect(lead).toMatchObject({
    ...{ roomCode: 'DBL', adults: 2, arrivalTime: '23:30', totalPriceCents: 246_800 },
    ...{ company: { name: 'Öztürk Ltd.' }, extras: [{ code: 'SHUTTLE', quantity: 1 }] },
    guestNames: [{ firstName: 'Mina', lastName: 'Öztürk', isChild: true }],
    group: { position: 1 },
    payment: { collect: 'hotel', guarantee: { type: 'deposit', amountCents: 150_000 } },
  })
  const path = `/v1/panel/booking-groups/${lead.group.code}`
  const { bookings, payableCents } = (await demo.callAs('manager', 'GET', path)).body
  expect(payableCents).toBe(546_800)
  expect(bookings[1]).toMatchObject({ roomCode: 'TWN', adults: 1, rooms: 1, extras: [] })
  expect(errors).toEqual([])
})

test('a refusal points at its stay in the basket, and nothing that was typed is lost; without that stay the rest is booked', async () => {
  await using demo = await startDemo()
  await sellTwo(demo, 60)
  await using watched = await open(demo, managerAt('bookings/new', { language: 'en' }))
  const { page, errors } = watched
  await page.locator('.type').first().waitFor()
  await askFor(page, dayFromNow(60), 1)
  await addRoom(page, 'Double room')
  await addRoom(page, 'Twin room')
  await fillGuest(page)
  await sellNights(demo, { start: 60, nights: 1, roomCode: 'TWN', available: 0 })
  await page.locator('.deed .primary').click()
  const refused = page.locator('.line.is-refused')
  await refused.waitFor()
  expect(await textOf(refused)).toMatch(/Twin room.*Not enough rooms/)
  expect(await page.locator('.line .note.bad').count()).toBe(1)
  expect(await refused.evaluate((line) => document.activeElement === line)).toBe(true)
  expect(await pageFlaws(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove Twin room' }).click()
  await page.locator('.deed .primary').click()
  expect(await bookingOf(demo, await codeOf(page))).toMatchObject({ roomCode: 'DBL', group: null })
  expect(unexpectedErrors(errors, 409)).toEqual([])
})

test('a basket is held until a day as an option, whose end is 18:00 at the hotel', async () => {
  await using demo = await startDemo()
  await sellTwo(demo, 60)
  await using watched = await open(demo, managerAt('bookings/new'))
  const { page, errors } = watched
  await page.locator('.type').first().waitFor()
  await askFor(page, dayFromNow(60), 1)
  await addRoom(page, 'Double room')
  await addRoom(page, 'Twin room')
  await fillGuest(page)
  await page.getByRole('button', { name: /^Hold until/ }).click()
  const { status, holdUntil } = await bookingOf(demo, await codeOf(page))
  expect(status).toBe('pending')
  const clock = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: 'Europe/Istanbul', dateStyle: 'short', timeStyle: 'short' },
  })
  expect(clock.format(new Date(holdUntil))).toBe(`${dayFromNow(3)} 18:00`)
  expect(errors).toEqual([])
})

test('a returning guest is offered by telephone and by name, and what is typed for one is not offered for the next', async () => {
  await using demo = await startDemo()
  await sellTwo(demo, 60)
  const guest = { firstName: 'Zümrüt', lastName: 'Wachowski', phone: '+90 532 417 39 77' }
  await placeOrder(demo, { guest, specialRequests: 'High floor' }, 'manager')
  await using watched = await open(demo, managerAt('bookings/new'))
  const { page, errors } = watched
  const offers = page.locator('.guest-offer')
  await page.getByLabel('Telephone').fill('0532 417 39')
  await offers.waitFor()
  expect(await textOf(offers)).toMatch(/Zümrüt Wachowski.*1 stay.*High floor/)
  await page.getByLabel('Telephone').fill('0532 999 99 99')
  await offers.waitFor({ state: 'detached' })
  await page.getByLabel('Telephone').fill('')
  await page.getByLabel('Last name').fill('wacho')
  await offers.waitFor()
  // Tab passes the offers, so that they take no key from somebody who types on.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.locator('[type="email"]:focus').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.locator('.guest-offer:focus').waitFor()
  await page.keyboard.press('Escape')
  await page.getByLabel('First name').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('Telephone').inputValue()).toBe(guest.phone)
  expect(await page.getByLabel('First name').inputValue()).toBe('Zümrüt')
  await offers.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})

test('an offer that is pressed while newer fields are priced is added for them, never for the ones before', async () => {
  await using demo = await startDemo()
  await sellTwo(demo)
  await using watched = await open(demo, managerAt('bookings/new'))
  const { page } = watched
  await page.locator('.type > button').first().click()
  const held = Promise.withResolvers<void>()
  await page.route(/\/v1\/hotels\/[^/]+\?/, async (call) => {
    await held.promise
    await call.continue()
  })
  await page.getByLabel('Adults', { exact: true }).fill('1')
  await page.locator('.offer [data-stop]').first().click()
  expect(await page.locator('.line').count()).toBe(0)
  held.resolve()
  await page.locator('.line').waitFor()
  expect(await textOf(page.locator('.line'))).toContain('1 adult ')
})

test('on a telephone the deed stands in a bar at the foot, wherever the page is', async () => {
  await using demo = await startDemo()
  await sellTwo(demo)
  const look = { width: 390, hasTouch: true, language: 'tr' } as const
  await using watched = await open(demo, managerAt('bookings/new', look))
  const { page, errors } = watched
  const bar = page.locator('.deed-bar .primary')
  const isSeen = () =>
    bar.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  await page.locator('.type > button').first().tap()
  await page.locator('.offer [data-stop]').first().tap()
  await page.locator('.line').waitFor()
  expect(await textOf(bar)).toMatch(/^1 odayı onayla · ₺/)
  for (const at of [0, 400, 10_000]) {
    await page.evaluate((top) => scrollTo(0, top), at)
    expect(await isSeen(), `at ${at}`).toBe(true)
  }
  await page.getByLabel('Telefon').fill('+90 532 555 01 47')
  await page.getByLabel('Ad', { exact: true }).fill('Ilgın')
  await page.getByLabel('Soyad').fill('Öztürk')
  await bar.tap()
  expect(await bookingOf(demo, await codeOf(page))).toMatchObject({ guest: { email: null } })
  expect(errors).toEqual([])
})
