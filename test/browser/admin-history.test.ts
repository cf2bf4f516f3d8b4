import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { choose } from '../support/panel-admin.ts'
import { accessFlaws, adminAt, HOTEL } from '../support/panel-demo.ts'
import { defects, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

const { startDemo, open } = browserSuite()

test('who did what is filtered by person, kind and days, in names and words; from an account one press leads to what it did (issue 18)', async () => {
  await using demo = await startDemo()
  await demo.callAs('manager', 'PATCH', `/v1/panel/rooms/DBL?hotel=${HOTEL}`, { name: 'Çift oda' })
  await demo.callAs('admin', 'POST', '/v1/admin/cities', { name: 'Bursa', country: 'TR' })
  const { body: me } = await demo.callAs('manager', 'GET', '/v1/auth/me')
  await using watched = await open(demo, adminAt('users'))
  const { page } = watched
  await choose(page, me.name, 'What they did')
  await page.getByText('1 entry', { exact: true }).waitFor()
  const row = page.locator('tbody tr')
  expect(await textOf(row)).toContain(`${me.name} changed`)
  expect(await textOf(row)).not.toMatch(/@|basePriceCents|passwordChanged/)
  await page.getByLabel('Person').selectOption({ label: 'Any' })
  await page.getByText('added the city Bursa').waitFor()
  await page.getByLabel('Kind').selectOption({ label: 'City' })
  await page.getByText('1 entry', { exact: true }).waitFor()
  await page.getByLabel('To', { exact: true }).fill(dayFromNow(-3))
  await page.getByText('No such changes').waitFor()
  await page.getByLabel('To', { exact: true }).fill(dayFromNow(1))
  await page.getByLabel('From', { exact: true }).fill(dayFromNow(-3))
  await page.getByText('1 entry', { exact: true }).waitFor()
  expect(await accessFlaws(page)).toEqual([])
  expect(defects(watched)).toEqual([])
})
