import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import {
  accessFlaws,
  agencyAt,
  EVIL,
  LOOKS,
  lookThrough,
  type PanelDemo,
  writtenDay,
} from '../support/panel-demo.ts'
import { pickDays } from '../support/panel-desk.ts'
import { defects, placeOrder, sellNights, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

const { startDemo, sharedDemo, open } = browserSuite()

/** The demo's agency books two nights for somebody. @returns the booking */
async function agencyBooks(demo: PanelDemo, lastName: string): Promise<Record<string, any>> {
  const guest = { firstName: 'Ada', lastName, email: 'ada@example.com', phone: '+90 555 000 00 00' }
  return await placeOrder(demo, { guest, specialRequests: EVIL }, 'agency')
}

/** How many bookings the demo's agency has. @param filter as the list takes it */
async function countOf(demo: PanelDemo, filter = ''): Promise<number> {
  const { body } = await demo.callAs('agency', 'GET', `/v1/acenta/bookings?limit=100&${filter}`)
  return body.items.length
}

/** Lira as the page writes them. */
const said = (cents: number) =>
  `₺${(cents / 100).toLocaleString('en-GB', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 })}`

test('an agency sees bookings, revenue and commission of a period, as the API sums them up, and what they mean (issue 5 §6)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, agencyAt('overview'))
  const { page, offOrigin } = watched
  await page.getByRole('heading', { name: 'Delta Travel' }).waitFor()
  const { body } = await demo.callAs('agency', 'GET', '/v1/acenta/dashboard')
  const inLira = (totals: Record<string, any>[]) =>
    totals.find(({ currency }) => currency === 'TRY')!
  const total = inLira(body.totals)
  const sums = page.locator('.sums[aria-label=TRY]')

  await page.getByRole('button', { name: 'All time' }).click()
  await sums.getByText(said(total.revenueCents)).waitFor()
  expect(await textOf(sums)).toContain(said(total.commissionCents))
  expect(await textOf(sums.locator('> div').first())).toContain(String(total.bookings))
  expect(await page.getByText('Commission 12%').count()).toBe(1)
  expect(await page.getByText('Your share of that revenue').count()).toBe(1)

  // Days of making: most of the demo's bookings are older than ten days.
  const since = `/v1/acenta/dashboard?from=${dayFromNow(-10)}`
  const late = inLira((await demo.callAs('agency', 'GET', since)).body.totals)
  expect(late.bookings).toBeLessThan(total.bookings)
  const bookings = sums.locator('dd', { hasText: new RegExp(`^${late.bookings}$`) })
  await page.getByLabel('Booked from').fill(dayFromNow(-10))
  await page.waitForURL(/from=\d{4}/)
  await bookings.waitFor()
  await page.reload()
  await bookings.waitFor()
  expect(await page.getByLabel('Booked from').inputValue()).toBe(writtenDay(dayFromNow(-10)))

  await page.getByLabel('Booked to').fill(dayFromNow(-280))
  await page.getByText('The range ends before it begins.').waitFor()
  expect(await page.getByLabel('Booked to').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Booked from').fill(dayFromNow(-300))
  await page.getByText('Nothing was sold in this period').waitFor()
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test('the list is filtered, paged and searched; a booking is shown with what the agency earns, its markup as text (issue 5 §6)', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { available: 24 })
  const evil = await agencyBooks(demo, EVIL)
  for (let index = 0; index < 23; index++) await agencyBooks(demo, `Guest${index}`)
  await using watched = await open(demo, agencyAt('bookings'))
  const { page, offOrigin } = watched
  const rows = page.locator('tbody tr')
  const all = await countOf(demo)
  const completed = await countOf(demo, 'status=completed')
  await page.getByText('25 entries, more follow').waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText(`${all} entries`, { exact: true }).waitFor()
  expect(await rows.count()).toBe(all)

  await page.getByLabel('Status').selectOption({ label: 'Completed' })
  await page.getByText(`${completed} entries`, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('25 entries, more follow').waitFor()
  await page.getByRole('button', { name: 'Dates' }).click()
  await pickDays(page, dayFromNow(59), dayFromNow(61))
  await page.getByText('24 entries', { exact: true }).waitFor()
  await page.getByLabel('Code, name, e-mail or telephone').fill('guest7')
  await page.getByText('1 entry', { exact: true }).waitFor()
  await page.getByLabel('Code, name, e-mail or telephone').fill('nobody at all')
  await page.getByText('No bookings match').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('25 entries, more follow').waitFor()
  expect(await page.getByLabel('Code, name, e-mail or telephone').inputValue()).toBe('')

  await page.getByLabel('Code, name, e-mail or telephone').fill(evil.code)
  await page.getByText('1 entry', { exact: true }).waitFor()
  expect(await textOf(rows)).toContain(EVIL)
  await rows.getByRole('link').click()
  await page.locator('.booking-head .code', { hasText: evil.code }).waitFor()
  const commission = Math.round(evil.totalPriceCents * 0.12)
  const article = await textOf(page.locator('article'))
  expect(article).toContain(said(commission))
  expect(article).toContain(EVIL)
  expect(article).toContain('Alfa Grand Bosphorus')
  expect(await page.locator('img').count()).toBe(0)
  expect(await page.title()).toBe('Bookings · Roomwire')
  await page.getByRole('link', { name: 'All bookings' }).click()
  await page.getByText('1 entry', { exact: true }).waitFor()
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test('an agency sees until when it holds an option, and confirms it (contract-groups, *Options*)', async () => {
  await using demo = await startDemo()
  await sellNights(demo, { available: 24 })
  const holdUntil = `${dayFromNow(5)}T09:00:00Z`
  const { code } = await placeOrder(demo, { holdUntil }, 'agency')
  await using watched = await open(demo, agencyAt(`bookings/${code}`))
  const { page } = watched
  await page.locator('.booking-head .code', { hasText: code }).waitFor()
  const year = dayFromNow(5).slice(0, 4)
  expect(await textOf(page.locator('article'))).toMatch(
    new RegExp(`On hold until.*${year}, \\d\\d:00`),
  )
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText(`Booking ${code} is confirmed.`).waitFor()
  await page.getByRole('link', { name: 'Voucher' }).waitFor()
  expect(await textOf(page.locator('article'))).not.toContain('On hold until')
  expect(defects(watched)).toEqual([])
})

test('a booking of another agency is not shown; a service that is down is told and asked again (contract §6)', async () => {
  const demo = await sharedDemo()
  const others = await demo.callAs('admin', 'GET', '/v1/admin/bookings?limit=100')
  const other = others.body.items.find((each: any) => !each.source.agencyCode)
  await using watched = await open(demo, agencyAt(`bookings/${other.code}`))
  const { page } = watched
  await page.getByText('Your agency has no such booking').waitFor()
  await page.route('**/v1/acenta/**', (route) => route.abort())
  await page.getByRole('link', { name: 'All bookings' }).click()
  await page.getByText('The service cannot be reached.').waitFor()
  await page.unroute('**/v1/acenta/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(`${await countOf(demo)} entries`, { exact: true }).waitFor()
  expect(defects(watched)).toEqual([])
})

test.each(['en', 'tr'] as const)(
  'the agency page in %s fits a telephone and a desk in both themes, and axe finds nothing',
  async (language) => {
    const demo = await sharedDemo()
    const path = '/v1/acenta/bookings?status=confirmed'
    const [{ code }] = (await demo.callAs('agency', 'GET', path)).body.items
    const views = [
      'today',
      'overview',
      'bookings',
      `bookings/${code}`,
      `voucher/${code}`,
      'allotments',
    ]
    await using watched = await open(demo, agencyAt('bookings', { language }))
    const { page, offOrigin } = watched
    for (const view of views) {
      await page.goto(`${demo.url}/acenta#/${view}`)
      await page.locator('.sums, .empty, table, .day-list').first().waitFor()
      await lookThrough(page, LOOKS, (flaws, look) => expect(flaws, `${view} ${look}`).toEqual([]))
    }
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    expect(defects(watched)).toEqual([])
    expect(offOrigin).toEqual([])
  },
)

test.each(['guest', 'manager'] as const)(
  'a %s at /acenta and at /admin is told politely that the page is not theirs, with no call that is refused',
  async (who) => {
    const demo = await sharedDemo()
    for (const path of ['/acenta', '/admin']) {
      await using watched = await open(demo, { path, as: who })
      const { page, errors } = watched
      await page.getByText('This page is not for your account.').waitFor()
      expect(await textOf(page.locator('main'))).toContain(demo.users[who].email)
      expect(await page.getByRole('link', { name: 'Go to your page' }).count()).toBe(
        who === 'manager' ? 1 : 0,
      )
      expect(await accessFlaws(page)).toEqual([])
      // The browser notes that nobody was signed in before.
      expect(errors.filter((text) => !text.includes('status of 401'))).toEqual([])
    }
  },
)
