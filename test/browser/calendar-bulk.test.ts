import { expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { addDay } from '../support/bookings.ts'
import {
  apply,
  calendarSuite,
  closeForm,
  daysOf,
  FRI,
  FRIDAY,
  offer,
  openForm,
  WEDNESDAY,
} from '../support/panel-calendar.ts'
import {
  cellOf,
  HOTEL,
  LOOKS_BY_LANGUAGE,
  type PanelDemo,
  pageFlaws,
} from '../support/panel-demo.ts'
import { defects } from '../support/panel-stays.ts'
import { dayFromNow, until } from '../support/process.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

const { startDemo, sharedDemo, openCalendar } = calendarSuite()
const [FIRST, LAST] = [dayFromNow(40), dayFromNow(131)] as const
const isWeekend = (day: string) => [5, 6].includes(new Date(day).getUTCDay())

type Days = { roomCode: string; days: { date: string; priceCents: number; closed: boolean }[] }[]

async function read({ callAs }: PanelDemo, from: string, to: string): Promise<Days> {
  await Bun.sleep(200)
  const path = `/v1/panel/availability?hotel=${HOTEL}&from=${from}&to=${to}`
  return (await callAs('manager', 'GET', path)).body.rooms
}

test('weekends of a summer +15 %, of all room types, take at most ten steps: a preview, whole units, and one press that takes all back (issue 18)', async () => {
  await using demo = await startDemo()
  const before = await read(demo, FIRST, LAST)
  await using watched = await openCalendar(demo)
  const { page } = watched
  const steps = stepsOf(page)
  await steps.click(page.getByRole('button', { name: 'Bulk edit…' }))
  const dialog = page.getByRole('dialog', { name: 'Bulk edit' })
  await steps.fill(dialog.getByLabel('From', { exact: true }), FIRST)
  await steps.fill(dialog.getByLabel('To', { exact: true }), LAST)
  await steps.click(dialog.getByRole('button', { name: 'weekend', exact: true }))
  await steps.pick(dialog.getByLabel('Price (TRY)'), 'Raise by %')
  await steps.fill(dialog.getByLabel('Amount or per cent'), '15')
  const nights = before[0]!.days.filter(({ date }) => isWeekend(date)).length
  const count = nights * before.length
  await dialog.getByText(`${count} of ${count} days change:`).waitFor()
  expect(await dialog.locator('.preview li').count()).toBe(3)
  expect(await pageFlaws(page)).toEqual([])
  await steps.click(dialog.getByRole('button', { name: `Change ${count} days` }))
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByText(`${nights} nights of ${before.length} room types changed.`)
    .waitFor({ timeout: 30_000 })
  expect(steps.count).toBeLessThanOrEqual(10)
  printSteps('weekends of a summer +15 %', '22', steps)
  const raised = (cents: number) =>
    Math.floor((Math.floor((cents * 11_500 + 5_000) / 10_000) + 50) / 100) * 100
  const after = await read(demo, FIRST, LAST)
  for (const [row, { days }] of after.entries())
    for (const [col, { date, priceCents }] of days.entries()) {
      const was = before[row]!.days[col]!.priceCents
      expect(priceCents, date).toBe(isWeekend(date) ? raised(was) : was)
    }
  await page.keyboard.press('Control+z')
  await until('all is as it was', async () => Bun.deepEquals(await read(demo, FIRST, LAST), before))
  await page.getByText(`${count} days as before.`).waitFor()
  expect(defects(watched)).toEqual([])
})

test('a price that would come to nothing is refused at its field, by bulk, in the form and in a cell, and nothing is sent', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', { available: 5, priceCents: 1_000_000 })
  await using watched = await openCalendar(demo)
  const { page } = watched
  const why = 'A price must be above 0: close the days instead.'
  let pushes = 0
  page.on('request', (request) => {
    if (['PUT', 'PATCH'].includes(request.method())) pushes++
  })
  const refuses = async (place: Locator, how: string, text: string) => {
    await place.getByLabel('Price (TRY)').selectOption(how)
    const value = place.getByLabel('Amount or per cent')
    await value.fill(text)
    await value.press('Enter')
    await place.getByText(why).waitFor()
    expect(await value.getAttribute('aria-invalid')).toBe('true')
    const described = await value.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(why)
    // By less it can be lowered.
    await value.fill('9')
    await place.getByText(why).waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Bulk edit…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bulk edit' })
  await refuses(dialog, 'Lower by %', '100')
  await refuses(dialog, 'Lower by %', '150')
  await refuses(dialog, 'Lower by', '10000000')
  await dialog.getByLabel('Amount or per cent').fill('10000000')
  await dialog.getByRole('button', { name: 'Change 0 days', disabled: true }).waitFor()
  expect(await pageFlaws(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await (await cellOf(page, 'DBL', FRI)).click()
  await openForm(page)
  const form = page.locator('.editor')
  for (const [how, text] of [
    ['Lower by %', '100'],
    ['Lower by', '10000'],
    ['Set to', '0'],
  ] as const) {
    await form.getByLabel('Price (TRY)').selectOption(how)
    await form.getByLabel('Amount or per cent').fill(text)
    await apply(page)
    await form.getByText(why).waitFor()
    expect(await form.locator('[aria-invalid]').inputValue()).toBe(text)
    await form.getByLabel('Amount or per cent').fill('')
    await apply(page)
    await form.getByText(why).waitFor({ state: 'detached' })
  }
  await closeForm(page)

  await page.keyboard.type('-100%')
  await page.keyboard.press('Enter')
  await page.locator('.cell-input', { hasText: why }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  expect(pushes).toBe(0)
  expect((await daysOf(demo, 'DBL'))[FRI].priceCents).toBe(1_000_000)
  expect(defects(watched)).toEqual([])
})

test('some room types, two ranges, some weekdays; a minimum stay and a stop sale at once; the rest stays (panel.md b)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', { available: 5, priceCents: 1_000_000 })
  await using watched = await openCalendar(demo)
  const { page } = watched
  const steps = stepsOf(page)
  await steps.click(page.getByRole('button', { name: 'Bulk edit…' }))
  const dialog = page.getByRole('dialog', { name: 'Bulk edit' })
  await steps.click(dialog.getByRole('button', { name: 'Choose none' }))
  await steps.click(dialog.getByLabel('Double room', { exact: true }))
  await steps.fill(dialog.getByLabel('From', { exact: true }), WEDNESDAY)
  await steps.fill(dialog.getByLabel('To', { exact: true }), addDay(WEDNESDAY, 6))
  await steps.click(dialog.getByRole('button', { name: 'Add a range' }))
  // It goes over the first one: each day is meant once.
  await steps.fill(dialog.getByLabel('From', { exact: true }).nth(1), FRIDAY)
  await steps.fill(dialog.getByLabel('To', { exact: true }).nth(1), addDay(FRIDAY, 8))
  await steps.click(dialog.getByRole('button', { name: 'weekend', exact: true }))
  await steps.fill(dialog.getByLabel('Min. stay on arrival'), '2')
  await steps.pick(dialog.getByLabel('On sale'), 'Close')
  await dialog.getByText('4 of 4 days change:').waitFor()
  await steps.click(dialog.getByRole('button', { name: 'Change 8 days' }))
  await dialog.waitFor({ state: 'detached' })
  printSteps(
    'bulk edit by weekday over two ranges, one room type',
    'in two passes of 60 days',
    steps,
  )
  const held = async () => {
    const range = `from=${WEDNESDAY}&to=${addDay(FRIDAY, 8)}&roomCode=DBL&rateCode=STD`
    const { body } = await demo.callAs('manager', 'GET', `/v1/panel/rates/days?${range}`)
    return body.rooms[0].rates[0].days.map((day: any) => [day.date, day.closed, day.minStay])
  }
  const expected = (await held()).map(([date]: [string]) => [
    date,
    isWeekend(date),
    isWeekend(date) ? 2 : 1,
  ])
  expect(await held()).toEqual(expected)
  await page.locator('.selected').getByRole('button', { name: 'Undo' }).click()
  await until('nothing is held', async () => {
    await Bun.sleep(200)
    return (await held()).every(([, closed, minStay]: any[]) => !closed && minStay === 1)
  })
  expect(defects(watched)).toEqual([])
})

test('two years of all room types are changed and taken back; what is more than may be sent at once is said before (contract §7)', async () => {
  await using demo = await startDemo()
  await using watched = await openCalendar(demo)
  const { page } = watched
  const far = dayFromNow(700)
  const before = await read(demo, far, dayFromNow(728))
  await page.getByRole('button', { name: 'Bulk edit…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bulk edit' })
  await dialog.getByLabel('From', { exact: true }).fill(dayFromNow(1))
  await dialog.getByLabel('To', { exact: true }).fill(dayFromNow(728))
  await dialog.getByLabel('Price (TRY)').selectOption('Raise by')
  await dialog.getByLabel('Amount or per cent').fill('100')
  await dialog
    .getByRole('button', { name: 'Change 6552 days' })
    .or(dialog.getByRole('button', { name: /Change 6,552 days/ }))
    .click()
  await dialog.waitFor({ state: 'detached', timeout: 30_000 })
  const raised = await read(demo, far, dayFromNow(728))
  expect(raised[0]!.days[0]!.priceCents).toBe(before[0]!.days[0]!.priceCents + 10_000)
  await page.keyboard.press('Control+z')
  await page.getByText('6,552 days as before.').waitFor({ timeout: 60_000 })
  expect(await read(demo, far, dayFromNow(728))).toEqual(before)
  expect(defects(watched)).toEqual([])
})

test('a change of restrictions, counts or sale alone shows examples of it, before and after, and no empty list (D13)', async () => {
  const demo = await sharedDemo()
  await using watched = await openCalendar(demo, { language: 'tr' })
  const { page } = watched
  await page.getByRole('button', { name: 'Toplu düzenle…' }).click()
  const dialog = page.getByRole('dialog')
  const preview = dialog.locator('.preview')
  const minStay = dialog.getByLabel('En az gece (girişte)')
  await minStay.fill('3')
  await preview.getByText('tanesi değişecek:').waitFor()
  await preview
    .locator('li', { hasText: /: en az gece \d+ → 3$/ })
    .nth(2)
    .waitFor()
  await dialog.locator('.fold summary').click()
  await dialog.getByLabel('Giriş', { exact: true }).selectOption('yes')
  await preview
    .getByText(/en az gece \d+ → 3; girişe kapalı hayır → evet$/)
    .first()
    .waitFor()
  await minStay.fill('')
  await dialog.getByLabel('Giriş', { exact: true }).selectOption('')
  await dialog.getByLabel('Satış').selectOption('close')
  await preview
    .getByText(/: satışa kapalı hayır → evet$/)
    .first()
    .waitFor()
  await dialog.getByLabel('Satış').selectOption('')
  await dialog.getByLabel('Oda sayısı').fill('7')
  await preview
    .getByText(/: müsait oda \d+ → 7$/)
    .first()
    .waitFor()
  expect(await pageFlaws(page)).toEqual([])
})

test.each(LOOKS_BY_LANGUAGE)(
  'the bulk editor can be used by everybody at %i px, %s, %s',
  async (width, theme, language) => {
    const demo = await sharedDemo()
    await using watched = await openCalendar(demo, { width, theme, language })
    const { page } = watched
    await page
      .getByRole('button', { name: language === 'tr' ? 'Toplu düzenle…' : 'Bulk edit…' })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('.pair input').first().fill('x')
    await dialog.locator('.preview').waitFor()
    await dialog.locator('.fold summary').click()
    expect(await pageFlaws(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(defects(watched)).toEqual([])
  },
)
