import { expect, test } from 'bun:test'
import {
  calendarSuite,
  closedOf,
  daysOf,
  FRI,
  offer,
  only,
  SAT,
  SUN,
  undo,
  untilPrices,
} from '../support/panel-calendar.ts'
import { accessFlaws, cellOf, HOTEL, managerAt, overflowOf, press } from '../support/panel-demo.ts'
import { defects } from '../support/panel-stays.ts'
import { until } from '../support/process.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

const { startDemo, open, openCalendar } = calendarSuite()
const DAY = { available: 5, priceCents: 1_000_000 }

test('three nights are closed by a drag and a press, and opened by one press more (panel.md b)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  const steps = stepsOf(page)
  await steps.drag(await cellOf(page, 'DBL', FRI), await cellOf(page, 'DBL', SUN))
  await steps.click(page.getByRole('button', { name: 'Close', exact: true }))
  await page.getByText('3 days changed.').waitFor()
  printSteps('close a room for three nights', 'drag + 1', steps)
  expect(steps.count).toBe(2)
  expect(closedOf(await daysOf(demo, 'DBL'))).toEqual(only(FRI, SAT, SUN))
  await page.locator('.editor').waitFor({ state: 'detached' })
  const back = stepsOf(page)
  await back.press('Control+z')
  await page.getByText('3 days as before.').waitFor()
  printSteps('undo of it', '1, in the grid alone', back)
  expect(closedOf(await daysOf(demo, 'DBL'))).toEqual(only())
  expect(defects(watched)).toEqual([])
})

test('the line of the hotel is what is left of all room types, and how much of them is sold (issue 18)', async () => {
  await using demo = await startDemo()
  const { body: rooms } = await demo.callAs('manager', 'GET', '/v1/panel/rooms')
  const open: { roomCode: string; totalRooms: number }[] = rooms.items
  for (const { roomCode } of open) await offer(demo, roomCode, { ...DAY, available: 6 })
  await using watched = await openCalendar(demo)
  const { page } = watched
  const all = open.reduce((sum, { totalRooms }) => sum + totalRooms, 0)
  const left = 6 * open.length
  // Of a type with fewer rooms than are left, none is sold.
  const gone = open.reduce((sum, { totalRooms }) => sum + Math.max(0, totalRooms - 6), 0)
  const sold = Math.round((gone / all) * 100)
  const cell = page.locator('.sold').nth(FRI)
  expect(await cell.textContent()).toBe(`${sold}%${left} left`)
  await (await cellOf(page, 'DBL', FRI)).click()
  await page.keyboard.type('r1')
  await page.keyboard.press('Enter')
  await cell.filter({ hasText: `${left - 5} left` }).waitFor()
  // So few are pointed out.
  expect(await (await cellOf(page, 'DBL', FRI)).getAttribute('class')).toContain('few')
  expect(await page.locator('.months span').count()).toBeGreaterThan(0)
  expect(defects(watched)).toEqual([])
})

test('the corner selects everything; rates unfold and fold without moving what is selected (panel.md 15)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  const rooms = await page.locator('.room').count()
  await page.locator('.corner').click()
  expect(await page.locator('.cell[aria-selected=true]').count()).toBe(14 * rooms)
  await page.keyboard.press('Escape')
  await (await cellOf(page, 'DLX', FRI)).click()
  await press(page, 'Rates of Double room')
  await page.locator('.of-rate').first().waitFor()
  const chosen = page.locator('.cell[aria-selected=true]')
  const isDeluxe = async () => {
    const cell = await cellOf(page, 'DLX', FRI)
    return (await cell.getAttribute('aria-selected')) === 'true' && (await chosen.count()) === 1
  }
  expect(await isDeluxe()).toBe(true)
  expect(await accessFlaws(page)).toEqual([])
  await press(page, 'Rates of Double room')
  await page.locator('.of-rate').first().waitFor({ state: 'detached' })
  expect(await isDeluxe()).toBe(true)
  expect(defects(watched)).toEqual([])
})

test('the price of a night that is over is nobody’s to pay: it is not typed, while the night can still be closed (panel.md 17)', async () => {
  await using demo = await startDemo()
  const { body } = await demo.callAs('manager', 'GET', '/v1/panel/dashboard')
  const yesterday = new Date(Date.parse(body.today) - 86_400_000).toISOString().slice(0, 10)
  await using watched = await open(demo, managerAt(`calendar?from=${yesterday}&days=14`))
  const { page } = watched
  await page.getByRole('grid').waitFor()
  const cell = await cellOf(page, 'DBL', 0)
  await cell.click()
  await page.keyboard.type('9')
  await page.getByText('This night is over').waitFor()
  expect(await page.locator('.cell-input').count()).toBe(0)
  await page.keyboard.press('Enter')
  await press(page, 'Close')
  await page.getByText('1 day changed.').waitFor()
  await page.waitForFunction((it) => it?.classList.contains('closed'), await cell.elementHandle())
  expect(defects(watched)).toEqual([])
})

test('who may not change days selects and reads them, and nothing is typed', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo, { as: 'frontDesk' })
  const { page } = watched
  const cell = await cellOf(page, 'DBL', FRI)
  await cell.dblclick()
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Delete')
  expect(await page.locator('.cell-input, .editor, .fill').count()).toBe(0)
  expect(await page.getByRole('button', { name: /Edit|Undo|Rooms left/ }).count()).toBe(0)
  await press(page, 'History')
  await page.getByRole('dialog').waitFor()
  expect(defects(watched)).toEqual([])
})

test.each(['light', 'dark'] as const)(
  'on a telephone a tap opens the form as a sheet from below, above which the cell stays in sight (%s)',
  async (theme) => {
    await using demo = await startDemo()
    await offer(demo, 'DBL', DAY)
    await offer(demo, 'TWN', DAY)
    await using watched = await openCalendar(demo, { width: 390, hasTouch: true, theme })
    const { page } = watched
    await page.setViewportSize({ width: 390, height: 780 })
    const cell = await cellOf(page, 'TWN', 0)
    await cell.tap()
    const sheet = page.locator('.editor')
    await sheet.waitFor()
    const [of, at] = [(await sheet.boundingBox())!, (await cell.boundingBox())!]
    expect(of.y + of.height).toBe(780)
    // A part of a pixel of its lower edge may be beneath.
    expect(at.y + at.height).toBeLessThan(of.y + 1)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await accessFlaws(page)).toEqual([])
    await page.getByLabel('Amount or per cent').fill('9,500')
    await page.getByRole('button', { name: 'Apply' }).tap()
    await sheet.waitFor({ state: 'detached' })
    await untilPrices(demo, 0, [950_000], 'TWN')
    await undo(page)
    await untilPrices(demo, 0, [1_000_000], 'TWN')
    expect(defects(watched)).toEqual([])
  },
)

test('what a colleague set after a price was typed stays at Ctrl+Z, and it is said (panel.md e 13)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', DAY)
  await using watched = await openCalendar(demo)
  const { page } = watched
  await (await cellOf(page, 'DBL', FRI)).click()
  await page.keyboard.type('9900')
  await page.keyboard.press('Enter')
  await untilPrices(demo, FRI, [990_000])
  // A colleague sets it after that: it stays, and it is said.
  const { date } = (await daysOf(demo, 'DBL'))[FRI]
  const updates = [{ roomCode: 'DBL', date, priceCents: 970_000 }]
  await demo.callAs('admin', 'PUT', `/v1/panel/availability?hotel=${HOTEL}`, { updates })
  await page.keyboard.press('Control+z')
  await page.getByText('1 day was changed again since and stays as it is.').waitFor()
  await untilPrices(demo, FRI, [970_000])
  await until('nothing is left to take back', async () =>
    page.locator('.selected').getByRole('button', { name: 'Undo' }).isDisabled(),
  )
  expect(defects(watched)).toEqual([])
})
