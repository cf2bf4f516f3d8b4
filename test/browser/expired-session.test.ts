import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { accessFlaws, signInAs, unexpectedErrors } from '../support/panel-demo.ts'

const { startDemo, open } = browserSuite()

test("an agency's session that ends is taken up over the list, with the filters that were set (issue 5 §1)", async () => {
  await using demo = await startDemo()
  const hash = '#/bookings?status=confirmed'
  await using watched = await open(demo, { path: '/acenta', hash, as: 'agency' })
  const { page, errors } = watched
  await page.getByText(/^\d+ entries$/).waitFor()
  await demo.callAs('agency', 'POST', '/v1/auth/logout')

  await page.getByLabel('Status').selectOption({ label: 'Completed' })
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Your session has ended.').waitFor()
  expect(await accessFlaws(page)).toEqual([])
  await signInAs(page, demo.users.agency)
  await dialog.waitFor({ state: 'detached' })
  await page.locator('tbody tr', { hasText: 'Completed' }).first().waitFor()
  expect(new URL(page.url()).hash).toBe('#/bookings?status=completed')
  expect(unexpectedErrors(errors, 401)).toEqual([])
})

test("an admin's form keeps what was typed when the session ends, and is saved after signing in (issue 5 §1)", async () => {
  await using demo = await startDemo()
  const hash = '#/agencies'
  await using watched = await open(demo, { path: '/admin', hash, as: 'admin' })
  const { page, errors } = watched
  await page.getByRole('button', { name: 'New agency' }).click()
  const form = page.getByRole('dialog', { name: 'New agency' })
  await form.getByLabel('Name').fill('Kept Travel')
  await form.getByLabel('Code').fill('KEPT')
  await form.getByLabel('E-mail').fill('desk@kept.example')
  await form.getByLabel('Commission').fill('7.5')
  await demo.callAs('admin', 'POST', '/v1/auth/logout')

  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your session has ended.').waitFor()
  expect(await form.getByLabel('Name').inputValue()).toBe('Kept Travel')
  await signInAs(page, demo.users.admin)
  await page.getByRole('row', { name: /Kept Travel/ }).waitFor()
  expect(await form.count()).toBe(0)
  expect(new URL(page.url()).hash).toBe(hash)
  expect(unexpectedErrors(errors, 401)).toEqual([])
})

test('a session taken up by somebody else shows them their own page, not what the first one saw (issue 5 §1)', async () => {
  await using demo = await startDemo()
  const hash = '#/bookings'
  await using watched = await open(demo, { path: '/acenta', hash, as: 'agency' })
  const { page } = watched
  await page.locator('tbody tr').first().waitFor()
  await demo.callAs('agency', 'POST', '/v1/auth/logout')
  await page.getByLabel('Status').selectOption({ label: 'Completed' })
  await page.getByText('Your session has ended.').waitFor()

  await signInAs(page, demo.users.manager)
  await page.getByRole('link', { name: 'Go to your page' }).waitFor()
  expect(await page.locator('tbody tr').count()).toBe(0)
})
