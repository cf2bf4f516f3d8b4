import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import type { Person } from '../support/demo-folder.ts'
import {
  accessFlaws,
  adminAt,
  agencyAt,
  HOTEL,
  managerAt,
  type Opening,
  type PanelDemo,
  press,
  signInAs,
  unexpectedErrors,
} from '../support/panel-demo.ts'
import { until } from '../support/process.ts'
import { codeAt } from '../support/second-factor.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

const { startDemo, open } = browserSuite()
const MENU = 'Account, language and theme'

/** The code of an app in this moment, or the next one where it was used already. */
const codeOf = (secret: string, used: string[] = []): string => {
  const code = [0, 1]
    .map((steps) => codeAt(secret, Date.now(), steps))
    .find((each) => !used.includes(each))
  if (!code) throw new Error('both codes are used')
  used.push(code)
  return code
}

const openMenu = (page: Page) => page.getByRole('button', { name: MENU }).click()

const openAccount = async (page: Page) => {
  await openMenu(page)
  await page.getByRole('link', { name: 'My account' }).click()
  await page.getByRole('heading', { name: 'My account' }).waitFor()
}

/** Switches two-step sign-in on by its pages. @returns the secret, and the recovery codes */
async function switchOn(page: Page, password: string, used: string[]) {
  await press(page, 'Switch on two-step sign-in')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByLabel('Current password').press('Enter')
  await dialog.getByRole('img', { name: 'QR code for the app' }).waitFor()
  await dialog.getByText('The app cannot scan it').click()
  const secret = (await dialog.locator('.secret code').textContent())!.replaceAll(' ', '')
  await dialog.getByLabel('Code').fill(codeOf(secret, used))
  await dialog.getByLabel('Code').press('Enter')
  await dialog.getByText('They are not shown again.').waitFor()
  const codes = await dialog.locator('.codes code').allTextContents()
  expect(await accessFlaws(page)).toEqual([])
  await press(dialog, 'I have saved it')
  await dialog.waitFor({ state: 'detached' })
  return { secret, codes }
}

/** Takes the code step of a sign-in. */
const typeCode = async (page: Page, code: string) => {
  await page.locator('[name=totp]').fill(code)
  await page.locator('[name=totp]').press('Enter')
}

test.each<[Person, Opening]>([
  ['manager', managerAt('calendar')],
  ['agency', agencyAt('bookings')],
  ['admin', adminAt('hotels')],
])(
  'the %s switches two-step sign-in on, signs in with a code, and off again (issue 17, 3)',
  async (who, at) => {
    await using demo = await startDemo()
    const { email, password } = demo.users[who]
    await using watched = await open(demo, at)
    const { page, errors } = watched
    await page.locator('h1').waitFor()
    await openAccount(page)
    const used: string[] = []
    const { secret, codes } = await switchOn(page, password, used)
    expect(codes).toHaveLength(10)
    await page.getByText('10 recovery codes are left.').waitFor()

    await openMenu(page)
    await press(page, 'Sign out')
    await signInAs(page, { email, password })
    const code = page.locator('[name=totp]')
    await code.waitFor()
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('totp')
    expect(await accessFlaws(page)).toEqual([])
    await press(page, 'Back')
    expect(await page.locator('[name=email]').inputValue()).toBe(email)
    await page.locator('[name=password]').press('Enter')
    await typeCode(page, '000 000')
    await page.getByText('This code is wrong or was used before.').waitFor()
    await until('the wrong code is gone', async () => (await code.inputValue()) === '')
    const next = codeOf(secret, used)
    await typeCode(page, ` ${next.slice(0, 3)} ${next.slice(3)} `)
    await page.getByRole('heading', { name: 'My account' }).waitFor()

    await press(page, 'Switch off')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill('not the password')
    await dialog.getByLabel('Code').fill(codes[0]!)
    await press(dialog, 'Switch off')
    await dialog.getByText('This is not the password of the account.').waitFor()
    await dialog.getByLabel('Current password').fill(password)
    await press(dialog, 'Switch off')
    await page.getByText('Two-step sign-in is off.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Switch on two-step sign-in' }).waitFor()
    const body = { email, password }
    expect((await demo.call('POST', '/v1/auth/login', { body })).status).toBe(200)
    expect(unexpectedErrors(errors, 401, 422)).toEqual([])
  },
)

test('who has lost the telephone signs in with a recovery code, and makes new ones', async () => {
  await using demo = await startDemo()
  const { email, password } = demo.users.agency
  await using watched = await open(demo, agencyAt('account'))
  const { page } = watched
  const { codes } = await switchOn(page, password, [])
  await openMenu(page)
  await press(page, 'Sign out')
  await signInAs(page, { email, password })
  await typeCode(page, codes[0]!)
  await page.getByText('9 recovery codes are left.').waitFor()
  await press(page, 'New recovery codes')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByLabel('Code').fill(codes[1]!)
  await press(dialog, 'New recovery codes')
  await dialog.getByText('They are not shown again.').waitFor()
  const renewed = await dialog.locator('.codes code').allTextContents()
  expect(renewed).not.toContain(codes[2]!)
  await press(dialog, 'I have saved it')
  await page.getByText('10 recovery codes are left.').waitFor()
})

test('a session that ends amid a form goes on after password and code, with what was typed', async () => {
  await using demo = await startDemo()
  const { email, password } = demo.users.admin
  await using watched = await open(demo, adminAt('account'))
  const { page, errors } = watched
  const used: string[] = []
  const { secret } = await switchOn(page, password, used)
  await page.goto(`${demo.url}/admin#/agencies`)
  await press(page, 'New agency')
  const form = page.getByRole('dialog', { name: 'New agency' })
  await form.getByLabel('Name').fill('Kept Travel')
  await form.getByLabel('Code').fill('KEPT')
  await form.getByLabel('E-mail').fill('desk@kept.example')
  await form.getByLabel('Commission').fill('7.5')
  await demo.callAs('admin', 'POST', '/v1/auth/logout')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your session has ended.').waitFor()
  await signInAs(page, { email, password })
  await page.locator('[name=totp]').waitFor()
  expect(await form.getByLabel('Name').inputValue()).toBe('Kept Travel')
  await typeCode(page, codeOf(secret, used))
  await page.getByRole('row', { name: /Kept Travel/ }).waitFor()
  expect(await form.count()).toBe(0)
  expect(unexpectedErrors(errors, 401)).toEqual([])
})

test('another password with a second factor: its code is asked in the same form, and the page stays signed in', async () => {
  await using demo = await startDemo()
  const { password } = demo.users.agency
  await using watched = await open(demo, agencyAt('account'))
  const { page } = watched
  const used: string[] = []
  // Who is quick has the form open before the page knows that there is one.
  const known = Promise.withResolvers<void>()
  await page.route('**/v1/auth/me', async (call) => {
    await known.promise
    await call.continue()
  })
  const { secret } = await switchOn(page, password, used)
  await press(page, 'Change password')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByLabel('New password', { exact: true }).fill('a ferry on the Bosphorus')
  await dialog.getByLabel('New password again').fill('a ferry on the Bosphorus')
  known.resolve()
  await dialog.getByLabel('Code').fill(codeOf(secret, used))
  await press(dialog, 'Save')
  await page.getByText('Your password is changed.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'My account' }).waitFor()
})

test('name and language are kept with the account: the page speaks it, also after signing in elsewhere', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('today'))
  const { page } = watched
  const steps = stepsOf(page)
  await steps.click(page.getByRole('button', { name: MENU }))
  await steps.click(page.getByRole('link', { name: 'My account' }))
  await page.getByText('Owner', { exact: true }).waitFor()
  await steps.button(page, 'Edit')
  const dialog = page.getByRole('dialog')
  await steps.fill(dialog.getByLabel('Name'), 'Mehmet Ali Kaya')
  await dialog.getByLabel('Language').selectOption('tr')
  await steps.button(dialog, 'Save')
  await page.getByRole('heading', { name: 'Hesabım' }).waitFor()
  await page.getByText('Mehmet Ali Kaya').first().waitFor()
  expect(printSteps('one’s own name', 'no page', steps)).toBe(5)
  await using elsewhere = await open(demo, { hash: `#/${HOTEL}/account` })
  await signInAs(elsewhere.page, demo.users.manager)
  await elsewhere.page.getByRole('heading', { name: 'Hesabım' }).waitFor()
  expect(await elsewhere.page.locator('html').getAttribute('lang')).toBe('tr')
})

test('where somebody is signed in is listed; another session is ended there, and is asked to sign in', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, agencyAt('account'))
  await using other = await open(demo, { path: '/acenta', hash: '#/bookings' })
  await signInAs(other.page, demo.users.agency)
  await other.page.getByRole('heading', { name: 'Bookings' }).waitFor()
  const { page } = watched
  await page.reload()
  const rows = page.locator('tbody tr')
  await rows.nth(1).waitFor()
  await page.getByText('This one').waitFor()
  await rows.first().getByRole('button', { name: /^End / }).click()
  await page.getByText('The session has ended.').waitFor()
  await rows.nth(1).waitFor({ state: 'detached' })
  await other.page.getByLabel('Status').selectOption({ label: 'Completed' })
  await other.page.getByText('Your session has ended.').waitFor()
})

/** Has the demo's hotel ask its people for a second factor. */
const askAll = async (demo: PanelDemo, required = true) =>
  await demo.callAs('admin', 'PATCH', `/v1/admin/hotels/${HOTEL}/second-factor`, { required })

test('a hotel that asks for it lets the front desk in as far as their own account, and wholly when they have switched it on', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('bookings', { as: 'frontDesk' }))
  const { page, errors } = watched
  await page.getByRole('heading', { name: 'Bookings' }).waitFor()
  expect((await askAll(demo)).status).toBe(200)
  // Open pages hear of it with their next call.
  await page.reload()
  await page.getByText('Two-step sign-in is required here.').waitFor()
  expect(await page.getByRole('link', { name: 'Calendar' }).count()).toBe(0)
  expect(await accessFlaws(page)).toEqual([])
  await switchOn(page, demo.users.frontDesk.password, [])
  await page.getByRole('heading', { name: 'Bookings' }).waitFor()
  expect(unexpectedErrors(errors, 403)).toEqual([])
})

test('an owner asks everybody for it on the People page, not before having it; the history says so in words', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('people'))
  const { page } = watched
  await press(page, 'Ask everybody for it')
  const dialog = page.getByRole('dialog')
  await press(dialog, 'Ask everybody for it')
  await dialog.getByText('Switch on two-step sign-in for your own account first.').waitFor()
  await press(dialog, 'Cancel')
  await openAccount(page)
  await switchOn(page, demo.users.manager.password, [])
  await page.getByRole('link', { name: 'People' }).click()
  await press(page, 'Ask everybody for it')
  await page
    .getByRole('dialog')
    .getByText(/\d+ people who have none are shut out/)
    .waitFor()
  await press(page.getByRole('dialog'), 'Ask everybody for it')
  await page.getByText('It is required of everybody').waitFor()
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByText(/asks everybody of the hotel .* for two-step sign-in/).waitFor()
})

test('an admin takes a lost one off an account, and the history tells of it', async () => {
  await using demo = await startDemo()
  const { email, password } = demo.users.agency
  await using watched = await open(demo, agencyAt('account'))
  await switchOn(watched.page, password, [])
  await using admins = await open(demo, adminAt('users'))
  const { page } = admins
  const row = page.locator('tbody tr', { hasText: email })
  await row.getByRole('button', { name: /^Actions/ }).click()
  await press(page, 'Switch two-step sign-in off')
  await press(page.getByRole('dialog'), 'Switch off')
  await page.getByText('signs in with the password alone now.').waitFor()
  const body = { email, password }
  expect((await demo.call('POST', '/v1/auth/login', { body })).status).toBe(200)
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByText(/switched two-step sign-in off for/).waitFor()
  await page.getByText(/switched two-step sign-in on for/).waitFor()
})
