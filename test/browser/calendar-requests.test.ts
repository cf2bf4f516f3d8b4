import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import {
  apply,
  calendarSuite,
  daysOf,
  offer,
  openForm,
  WEDNESDAY,
} from '../support/panel-calendar.ts'
import { cellOf } from '../support/panel-demo.ts'
import { until } from '../support/process.ts'

const { startDemo, openCalendar } = calendarSuite()

/** Every call of the API that a page makes from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v1/')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

/** Until the next poll that waits for something to happen. */
const nextPoll = (page: Page) => page.waitForRequest(/panel\/changes.*waitSeconds=25/)

test('an edit in the calendar takes two requests: the change, and going on to listen (issue 12, D7)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', { available: 5, priceCents: 100_000 })
  await using watched = await openCalendar(demo)
  const { page } = watched
  await nextPoll(page)
  const cell = await cellOf(page, 'DBL', 0)
  await cell.click()
  const calls = callsOf(page)
  await openForm(page)
  await page.getByLabel('Number of rooms').fill('4')
  const polled = nextPoll(page)
  await apply(page)
  await page.getByText('1 day changed.').waitFor()
  await cell.filter({ hasText: '4 left' }).waitFor()
  await polled
  expect(calls).toEqual(['PUT /v1/panel/availability', 'GET /v1/panel/changes'])
  expect((await daysOf(demo, 'DBL'))[0].available).toBe(4)
})

test('what a partner changes is read once, with whatever else is new (issue 12, D7)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', { available: 5, priceCents: 100_000 })
  await using watched = await openCalendar(demo)
  const { page } = watched
  await nextPoll(page)
  const calls = callsOf(page)
  const polled = nextPoll(page)
  const day = { roomCode: 'DBL', date: WEDNESDAY, available: 3, priceCents: 250_000 }
  const { apiKey: key } = demo.sheet
  await demo.call('PUT', '/v1/partner/availability', { key, body: { updates: [day] } })
  await (await cellOf(page, 'DBL', 0)).filter({ hasText: '2,500' }).waitFor()
  await polled
  expect(calls).toEqual(['GET /v1/panel/availability', 'GET /v1/panel/changes'])
})

test('an edit made right after another is shown, though the page is between two polls', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', { available: 5, priceCents: 100_000 })
  await using watched = await openCalendar(demo)
  const { page } = watched
  // The pause between two polls, a second, is a minute.
  await page.evaluate(() => {
    const { setTimeout } = window
    window.setTimeout = ((run: () => void, ms: number) =>
      setTimeout(run, ms === 1_000 ? 60_000 : ms)) as typeof setTimeout
  })
  const cell = await cellOf(page, 'DBL', 0)
  await cell.click()
  for (const rooms of ['4', '3', '2']) {
    await openForm(page)
    await page.getByLabel('Number of rooms').fill(rooms)
    await apply(page)
    await cell.filter({ hasText: `${rooms} left` }).waitFor()
    // The form closes with the answer, which comes after what the cell shows.
    await page.locator('.editor').waitFor({ state: 'hidden' })
  }
  // The cell shows what was typed before the server has it.
  await until('the last edit is stored', async () => {
    const [day] = await daysOf(demo, 'DBL')
    return day.available === 2
  })
})

test('a text typed into the form while its change is under way stays, with the form', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', { available: 5, priceCents: 100_000 })
  await using watched = await openCalendar(demo)
  const { page } = watched
  await (await cellOf(page, 'DBL', 0)).click()
  await openForm(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/v1/panel/availability*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByLabel('Number of rooms').fill('4')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await apply(page)
  await sent
  await page.getByLabel('Amount or per cent').fill('1250')
  held.resolve()
  await page.getByText('1 day changed.').waitFor()
  expect(await page.getByLabel('Amount or per cent').inputValue()).toBe('1250')
  await apply(page)
  await page.locator('.editor').waitFor({ state: 'hidden' })
  await until('both are stored', async () => {
    const [day] = await daysOf(demo, 'DBL')
    return day.available === 4 && day.priceCents === 125_000
  })
})

test('numbers typed on end in the form are numbers of rooms, also once it has closed: none follows another, none is a price', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', { available: 5, priceCents: 6_000 })
  await using watched = await openCalendar(demo)
  const { page } = watched
  const cell = await cellOf(page, 'DBL', 0)
  await cell.click()
  await openForm(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/v1/panel/availability*', async (route) => {
    await held.promise
    await route.continue()
  })
  const rooms = page.getByLabel('Number of rooms')
  await rooms.focus()
  await page.keyboard.type('50')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.keyboard.press('Enter')
  await sent
  await page.keyboard.type('45')
  expect(await rooms.inputValue()).toBe('45')
  await page.keyboard.press('Enter')
  await page.getByText('The change before is still on its way').waitFor()
  held.resolve()
  await page.getByText('1 day changed.').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.editor').waitFor({ state: 'detached' })
  await cell.filter({ hasText: '45 left' }).waitFor()

  // The form has closed: digits go into the cell, as rooms again.
  await page.keyboard.type('40')
  await page.keyboard.press('Enter')
  await cell.filter({ hasText: '40 left' }).waitFor()
  await until('the last number is stored', async () => {
    const [day] = await daysOf(demo, 'DBL')
    return day.available === 40 && day.priceCents === 6_000
  })
  // Another cell is typed into as chosen above the grid.
  const other = await cellOf(page, 'DBL', 3)
  await other.click()
  await page.keyboard.type('65')
  await page.keyboard.press('Enter')
  await other.filter({ hasText: '65' }).waitFor()
  await until('a price is stored', async () => {
    const day = (await daysOf(demo, 'DBL'))[3]
    return day.available === 5 && day.priceCents === 6_500
  })
})
