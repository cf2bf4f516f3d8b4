import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { accessFlaws, act, EVIL, managerAt, pageFlaws, pressAtOnce } from '../support/panel-demo.ts'
import { pickDays } from '../support/panel-desk.ts'
import { bookStay, defects, rewrite, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

const { startDemo, sharedDemo, open } = browserSuite()

test('bookings are found by text, state and dates, the filters stand in the address, and a link opens one (issue 5 §4)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('bookings'))
  const { page, offOrigin } = watched
  const rows = page.locator('tbody tr')
  await rows.first().waitFor()
  const all = await rows.count()
  await page.getByLabel('Code, name, e-mail or telephone').fill('tanaka')
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
  expect(await textOf(rows)).toContain('Aiko Tanaka')
  expect(page.url()).toContain('q=tanaka')
  await page.getByLabel('Status').selectOption('cancelled')
  await page.getByText('No bookings match').waitFor()
  await page.reload()
  await page.getByText('No bookings match').waitFor()
  expect(await page.getByLabel('Code, name, e-mail or telephone').inputValue()).toBe('tanaka')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rows.nth(all - 1).waitFor()

  await page.getByRole('button', { name: 'Dates' }).click()
  await pickDays(page, dayFromNow(170), dayFromNow(171))
  await page.waitForFunction((count) => document.querySelectorAll('tbody tr').length < count, all)
  expect(page.url()).toContain(`from=${dayFromNow(170)}&to=${dayFromNow(171)}`)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rows.nth(all - 1).waitFor()
  const unacked = page.getByRole('button', { name: 'Not acknowledged' })
  await unacked.click()
  await page.waitForURL(/unacked=true/)
  await rows.first().getByRole('link').click()
  await page.locator('.booking-head').waitFor()
  // The list is as it was left, also after a reload of the booking's page.
  await page.getByRole('link', { name: 'Open as a page' }).click()
  await page.getByRole('link', { name: 'All bookings' }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'All bookings' }).click()
  await rows.first().waitFor()
  expect(await unacked.getAttribute('aria-pressed')).toBe('true')
  expect(page.url()).toContain('unacked=true')
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test('a list longer than a page goes on, and a new booking shows without a reload (issue 5 §4)', async () => {
  await using demo = await startDemo()
  for (let index = 0; index < 27; index++) await bookStay(demo, { nights: 1 })
  await using watched = await open(demo, managerAt(`bookings?from=${dayFromNow(60)}`))
  const { page } = watched
  const rows = page.locator('tbody tr')
  await page.getByText('25 entries, more follow').waitFor()
  const guest = { firstName: 'Neu', lastName: 'Angekommen', email: 'neu@example.com' }
  await bookStay(demo, { nights: 1, order: { guest } })
  await rows.filter({ hasText: 'Neu Angekommen' }).waitFor()

  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('28 entries').waitFor()
  expect(await rows.count()).toBe(28)
  // Who has read on is not thrown back, but told.
  await bookStay(demo, { nights: 1, order: { guest } })
  await page.getByText('Bookings were added or changed').waitFor()
  expect(await rows.count()).toBe(28)
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByText('25 entries, more follow').waitFor()
  // Nor is who is reading on.
  const held = Promise.withResolvers<void>()
  await page.route(/\/bookings\?.*cursor=/, async (call) => {
    await held.promise
    await call.continue()
  })
  await page.getByRole('button', { name: 'Show more' }).click()
  const told = page.waitForResponse(
    async (answer) =>
      answer.url().includes('/changes?') && (await answer.text()).includes(guest.lastName),
  )
  await bookStay(demo, { nights: 1, order: { guest } })
  await told
  held.resolve()
  await page.getByText('Bookings were added or changed').waitFor()
  await page.getByText('29 entries').waitFor()
  expect(defects(watched)).toEqual([])
})

test.each([
  [360, 'dark', 'tr'],
  [360, 'light', 'en'],
  [1440, 'light', 'tr'],
  [1440, 'dark', 'en'],
] as const)(
  'the list and one booking fit %i px, %s, %s, and axe finds nothing (issue 5 §7)',
  async (width, theme, language) => {
    await using demo = await startDemo()
    const { code } = await bookStay(demo, { order: { rooms: 2, specialRequests: 'Quiet' } })
    await demo.callAs('manager', 'PATCH', `/v1/bookings/${code}`, { adults: 3 })
    await using watched = await open(demo, managerAt('bookings', { width, theme, language }))
    const { page, offOrigin } = watched
    await page.locator('.table').waitFor()
    const title = { en: 'Bookings', tr: 'Rezervasyonlar' }[language]
    expect(await textOf(page.locator('h1'))).toBe(title)
    expect(await pageFlaws(page)).toEqual([])

    await page.locator('tbody tr', { hasText: code }).getByRole('link').click()
    await page.locator('.booking').waitFor()
    expect(await pageFlaws(page)).toEqual([])
    const text = await textOf(page.locator('.booking'))
    expect(text).toContain({ en: '2 nights', tr: '2 gece' }[language])
    expect(text).toContain({ en: '₺4,000', tr: '₺4.000' }[language])
    for (const item of [
      { en: 'Change', tr: 'Değiştir' }[language],
      { en: 'Cancel booking', tr: 'Rezervasyonu iptal et' }[language],
    ]) {
      await act(page, item)
      await page.getByRole('dialog').locator('[role=status], select').first().waitFor()
      expect(await accessFlaws(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    expect(defects(watched)).toEqual([])
    expect(offOrigin).toEqual([])
  },
)

test.each([
  ['en', 'No bookings yet'],
  ['tr', 'Henüz rezervasyon yok'],
] as const)('a hotel without bookings is told so (%s)', async (language, words) => {
  await using demo = await startDemo()
  rewrite(demo, 'update booking set hotel_id = 2')
  await using watched = await open(demo, managerAt('bookings', { language }))
  await watched.page.getByText(words).waitFor()
  expect(await accessFlaws(watched.page)).toEqual([])
  expect(defects(watched)).toEqual([])
})

test('a booking that is none of this hotel is told to be none, and the way back is there (contract §6)', async () => {
  const demo = await sharedDemo()
  const { key, slug } = { key: demo.sheet.otherHotel.apiKey, slug: demo.sheet.otherHotel.slug }
  const range = `from=${dayFromNow(-30)}&to=${dayFromNow(60)}`
  const { body } = await demo.call('GET', `/v1/partner/bookings?${range}`, { key })
  const { code, hotelSlug } = body.bookings[0]
  expect(hotelSlug).toBe(slug)
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  await watched.page.getByText('This hotel has no such booking').waitFor()
  expect(await accessFlaws(watched.page)).toEqual([])
  await watched.page.getByRole('link', { name: 'All bookings' }).click()
  await watched.page.locator('tbody tr').first().waitFor()
})

test('names and requests full of markup are shown as text (issue 5)', async () => {
  await using demo = await startDemo()
  const guest = { firstName: EVIL, lastName: EVIL, email: 'evil@example.com' }
  const { code } = await bookStay(demo, { order: { guest, specialRequests: EVIL } })
  const reason = `${EVIL} reason`
  await demo.callAs('manager', 'POST', `/v1/bookings/${code}/cancel`, { reason })
  await using watched = await open(demo, managerAt('bookings'))
  const { page, offOrigin } = watched
  const row = page.locator('tbody tr', { hasText: code })
  expect(await textOf(row)).toContain(`${EVIL} ${EVIL}`)
  await row.getByRole('link').click()
  await page.locator('.booking').waitFor()
  const text = await textOf(page.locator('.booking'))
  expect(text).toContain(`${EVIL} ${EVIL}`)
  expect(text.split(reason).length).toBeGreaterThan(1)
  expect(await page.locator('img').count()).toBe(0)
  expect(await page.title()).toBe('Bookings · Roomwire')
  expect(offOrigin).toEqual([])
  expect(defects(watched)).toEqual([])
})

test('a service that is down is told and asked again; a session that ended goes on where one was (issue 5 §1)', async () => {
  await using demo = await startDemo()
  const { code } = await bookStay(demo)
  await using watched = await open(demo, managerAt('today'))
  const { page } = watched
  await page.locator('h1').waitFor()
  await page.route('**/v1/panel/bookings*', (route) => route.abort())
  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  await page.getByText('The service cannot be reached.').waitFor()
  expect(await accessFlaws(page)).toEqual([])
  const asked = page.waitForRequest('**/v1/panel/bookings*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await asked
  await page.getByText('The service cannot be reached.').waitFor()
  await page.unroute('**/v1/panel/bookings*')
  // The list asks by itself now and then, too: then the button is gone already.
  await pressAtOnce(page, 'Try again')
  await page.locator('tbody tr').first().waitFor()

  await demo.callAs('manager', 'POST', '/v1/auth/logout')
  // The list asks by itself here, too: what it is told may lie over the link already.
  await page.evaluate((wanted) => {
    const rows = [...document.querySelectorAll('tbody tr')]
    rows
      .find(({ textContent }) => textContent.includes(wanted))
      ?.querySelector('a')
      ?.click()
  }, code)
  await page.getByText('Your session has ended.').waitFor()
  await page.locator('[name=password]').fill(demo.users.manager.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('.booking-head', { hasText: code }).waitFor()
  expect(defects(watched)).toEqual([])
})
