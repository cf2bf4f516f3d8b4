import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import {
  accessFlaws,
  adminAt,
  agencyAt,
  managerAt,
  type Opening,
  openDialog,
  writtenDay,
} from '../support/panel-demo.ts'
import { bookStay } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

// Days in the order of the page's language, or chosen in a month (issue 18).

const { startDemo, sharedDemo, open } = browserSuite()
const DAY = dayFromNow(3)

/** Types a day into a field, after one that there is not. */
async function typeDay(page: Page, at: number, language: 'en' | 'tr', like: string): Promise<void> {
  const whole = page.locator('.field', { has: page.locator('.day-input') }).nth(at)
  const [field, error] = [whole.locator('input'), whole.locator('.error')]
  await field.selectText()
  await page.keyboard.type(writtenDay('2026-03-31', language).replace('03', '02'))
  await page.keyboard.press('Tab')
  await error.filter({ hasText: like }).waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await field.selectText()
  await page.keyboard.type(writtenDay(DAY, language))
  await error.waitFor({ state: 'detached' })
}

test.each([
  ['en', 'This is not a date. Write it like'],
  ['tr', 'Böyle bir gün yok'],
] as const)(
  'days are typed in the order of the language (%s), and what is none is told',
  async (language, like) => {
    const demo = await sharedDemo()
    const places: [Opening, number][] = [
      [managerAt('calendar'), 0],
      [managerAt('history'), 0],
      [managerAt('sheets/arrivals'), 0],
      [agencyAt('overview'), 0],
      [adminAt('history'), 1],
    ]
    for (const [opening, at] of places) {
      await using watched = await open(demo, { ...opening, language })
      const { page } = watched
      await page.locator('.day-input input').nth(at).waitFor()
      await typeDay(page, at, language, like)
      await page.waitForURL(new RegExp(DAY))
      expect(await accessFlaws(page)).toEqual([])
    }
  },
)

test.each([
  ['en', 'Bulk edit…', 'Change', 'This is not a date'],
  ['tr', 'Toplu düzenle…', 'Değiştir', 'Böyle bir gün yok'],
] as const)(
  'in dialogs days are typed, too (%s), and nothing is meant while they are none',
  async (language, bulk, change, like) => {
    await using demo = await startDemo()
    await using calendar = await open(demo, managerAt('calendar', { language }))
    const dialog = await openDialog(calendar.page, bulk)
    const from = dialog.locator('.day-input input').first()
    await from.selectText()
    await calendar.page.keyboard.type('31022026')
    await calendar.page.keyboard.press('Tab')
    await dialog.getByText(like).waitFor()
    const meant = dialog.locator('.preview')
    await meant.filter({ hasNotText: /[1-9]/ }).waitFor()
    await from.selectText()
    // Without signs between, as on a keypad.
    await calendar.page.keyboard.type(writtenDay(DAY, language).replaceAll(/\D/g, ''))
    await meant.filter({ hasText: /[1-9]/ }).waitFor()
    await calendar.page.keyboard.press('Tab')
    expect(await from.inputValue()).toBe(writtenDay(DAY, language))

    const { code } = await bookStay(demo)
    await using booking = await open(demo, managerAt(`bookings/${code}`, { language }))
    const form = await openDialog(booking.page, change)
    const checkout = form.locator('.day-input input').nth(1)
    await checkout.selectText()
    await booking.page.keyboard.type(writtenDay(dayFromNow(63), language))
    await form.locator('.note.warn').first().waitFor()
  },
)

test('the arrow down opens a month, arrows move in it, Enter takes a day and Escape leaves it and the dialog around it open', async () => {
  const demo = await sharedDemo()
  await using watched = await open(demo, managerAt('bookings'))
  const { page } = watched
  const dialog = await openDialog(page, 'Export')
  const [from, to] = [dialog.getByLabel('From'), dialog.getByLabel('To')]
  const month = dialog.locator('.range-picker')
  const before = await to.inputValue()
  await to.press('ArrowDown')
  await month.waitFor()
  expect(await accessFlaws(page)).toEqual([])
  await page.keyboard.press('Escape')
  await month.waitFor({ state: 'detached' })
  expect([await dialog.isVisible(), await to.inputValue()]).toEqual([true, before])
  expect(await to.evaluate((field) => field === document.activeElement)).toBe(true)
  await from.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await month.waitFor({ state: 'detached' })
  expect(await from.inputValue()).toBe(writtenDay(dayFromNow(8)))
  expect(await from.evaluate((field) => field === document.activeElement)).toBe(true)
})
