import { expect, test } from 'bun:test'
import { roomOf } from '../support/panel-admin.ts'
import {
  apply,
  calendarSuite,
  closedOf,
  daysOf,
  FRI,
  offer,
  only,
  openForm,
  pressInForm,
  SAT,
  SUN,
} from '../support/panel-calendar.ts'
import {
  accessFlaws,
  cellOf,
  drag,
  type PanelDemo,
  press,
  unexpectedErrors,
} from '../support/panel-demo.ts'

const { startDemo, openCalendar } = calendarSuite()

test('a weekend is closed in two gestures and opened again by undo; the rooms stay as they were (issue 5)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', { available: 5, priceCents: 600_000 })
  const before = await daysOf(demo, 'DBL')
  await using watched = await openCalendar(demo)
  const { page, offOrigin, errors } = watched
  await drag(page, await cellOf(page, 'DBL', FRI), await cellOf(page, 'DBL', SAT))
  await pressInForm(page, 'Close')
  await page.getByText('2 days changed.').waitFor()
  expect(await daysOf(demo, 'DBL')).toEqual(
    before.map((day, col) => ({ ...day, closed: col === FRI || col === SAT })),
  )
  const cell = await cellOf(page, 'DBL', SAT)
  await page.waitForFunction((it) => it?.classList.contains('closed'), await cell.elementHandle())
  expect(await cell.textContent()).toContain('closed · 5')

  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('2 days as before.').waitFor()
  expect(await daysOf(demo, 'DBL')).toEqual(before)
  expect(offOrigin).toEqual([])
  expect(errors).toEqual([])
})

test('rooms are set, added and taken away, on the weekdays chosen only (issue 5 §3)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', { available: 5, priceCents: 600_000 })
  await using watched = await openCalendar(demo)
  const { page } = watched
  await drag(page, await cellOf(page, 'DBL', FRI), await cellOf(page, 'DBL', SUN))
  const how = page.getByLabel('Rooms left', { exact: true })
  const count = page.getByLabel('Number of rooms')
  const left = async () => (await daysOf(demo, 'DBL')).map(({ available }) => available)
  const change = async (option: string, text: string, said: string) => {
    await openForm(page)
    await how.selectOption({ label: option })
    await count.fill(text)
    await page.getByRole('button', { name: /^Apply/ }).click()
    await page.locator('.toast', { hasText: said }).first().waitFor()
    await page.locator('.toast').first().getByRole('button', { name: 'Dismiss' }).click()
  }
  await change('Set to', '8', '3 days')
  expect(await left()).toEqual(only(FRI, SAT, SUN).map((isIn) => (isIn ? 8 : 5)))
  await openForm(page)
  await page.getByRole('checkbox', { name: 'Saturday' }).uncheck()
  await change('Take away', '2', '2 days')
  expect((await left()).slice(FRI, SUN + 1)).toEqual([6, 8, 6])
  await change('Add', '1', '2 days')
  expect((await left()).slice(FRI, SUN + 1)).toEqual([7, 8, 7])
})

/** The most rooms of a type that a night may have. */
async function capOf(demo: PanelDemo, code: string): Promise<number> {
  const { totalRooms, overbookingRooms } = await roomOf(demo, code)
  return totalRooms + overbookingRooms
}

test('what is refused is marked at its cell and listed, each a way to it (issue 5 §3)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'ACC', { available: 1, priceCents: 100_000 })
  await using watched = await openCalendar(demo)
  const { page, errors } = watched
  const [few, many] = [await capOf(demo, 'ACC'), await capOf(demo, 'DBL')]
  // One accessible double and one double: only the first has not so many rooms.
  await drag(page, await cellOf(page, 'ACC', FRI), await cellOf(page, 'DBL', FRI))
  await page.getByLabel('Number of rooms').fill(`${few + 1}`)
  await apply(page)
  await page.getByText('1 change was refused').waitFor()
  await page.getByText(`This room type has ${few} rooms in all`).waitFor()
  const cell = await cellOf(page, 'ACC', FRI)
  expect(await cell.getAttribute('class')).toContain('refused')
  expect(await cell.textContent()).toContain('!')
  expect((await daysOf(demo, 'ACC'))[FRI].available).toBe(1)
  expect((await daysOf(demo, 'DBL'))[FRI].available).toBe(few + 1)
  expect(await accessFlaws(page)).toEqual([])
  await page
    .getByRole('alert')
    .getByRole('button', { name: /Accessible double/ })
    .click()
  expect(await cell.evaluate((it) => it === document.activeElement)).toBe(true)
  expect(await cell.textContent()).toContain('not saved')

  // Refused whole: the answer is a problem, and each element is told as well.
  await page.getByLabel('Number of rooms').fill(`${many + 1}`)
  const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await apply(page)
  expect((await answered).status()).toBe(422)
  await page.getByText('1 change was refused').waitFor()
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  expect(await page.getByLabel('Number of rooms').inputValue()).toBe(`${many + 1}`)
  await page.getByLabel('Number of rooms').fill('many')
  await apply(page)
  await page.getByText('Enter a whole number.').waitFor()
  expect(unexpectedErrors(errors, 422)).toEqual([])
})

test('the history of a cell tells who set what, and when (issue 5 §3)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', { available: 5, priceCents: 600_000 })
  await using watched = await openCalendar(demo)
  const { page } = watched
  await (await cellOf(page, 'DBL', FRI)).click()
  await pressInForm(page, 'Close')
  await page.getByText('1 day changed.').waitFor()
  await press(page, 'History')
  const dialog = page.getByRole('dialog')
  const rows = dialog.locator('tbody tr')
  await rows.first().waitFor()
  expect(await rows.nth(0).textContent()).toContain('Kerem Usta')
  expect(await rows.nth(0).textContent()).toContain('open → closed')
  expect(await rows.nth(1).textContent()).toContain('The API key Demo')
  expect(await accessFlaws(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(
    await page
      .getByRole('button', { name: 'History' })
      .evaluate((it) => it === document.activeElement),
  ).toBe(true)
})

test('while the service is away nothing is lost: it says so, and the next press works (issue 5)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', { available: 5, priceCents: 600_000 })
  await using watched = await openCalendar(demo)
  const { page } = watched
  await (await cellOf(page, 'DBL', FRI)).click()
  await page.route('**/v1/panel/availability?*', (route) => route.abort())
  await pressInForm(page, 'Close')
  await page.getByText('The service cannot be reached.').waitFor()
  expect(closedOf(await daysOf(demo, 'DBL'))).toEqual(only())
  await page.unroute('**/v1/panel/availability?*')
  await pressInForm(page, 'Close')
  await page.getByText('1 day changed.').waitFor()
  expect(closedOf(await daysOf(demo, 'DBL'))).toEqual(only(FRI))
})
