import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { accessFlaws, EVIL, HOTEL, managerAt, pageFlaws } from '../support/panel-demo.ts'
import { defects, focusOnFlaw, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

const { startDemo, sharedDemo, open } = browserSuite()

const rowOf = (page: Page, code: string) =>
  page.locator('tbody tr').filter({ has: page.getByText(code, { exact: true }) })

test('a manager changes name, number and base price of a room type, and everybody sees it (issue 5 §6)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('rooms'))
  const { page, offOrigin } = watched
  const row = rowOf(page, 'SUI')
  await row.getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Suite “Pera”')
  await dialog.getByLabel('Number of rooms').fill('3')
  await dialog.getByLabel('Base price in TRY').fill('21,500.50')
  await dialog.getByLabel('On sale').uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Lower the counts' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByText('Suite “Pera” is saved.').waitFor()
  // The list is read anew.
  await row.filter({ hasText: 'Suite “Pera”' }).waitFor()
  expect(await textOf(row)).toContain('₺21,500.50')
  expect(await textOf(row)).toContain('Off sale')
  const { body } = await demo.call('GET', '/v1/partner/rooms', { key: demo.sheet.apiKey })
  const room = body.rooms.find(({ roomCode }: any) => roomCode === 'SUI')
  expect(room).toMatchObject({
    name: 'Suite “Pera”',
    totalRooms: 3,
    basePriceCents: 2_150_050,
    active: false,
  })
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test('a manager says what a board adds, for the room or for each guest, and how many rooms may be overbooked (contract-rates)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('rooms'))
  const { page } = watched
  const room = async () => {
    const { body } = await demo.callAs('manager', 'GET', `/v1/panel/rooms?hotel=${HOTEL}`)
    return body.items.find(({ roomCode }: any) => roomCode === 'DBL')
  }
  const { boards } = await room()
  await rowOf(page, 'DBL').getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Supplement for Half board a night').fill('750')
  await dialog.getByLabel('Half board is paid').selectOption('guest')
  await dialog.getByLabel('Overbooking').fill('151')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const after = await room()
  expect(after).toMatchObject({ boards, overbookingRooms: 151 })
  expect(after.supplements[1]).toEqual({ boardCode: 'HB', supplementCents: 75_000, per: 'guest' })
  expect(defects(watched)).toEqual([])
})

test('a manager makes a room type, opens it for sale, and is told when it has fewer rooms than are sold (contract-groups, Set-up by API)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('rooms'))
  const { page } = watched
  await page.getByRole('button', { name: 'New room type' }).click()
  const dialog = page.getByRole('dialog')
  const fill = (label: string, text: string) => dialog.getByLabel(label, { exact: true }).fill(text)
  await fill('Room code', 'ATTIC')
  await fill('Name', 'Attic room')
  await fill('Number of rooms', '4')
  await fill('Base price in TRY', '5000')
  expect(await textOf(dialog)).toContain('BB: Bed and breakfast')
  await fill('Boards', 'BB')
  await fill('Days to open for sale, from today', '30')
  expect(await accessFlaws(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await rowOf(page, 'ATTIC').waitFor()

  const checkin = dayFromNow(3)
  const stay = { roomCode: 'ATTIC', checkin, checkout: dayFromNow(4), rooms: 3, adults: 3 }
  const guest = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
  const sold = await demo.callAs('manager', 'POST', '/v1/bookings', {
    ...{ hotelSlug: HOTEL, guest, ...stay },
  })
  expect([sold.status, sold.body.totalPriceCents]).toEqual([201, 1_500_000])
  await rowOf(page, 'ATTIC').getByRole('button').first().click()
  await fill('Number of rooms', '1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Lower the counts' }).click()
  await page.getByText('on some nights more than 1 rooms are sold, 3 on').waitFor()
  expect(defects(watched)).toEqual([])
})

test('what the service refuses stands at its field, which has the focus; what is no number is not sent (contract §6)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('rooms'))
  const { page } = watched
  await rowOf(page, 'DBL').getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  const occupancy = dialog.getByLabel('Maximum guests')
  const save = dialog.getByRole('button', { name: 'Save' })
  await dialog.getByLabel('Base price in TRY').fill('a lot')
  await save.click()
  const price = dialog.getByLabel('Base price in TRY')
  expect(await price.getAttribute('aria-invalid')).toBe('true')
  expect(await dialog.getByText('Enter an amount, such as').count()).toBe(1)
  await price.fill('8400')

  await occupancy.fill('9')
  await save.click()
  await dialog.getByText('Must be 2 to 3: at least the adults, at most all.').waitFor()
  expect(await occupancy.getAttribute('aria-invalid')).toBe('true')
  await focusOnFlaw(page)
  expect(await occupancy.evaluate((element) => element === document.activeElement)).toBe(true)
  await dialog.getByLabel('Maximum children').fill('')
  await occupancy.fill('3')
  await save.click()
  await page.waitForFunction(() => document.querySelectorAll('[aria-invalid]').length === 1)
  expect(await dialog.getByLabel('Maximum children').getAttribute('aria-invalid')).toBe('true')
  expect(await accessFlaws(page)).toEqual([])
  expect(defects(watched)).toEqual([])
})

test.each(['en', 'tr'] as const)(
  'room types in %s fit a telephone and a desk in both themes, and axe finds nothing',
  async (language) => {
    const demo = await sharedDemo()
    for (const [width, theme] of [
      [360, 'dark'],
      [1440, 'light'],
    ] as const) {
      await using watched = await open(demo, managerAt('rooms', { width, theme, language }))
      const { page } = watched
      await page.locator('.table').waitFor()
      expect(await textOf(page.locator('h1'))).toBe(language === 'tr' ? 'Odalar' : 'Rooms')
      expect(await pageFlaws(page)).toEqual([])
      await page.locator('tbody button').first().click()
      await page.getByRole('dialog').waitFor()
      expect(await accessFlaws(page)).toEqual([])
      expect(defects(watched)).toEqual([])
    }
  },
)

test('markup in a name is shown as text (issue 5)', async () => {
  await using demo = await startDemo()
  const body = { name: EVIL, description: `<script>document.title=1</script>` }
  const path = `/v1/panel/rooms/DBL?hotel=${HOTEL}`
  expect((await demo.callAs('manager', 'PATCH', path, body)).status).toBe(200)
  await using watched = await open(demo, managerAt('rooms'))
  const { page, offOrigin } = watched
  expect(await textOf(rowOf(page, 'DBL'))).toContain(EVIL)
  await rowOf(page, 'DBL').getByRole('button').first().click()
  expect(await textOf(page.getByRole('dialog').locator('h2'))).toContain(EVIL)
  expect(await page.locator('img').count()).toBe(0)
  expect(await page.title()).toBe('Rooms · Roomwire')
  expect(offOrigin).toEqual([])
  expect(defects(watched)).toEqual([])
})

test('a service that is down is told, and trying again reads the rooms; a session that ends is taken up where it was (issue 5 §1)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('today'))
  const { page } = watched
  await page.locator('h1').waitFor()
  await page.route('**/v1/panel/rooms*', (route) => route.abort())
  await page.getByRole('link', { name: 'Rooms' }).click()
  await page.getByText('The service cannot be reached.').waitFor()
  await page.unroute('**/v1/panel/rooms*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.table').waitFor()

  await demo.callAs('manager', 'POST', '/v1/auth/logout')
  await rowOf(page, 'DBL').getByRole('button').first().click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Double, renamed')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your session has ended.').waitFor()
  await page.locator('[name=password]').fill(demo.users.manager.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Double, renamed is saved.').waitFor()
  expect(defects(watched)).toEqual([])
})
