import { expect, test } from 'bun:test'
import {
  calendarSuite,
  closedOf,
  daysOf,
  FRI,
  offer,
  only,
  SAT,
} from '../support/panel-calendar.ts'
import { cellOf, drag, overflowOf, press } from '../support/panel-demo.ts'

const { startDemo, sharedDemo, openCalendar } = calendarSuite()

test('dragging over the heads takes whole days, over the room types whole rows (issue 5 §3)', async () => {
  const demo = await sharedDemo()
  await using watched = await openCalendar(demo)
  const { page } = watched
  const heads = page.locator('.head')
  await drag(page, heads.nth(FRI), heads.nth(SAT))
  await page.locator('.selected', { hasText: '9 room types' }).waitFor()
  const rooms = await page.locator('.room').count()
  expect(await page.locator('.cell[aria-selected=true]').count()).toBe(2 * rooms)
  await drag(page, page.locator('.room').nth(1), page.locator('.room').nth(3))
  expect(await page.locator('.cell[aria-selected=true]').count()).toBe(3 * 14)
  await page.locator('.selected', { hasText: '14 nights' }).waitFor()
})

test('by keyboard alone: to the grid, a range by Shift and arrows, ten per cent more, back by Ctrl+Z (issue 5 §7)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'ACC', { available: 2, priceCents: 100_000 })
  await using watched = await openCalendar(demo)
  const { page, errors } = watched
  await page.getByRole('button', { name: 'Price', exact: true }).focus()
  for (const _ of ['Rooms left', 'Bulk edit…', 'the grid']) await page.keyboard.press('Tab')
  const active = page.locator('.cell:focus')
  expect(await active.textContent()).toContain('Accessible double')
  expect(await active.textContent()).toContain('2 rooms left')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  expect(await active.getAttribute('data-col')).toBe(String(SAT))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('Raise by %')
  await page.keyboard.press('Tab')
  await page.keyboard.type('10')
  await page.keyboard.press('Enter')
  await page.getByText('2 days changed.').waitFor()
  const prices = async () => (await daysOf(demo, 'ACC')).map(({ priceCents }) => priceCents)
  expect(await prices()).toEqual(only(FRI, SAT).map((isIn) => (isIn ? 110_000 : 100_000)))

  await page.keyboard.press('Control+z')
  await page.getByText('2 days as before.').waitFor()
  expect(await prices()).toEqual(Array(14).fill(100_000))
  await page.keyboard.press('Escape')
  expect(await page.locator('.cell[aria-selected=true]').count()).toBe(0)
  expect(errors).toEqual([])
})

test('on a telephone two taps take a range, and nothing lies beyond the edge (issue 5 §7)', async () => {
  await using demo = await startDemo()
  await using watched = await openCalendar(demo, { width: 360, hasTouch: true, theme: 'dark' })
  const { page, errors } = watched
  await (await cellOf(page, 'DBL', 0)).tap()
  await press(page, 'Extend to…')
  await (await cellOf(page, 'DBL', 1)).tap()
  await page.locator('.selected', { hasText: '2 nights' }).waitFor()
  await press(page, 'Close')
  await page.getByText('2 days changed.').waitFor()
  expect(closedOf(await daysOf(demo, 'DBL')).slice(0, 2)).toEqual([true, true])
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(errors).toEqual([])
})
