import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { dialogOf } from '../support/panel-admin.ts'
import {
  accessFlaws,
  adminAt,
  EVIL,
  HOTEL,
  LOOKS_BY_LANGUAGE,
  type PanelDemo,
  pageFlaws,
  press,
} from '../support/panel-demo.ts'
import { defects, rewrite, textOf } from '../support/panel-stays.ts'

const { startDemo, sharedDemo, open } = browserSuite()

test('the state of the system is told: health, counts and figures; what is not well is said (issue 5 §6)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, adminAt('overview'))
  const { page, offOrigin } = watched
  await page.locator('.badge', { hasText: 'Running' }).waitFor()
  const { version } = (await demo.call('GET', '/v1/health')).body
  const { hotels } = (await demo.callAs('admin', 'GET', '/v1/admin/dashboard')).body
  const fact = (name: string) =>
    textOf(page.locator('dl > div').filter({ hasText: new RegExp(`^${name}`) }))
  await page.getByText('Requests since the start').waitFor()
  await page.getByRole('link', { name: 'Guest' }).waitFor()
  expect(await fact('Version')).toBe(`Version${version}`)
  expect((await fact('Hotels')).trim()).toBe(`Hotels${hotels.active}`)
  expect(await fact('Requests since the start')).toMatch(/\d+$/)
  expect(await fact('Memory')).toMatch(/\d+ ?MB$/)

  await page.route('**/v1/health', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'unavailable', detail: 'The database cannot be written.' }),
    }),
  )
  await press(page, 'Read again')
  await page.getByText('Unhealthy').waitFor()
  await page.getByText('The database cannot be written.').waitFor()
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test('stored markup is shown as text: hotels, rooms, users, agencies, keys and their history (issue 5)', async () => {
  await using demo = await startDemo()
  const made = await Promise.all([
    demo.callAs('admin', 'PATCH', `/v1/admin/hotels/${HOTEL}`, { name: EVIL, address: EVIL }),
    demo.callAs('admin', 'PATCH', `/v1/admin/hotels/${HOTEL}/rooms/DBL`, { name: EVIL }),
    demo.callAs('admin', 'PATCH', '/v1/admin/agencies/DELTA', { name: EVIL }),
    demo.callAs('admin', 'POST', '/v1/admin/users', {
      ...{ email: 'evil@example.com', name: EVIL, password: 'correct horse', role: 'guest' },
    }),
    demo.callAs('admin', 'POST', '/v1/admin/vendors', { name: EVIL, contact: EVIL }),
  ])
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 201, 201])
  rewrite(demo, 'update api_key set name = ?', EVIL)
  await using watched = await open(demo, adminAt('overview'))
  const { page, offOrigin } = watched
  await page.locator('.badge', { hasText: 'Running' }).waitFor()
  for (const view of ['hotels', `hotels/${HOTEL}`, 'users', 'agencies', 'vendors', 'history']) {
    await page.goto(`${demo.url}/admin#/${view}`)
    await page.getByText(EVIL).first().waitFor()
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.title()).toEndWith(' · Roomwire')
  }
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test.each(LOOKS_BY_LANGUAGE)(
  'the admin page fits %i px, %s, %s, and axe finds nothing',
  async (width, theme, language) => {
    const demo = await sharedDemo()
    const views = [
      'overview',
      ...['hotels', 'hotels?q=none', `hotels/${HOTEL}`, 'hotels/bravo-lara-beach'],
      ...['cities', 'boards', 'cities?q=none'],
      ...['users', 'agencies', 'vendors', 'history', 'history?entity=user&id=none', 'nothing'],
    ]
    await using watched = await open(demo, adminAt('overview', { width, theme, language }))
    const { page, offOrigin } = watched
    await page.locator('.cards').waitFor()
    for (const view of views) {
      await page.goto(`${demo.url}/admin#/${view}`)
      await page.locator('.cards, .empty, table').first().waitFor()
      await page.waitForFunction(() => !document.querySelector('.loading'))
      expect(await pageFlaws(page), view).toEqual([])
    }
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
    await dialogsAreFine(demo, page)
    expect(defects(watched)).toEqual([])
    expect(offOrigin).toEqual([])
  },
  120_000,
)

/** Opens every dialog of the page and looks at it. */
async function dialogsAreFine({ url }: PanelDemo, page: Page): Promise<void> {
  await page.goto(`${url}/admin#/users`)
  await page.locator('td .menu button').last().click()
  const { x, width } = (await page.locator('td .menu-body').boundingBox())!
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(page.viewportSize()!.width)
  expect(await accessFlaws(page)).toEqual([])
  await page.keyboard.press('Escape')
  const dialogs = [
    ...[['hotels', '.view-head .primary'] as const, ['users', '.view-head .primary'] as const],
    ...[['cities', '.view-head .primary'] as const, ['boards', '.view-head .primary'] as const],
    ...[['agencies', '.view-head .primary'] as const, ['vendors', '.view-head .primary'] as const],
    [`hotels/${HOTEL}`, '.view-head .danger'] as const,
    [`hotels/${HOTEL}`, '.card .view-head .button'] as const,
    [`hotels/${HOTEL}`, 'section:last-child td .button'] as const,
  ]
  for (const [view, opener] of dialogs) {
    await page.goto(`${url}/admin#/${view}`)
    await page.locator(opener).first().click()
    await dialogOf(page).waitFor()
    expect(await pageFlaws(page), opener).toEqual([])
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
  }
}
