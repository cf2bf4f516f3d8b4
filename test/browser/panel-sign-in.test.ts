import { expect, test } from 'bun:test'
import type { WatchedPage } from '../support/browser.ts'
import { browserSuite } from '../support/browser-suite.ts'
import type { Person } from '../support/demo-folder.ts'
import { openForm } from '../support/panel-calendar.ts'
import {
  accessFlaws,
  HOTEL,
  type Opening,
  type PanelDemo,
  pageFlaws,
  pressAtOnce,
  signInAs,
  unexpectedErrors,
} from '../support/panel-demo.ts'

const { startDemo, sharedDemo, open } = browserSuite()

/** Opens a page and signs in by its form. */
async function openAs(demo: PanelDemo, as: Person, opening?: Opening): Promise<WatchedPage> {
  const watched = await open(demo, opening)
  await signInAs(watched.page, demo.users[as])
  return watched
}

test('a manager signs in to their hotel, a reload keeps the session, and signing out ends it for good (issue 5 §1)', async () => {
  await using demo = await startDemo()
  await using watched = await openAs(demo, 'manager')
  const { page, offOrigin, errors } = watched
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  expect(new URL(page.url()).hash).toBe(`#/${HOTEL}/today`)

  await page.goto(`${demo.url}/panel#/${HOTEL}/calendar`)
  await page.reload()
  await page.getByRole('grid').waitFor()
  const kept = await page.evaluate(() => [document.cookie, ...Object.values(localStorage)].join())
  expect(kept).not.toContain('eyJ')

  await page.getByRole('button', { name: 'Account, language and theme' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('E-mail address').waitFor()
  await page.reload()
  await page.getByLabel('E-mail address').waitFor()
  expect(offOrigin).toEqual([])
  expect(errors).toEqual([])
})

test('who signs out while the service cannot be reached is out after a reload, too, and may sign in again (D16)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, { as: 'manager' })
  const { page, errors } = watched
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  const logout = '**/v1/auth/logout'
  await page.route(logout, (route) => route.abort())
  await page.getByRole('button', { name: 'Account, language and theme' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('E-mail address').waitFor()
  await page.reload()
  await page.getByLabel('E-mail address').waitFor()
  await page.unroute(logout)
  await page.reload()
  await page.getByLabel('E-mail address').waitFor()
  // By now the service knows.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.getByLabel('E-mail address').waitFor()
  await signInAs(page, demo.users.manager)
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
})

test('an admin picks a hotel by a part of its name (issue 5 §1)', async () => {
  const demo = await sharedDemo()
  await using watched = await openAs(demo, 'admin')
  const { page, errors } = watched
  await page.getByRole('heading', { name: 'Choose a hotel' }).waitFor()
  expect(await accessFlaws(page)).toEqual([])
  await page.getByLabel('Name or place').fill('lara')
  await page.getByRole('link', { name: /Bravo Lara Beach/ }).click()
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  expect(new URL(page.url()).hash).toBe(`#/${demo.sheet.otherHotel.slug}/today`)
  expect(errors).toEqual([])
})

test.each([
  ['en', 'Wrong e-mail address or password.', 'Too many requests. Try again in'],
  ['tr', 'E-posta adresi ya da parola yanlış.', 'Çok fazla istek.'],
] as const)(
  'a wrong password is told, and after too many how long to wait (%s) (issue 5 §1)',
  async (language, wrong, wait) => {
    await using demo = await startDemo()
    await using watched = await open(demo, { language })
    const { page, errors } = watched
    const login = { ...demo.users.manager, password: 'not the password' }
    await signInAs(page, login)
    await page.getByText(wrong).waitFor()
    expect(
      await page.locator('[name=password]').evaluate((it) => it === document.activeElement),
    ).toBe(true)
    expect(await page.locator('[name=email]').inputValue()).toBe(login.email)
    expect(await accessFlaws(page)).toEqual([])
    const others = Array.from({ length: 20 }, async () => {
      const { status } = await demo.call('POST', '/v1/auth/login', { body: login })
      if (status !== 429) throw new Error(`there was one left: ${status}`)
    })
    // While those that were let in are being looked at: on a slow machine another is won back by then.
    await Promise.any(others)
    await signInAs(page, login)
    await page.getByText(wait).waitFor()
    await Promise.allSettled(others)
    expect(unexpectedErrors(errors, 401, 429)).toEqual([])
  },
)

test('what is missing is told at its field (contract §6)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo)
  const { page, errors } = watched
  await page.getByRole('button', { name: 'Sign in' }).click()
  const field = page.getByLabel('Password')
  await page.locator('[name=password][aria-invalid=true]').waitFor()
  const described = await field.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${described}"]`).textContent()).not.toBe('')
  expect(unexpectedErrors(errors, 422)).toEqual([])
})

test('a session that ends brings the form over the view, and what was asked is then done (issue 5 §1)', async () => {
  await using demo = await startDemo()
  const hash = `#/${HOTEL}/calendar?days=14`
  await using watched = await openAs(demo, 'manager', { hash })
  const { page, errors } = watched
  await page.locator('.cell').first().click()
  await openForm(page)
  const rooms = page.getByLabel('Number of rooms')
  await rooms.fill('1')
  // Signing out on another device ends every token.
  await demo.callAs('manager', 'POST', '/v1/auth/logout')
  // The page may have heard of it before the press.
  await pressAtOnce(page, 'Apply')
  // The form of the selection is a dialog, too, of the page.
  const dialog = page.locator('dialog')
  await dialog.getByText('Your session has ended.').waitFor()
  expect(await accessFlaws(page)).toEqual([])
  expect(await dialog.getByLabel('Password').evaluate((it) => it === document.activeElement)).toBe(
    true,
  )
  await page.keyboard.press('Escape')
  expect(await dialog.isVisible()).toBe(true)
  expect(await rooms.inputValue()).toBe('1')

  await signInAs(page, demo.users.manager)
  await page.getByText('1 day changed.').waitFor()
  expect(await dialog.isVisible()).toBe(false)
  expect(new URL(page.url()).hash).toBe(hash)
  expect(unexpectedErrors(errors, 401)).toEqual([])
})

test('who is signed in for another page is shown the way there (issue 5)', async () => {
  const demo = await sharedDemo()
  await using watched = await openAs(demo, 'agency')
  const link = watched.page.getByRole('link', { name: 'Go to your page' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toBe('/acenta')
  expect(await accessFlaws(watched.page)).toEqual([])
})

test('a manager sees no other hotel, whatever the address says, but the way to their own (contract §6)', async () => {
  const demo = await sharedDemo()
  for (const slug of [demo.sheet.otherHotel.slug, 'nonsense']) {
    await using watched = await openAs(demo, 'manager', { hash: `#/${slug}/today` })
    const { page, errors } = watched
    await page.getByText(`“${slug}” is not one of your hotels.`).waitFor()
    expect(await pageFlaws(page)).toEqual([])
    await page.getByRole('link', { name: 'Alfa Grand Bosphorus' }).click()
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
    expect(new URL(page.url()).hash).toBe(`#/${HOTEL}/today`)
    expect(unexpectedErrors(errors, 404)).toEqual([])
  }
})

test('an admin without a hotel is shown where hotels are made (issue 5 §1)', async () => {
  const demo = await sharedDemo()
  await using watched = await openAs(demo, 'admin', { language: 'tr' })
  const { page, errors } = watched
  await page.getByRole('link', { name: 'Yönetici sayfasını aç' }).click()
  await page.getByRole('heading', { name: 'Oteller', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin')
  expect(errors).toEqual([])
})

test('without the service signing in says so and works when it is back (issue 5)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo)
  const { page } = watched
  await page.route('**/v1/auth/login', (route) => route.abort())
  await signInAs(page, demo.users.manager)
  await page.getByText('The service cannot be reached.').waitFor()
  await page.unroute('**/v1/auth/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
})

test.each([
  [360, 'light', 'en'],
  [360, 'dark', 'tr'],
  [1440, 'light', 'tr'],
  [1440, 'dark', 'en'],
] as const)(
  'the form can be used by everybody at %i px, %s, %s (issue 5 §7)',
  async (width, theme, language) => {
    const demo = await sharedDemo()
    await using watched = await open(demo, { width, theme, language })
    const { page, errors } = watched
    await page.locator('[name=email]').waitFor()
    expect(await pageFlaws(page)).toEqual([])
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    // The other language, at once and after a reload.
    const other = language === 'en' ? 'tr' : 'en'
    await page.locator('select').first().selectOption(other)
    await page.locator(`html[lang=${other}]`).waitFor()
    await page.reload()
    await page.locator('[name=email]').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe(other)
    expect(errors).toEqual([])
  },
)
