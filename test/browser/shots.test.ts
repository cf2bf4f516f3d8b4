import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { WatchedPage } from '../support/browser.ts'
import { browserSuite } from '../support/browser-suite.ts'
import {
  adminAt,
  agencyAt,
  HOTEL,
  lookThrough,
  managerAt,
  type Opening,
  pageFlaws,
  press,
  signInAs,
  unexpectedErrors,
} from '../support/panel-demo.ts'
import { codeAt } from '../support/second-factor.ts'
import { SHOT_LOOKS, shoot } from '../support/shots.ts'

/** Every page, by the name of its pictures. */
const PAGES: Record<string, (bookingCode: string) => Opening> = {
  'sign-in': () => ({}),
  // Who has two hotels chooses.
  choice: () => ({ as: 'revenue' }),
  today: () => managerAt('today'),
  calendar: () => managerAt('calendar'),
  bookings: () => managerAt('bookings'),
  booking: (code) => managerAt(`bookings/${code}`),
  'arrivals-list': () => managerAt('sheets/arrivals'),
  'registration-card': (code) => managerAt(`sheets/card/${code}`),
  reviews: () => managerAt('reviews'),
  hotel: () => managerAt('hotel'),
  rooms: () => managerAt('rooms'),
  rates: () => managerAt('rates'),
  'web-page': () => managerAt('web'),
  keys: () => managerAt('channel/keys'),
  vendors: () => managerAt('channel/vendors'),
  sites: () => managerAt('channel/sites'),
  webhooks: () => managerAt('channel/webhooks'),
  pushes: () => managerAt('channel/pushes'),
  mail: () => managerAt('mail'),
  people: () => managerAt('people'),
  history: () => managerAt('history'),
  account: () => managerAt('account'),
  'admin-account': () => adminAt('account'),
  'admin-overview': () => adminAt('overview'),
  'admin-hotels': () => adminAt('hotels'),
  'admin-hotel': () => adminAt('hotels/alfa-grand-bosphorus'),
  'admin-users': () => adminAt('users'),
  'admin-agencies': () => adminAt('agencies'),
  'admin-cities': () => adminAt('cities'),
  'admin-boards': () => adminAt('boards'),
  'admin-vendors': () => adminAt('vendors'),
  'admin-sites': () => adminAt('sites'),
  'admin-history': () => adminAt('history'),
  'agency-overview': () => agencyAt('overview'),
  'agency-bookings': () => agencyAt('bookings'),
}

const only = process.env.SHOTS_OF?.split(',')
const { startDemo, open } = browserSuite()

test('every page holds at 1280 and at 390, in both themes: nothing beyond its edge, nothing for axe (issue 18)', async () => {
  await using demo = await startDemo()
  const bookings = await demo.callAs('manager', 'GET', `/v1/panel/bookings?hotel=${HOTEL}`)
  const { code } = bookings.body.items[0]
  const member = { email: demo.users.revenue.email, role: 'revenue' }
  const members = `/v1/admin/hotels/${demo.sheet.otherHotel.slug}/members`
  expect((await demo.callAs('admin', 'POST', members, member)).status).toBe(201)
  const flaws: Record<string, string[]> = {}
  for (const [name, opening] of Object.entries(PAGES)) {
    if (only && !only.includes(name)) continue
    await using watched = await open(demo, opening(code))
    const { page, errors } = watched
    await waitUntilStill(page)
    await lookThrough(page, SHOT_LOOKS, async (wrong, [width, theme]) => {
      const found = [...wrong, ...errors]
      if (found.length > 0) flaws[`${name} ${width} ${theme}`] = found
      await shoot(page, `${name}-${width}-${theme}`)
    })
  }
  expect(flaws).toEqual({})
}, 600_000)

test('so do the steps of two-step sign-in', async () => {
  if (only && !only.includes('two-step')) return
  await using demo = await startDemo()
  const { email, password } = demo.users.agency
  const flaws: Record<string, string[]> = {}
  const look = async (name: string, { page, errors }: WatchedPage) => {
    await page.evaluate(() => document.fonts.ready)
    const found = [...(await pageFlaws(page)), ...unexpectedErrors(errors, 401)]
    if (found.length > 0) flaws[name] = found
    await shoot(page, name)
  }
  const calls = '/v1/auth/second-factor'
  for (const [width, theme] of SHOT_LOOKS) {
    await using watched = await open(demo, agencyAt('account', { width, theme }))
    const { page } = watched
    await press(page, 'Switch on two-step sign-in')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByLabel('Current password').press('Enter')
    await dialog.getByText('The app cannot scan it').click()
    await look(`enrolment-${width}-${theme}`, watched)
    const secret = await dialog.locator('.secret code').textContent()
    const code = codeAt(secret!.replaceAll(' ', ''), Date.now())
    await dialog.getByLabel('Code').fill(code)
    await dialog.getByLabel('Code').press('Enter')
    const codes = await dialog.locator('.codes code').allTextContents()
    await dialog.locator('.codes').waitFor()
    await look(`recovery-codes-${width}-${theme}`, watched)
    const recovery = codes[0] ?? (await dialog.locator('.codes code').first().textContent())
    await using entry = await open(demo, { path: '/acenta', width, theme })
    await signInAs(entry.page, { email, password })
    await entry.page.locator('[name=totp]').waitFor()
    await look(`sign-in-code-${width}-${theme}`, entry)
    const said = { currentPassword: password, code: recovery }
    expect((await demo.callAs('agency', 'POST', `${calls}/remove`, said)).status).toBe(204)
  }
  await demo.callAs('admin', 'PATCH', `/v1/admin/hotels/${HOTEL}/second-factor`, { required: true })
  for (const [width, theme] of SHOT_LOOKS) {
    await using watched = await open(demo, managerAt('today', { as: 'frontDesk', width, theme }))
    await watched.page.getByText('Two-step sign-in is required here').waitFor()
    await look(`barred-${width}-${theme}`, watched)
  }
  expect(flaws).toEqual({})
}, 300_000)

/** Waits until a page has read what it shows. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.loading'))
  await page.evaluate(() => document.fonts.ready)
}
