import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { accessFlaws, agencyAt } from '../support/panel-demo.ts'
import { defects, placeOrder, sellNights } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

const { startDemo, open } = browserSuite()

test('a clerk of an agency, in Turkish and by keyboard, confirms an option, finds it, and cancels with the fee said first (issue 34)', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { available: 24 })
  const guest = { firstName: 'Nilgün', lastName: 'Aktaş', email: 'nilgun@example.com' }
  const holdUntil = `${dayFromNow(3)}T12:00:00Z`
  const { code } = await placeOrder(demo, { guest, holdUntil }, 'agency')
  await using watched = await open(demo, agencyAt('today', { language: 'tr' }))
  const { page } = watched
  const option = page.locator('.day-row', { hasText: 'Nilgün Aktaş' })
  await option.getByRole('button', { name: 'Onayla' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(`${code}`).first().waitFor()
  await option.waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await page.keyboard.type('aktas')
  await page.locator('.found').getByText('Nilgün Aktaş').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.booking-head .code', { hasText: code }).waitFor()
  expect(await page.getByText('İptal ve şu anki bedeli').count()).toBe(1)
  await page.locator('.cancel-card .fee button').waitFor()
  expect(await accessFlaws(page)).toEqual([])

  await page.locator('.cancel-card .fee button').focus()
  await page.keyboard.press('Enter')
  await page.getByText('Ödenecek bir şey yok.').waitFor()
  await page.locator('dialog button[type=submit]').focus()
  await page.keyboard.press('Enter')
  await page.locator('.booking-head').getByText('İptal edildi').waitFor()
  const { body } = await demo.callAs('agency', 'GET', `/v1/acenta/bookings/${code}`)
  expect(body.status).toBe('cancelled')
  expect(defects(watched)).toEqual([])
})
