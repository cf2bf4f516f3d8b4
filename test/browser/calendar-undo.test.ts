import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { book } from '../support/bookings.ts'
import {
  apply,
  calendarSuite,
  daysOf,
  FRIDAY,
  offer,
  openForm,
  pressInForm,
  undo,
  WEDNESDAY,
} from '../support/panel-calendar.ts'
import { cellOf, type PanelDemo } from '../support/panel-demo.ts'

const { startDemo, openCalendar } = calendarSuite()

/** Pushes the first day shown as a partner does. */
async function push(demo: PanelDemo, day: Record<string, unknown>): Promise<void> {
  const update = { roomCode: 'DBL', date: WEDNESDAY, available: 5, ...day }
  const { status } = await demo.call('PUT', '/v1/partner/availability', {
    key: demo.sheet.apiKey,
    body: { updates: [update] },
  })
  expect(status).toBe(200)
}

/** Room types of the demo on the first two days shown. */
const firstTwo = async (demo: PanelDemo) =>
  (await daysOf(demo, 'DBL'))
    .slice(0, 2)
    .map(({ available, priceCents, closed }) => [available, priceCents, closed])

async function setRooms(page: Page, how: string, count: number): Promise<void> {
  await openForm(page)
  await page.getByLabel('Rooms left', { exact: true }).selectOption(how)
  await page.getByLabel('Number of rooms').fill(String(count))
  await apply(page)
}

test('undo leaves what a partner has set since, price, rooms and closing, and says so (issue 5 §3)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', { available: 5, priceCents: 100_000 })
  await using watched = await openCalendar(demo)
  const { page } = watched
  await (await cellOf(page, 'DBL', 0)).click()
  await page.keyboard.press('Shift+ArrowRight')
  await openForm(page)
  await page.getByLabel('Amount or per cent').fill('1,400.00')
  await setRooms(page, 'Set to', 8)
  await page.getByText('2 days changed.').waitFor()
  expect(await firstTwo(demo)).toEqual([
    [8, 140_000, false],
    [8, 140_000, false],
  ])

  await push(demo, { available: 4, priceCents: 310_000 })
  await undo(page)
  await page.getByText('1 day was changed again since and stays as it is.').waitFor()
  await page.getByText('1 day as before.').waitFor()
  expect(await firstTwo(demo)).toEqual([
    [4, 310_000, false],
    [5, 100_000, false],
  ])

  await (await cellOf(page, 'DBL', 0)).click()
  await pressInForm(page, 'Close')
  await page.getByText('1 day changed.').waitFor()
  await push(demo, { available: 0, closed: true })
  await undo(page)
  await page.getByText('1 day was changed again since and stays as it is.').last().waitFor()
  expect((await firstTwo(demo))[0]).toEqual([0, 310_000, true])
})

test('what was sold in between stays sold when rooms are taken back (issue 5 §3)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', { available: 5, priceCents: 100_000 })
  await using watched = await openCalendar(demo)
  const { page } = watched
  await (await cellOf(page, 'DBL', 0)).click()
  await setRooms(page, 'Add', 2)
  await page.getByText('1 day changed.').waitFor()
  const stay = { hotelSlug: 'alfa-grand-bosphorus', checkin: WEDNESDAY, checkout: FRIDAY }
  expect((await book(demo.call, stay)).status).toBe(201)
  await undo(page)
  await page.getByText('1 day as before.').waitFor()
  expect((await firstTwo(demo)).map(([available]) => available)).toEqual([4, 4])
})

test('a newer change takes the offer to undo an older one away (issue 5 §3)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', { available: 5, priceCents: 100_000 })
  await using watched = await openCalendar(demo)
  const { page } = watched
  await (await cellOf(page, 'DBL', 0)).click()
  const price = page.getByLabel('Amount or per cent')
  for (const [text, cents] of [
    ['1,400', 140_000],
    ['1,800', 180_000],
  ] as const) {
    await openForm(page)
    await price.fill(text)
    await apply(page)
    await (await cellOf(page, 'DBL', 0)).filter({ hasText: text }).waitFor()
    expect((await firstTwo(demo))[0]).toEqual([5, cents, false])
  }
  expect(await page.locator('.toast').getByRole('button', { name: 'Undo' }).count()).toBe(1)

  // Another range is shown meanwhile: the change can still be taken back.
  await page.getByRole('button', { name: 'Later' }).click()
  await page.waitForURL(/from=/)
  await page.getByRole('grid').waitFor()
  await undo(page)
  await page.getByText('1 day as before.').waitFor()
  expect((await firstTwo(demo))[0]).toEqual([5, 140_000, false])
})

test('undo without the service takes nothing back, says so, and can be tried again (issue 5)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', { available: 5, priceCents: 100_000 })
  await using watched = await openCalendar(demo)
  const { page } = watched
  await (await cellOf(page, 'DBL', 0)).click()
  await pressInForm(page, 'Close')
  await page.getByText('1 day changed.').waitFor()
  await page.route('**/v1/panel/availability*', (route) => route.abort())
  await undo(page)
  await page.locator('.toast', { hasText: 'The service cannot be reached.' }).waitFor()
  expect((await firstTwo(demo))[0]).toEqual([5, 100_000, true])

  await page.unroute('**/v1/panel/availability*')
  await undo(page)
  await page.getByText('1 day as before.').waitFor()
  expect((await firstTwo(demo))[0]).toEqual([5, 100_000, false])
})
