import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import {
  adminAt,
  HOTEL,
  managerAt,
  OPPOSITE_LOOKS,
  pageFlaws,
  press,
} from '../support/panel-demo.ts'
import { defects, textOf } from '../support/panel-stays.ts'
import { shoot } from '../support/shots.ts'

const { startDemo, open } = browserSuite()

test('an owner makes a site, whose key is shown once, gives it another that overlaps, and revokes it (contract-access)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('channel/sites', { width: 360, theme: 'dark' }))
  const { page } = watched
  const dialog = page.getByRole('dialog')
  const search = async (key: string) =>
    (await fetch(`${demo.url}/v1/hotels`, { headers: { 'x-service-site': key } })).status
  await page.getByText('No sites yet').waitFor()
  expect(await pageFlaws(page)).toEqual([])
  await shoot(page, 'sites-empty-360-dark')
  await press(page, 'New site')
  await dialog.getByLabel('Name').fill('alfa.example')
  expect(await pageFlaws(page)).toEqual([])
  await shoot(page, 'sites-new-360-dark')
  await press(dialog, 'Save')
  const first = await textOf(dialog.locator('.secret code'))
  expect(first).toStartWith('service_site_')
  expect(await dialog.locator('pre').textContent()).toContain("'x-service-visitor'")
  expect(await pageFlaws(page)).toEqual([])
  await shoot(page, 'sites-secret-360-dark')
  await press(dialog, 'I have saved it')
  await page.getByRole('row').getByText('alfa.example').waitFor()

  await press(page, 'Actions for alfa.example')
  await press(page, 'New key')
  await dialog.getByLabel('The present key stays good').selectOption('for 3 days')
  await press(dialog, 'New key')
  const second = await textOf(dialog.locator('.secret code'))
  expect([await search(first), await search(second)]).toEqual([200, 200])
  await press(dialog, 'I have saved it')
  await page.getByText('earlier key').waitFor()
  expect(await pageFlaws(page)).toEqual([])
  await shoot(page, 'sites-360-dark')

  await press(page, 'Actions for alfa.example')
  await press(page, 'Revoke')
  await dialog.getByText('Its next call is refused').waitFor()
  await press(dialog, 'Revoke')
  await page.getByText('alfa.example is revoked.').waitFor()
  expect([await search(first), await search(second)]).toEqual([401, 401])
  await page.locator('summary').click()
  expect(await pageFlaws(page)).toEqual([])
  expect(defects(watched)).toEqual([])
})

test('an admin makes a site for some hotels that proves its guests and has a page of its own, in both languages', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, adminAt('sites', { language: 'tr', width: 1280 }))
  const { page } = watched
  const dialog = page.getByRole('dialog')
  await page.getByText('Henüz site yok').waitFor()
  await shoot(page, 'sites-admin-empty-1280-light')
  await press(page, 'Yeni site')
  await dialog.getByLabel('Ad', { exact: true }).fill('Ege Portal')
  await dialog.getByRole('button', { name: /Alfa/ }).first().click()
  await dialog.getByLabel('ödeme alır').check()
  await dialog.getByLabel('kendi sayfası').fill('http://portal.example/booking')
  await shoot(page, 'sites-admin-new-1280-light')
  await press(dialog, 'Kaydet')
  await dialog.getByText('https:// ile başlamalı.').waitFor()
  expect(await pageFlaws(page)).toEqual([])
  await dialog.getByLabel('kendi sayfası').fill('https://portal.example/booking')
  await press(dialog, 'Kaydet')
  await dialog.getByText('Ege Portal oluşturuldu').waitFor()
  await press(dialog, 'Sakladım')
  const { items } = (await demo.callAs('admin', 'GET', '/v1/admin/sites')).body
  expect(items).toMatchObject([
    {
      name: 'Ege Portal',
      hotels: [HOTEL],
      proves: true,
      roomNightsPerHour: 600,
      managePage: 'https://portal.example/booking',
    },
  ])
  for (const [width, theme] of OPPOSITE_LOOKS) {
    await using seen = await open(demo, adminAt('sites', { width, theme, language: 'tr' }))
    await seen.page.getByText('Konukları doğrulanmış sayılır').waitFor()
    expect(await pageFlaws(seen.page)).toEqual([])
    await shoot(seen.page, `sites-admin-${width}-${theme}`)
  }
  expect(defects(watched)).toEqual([])
})
