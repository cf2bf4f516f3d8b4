import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { agencyAt, pageFlaws, press } from '../support/panel-demo.ts'
import { defects, textOf } from '../support/panel-stays.ts'
import { png } from '../support/pictures.ts'

const { startDemo, open } = browserSuite()

const rowOf = (page: Page, name: string) =>
  page.locator('tbody tr').filter({ has: page.getByText(name, { exact: true }) })

async function choose(page: Page, name: string, item: string): Promise<Locator> {
  await rowOf(page, name).locator('.menu > button').click()
  await rowOf(page, name).locator('.menu-body').getByRole('button', { name: item }).click()
  return page.getByRole('dialog')
}

test('an owner of an agency invites a colleague, gives another role, and removes them; a seller has no such page (contract-agencies, *Roles*)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, agencyAt('colleagues'))
  const { page } = watched
  await page.locator('tbody tr', { hasText: '(you)' }).waitFor()
  expect(await pageFlaws(page)).toEqual([])
  await press(page, 'Invite somebody')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill('nil@example.com')
  await dialog.getByLabel('Role in the agency').selectOption('agency_seller')
  await press(dialog, 'Invite')
  const url = await textOf(dialog.locator('.secret code'))
  await press(dialog, 'I have saved it')
  await page.getByRole('heading', { name: 'Pending invitations' }).waitFor()

  await using joining = await open(demo, { path: '/panel', hash: url.slice(url.indexOf('#')) })
  await joining.page.getByText('Welcome to Delta Travel').waitFor()
  expect(await pageFlaws(joining.page)).toEqual([])
  await joining.page.getByLabel('Your name').fill('Nil Ak')
  const password = joining.page.locator('input[type=password]')
  // Managers of passwords know the field, and nothing keeps text from being pasted into it (ASVS 6.2.7).
  const isPasted = await password.evaluate((input) =>
    input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
  )
  expect(isPasted).toBe(true)
  expect(await password.getAttribute('autocomplete')).toBe('new-password')
  await password.fill('a boat on the Bosphorus')
  await press(joining.page, 'Accept and sign in')
  await joining.page.waitForURL(/\/acenta/)
  const navigation = joining.page.locator('#navigation')
  await navigation.getByText('Settings').waitFor()
  expect(await textOf(navigation)).not.toContain('Colleagues')

  await page.reload()
  const editing = await choose(page, 'Nil Ak', 'Edit')
  await editing.getByLabel('Role in the agency').selectOption('agency_accounts')
  await press(editing, 'Save')
  await rowOf(page, 'Nil Ak').locator('.badge', { hasText: 'Accounts' }).waitFor()
  await press(await choose(page, 'Nil Ak', 'Sign out everywhere'), 'Sign out everywhere')
  await page.getByText('Nil Ak is signed out everywhere.').waitFor()
  await press(await choose(page, 'Nil Ak', 'Remove'), 'Remove')
  await rowOf(page, 'Nil Ak').waitFor({ state: 'detached' })
  expect(defects(watched)).toEqual([])
})

test('the settings of an agency hold the record and the logo of its papers, and ask its people for a second factor', async () => {
  await using demo = await startDemo()
  const opening = agencyAt('settings', { width: 390, language: 'tr', theme: 'dark' })
  await using watched = await open(demo, opening)
  const { page } = watched
  await press(page, 'Acenteyi düzenle')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Belge numarası').fill('A-1234')
  await dialog.getByLabel('Telefon').fill('+90 232 555 00 00')
  expect(await pageFlaws(page)).toEqual([])
  await press(dialog, 'Kaydet')
  await page.getByText('A-1234').waitFor()
  const picture = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(png()) }
  await page.locator('input[type=file]').setInputFiles(picture)
  await page.locator('img.logo').waitFor()
  expect(await pageFlaws(page)).toEqual([])
  const { body } = await demo.callAs('agency', 'GET', '/v1/agencies/me')
  expect(body).toMatchObject({ licenceNumber: 'A-1234', phone: '+90 232 555 00 00' })
  await press(page, 'Resmi kaldır')
  await page.locator('img.logo').waitFor({ state: 'detached' })
  // Without a second factor of one's own the rule cannot be set.
  await press(page, 'Herkesten iste')
  await press(page.getByRole('dialog'), 'Herkesten iste')
  await page.getByRole('dialog').getByRole('alert').getByText('Önce').waitFor()
})
