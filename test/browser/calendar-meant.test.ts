import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { addDay } from '../support/bookings.ts'
import {
  apply,
  calendarSuite,
  closedOf,
  closeForm,
  daysOf,
  FRI,
  FRIDAY,
  offer,
  only,
  openForm,
  pressInForm,
  SAT,
  SUN,
  undo,
} from '../support/panel-calendar.ts'
import { accessFlaws, cellOf, drag, HOTEL, press, untilListening } from '../support/panel-demo.ts'
import { placeOrder } from '../support/panel-stays.ts'

const { startDemo, openCalendar } = calendarSuite()
const DAY = { available: 5, priceCents: 1_530_000 }
const roomsOf = (page: Page) => page.getByLabel('Number of rooms')
const priceOf = (page: Page) => page.getByLabel('Amount or per cent')
const meant = (page: Page) => page.locator('.selected [role=status]')
const isFocused = (it: Locator) => it.evaluate((element) => element === document.activeElement)

test('text typed for one cell is never applied to another: the fields begin empty with each selection (issue 11)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  const [first, second] = [await cellOf(page, 'DBL', FRI), await cellOf(page, 'DBL', SAT)]
  await first.click()
  await openForm(page)
  await page.getByLabel('Price (TRY)').selectOption('Raise by %')
  await priceOf(page).fill('4444')
  await closeForm(page)
  await second.click()
  await openForm(page)
  expect(await priceOf(page).inputValue()).toBe('')
  expect(await page.getByLabel('Price (TRY)').inputValue()).toBe('set')
  await roomsOf(page).fill('2')
  await roomsOf(page).press('Enter')
  await page.getByText('1 day changed.').waitFor()
  const after = (await daysOf(demo, 'DBL'))[SAT]
  expect([after.available, after.priceCents]).toEqual([2, 1_530_000])

  // By keyboard, by mouse, by the days shown, by another page and back.
  const ways = [
    () => page.keyboard.press('ArrowRight'),
    () => page.keyboard.press('Shift+ArrowRight'),
    async () => drag(page, await cellOf(page, 'DBL', FRI), await cellOf(page, 'DBL', SUN)),
    async () => {
      await press(page, 'Later')
      await press(page, 'Earlier')
      await (await cellOf(page, 'DBL', FRI)).click()
    },
    async () => {
      await page.getByRole('link', { name: 'Rooms' }).click()
      await page.getByRole('heading', { name: 'Rooms' }).waitFor()
      await page.goBack()
      await (await cellOf(page, 'DBL', FRI)).click()
    },
  ]
  for (const way of ways) {
    const cell = await cellOf(page, 'DBL', SUN)
    if (await page.locator('.editor').isVisible()) await closeForm(page)
    await cell.click()
    await openForm(page)
    await roomsOf(page).fill('3')
    await priceOf(page).fill('4444')
    await cell.focus()
    await way()
    await page.locator('.cell[aria-selected=true]').first().waitFor()
    await openForm(page)
    expect([await roomsOf(page).inputValue(), await priceOf(page).inputValue()]).toEqual(['', ''])
  }
})

test('what was typed stays while others change the days selected; Escape empties the field (issue 11)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  await untilListening(page)
  const cell = await cellOf(page, 'DBL', FRI)
  await cell.click()
  await openForm(page)
  await roomsOf(page).fill('3')
  await priceOf(page).fill('15000')
  await offer(demo, 'DBL', { ...DAY, available: 4 })
  await cell.filter({ hasText: '4 left' }).waitFor()
  await cell.click()
  expect([await roomsOf(page).inputValue(), await priceOf(page).inputValue()]).toEqual([
    '3',
    '15000',
  ])
  await priceOf(page).focus()
  await page.keyboard.press('Escape')
  expect([await roomsOf(page).inputValue(), await priceOf(page).inputValue()]).toEqual(['3', ''])
  expect(await isFocused(priceOf(page))).toBe(true)
})

test('weekdays are chosen for one selection only, and everywhere it is said how many nights are meant (issue 11)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  const threeNights = async () =>
    drag(page, await cellOf(page, 'DBL', FRI), await cellOf(page, 'DBL', SUN))
  await threeNights()
  expect(await meant(page).textContent()).toContain('(3 nights)')
  await page.getByRole('checkbox', { name: 'Sunday' }).uncheck()
  expect(await meant(page).textContent()).toContain('(2 of 3 nights)')
  expect(await accessFlaws(page)).toEqual([])
  for (const name of ['Apply to 2', 'Close', 'Open'])
    await page.getByRole('button', { name: `${name} (2 of 3 nights)`, exact: true }).waitFor()
  await press(page, 'Close (2 of 3 nights)')
  await page.getByText('2 days changed.').waitFor()
  expect(closedOf(await daysOf(demo, 'DBL'))).toEqual(only(FRI, SAT))

  await (await cellOf(page, 'DBL', 0)).click()
  await threeNights()
  expect(await page.getByRole('checkbox', { name: 'Sunday' }).isChecked()).toBe(true)
  await pressInForm(page, 'Close')
  await page.getByText('3 days changed.').waitFor()
  expect(closedOf(await daysOf(demo, 'DBL'))).toEqual(only(FRI, SAT, SUN))
})

test('a price that a colleague set while another was typed is told of and not written over; nothing typed is lost (issue 11)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page, errors } = watched
  await untilListening(page)
  await drag(page, await cellOf(page, 'DBL', FRI), await cellOf(page, 'DBL', SAT))
  await priceOf(page).fill('14000')
  const theirs = { roomCode: 'DBL', date: FRIDAY, priceCents: 1_600_000 }
  await demo.callAs('admin', 'PUT', `/v1/panel/availability?hotel=${HOTEL}`, { updates: [theirs] })
  const told = page.locator('.moved', { hasText: 'The price of this selection has changed' })
  await told.filter({ hasText: '(' }).waitFor()
  expect(await accessFlaws(page)).toEqual([])

  await apply(page)
  await page.getByText('1 change was refused').waitFor()
  await page.getByText('The price has changed meanwhile').waitFor()
  const prices = async () => (await daysOf(demo, 'DBL')).map(({ priceCents }) => priceCents)
  expect((await prices()).slice(FRI, SUN)).toEqual([1_600_000, 1_400_000])
  await page
    .getByRole('alert')
    .getByRole('button', { name: /Double room/ })
    .click()
  expect(await priceOf(page).inputValue()).toBe('14000')
  await told.waitFor({ state: 'detached' })

  await apply(page)
  await page.getByText('1 change was refused').waitFor({ state: 'detached' })
  expect((await prices()).slice(FRI, SUN)).toEqual([1_400_000, 1_400_000])
  expect(errors).toEqual([])
})

test('a price that moves by more than half is asked about once; who leaves it loses nothing (issue 11)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  await drag(page, await cellOf(page, 'DBL', FRI), await cellOf(page, 'DBL', SUN))
  await priceOf(page).fill('111')
  await priceOf(page).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change 3 prices by more than half?' })
  await dialog.waitFor()
  expect(await dialog.textContent()).toMatch(/Double room, .*15,300.*₺111\b/)
  expect(await accessFlaws(page)).toEqual([])
  // A second Enter leaves everything as it is.
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await priceOf(page).inputValue()).toBe('111')
  expect(await isFocused(priceOf(page))).toBe(true)
  expect((await daysOf(demo, 'DBL'))[FRI].priceCents).toBe(1_530_000)

  await priceOf(page).press('Enter')
  await press(page, 'Change the price')
  await page.getByText('3 days changed.').waitFor()
  expect((await daysOf(demo, 'DBL'))[FRI].priceCents).toBe(11_100)
  await openForm(page)
  await page.getByLabel('Price (TRY)').selectOption('Raise by %')
  await priceOf(page).fill('60')
  await apply(page)
  await page.getByRole('dialog', { name: /by more than half/ }).waitFor()
})

test('the question about a price goes with the days that it is about: Back answers it with no (issue 32)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  await press(page, 'Later')
  await press(page, 'Earlier')
  await drag(page, await cellOf(page, 'DBL', FRI), await cellOf(page, 'DBL', SUN))
  await priceOf(page).fill('111')
  await priceOf(page).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change 3 prices by more than half?' })
  await dialog.waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  expect((await daysOf(demo, 'DBL'))[FRI].priceCents).toBe(1_530_000)
})

test('a room type that goes off sale takes what was selected and typed with it, and nothing moves on to its neighbour (issue 11)', async () => {
  await using demo = await startDemo()
  await using watched = await openCalendar(demo)
  const { page } = watched
  await untilListening(page)
  const before = await page.locator('.room').allTextContents()
  await page.locator('.cell[data-row="1"][data-col="0"]').click()
  await openForm(page)
  await priceOf(page).fill('4444')
  const { body } = await demo.callAs('manager', 'GET', '/v1/panel/rooms')
  const first = body.items.find(({ roomCode }: any) => before[0]!.includes(roomCode))
  const off = `/v1/panel/rooms/${first.roomCode}`
  expect((await demo.callAs('manager', 'PATCH', off, { active: false })).status).toBe(200)
  await offer(demo, 'DBL', DAY)
  await page.waitForFunction(
    (rows) => document.querySelectorAll('.room').length === rows - 1,
    before.length,
  )
  expect(await page.locator('.cell[aria-selected=true]').count()).toBe(0)
  expect(await page.locator('.editor').count()).toBe(0)
})

test('a count that was lowered for what is sold is told of with its night, and undo goes back to what there was (issue 11, contract-counts)', async () => {
  await using demo = await startDemo()
  // More than the demo's own guests can have taken of any night.
  const limits = { totalRooms: 40, overbookingRooms: 0 }
  const path = `/v1/panel/rooms/DBL?hotel=${HOTEL}`
  expect((await demo.callAs('manager', 'PATCH', path, limits)).status).toBe(200)
  await offer(demo, 'DBL', DAY)
  const stay = { checkin: FRIDAY, checkout: addDay(FRIDAY, 1) }
  await placeOrder(demo, { ...stay, rooms: 3, adults: 3 })
  const left = async () => (await daysOf(demo, 'DBL')).map(({ available }) => available)
  const before = await left()
  await using watched = await openCalendar(demo)
  const { page } = watched
  await drag(page, await cellOf(page, 'DBL', FRI), await cellOf(page, 'DBL', SAT))
  await roomsOf(page).fill('40')
  await roomsOf(page).press('Enter')
  await page.getByText(/nights? (has|have) fewer rooms than you set/).waitFor()
  expect(await accessFlaws(page)).toEqual([])
  const after = await left()
  expect(after[FRI]).toBeLessThan(40)
  await undo(page)
  await page.getByText('2 days as before.').waitFor()
  expect(await left()).toEqual(before)
})
