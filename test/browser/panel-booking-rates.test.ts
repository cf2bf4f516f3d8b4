import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import {
  accessFlaws,
  agencyAt,
  HOTEL,
  managerAt,
  openAct,
  openDialog,
  pageFlaws,
} from '../support/panel-demo.ts'
import { addPlainHotel, addRate, hotelAt, setRateDays } from '../support/panel-rates.ts'
import { bookStay, defects, placeOrder, sellNights, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

const { startDemo, open } = browserSuite()

const FIRST_NIGHT = { freeUntilDays: 300, penalty: 'first_night' }

test('another rate is chosen with its new total and terms shown beforehand; what restricts it is told and gone past; a cancellation says what is owed and charges it (contract-rates)', async () => {
  await using demo = await startDemo()
  const pricing = { type: 'derived', percentBp: -1_000 }
  await addRate(demo, { rateCode: 'SAVER', name: 'Saver', pricing, cancellation: FIRST_NIGHT })
  const { code } = await bookStay(demo)
  await setRateDays(demo, [
    { roomCode: 'DBL', rateCode: 'SAVER', date: dayFromNow(60), minStay: 3 },
  ])
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  const dialog = await openDialog(page, 'Change')
  await dialog.getByLabel('Rate').selectOption('SAVER')
  await dialog.getByText('A stay that starts on this day needs more nights').waitFor()
  expect(await dialog.getByLabel('Check-in').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('Ignore restrictions').check()
  await dialog.getByText('The total becomes ₺1,800 instead of ₺2,000.').waitFor()
  // Its 300 days before the check-in have passed: no date is told by which it would be free.
  expect(await textOf(dialog)).toContain('Cancellation then: Not free any more: the first night')
  expect(await accessFlaws(page)).toEqual([])
  const read = async () => (await demo.callAs('manager', 'GET', `/v1/bookings/${code}`)).body
  expect((await read()).rateCode).toBe('STD')
  await dialog.getByRole('button', { name: 'Change for ₺1,800' }).click()
  await page.getByText(`Booking ${code} was changed: Rate.`).waitFor()
  expect(await read()).toMatchObject({ rateCode: 'SAVER', totalPriceCents: 180_000 })
  const newest = page.locator('.timeline > li').first()
  await newest.getByText('Without restrictions').waitFor()
  const facts = page.locator('.facts')
  expect(await textOf(facts)).toMatch(/Saver \(SAVER\).*Not free any more: the first night/s)

  const ending = await openAct(page, 'Cancel booking')
  await ending.getByText('Under its terms the guest would owe ₺900.').waitFor()
  await ending.getByLabel('Charge ₺900').check()
  expect(await accessFlaws(page)).toEqual([])
  await ending.getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByText(`Booking ${code} is cancelled; the guest owes ₺900.`).waitFor()
  await page.locator('.booking-head', { hasText: 'Cancelled' }).waitFor()
  expect(await textOf(page.locator('.money'))).toContain('Penalty ₺900')
  // What has ended says by which day it would have been.
  expect(await textOf(facts)).toMatch(/Free until .+, then the first night/)
  expect((await read()).penaltyCents).toBe(90_000)
  expect(defects(watched)).toEqual([])
})

test('the hotel cancels for nothing unless it says otherwise, and a penalty that midnight changed is told anew (contract-rates)', async () => {
  await using demo = await startDemo()
  await addRate(demo, { rateCode: 'SAVER', cancellation: FIRST_NIGHT })
  const free = await bookStay(demo, { order: { rateCode: 'SAVER' } })
  await using watched = await open(demo, managerAt(`bookings/${free.code}`))
  const { page } = watched
  const dialog = await openAct(page, 'Cancel booking')
  await dialog.getByLabel('Charge ₺1,000').waitFor()
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByText(`Booking ${free.code} is cancelled.`).waitFor()
  await page.locator('.money').getByText('₺0').first().waitFor()

  const { code } = await bookStay(demo, { order: { rateCode: 'SAVER' } })
  await page.goto(`${demo.url}/panel#/${HOTEL}/bookings/${code}`)
  await page.locator('.booking-head', { hasText: code }).waitFor()
  // As if it were said by a clock before midnight.
  await page.route('**/cancel', async (route) => {
    const answer = await route.fetch()
    if (!route.request().postDataJSON().simulate) return await route.fulfill({ response: answer })
    await route.fulfill({ response: answer, json: { ...(await answer.json()), payableCents: 500 } })
  })
  await openAct(page, 'Cancel booking')
  await dialog.getByLabel('Charge ₺5').check()
  await page.unroute('**/cancel')
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await dialog.getByText('nothing was cancelled').waitFor()
  await dialog.getByText('the guest would owe ₺1,000').waitFor()
  const { body } = await demo.callAs('manager', 'GET', `/v1/bookings/${code}`)
  expect(body.status).toBe('confirmed')
  expect(defects(watched)).toEqual([])
})

test('a price that moved after its total was shown is not booked: the new one is shown and agreed to (contract §3)', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo)
  const night = (priceCents: number) => sellNights(demo, { start: 62, nights: 1, priceCents })
  await night(150_000)
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  const dialog = await openDialog(page, 'Change')
  await dialog.getByLabel('Check-out').fill(dayFromNow(63))
  const agree = dialog.getByRole('button', { name: 'Change for ₺3,500' })
  await agree.waitFor()
  await night(200_000)
  await agree.click()
  const anew = dialog.getByRole('button', { name: 'Change for ₺4,000' })
  await anew.waitFor()
  const total = async () =>
    (await demo.callAs('manager', 'GET', `/v1/bookings/${code}`)).body.totalPriceCents
  expect(await total()).toBe(200_000)
  await anew.click()
  await page.getByText(`Booking ${code} was changed: Check-out.`).waitFor()
  expect(await total()).toBe(400_000)
  expect(defects(watched)).toEqual([])
})

test('children are known by their ages, and are forgotten as they are emptied; a rate’s own board goes with it (contract-rates)', async () => {
  await using demo = await startDemo()
  const guests = { adults: 2, children: [{ toAge: 6, amountCents: 10_000 }] }
  await addRate(demo, { rateCode: 'FAMILY', guests })
  await addRate(demo, { rateCode: 'HALF', boardCode: 'HB' })
  const { code } = await bookStay(demo, { order: { rateCode: 'FAMILY' } })
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  let dialog = await openDialog(page, 'Change')
  expect(await dialog.getByLabel('Children’s ages').count()).toBe(0)
  await dialog.getByLabel('Children', { exact: true }).fill('1')
  await dialog.getByLabel('Children’s ages').fill('5, 9')
  await dialog.getByRole('button', { name: 'Change booking' }).click()
  await page.locator('[aria-invalid]').waitFor()
  expect(await dialog.getByLabel('Children’s ages').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('Children’s ages').fill('5')
  await dialog.getByRole('button', { name: 'Change for ₺2,200' }).click()
  await page.getByText('2 adults, 1 child (aged 5)').waitFor()

  dialog = await openDialog(page, 'Change')
  await dialog.getByLabel('Children', { exact: true }).fill('0')
  await dialog.getByRole('button', { name: 'Change for ₺2,000' }).click()
  await dialog.waitFor({ state: 'detached' })
  dialog = await openDialog(page, 'Change')
  await dialog.getByLabel('Rate').selectOption('HALF')
  expect(await dialog.getByLabel('Board').inputValue()).toBe('HB')
  expect(await dialog.getByLabel('Board').locator('option').allTextContents()).toEqual([
    'Half board',
  ])
  await dialog.getByRole('button', { name: /^Change/ }).click()
  await dialog.waitFor({ state: 'detached' })
  const { body } = await demo.callAs('manager', 'GET', `/v1/bookings/${code}`)
  expect([body.rateCode, body.boardCode, body.childAges]).toEqual(['HALF', 'HB', null])
  expect(defects(watched)).toEqual([])
})

test.each(['en', 'tr'] as const)(
  'an agency sees rate, terms, taxes and penalty of its booking; a hotel’s page shows them too, on a telephone as well (%s)',
  async (language) => {
    await using demo = await startDemo()
    const taxes = [{ code: 'KDV', name: 'KDV', percentBp: 1_000 }]
    const path = `/v1/admin/hotels/${HOTEL}`
    expect((await demo.callAs('admin', 'PATCH', path, { taxes })).status).toBe(200)
    await addRate(demo, { rateCode: 'SAVER', name: 'Saver', cancellation: FIRST_NIGHT })
    await sellNights(demo)
    const { code } = await placeOrder(demo, { rateCode: 'SAVER' }, 'agency')
    await demo.callAs('agency', 'POST', `/v1/bookings/${code}/cancel`, {})
    for (const opening of [
      agencyAt(`bookings/${code}`, { language, width: 360 }),
      managerAt(`bookings/${code}`, { language, width: 360, theme: 'dark' }),
    ]) {
      await using watched = await open(demo, opening)
      const { page } = watched
      await page.locator('.facts').waitFor()
      const facts = await textOf(page.locator('.facts'))
      const penalty = language === 'en' ? /Penalty ?₺1,000/ : /İptal bedeli ?₺1\.000/
      for (const part of [/Saver \(SAVER\)/, /KDV/, penalty]) expect(facts).toMatch(part)
      expect(await pageFlaws(page)).toEqual([])
      expect(defects(watched)).toEqual([])
    }
  },
)

test('a booking and its forms of a hotel without rates show nothing of them (contract-rates)', async () => {
  await using demo = await startDemo()
  const slug = await addPlainHotel(demo)
  const { code } = await placeOrder(demo, { hotelSlug: slug })
  await using watched = await open(demo, hotelAt(slug, `bookings/${code}`))
  const { page } = watched
  await page.locator('.facts').waitFor()
  expect(await textOf(page.locator('.facts'))).not.toMatch(/Rate|Cancellation|Penalty/)
  const dialog = await openDialog(page, 'Change')
  await dialog.getByLabel('Room', { exact: true }).selectOption('TWN')
  expect(await dialog.getByLabel('Rate').count()).toBe(0)
  expect(await dialog.getByLabel(/^Ignore restrictions/).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await openAct(page, 'Cancel booking')
  await dialog.getByText('Back on sale').waitFor()
  expect(await textOf(dialog)).not.toMatch(/terms|owe|Charge/)
  expect(defects(watched)).toEqual([])
})
