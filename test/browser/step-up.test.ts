import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import {
  adminAt,
  HOTEL,
  LOOKS_BY_LANGUAGE,
  managerAt,
  type Opening,
  type PanelDemo,
  pageFlaws,
  pick,
  press,
  signInAs,
} from '../support/panel-demo.ts'
import { defects, focusOnFlaw, rewrite } from '../support/panel-stays.ts'
import { codeAt } from '../support/second-factor.ts'
import { shoot } from '../support/shots.ts'

const { startDemo, open } = browserSuite()

/** Everybody logged in so long ago that what lasts asks who it is. */
const forgetLogins = (demo: PanelDemo) => rewrite(demo, 'update session set stepped_up_at_ms = 0')

async function openStale(demo: PanelDemo, view: string, more: Opening = {}) {
  forgetLogins(demo)
  return await open(demo, managerAt(view, more))
}

/** The dialog that asks, over whatever else is open. */
const asking = (page: Page, name = 'Confirm that it is you') => page.getByRole('dialog', { name })

/** Errors of a page but for the refusals that it asks after. */
const others = (watched: Parameters<typeof defects>[0]) =>
  defects(watched).filter((each) => !/40[03]|422/.test(each))

test('a key is asked for in place, by the keyboard: the form stays as typed, a wrong password is told, and it goes on (contract-access, Step-up)', async () => {
  await using demo = await startDemo()
  await using watched = await openStale(demo, 'channel/keys')
  const { page } = watched
  const { keyboard } = page
  await press(page, 'Create key')
  const form = page.getByRole('dialog', { name: 'Create key' })
  await form.getByLabel('Name', { exact: true }).fill('Night audit')
  await keyboard.press('Enter')

  const dialog = asking(page)
  await dialog.getByText('Enter your password to create an API key.').waitFor()
  await keyboard.type('not this one')
  await keyboard.press('Enter')
  await focusOnFlaw(page)
  await keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await form.getByText('This needs your password. Nothing was changed.').waitFor()
  const name = form.getByLabel('Name', { exact: true })
  expect(await name.inputValue()).toBe('Night audit')
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)

  await keyboard.press('Enter')
  await dialog.waitFor()
  await keyboard.type(demo.users.manager.password)
  await keyboard.press('Enter')
  await page.locator('.secret code').waitFor()
  expect(await dialog.count()).toBe(0)
  expect(others(watched)).toEqual([])
})

test('somebody is invited, guests are taken as a file, and 25 bookings end, each after one question; within 10 minutes there is none (contract-access, Step-up)', async () => {
  await using demo = await startDemo()
  await using watched = await openStale(demo, 'people')
  const { page } = watched
  const dialog = asking(page)
  const answer = async () => {
    await dialog.getByLabel('Password').fill(demo.users.manager.password)
    await press(dialog, 'Continue')
    await dialog.waitFor({ state: 'detached' })
  }
  await press(page, 'Invite somebody')
  const invitation = page.getByRole('dialog', { name: 'Invite somebody' })
  await invitation.getByLabel('E-mail').fill('ayse@example.com')
  await press(invitation, 'Invite')
  await answer()
  await invitation.waitFor({ state: 'detached' })
  await page.getByText('ayse@example.com').first().waitFor()

  await page.goto(`${demo.url}/panel#/${HOTEL}/bookings?status=confirmed`)
  await page.getByRole('button', { name: 'Export' }).click()
  const unasked = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await unasked
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await restale(demo, page)
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await answer()
  expect((await download).suggestedFilename()).toContain('-bookings-')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await restale(demo, page)
  await press(page, 'Select')
  await page.getByRole('checkbox', { name: /^All \d+ shown$/ }).check()
  await page.getByRole('button', { name: /^Cancel \d+ bookings$/ }).click()
  const many = page.getByRole('dialog', { name: /^Cancel \d+ bookings/ })
  await many.getByLabel('Reason').fill('A flood')
  await many.getByRole('button', { name: /^Cancel \d+ bookings$/ }).click()
  await dialog.getByText('cancel more than 20 bookings at once').waitFor()
  await answer()
  await page.getByText(/^\d+ bookings are cancelled/).waitFor()
  expect(others(watched)).toEqual([])
})

let renamed = 0

/** As if 10 minutes had gone by: another log-in of the same person in the page, of long ago. */
async function restale(demo: PanelDemo, page: Page): Promise<void> {
  forgetLogins(demo)
  // The service reads an account again when something of it changes. Digits at random would be at times the number of a
  // payment card, which no name may contain.
  const name = `Manager ${++renamed}`
  const { status } = await demo.callAs('manager', 'PATCH', '/v1/auth/me', { name })
  expect(status).toBe(200)
  await page.reload()
  await page.locator('tbody tr').first().waitFor()
}

test('who leaves it sends nothing, and is asked anew (contract-access, Step-up)', async () => {
  await using demo = await startDemo()
  await using watched = await openStale(demo, 'bookings')
  const { page } = watched
  await page.locator('tbody tr').first().waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  let calls = 0
  page.on('request', (request) => {
    if (request.url().includes('/exports/bookings')) calls++
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await asking(page).waitFor()
  expect(await asking(page).count()).toBe(1)
  await press(asking(page), 'Cancel')
  expect(calls).toBe(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await asking(page).waitFor()
  expect(others(watched)).toEqual([])
})

test('whoever goes back is asked no longer, and nothing is done (contract-access, Step-up)', async () => {
  await using demo = await startDemo()
  await using watched = await openStale(demo, 'people')
  const { page } = watched
  await page.locator('tbody tr').first().waitFor()
  await page.goto(`${demo.url}/panel#/${HOTEL}/channel/vendors`)
  await press(page, `Connect ${demo.sheet.vendor.name}`)
  await press(page.getByRole('dialog'), 'Connect')
  await asking(page).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'People', exact: true }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goForward()
  await page.getByText('Not connected').waitFor()
  expect(others(watched)).toEqual([])
})

test('who takes up a session that ended is not asked for what somebody else was about to do (contract-access, Step-up)', async () => {
  await using demo = await startDemo()
  await using watched = await openStale(demo, 'channel/keys')
  const { page } = watched
  await press(page, 'Create key')
  const form = page.getByRole('dialog', { name: 'Create key' })
  await form.getByLabel('Name', { exact: true }).fill('Night audit')
  await page.keyboard.press('Enter')
  await asking(page).waitFor()
  await page.keyboard.type(demo.users.manager.password)
  await demo.callAs('manager', 'POST', '/v1/auth/logout')
  await page.keyboard.press('Enter')
  await page.getByText('Your session has ended.').waitFor()
  await signInAs(page, demo.users.admin)
  await asking(page).waitFor({ state: 'detached' })
  expect(await page.getByRole('dialog').count()).toBe(0)
  const { body } = await demo.callAs('admin', 'GET', `/v1/panel/api-keys?hotel=${HOTEL}`)
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['Demo'])
})

test('an admin who leaves the question amid a menu is told so beside it; who has two-step sign-in may type a recovery code (contract-access, Step-up)', async () => {
  await using demo = await startDemo()
  const { password: currentPassword } = demo.users.admin
  const factor = '/v1/auth/second-factor'
  const { secret } = (await demo.callAs('admin', 'POST', factor, { currentPassword })).body
  const code = codeAt(secret, Date.now())
  const { recoveryCodes } = (await demo.callAs('admin', 'POST', `${factor}/confirm`, { code })).body
  forgetLogins(demo)
  await using watched = await open(demo, adminAt('users', { width: 390 }))
  const { page } = watched
  await page.locator('tbody tr').first().waitFor()
  await pick(page, 'Actions for Baran Koç', 'Make a password link')
  await asking(page).getByText('Six digits from the app, or a recovery code.').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.toast.bad', { hasText: 'This needs your password.' }).waitFor()

  await pick(page, 'Actions for Baran Koç', 'Make a password link')
  await asking(page).getByLabel('Password').fill(currentPassword)
  await asking(page).getByLabel('Code').fill(recoveryCodes[0])
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Hand this link over' }).waitFor()
  expect(others(watched)).toEqual([])
})

test('it is seen and read in both languages and themes, on a telephone and a desk (contract-access, Step-up)', async () => {
  await using demo = await startDemo()
  for (const [width, theme, language] of LOOKS_BY_LANGUAGE) {
    await using watched = await openStale(demo, 'people', { width, theme, language })
    const { page } = watched
    const isTurkish = language === 'tr'
    const name = isTurkish ? 'Kişi davet et' : 'Invite somebody'
    await press(page, name)
    const form = page.getByRole('dialog', { name })
    await form.getByRole('textbox').first().fill('ayse@example.com')
    await press(form, isTurkish ? 'Davet et' : 'Invite')
    await asking(page, isTurkish ? 'Kimliğinizi doğrulayın' : 'Confirm that it is you').waitFor()
    await shoot(page, `step-up-${language}-${width}-${theme}`)
    expect(await pageFlaws(page)).toEqual([])
  }
})
