import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import {
  actsOf,
  adminAt,
  HOTEL,
  managerAt,
  type PanelDemo,
  pageFlaws,
  press,
  unexpectedErrors,
} from '../support/panel-demo.ts'
import { bookStay, defects, focusOnFlaw, sellNights, textOf } from '../support/panel-stays.ts'

const { startDemo, open } = browserSuite()

const AYSE = {
  email: 'ayse@example.com',
  password: 'a boat on the Bosphorus',
  name: 'Ayşe Şen',
  role: 'hotel_manager',
}

const rowOf = (page: Page, name: string) =>
  page.locator('tbody tr').filter({ has: page.getByText(name, { exact: true }) })

/** What somebody is, by the row. */
const badgeOf = (page: Page, name: string, role: string) =>
  rowOf(page, name).locator('.badge', { hasText: role })

/** Opens the menu of somebody's row and chooses from it. */
async function choose(page: Page, name: string, item: string): Promise<Locator> {
  await rowOf(page, name).locator('.menu > button').click()
  await rowOf(page, name).locator('.menu-body').getByRole('button', { name: item }).click()
  return page.getByRole('dialog')
}

const membershipsOf = async (demo: PanelDemo, email: string) => {
  const { body } = await demo.callAs('admin', 'GET', `/v1/admin/users?q=${email}`)
  return body.items[0].memberships.map(({ hotelSlug, role }: Record<string, string>) => ({
    hotelSlug,
    role,
  }))
}

/** What the navigation offers. */
const pagesOf = (page: Page): Promise<string[]> =>
  page.locator('#navigation a').evaluateAll((links) => links.map(({ textContent }) => textContent!))

test('an owner lets somebody into the hotel, gives another role and ends it after a question (contract §5)', async () => {
  await using demo = await startDemo()
  await demo.callAs('admin', 'POST', '/v1/admin/users', AYSE)
  await using watched = await open(demo, managerAt('people'))
  const { page } = watched
  await rowOf(page, 'Kerem Usta').waitFor()
  expect(await textOf(rowOf(page, 'Baran Koç'))).toContain('Front desk')
  expect(await textOf(page.locator('tbody tr', { hasText: '(you)' }))).toContain('Kerem Usta')
  expect(await pageFlaws(page)).toEqual([])

  await press(page, 'Invite somebody')
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=email]:focus').waitFor()
  await dialog.getByLabel('E-mail').fill('no address')
  await dialog.getByLabel('Role in the hotel').selectOption('revenue')
  await press(dialog, 'Invite')
  await focusOnFlaw(page)
  await dialog.getByLabel('E-mail').fill('AYSE@example.com')
  expect(await pageFlaws(page)).toEqual([])
  await press(dialog, 'Invite')
  await page.getByText('Ayşe Şen now belongs to the hotel.').waitFor()
  expect(await membershipsOf(demo, AYSE.email)).toMatchObject([
    { hotelSlug: HOTEL, role: 'revenue' },
  ])

  const editing = await choose(page, 'Ayşe Şen', 'Edit')
  await editing.getByLabel('Role in the hotel').selectOption('read_only')
  await press(editing, 'Save')
  await badgeOf(page, 'Ayşe Şen', 'Read-only').waitFor()
  expect(await membershipsOf(demo, AYSE.email)).toMatchObject([
    { hotelSlug: HOTEL, role: 'read_only' },
  ])

  const leaving = await choose(page, 'Ayşe Şen', 'Remove')
  await leaving.getByText('This account loses access to the hotel at once.').waitFor()
  await press(leaving, 'Remove')
  await page.getByText('Ayşe Şen has been removed.').waitFor()
  await rowOf(page, 'Ayşe Şen').waitFor({ state: 'detached' })
  expect(await membershipsOf(demo, AYSE.email)).toEqual([])
  expect(unexpectedErrors(watched.errors, 422)).toEqual([])
})

test('the last owner is told why they stay; with another one they go, and the page with them', async () => {
  await using demo = await startDemo()
  const opening = managerAt('people', { width: 390, theme: 'dark', language: 'tr' })
  await using watched = await open(demo, opening)
  const { page } = watched
  const leaving = await choose(page, 'Kerem Usta', 'Çıkar')
  await leaving.getByText('Bu sizsiniz').waitFor()
  await press(leaving, 'Çıkar')
  await leaving.getByText('Bu, son sahip').waitFor()
  expect(await pageFlaws(page)).toEqual([])
  await press(leaving, 'Vazgeç')

  const promoting = await choose(page, 'Selin Er', 'Düzenle')
  await promoting.getByLabel('Oteldeki rolü').selectOption('owner')
  await press(promoting, 'Kaydet')
  await badgeOf(page, 'Selin Er', 'Sahip').waitFor()
  const stepping = await choose(page, 'Kerem Usta', 'Düzenle')
  await stepping.getByLabel('Oteldeki rolü').selectOption('front_desk')
  await press(stepping, 'Kaydet')
  await page.getByText('Rolünüz buna yetmiyor.').waitFor()
  expect(await pagesOf(page)).not.toContain('Çalışanlar')
  expect(unexpectedErrors(watched.errors, 403, 409)).toEqual([])
})

const DAILY = ['Today', 'Calendar', 'Bookings', 'Reviews', 'Hotel']
const SOLD = ['Rooms', 'Rates', 'Extras', 'Web page']
const REVENUE = ['Rooms', 'Rates', 'Extras', 'Agencies', 'Statements', 'Web page']
const ALL = [...DAILY, ...SOLD, 'Mail']
const DESK_ACTS = [
  ...['Change', 'Proven', 'Link for the guest', 'Registration card'],
  ...['Print', 'Cancel booking'],
]

test.each([
  ['frontDesk', [...ALL, 'History'], DESK_ACTS],
  ['readOnly', ALL, ['Print']],
  [
    'revenue',
    [...DAILY, ...REVENUE, 'Channel Manager', 'Mail', 'History'],
    ['Registration card', 'Print'],
  ],
] as const)(
  '%s sees what the role may do, and nothing else (contract §5)',
  async (who, pages, acts) => {
    await using demo = await startDemo()
    await sellNights(demo)
    const { code } = await bookStay(demo)
    const isRevenue = who === 'revenue'
    await using watched = await open(demo, managerAt('rooms', { as: who }))
    const { page } = watched
    const go = async (view: string, title: string) => {
      await page.goto(`${demo.url}/panel#/${HOTEL}/${view}`)
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    }
    await rowOf(page, 'DBL').waitFor()
    expect((await pagesOf(page)).slice(0, -1)).toEqual([...pages])
    expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(isRevenue ? 9 : 0)

    await go('rates', 'Rates')
    await page.locator('tbody tr').first().waitFor()
    expect(await page.getByRole('button', { name: 'New rate' }).count()).toBe(isRevenue ? 1 : 0)
    await go('hotel', 'Hotel')
    await page.getByRole('heading', { name: 'What guests are told' }).waitFor()
    expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
    await go('calendar', 'Calendar')
    await page.getByRole('grid').waitFor()
    const bulk = page.getByRole('button', { name: 'Bulk edit…', exact: true })
    expect(await bulk.count()).toBe(isRevenue ? 1 : 0)
    expect(await page.getByRole('button', { name: 'History' }).count()).toBe(1)
    expect(await pageFlaws(page)).toEqual([])
    await go('reviews', 'Reviews')
    await page.locator('.review').first().waitFor()
    expect(await page.locator('.review button').count()).toBe(0)
    await go('today', 'Today')
    await page.locator('.front-desk').waitFor()
    expect(await pageFlaws(page)).toEqual([])
    await go(`bookings/${code}`, 'Ada Yılmaz')
    expect(await actsOf(page)).toEqual([...acts])
    for (const view of isRevenue ? ['people', 'bookings/new'] : ['people', 'channel']) {
      await page.goto(`${demo.url}/panel#/${HOTEL}/${view}`)
      await page.getByText('Your role does not allow this.').waitFor()
    }
    if (isRevenue) {
      await go('channel', 'Channel Manager')
      expect(await page.locator('.tabs a').allTextContents()).toEqual(['Push log'])
    }
    expect(defects(watched)).toEqual([])
  },
)

test('who is removed while a page is open loses the hotel’s pages with the next thing they do', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('rooms', { as: 'revenue' }))
  const { page } = watched
  await rowOf(page, 'DBL').waitFor()
  const { userId } = (
    await demo.callAs('manager', 'GET', `/v1/panel/members?hotel=${HOTEL}`)
  ).body.items.find(({ name }: { name: string }) => name === 'Elif Tan')
  await demo.callAs('manager', 'DELETE', `/v1/panel/members/${userId}?hotel=${HOTEL}`)
  await page.locator('#navigation a', { hasText: 'Rates' }).click()
  await page.locator('#navigation a', { hasText: 'Rates' }).waitFor({ state: 'detached' })
  expect(await pagesOf(page)).not.toContain('Calendar')
  expect(unexpectedErrors(watched.errors, 404)).toEqual([])
})

test('who leaves a hotel on the own page is asked first, and is out of it; long names keep clear of the menu', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('account', { as: 'frontDesk', width: 390 }))
  const { page } = watched
  await page.getByRole('button', { name: /^Leave / }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The hotel is closed to you at once').waitFor()
  expect(await pageFlaws(page)).toEqual([])
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/leave.png` })
  await press(dialog, 'Leave')
  await page.getByText(/^You have left /).waitFor()
  expect(await membershipsOf(demo, demo.users.frontDesk.email)).toEqual([])
  await page.locator('#navigation a', { hasText: 'Calendar' }).waitFor({ state: 'detached' })
  expect(unexpectedErrors(watched.errors, 404)).toEqual([])

  const name = 'Şerafettin Abdurrahmanoğlu-Karahasanoğulları von Hohenzollern'
  await demo.callAs('admin', 'POST', '/v1/admin/users', { ...AYSE, name })
  await demo.callAs('manager', 'POST', `/v1/panel/members?hotel=${HOTEL}`, {
    email: AYSE.email,
    role: 'owner',
  })
  await using owners = await open(demo, managerAt('people', { width: 390 }))
  const row = rowOf(owners.page, name)
  await row.waitFor()
  if (process.env.LOOK)
    await owners.page.screenshot({ path: `${process.env.LOOK}/long.png`, fullPage: true })
  const menu = (await row.locator('.menu > button').boundingBox())!
  const text = (await row.getByText(name, { exact: true }).boundingBox())!
  expect(text.x + text.width).toBeLessThanOrEqual(menu.x)
})

test('a role that is taken away while a page is open is said, and what it could do goes', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('rooms', { as: 'revenue' }))
  const { page } = watched
  await rowOf(page, 'DBL').getByRole('button').first().click()
  const { userId } = (
    await demo.callAs('manager', 'GET', `/v1/panel/members?hotel=${HOTEL}`)
  ).body.items.find(({ name }: { name: string }) => name === 'Elif Tan')
  const path = `/v1/panel/members/${userId}?hotel=${HOTEL}`
  await demo.callAs('manager', 'PATCH', path, { role: 'read_only' })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Another')
  await press(dialog, 'Save')
  await dialog.getByText('Your role does not allow this.').waitFor()
  await press(dialog, 'Cancel')
  await page.getByRole('button', { name: 'Edit' }).first().waitFor({ state: 'detached' })
  expect(unexpectedErrors(watched.errors, 403)).toEqual([])
})

test('an admin sees to the people of any hotel on its page, and finds who did what in the history', async () => {
  await using demo = await startDemo()
  await demo.callAs('admin', 'POST', '/v1/admin/users', AYSE)
  await using watched = await open(demo, adminAt(`hotels/${HOTEL}`))
  const { page } = watched
  await press(page, 'Invite somebody')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill(AYSE.email)
  await press(dialog, 'Invite')
  await badgeOf(page, 'Ayşe Şen', 'Front desk').waitFor()
  expect(await pageFlaws(page)).toEqual([])
  await page.goto(`${demo.url}/admin#/history?entity=member`)
  await page.getByText(`Nazlı Aydın let Ayşe Şen into the hotel with the role Front desk`).waitFor()
  expect(defects(watched)).toEqual([])
})
