import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import {
  adminAt,
  HOTEL,
  LOOKS_BY_LANGUAGE,
  managerAt,
  type PanelDemo,
  pageFlaws,
  press,
} from '../support/panel-demo.ts'
import { defects, textOf } from '../support/panel-stays.ts'
import { shoot } from '../support/shots.ts'

const { startDemo, open } = browserSuite()

const AYSE = {
  email: 'ayse@example.com',
  password: 'a boat on the Bosphorus',
  name: 'Ayşe Şen',
  role: 'hotel_manager',
  hotels: [HOTEL],
}

const WORDS = {
  en: { remove: 'Remove', made: 'Made by Ayşe Şen', end: 'End these too', block: 'Block' },
  tr: { remove: 'Çıkar', made: 'Ayşe Şen oluşturdu', end: 'Bunları da iptal et', block: 'Engelle' },
}

/** Somebody who owns the hotel and has made a key and a site there. @returns the key, and calls with it */
async function hireMaker(demo: PanelDemo) {
  await demo.callAs('admin', 'POST', '/v1/admin/users', AYSE)
  const { email, password } = AYSE
  const { token } = (await demo.call('POST', '/v1/auth/login', { body: { email, password } })).body
  const post = (path: string, body: object) =>
    demo.call('POST', `/v1/panel/${path}?hotel=${HOTEL}`, { key: token, body })
  const { secret } = (await post('api-keys', { name: 'Channel manager' })).body
  await post('sites', { name: 'alfa.example' })
  await post('webhooks', { url: 'https://hooks.example.com/ayse' })
  return async () => (await demo.call('GET', '/v1/partner/hotel', { key: secret })).status
}

async function choose(page: Page, name: string, item: string): Promise<Locator> {
  const row = page.locator('tbody tr').filter({ has: page.getByText(name, { exact: true }) })
  await row.locator('.menu > button').click()
  await row.locator('.menu-body').getByRole('button', { name: item, exact: true }).click()
  return page.getByRole('dialog')
}

test.each([...LOOKS_BY_LANGUAGE])(
  'who removes somebody is shown what they made and ends it where they say so (%i px, %s, %s; contract-access, Accounts)',
  async (width, theme, language) => {
    await using demo = await startDemo()
    const statusOfKey = await hireMaker(demo)
    const opening = { width: width < 1_000 ? 360 : width, theme, language }
    await using watched = await open(demo, managerAt('people', opening))
    const { page } = watched
    const said = WORDS[language]
    const dialog = await choose(page, AYSE.name, said.remove)
    await dialog.getByText(said.made).waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(3)
    expect(await textOf(dialog.getByRole('list'))).toContain('Channel manager')
    const box = dialog.getByRole('checkbox', { name: said.end })
    expect(await box.isChecked()).toBe(false)
    expect(await pageFlaws(page)).toEqual([])
    await shoot(page, `people-remove-${language}-${opening.width}-${theme}`)
    expect(await statusOfKey()).toBe(200)

    await box.check()
    await press(dialog, said.remove)
    await dialog.waitFor({ state: 'detached' })
    expect(await statusOfKey()).toBe(401)
    expect(defects(watched)).toEqual([])
  },
)

test('an admin who blocks an account is shown what it made anywhere; left alone it goes on, and its lists say whose it is (contract-access, Accounts)', async () => {
  await using demo = await startDemo()
  const statusOfKey = await hireMaker(demo)
  await using watched = await open(demo, adminAt('users'))
  const { page } = watched
  const dialog = await choose(page, AYSE.name, 'Block')
  await dialog.getByText(WORDS.en.made).waitFor()
  expect(await dialog.getByRole('listitem').count()).toBe(3)
  expect(await pageFlaws(page)).toEqual([])
  await shoot(page, 'admin-block-en-1440-light')
  await press(dialog, 'Block')
  await page.getByText('Ayşe Şen is blocked.').waitFor()
  expect(await statusOfKey()).toBe(200)

  await using owner = await open(demo, managerAt('channel/keys'))
  const row = owner.page.locator('tbody tr', { hasText: 'Channel manager' })
  await row.waitFor()
  expect(await textOf(row)).toContain('by Ayşe Şen')
  await using hooks = await open(demo, managerAt('channel/webhooks'))
  await hooks.page.getByText('by Ayşe Şen').waitFor()
  expect(await pageFlaws(hooks.page)).toEqual([])
  expect([...defects(watched), ...defects(owner), ...defects(hooks)]).toEqual([])
})

/** The longest address there is, as the service would tell it within a minute. */
async function tellUse(page: Page): Promise<void> {
  await page.route(/\/v1\/panel\/(api-keys|vendors|sites)\?/, async (route) => {
    const answer = await route.fetch()
    const lastUse = {
      lastUsedAt: new Date().toISOString(),
      lastUsedFrom: '2001:db8:85a3:8d3:1319:8a2e:ffff:7348',
    }
    const { items, ...rest } = await answer.json()
    const used = items.map(({ connection, ...item }: Record<string, object>) => ({
      ...item,
      ...(connection ? { connection: { ...connection, ...lastUse } } : lastUse),
    }))
    await route.fulfill({ response: answer, json: { items: used, ...rest } })
  })
}

test.each([
  [360, 'dark', 'tr'],
  [1280, 'light', 'en'],
] as const)(
  'who made a key, a site or a connection, and the longest address of its last use, fit their lists (%i px, %s, %s)',
  async (width, theme, language) => {
    await using demo = await startDemo()
    await hireMaker(demo)
    const vendors = (await demo.callAs('admin', 'GET', '/v1/admin/vendors')).body.items
    const connect = { vendorId: vendors[0].id }
    await demo.callAs('manager', 'POST', `/v1/panel/vendors?hotel=${HOTEL}`, connect)
    const maker = { keys: AYSE.name, sites: AYSE.name, vendors: 'Kerem Usta' }
    await using watched = await open(demo, managerAt('today', { width, theme, language }))
    const { page } = watched
    await tellUse(page)
    for (const [view, name] of Object.entries(maker)) {
      await page.goto(`${demo.url}/panel#/${HOTEL}/channel/${view}`)
      const row = page.locator('tbody tr', { hasText: name })
      await row.waitFor()
      expect(await textOf(row)).toContain('2001:db8:85a3:8d3:1319:8a2e:ffff:7348')
      expect(await pageFlaws(page)).toEqual([])
      await shoot(page, `made-${view}-${language}-${width}-${theme}`)
    }
    expect(defects(watched)).toEqual([])
  },
)
