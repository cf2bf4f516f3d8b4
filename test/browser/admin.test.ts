import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { openBrowser } from '../support/browser.ts'
import {
  accessFlaws,
  HOTEL,
  openPanel,
  overflowOf,
  type PanelDemo,
  startPanelDemo,
} from '../support/panel-demo.ts'
import { defects, focusOnFlaw, rewrite, textOf } from '../support/panel-stays.ts'
import { binaryIn, SOURCE } from '../support/process.ts'
import { temporaryFolder } from '../support/store.ts'

// A browser on a machine that may be busy.
setDefaultTimeout(60_000)

const shelf = temporaryFolder()
let browser: Browser
let program: string[]

beforeAll(async () => {
  program = process.env.DEV_SOURCE ? SOURCE : await binaryIn(shelf.path)
  browser = await openBrowser()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  shelf[Symbol.dispose]()
})

const at = (view: string) => ({ path: '/admin', hash: `#/${view}`, as: 'admin' as const })
const EVIL = '<img src=x onerror="document.title=1">'
const LOOKS = [
  [360, 'dark'],
  [360, 'light'],
  [1440, 'dark'],
  [1440, 'light'],
] as const

const press = (scope: Page | Locator, name: string) =>
  scope.getByRole('button', { name, exact: true }).click()
const rowOf = (page: Page, text: string) => page.locator('tbody tr', { hasText: text })
const dialogOf = (page: Page) => page.getByRole('dialog')

async function save(page: Page): Promise<void> {
  await press(dialogOf(page), 'Save')
  await dialogOf(page).waitFor({ state: 'detached' })
}

/** Chooses from the menu of a row. */
async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await press(page, item)
}

const hotelOf = async (demo: PanelDemo, slug: string) =>
  (await demo.callAs('admin', 'GET', `/v1/panel/hotel?hotel=${slug}`)).body

test('an admin makes a city and a hotel, approves it, changes it and suspends it, knowing what that does (issue 5 §6)', async () => {
  await using demo = await startPanelDemo(program)
  await using watched = await openPanel(browser, demo, at('hotels'))
  const { page, offOrigin } = watched
  const dialog = dialogOf(page)
  await press(page, 'New hotel')
  await press(dialog, 'Save')
  await focusOnFlaw(page)
  expect(await page.locator('[aria-invalid]').count()).toBeGreaterThan(3)
  await dialog.getByLabel('Name').fill('Uludağ Lodge')
  await dialog.getByLabel('Stars').fill('4')
  await dialog.getByLabel('Address').fill('Kayak Cd. 1')
  await dialog.getByLabel('Latitude').fill('400')
  await dialog.getByLabel('Longitude').fill('29,2')
  await dialog.getByLabel('Currency').fill('XYZ')
  await dialog.getByLabel('Time zone').fill('Europe/Istanbul')

  await press(dialog, 'New city')
  await dialog.getByLabel('Name').fill('Bursa')
  await dialog.getByLabel('Country').fill('QX')
  await press(dialog, 'Save')
  await page.getByText('No country has this ISO 3166-1 code.').waitFor()
  await dialog.getByLabel('Country').fill('TR')
  await press(dialog, 'Save')
  await page.getByRole('heading', { name: 'New hotel' }).waitFor()
  expect(await dialog.getByLabel('City').inputValue()).toBe('bursa')

  await press(dialog, 'Save')
  await dialog.locator('input[aria-invalid]').first().waitFor()
  expect(await dialog.getByLabel('Latitude').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('Latitude').fill('40.1')
  await press(dialog, 'Save')
  await page.getByText('No currency has this ISO 4217 code.').waitFor()
  await dialog.getByLabel('Currency').fill('TRY')
  await save(page)

  await page.getByText('Uludağ Lodge is made. It goes on sale when you approve it.').waitFor()
  const slug = 'uludag-lodge'
  await page.getByText('No room types yet').waitFor()
  await page.getByText('No API keys').waitFor()
  expect(await hotelOf(demo, slug)).toMatchObject({
    ...{ name: 'Uludağ Lodge', stars: 4, lat: 40.1, lng: 29.2, currency: 'TRY', active: false },
    city: { slug: 'bursa', name: 'Bursa', country: 'TR' },
  })
  await press(page, 'Approve')
  await page.getByText('Uludağ Lodge is on sale.').waitFor()
  expect((await hotelOf(demo, slug)).active).toBe(true)

  await press(page, 'Edit')
  await dialog.getByLabel('Name').fill('Uludağ Lodge & Spa')
  await save(page)
  await page.getByRole('heading', { name: 'Uludağ Lodge & Spa' }).waitFor()

  await press(page, 'Suspend')
  const warning = await textOf(dialog)
  expect(warning).toContain('takes no new booking, at once')
  expect(warning).toContain('Bookings that exist stay')
  await press(dialog, 'Cancel')
  expect((await hotelOf(demo, slug)).active).toBe(true)
  await press(page, 'Suspend')
  await press(dialog, 'Suspend')
  await page.getByText('Uludağ Lodge & Spa is suspended.').waitFor()
  expect((await hotelOf(demo, slug)).active).toBe(false)

  await page.getByRole('link', { name: 'Its history' }).click()
  await page.getByText('4 entries', { exact: true }).waitFor()
  expect(await textOf(rowOf(page, 'active').first())).toContain('active true → false')
  expect(await textOf(rowOf(page, 'active').first())).toContain('admin@roomwire.example')
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test('the list of hotels is searched, filtered and paged, and says when nothing is like that', async () => {
  await using demo = await startPanelDemo(program)
  const { name, city, active, ...rest } = await hotelOf(demo, HOTEL)
  const { slug: _, ...fields } = rest
  for (let index = 0; index < 3; index++) {
    const body = { ...fields, name: `Zeta ${index}`, city: city.slug }
    expect((await demo.callAs('admin', 'POST', '/v1/admin/hotels', body)).status).toBe(201)
  }
  await using watched = await openPanel(browser, demo, at('hotels'))
  const { page } = watched
  await page.getByText('25 entries, more follow').waitFor()
  await press(page, 'Show more')
  await page.getByText('27 entries', { exact: true }).waitFor()
  await page.getByLabel('State').selectOption({ label: 'Not on sale' })
  await page.getByText('3 entries', { exact: true }).waitFor()
  await page.getByLabel('Name or slug').fill('zeta 1')
  await page.getByText('1 entry', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('1 entry', { exact: true }).waitFor()
  await page.getByLabel('Name or slug').fill('nothing at all')
  await page.getByText('There is no hotel like that').waitFor()
  await page.route('**/v1/admin/hotels*', (route) => route.abort())
  await page.getByLabel('Name or slug').fill('zeta')
  await page.getByText('The service cannot be reached.').waitFor()
  expect(defects(watched)).toEqual([])
})

test('room types are made and changed with boards and supplements; what is refused stands at its field (contract §2)', async () => {
  await using demo = await startPanelDemo(program)
  await using watched = await openPanel(browser, demo, at(`hotels/${HOTEL}`))
  const { page, offOrigin } = watched
  const dialog = dialogOf(page)
  await press(page, 'New room type')
  await dialog.getByLabel('Room code').fill('DBL')
  await dialog.getByLabel('Name').fill('Attic')
  await dialog.getByLabel('Boards').fill('bb, xx')
  await dialog
    .getByLabel('Base price (TRY)')
    .or(dialog.getByLabel('Base price in TRY'))
    .fill('a lot')
  await press(dialog, 'Save')
  await focusOnFlaw(page)
  await dialog.getByLabel('Base price in TRY').fill('4,500.50')
  await press(dialog, 'Save')
  await dialog.getByText('Known are').waitFor()
  await dialog.getByLabel('Boards').fill('bb, hb')
  await dialog.getByLabel('Supplement for HB a night').fill('700')
  await press(dialog, 'Save')
  await dialog.getByText('The hotel has a room type DBL already.').waitFor()
  await dialog.getByLabel('Room code').fill('ATTIC')
  await save(page)
  await page.getByText('Attic is made.').waitFor()
  await rowOf(page, 'ATTIC').waitFor()
  const rooms = async () =>
    (await demo.callAs('admin', 'GET', `/v1/panel/rooms?hotel=${HOTEL}`)).body.items.find(
      ({ roomCode }: any) => roomCode === 'ATTIC',
    )
  expect(await rooms()).toMatchObject({
    ...{ name: 'Attic', basePriceCents: 450_050, boards: ['BB', 'HB'], active: true },
    supplementsCents: { BB: 0, HB: 70_000 },
  })

  await rowOf(page, 'ATTIC').getByRole('button').click()
  await dialog.getByLabel('Adults at most').fill('3')
  await press(dialog, 'Save')
  await dialog.getByText('Must be 3 to 3').waitFor()
  await dialog.getByLabel('Guests at most').fill('3')
  await dialog.getByLabel('On sale').uncheck()
  await save(page)
  await page.getByText('Attic is saved.').waitFor()
  expect(await rooms()).toMatchObject({ maxAdults: 3, maxOccupancy: 3, active: false })
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test("a key gets a limit of its own and goes back to everybody's; a limit that is none is refused at its field (contract §7)", async () => {
  await using demo = await startPanelDemo(program)
  await using watched = await openPanel(browser, demo, at(`hotels/${HOTEL}`))
  const { page } = watched
  const dialog = dialogOf(page)
  const row = rowOf(page, 'service_live_')
  const limit = async () =>
    (await demo.callAs('admin', 'GET', `/v1/panel/api-keys?hotel=${HOTEL}`)).body.items[0]
      .requestsPerMinute
  await row.getByRole('button', { name: 'Change limit' }).click()
  await dialog.getByLabel('Requests a minute').fill('0')
  await press(dialog, 'Save')
  await focusOnFlaw(page)
  expect(await accessFlaws(page)).toEqual([])
  await dialog.getByLabel('Requests a minute').fill('600')
  await save(page)
  await row.getByText('600', { exact: true }).waitFor()
  expect(await limit()).toBe(600)
  await row.getByRole('button', { name: 'Change limit' }).click()
  await dialog.getByLabel('Requests a minute').fill('')
  await save(page)
  await row.getByText('60, as every key').waitFor()
  expect(await limit()).toBe(null)
  expect(defects(watched)).toEqual([])
})

test('a user is made, changed, given another password, blocked and let in again (issue 5 §6)', async () => {
  await using demo = await startPanelDemo(program)
  await using watched = await openPanel(browser, demo, at('users'))
  const { page, offOrigin } = watched
  const dialog = dialogOf(page)
  const enter = async (password: string) =>
    (await demo.call('POST', '/v1/auth/login', { body: { email: 'mehmet@example.com', password } }))
      .status
  await press(page, 'New user')
  await dialog.getByLabel('Name').fill('Mehmet Kaya')
  await dialog.getByLabel('E-mail').fill('GUEST@roomwire.example')
  await dialog.getByLabel('Find a hotel to add').fill('bravo')
  await press(dialog, 'Add Bravo Lara Beach')
  await press(dialog, 'Save')
  await dialog.getByText('There is an account with this e-mail already.').waitFor()
  await focusOnFlaw(page)
  await dialog.getByLabel('E-mail').fill('mehmet@example.com')
  const password = await dialog.getByLabel('Password').inputValue()
  expect(password).toMatch(/^[a-z0-9]{16}$/)
  await save(page)
  await page.getByText('Mehmet Kaya is made.').waitFor()
  expect(await textOf(rowOf(page, 'Mehmet'))).toContain('bravo-lara-beach')
  expect(await enter(password)).toBe(200)

  await choose(page, 'Mehmet Kaya', 'Edit')
  await dialog.getByLabel('Role').selectOption({ label: 'Agency user' })
  await press(dialog, 'Save')
  await dialog.getByText('An agency_user belongs to an agency.').waitFor()
  await dialog.getByLabel('Agency').selectOption({ label: 'Delta Travel (DELTA)' })
  await save(page)
  await rowOf(page, 'Mehmet').getByText('DELTA').waitFor()

  await choose(page, 'Mehmet Kaya', 'New password')
  await dialog.getByLabel('Password').fill('short')
  await press(dialog, 'Save')
  await focusOnFlaw(page)
  await dialog.getByLabel('Password').fill('correct horse battery')
  await save(page)
  await page.getByText('Mehmet Kaya has a new password.').waitFor()
  expect(await enter(password)).toBe(401)
  expect(await enter('correct horse battery')).toBe(200)

  await choose(page, 'Mehmet Kaya', 'Block')
  expect(await textOf(dialog)).toContain('signed out everywhere at once and cannot sign in')
  await press(dialog, 'Block')
  await page.getByText('Mehmet Kaya is blocked.').waitFor()
  expect(await enter('correct horse battery')).toBe(401)
  await page.getByLabel('State').selectOption({ label: 'Blocked' })
  await page.getByText('1 entry', { exact: true }).waitFor()
  await choose(page, 'Mehmet Kaya', 'Unblock')
  await page.getByText('There is no account like that').waitFor()
  expect(await enter('correct horse battery')).toBe(200)
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test('an admin cannot block themselves, and the last admin stays one (contract §5)', async () => {
  await using demo = await startPanelDemo(program)
  await using watched = await openPanel(browser, demo, at('users?role=admin'))
  const { page } = watched
  await page.getByRole('button', { name: 'Actions for Nazlı Aydın' }).click()
  expect(await page.getByRole('button', { name: 'Block', exact: true }).count()).toBe(0)
  await press(page, 'Edit')
  await dialogOf(page).getByLabel('Role').selectOption({ label: 'Guest' })
  await press(dialogOf(page), 'Save')
  await page.getByText('This is the last active admin; make another first.').waitFor()
  expect(defects(watched)).toEqual([])
})

test('agencies are made, changed and suspended (issue 5 §6)', async () => {
  await using demo = await startPanelDemo(program)
  await using watched = await openPanel(browser, demo, at('agencies'))
  const { page } = watched
  const dialog = dialogOf(page)
  await press(page, 'New agency')
  await dialog.getByLabel('Code').fill('DELTA')
  await dialog.getByLabel('Name').fill('Echo Travel')
  await dialog.getByLabel('E-mail').fill('echo@example.com')
  await dialog.getByLabel('Commission in per cent').fill('7,5')
  await press(dialog, 'Save')
  await dialog.getByText('There is an agency DELTA already.').waitFor()
  await dialog.getByLabel('Code').fill('ECHO')
  await save(page)
  await rowOf(page, 'ECHO').getByText('7.5%').waitFor()
  await choose(page, 'Echo Travel', 'Edit')
  await dialog.getByLabel('Commission in per cent').fill('8')
  await save(page)
  await rowOf(page, 'ECHO').getByText('8%').waitFor()
  await choose(page, 'Echo Travel', 'Suspend')
  expect(await textOf(dialog)).toContain('book nothing more')
  await press(dialog, 'Suspend')
  await page.getByText('Echo Travel is suspended.').waitFor()
  const { items } = (await demo.callAs('admin', 'GET', '/v1/agencies')).body
  expect(items.find(({ code }: any) => code === 'ECHO')).toMatchObject({
    ...{ commissionBasisPoints: 800, active: false },
  })
  await choose(page, 'Echo Travel', 'Approve')
  await page.getByText('Echo Travel is saved.').waitFor()
  expect(defects(watched)).toEqual([])
})

test('the state of the system is told: health, counts and figures; what is not well is said (issue 5 §6)', async () => {
  await using demo = await startPanelDemo(program)
  await using watched = await openPanel(browser, demo, at('overview'))
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
  await page.getByText('Not well').waitFor()
  await page.getByText('The database cannot be written.').waitFor()
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test('stored markup is shown as text: hotels, rooms, users, agencies, keys and their history (issue 5)', async () => {
  await using demo = await startPanelDemo(program)
  const made = await Promise.all([
    demo.callAs('admin', 'PATCH', `/v1/admin/hotels/${HOTEL}`, { name: EVIL, address: EVIL }),
    demo.callAs('admin', 'PATCH', `/v1/admin/hotels/${HOTEL}/rooms/DBL`, { name: EVIL }),
    demo.callAs('admin', 'PATCH', '/v1/admin/agencies/DELTA', { name: EVIL }),
    demo.callAs('admin', 'POST', '/v1/admin/users', {
      ...{ email: 'evil@example.com', name: EVIL, password: 'correct horse', role: 'guest' },
    }),
  ])
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 201])
  rewrite(demo, 'update api_key set name = ?', EVIL)
  await using watched = await openPanel(browser, demo, at('overview'))
  const { page, offOrigin } = watched
  await page.locator('.badge', { hasText: 'Running' }).waitFor()
  for (const view of ['hotels', `hotels/${HOTEL}`, 'users', 'agencies', 'history']) {
    await page.goto(`${demo.url}/admin#/${view}`)
    await page.getByText(EVIL).first().waitFor()
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.title()).toEndWith(' · Roomwire')
  }
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test.each(['en', 'tr'] as const)(
  'the admin page in %s fits a telephone and a desk in both themes, and axe finds nothing',
  async (language) => {
    await using demo = await startPanelDemo(program)
    const views = [
      'overview',
      ...['hotels', 'hotels?q=none', `hotels/${HOTEL}`, 'hotels/bravo-lara-beach'],
      ...['users', 'agencies', 'history', 'history?entity=user&id=none', 'nothing'],
    ]
    for (const [width, theme] of LOOKS) {
      const look = { ...at('overview'), width, theme, language }
      await using watched = await openPanel(browser, demo, look)
      const { page, offOrigin } = watched
      await page.locator('.cards').waitFor()
      for (const view of views) {
        await page.goto(`${demo.url}/admin#/${view}`)
        await page.locator('.cards, .empty, table').first().waitFor()
        await page.waitForFunction(() => !document.querySelector('.loading'))
        expect(await overflowOf(page), view).toBeLessThanOrEqual(0)
        expect(await accessFlaws(page), view).toEqual([])
      }
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
      await dialogsAreFine(demo, page)
      expect(defects(watched)).toEqual([])
      expect(offOrigin).toEqual([])
    }
  },
  120_000,
)

/** Opens every dialog of the page and looks at it. */
async function dialogsAreFine({ url }: PanelDemo, page: Page): Promise<void> {
  await page.goto(`${url}/admin#/users`)
  await page.locator('td .menu button').last().click()
  const { x, width } = (await page.locator('td .menu-body:not([hidden])').boundingBox())!
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(page.viewportSize()!.width)
  expect(await accessFlaws(page)).toEqual([])
  await page.keyboard.press('Escape')
  const dialogs = [
    ...[['hotels', '.view-head .primary'] as const, ['users', '.view-head .primary'] as const],
    ...[['agencies', '.view-head .primary'] as const],
    [`hotels/${HOTEL}`, '.view-head .danger'] as const,
    [`hotels/${HOTEL}`, '.section-head .button'] as const,
    [`hotels/${HOTEL}`, 'section:last-child td .button'] as const,
  ]
  for (const [view, opener] of dialogs) {
    await page.goto(`${url}/admin#/${view}`)
    await page.locator(opener).first().click()
    await dialogOf(page).waitFor()
    expect(await overflowOf(page), opener).toBeLessThanOrEqual(0)
    expect(await accessFlaws(page), opener).toEqual([])
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
  }
}
