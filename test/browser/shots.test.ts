import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import {
  adminAt,
  agencyAt,
  HOTEL,
  managerAt,
  type Opening,
  pageFlaws,
} from '../support/panel-demo.ts'

const SHOTS = join(import.meta.dir, 'shots')

/** Pictures are taken in this format where it is set: `SHOTS=jpeg bun test test/browser/shots.test.ts`. */
const format = process.env.SHOTS as 'jpeg' | 'png' | undefined

const LOOKS = [
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const

/** Every page, by the name of its pictures. */
const PAGES: Record<string, (bookingCode: string) => Opening> = {
  'sign-in': () => ({}),
  today: () => managerAt('today'),
  calendar: () => managerAt('calendar'),
  bookings: () => managerAt('bookings'),
  booking: (code) => managerAt(`bookings/${code}`),
  reviews: () => managerAt('reviews'),
  rooms: () => managerAt('rooms'),
  rates: () => managerAt('rates'),
  keys: () => managerAt('channel/keys'),
  vendors: () => managerAt('channel/vendors'),
  webhooks: () => managerAt('channel/webhooks'),
  pushes: () => managerAt('channel/pushes'),
  mail: () => managerAt('mail'),
  people: () => managerAt('people'),
  history: () => managerAt('history'),
  'admin-overview': () => adminAt('overview'),
  'admin-hotels': () => adminAt('hotels'),
  'admin-hotel': () => adminAt('hotels/alfa-grand-bosphorus'),
  'admin-users': () => adminAt('users'),
  'admin-agencies': () => adminAt('agencies'),
  'admin-cities': () => adminAt('cities'),
  'admin-boards': () => adminAt('boards'),
  'admin-vendors': () => adminAt('vendors'),
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
  const flaws: Record<string, string[]> = {}
  for (const [name, opening] of Object.entries(PAGES)) {
    if (only && !only.includes(name)) continue
    for (const [width, theme] of LOOKS) {
      await using watched = await open(demo, { ...opening(code), width, theme })
      await settled(watched.page)
      const found = [...(await pageFlaws(watched.page)), ...watched.errors]
      if (found.length > 0) flaws[`${name} ${width} ${theme}`] = found
      if (format) await shoot(watched.page, `${name}-${width}-${theme}`)
    }
  }
  expect(flaws).toEqual({})
}, 600_000)

/** Waits until a page has read what it shows. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.loading'))
  await page.evaluate(() => document.fonts.ready)
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({
    path: join(SHOTS, `${name}.${format}`),
    type: format!,
    ...(format === 'jpeg' && { quality: 60 }),
  })
}
