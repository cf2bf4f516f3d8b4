import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { HOTEL, LOOKS_BY_LANGUAGE, managerAt, pageFlaws, press } from '../support/panel-demo.ts'
import { defects } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'
import { shoot } from '../support/shots.ts'

const { startDemo, open } = browserSuite()

// The hotel's pages of agencies (contract-agencies, *An agency's terms at a hotel*).

const TERMS = `/v1/panel/agencies/DELTA/terms?hotel=${HOTEL}`
const AGREED = {
  ...{ commissionBp: 1_250, rateCodes: ['NRF'], optionDays: 5, paymentDays: 20 },
  ...{ guestActs: true, creditLimitCents: 5_000_000, stopSale: false, active: true },
}

test('the hotel agrees terms with an agency, stops its sale at one press and starts it again (contract-agencies)', async () => {
  await using demo = await startDemo()
  const read = async () => (await demo.callAs('manager', 'GET', TERMS)).body
  await using watched = await open(demo, managerAt('agencies'))
  const { page } = watched
  await page.getByRole('link', { name: 'Delta' }).click()
  await press(page, 'Set terms')
  const form = page.getByRole('dialog')
  await form.getByLabel('Commission in %').fill('12.5')
  await form.getByLabel('Days of an option').fill('5')
  await form.getByLabel('Days to pay a statement').fill('121')
  await form.getByLabel('Credit').selectOption('limit')
  await form.getByLabel('Limit in TRY').fill('')
  await press(form, 'Save')
  await form.getByText('Write the limit.').waitFor()
  await form.getByLabel('Limit in TRY').fill('50000')
  await press(form, 'Save')
  await form.getByText('Must be 0 to 120').waitFor()
  await form.getByLabel('Days to pay a statement').fill('20')
  await form.getByLabel('Its guests may change').check()
  await form.getByLabel('The terms are in force').check()
  await press(form, 'Save')
  await page.getByText('of ₺50,000').waitFor()
  expect(await read()).toMatchObject({ ...AGREED, rateCodes: [] })

  // The effect of the press stands above it.
  await page.getByText('its holds may be confirmed').waitFor()
  await press(page, 'Stop sale')
  await page.getByText('It sells nothing here now').waitFor()
  expect(await read()).toMatchObject({ ...AGREED, rateCodes: [], stopSale: true })
  await press(page, 'Let it sell again')
  await page.getByRole('button', { name: 'Stop sale' }).waitFor()
  expect(await read()).toMatchObject({ ...AGREED, rateCodes: [] })

  // Terms that a colleague changes meanwhile are not overwritten.
  await press(page, 'Edit terms')
  await demo.callAs('manager', 'PUT', TERMS, { ...AGREED, rateCodes: [], paymentDays: 7 })
  await form.getByLabel('Days of an option').fill('9')
  await press(form, 'Save')
  await form.getByRole('alert').getByText('Someone else has changed it').waitFor()
  expect(await read()).toMatchObject({ optionDays: 5, paymentDays: 7 })
  await press(form, 'Cancel')
  await page.getByRole('link', { name: 'Its statements' }).click()
  await page.getByRole('link', { name: 'All statements' }).waitFor()
  expect(page.url()).toContain('statements?agency=DELTA')
  expect(defects(watched)).toEqual([])
})

test('the pages of agencies are those of owners and revenue (contract §5)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('agencies', { as: 'frontDesk' }))
  await watched.page.getByText('This page is not for your account').waitFor()
})

test('list, page and form of agencies fit every width in both languages, and axe finds nothing (issue 34)', async () => {
  await using demo = await startDemo()
  await demo.callAs('manager', 'PUT', TERMS, AGREED)
  const nights = { dateFrom: dayFromNow(20), dateTo: dayFromNow(29), rooms: 4, releaseDays: 7 }
  const updates = ['DBL', 'DLX'].map((roomCode) => ({ agencyCode: 'DELTA', roomCode, ...nights }))
  await demo.callAs('manager', 'PUT', `/v1/panel/allotments?hotel=${HOTEL}`, { updates })
  for (const [width, theme, language] of LOOKS_BY_LANGUAGE) {
    await using watched = await open(demo, managerAt('agencies', { width, theme, language }))
    const { page } = watched
    const look = `${language}-${width}-${theme}`
    await page.locator('tbody a.opens').first().waitFor()
    expect(await pageFlaws(page)).toEqual([])
    await shoot(page, `agencies-${look}`)
    await page.locator('tbody a.opens').first().click()
    await page.locator('#agency-sale').waitFor()
    await page.locator('tbody td').first().waitFor()
    expect(await pageFlaws(page)).toEqual([])
    await shoot(page, `agency-${look}`)
    await page.locator('.view-head .primary').click()
    await page.getByRole('dialog').waitFor()
    expect(await pageFlaws(page)).toEqual([])
    await shoot(page, `agency-terms-${look}`)
  }
})
