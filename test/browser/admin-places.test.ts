import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { choose, dialogOf, rowOf, save } from '../support/panel-admin.ts'
import { adminAt, press } from '../support/panel-demo.ts'
import { defects } from '../support/panel-stays.ts'

const { startDemo, open } = browserSuite()

test('an admin makes, finds, renames and deletes a city and a board; of what is used no deletion is offered (issue 18)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, adminAt('overview'))
  const { page } = watched
  const dialog = dialogOf(page)
  await page.getByRole('link', { name: 'Cities' }).click()
  await press(page, 'New city')
  await dialog.getByLabel('Name').fill('Iğdır')
  await dialog.getByLabel('Country').fill('TR')
  await save(page)
  await page.getByText('Iğdır is made.').waitFor()
  await page.getByLabel('Name or country').fill('IGDIR')
  await page.getByText('1 entry', { exact: true }).waitFor()
  await choose(page, 'Iğdır', 'Edit')
  await dialog.getByLabel('Latitude').fill('39,92')
  await dialog.getByLabel('Longitude').fill('44.05')
  await save(page)
  await rowOf(page, '39.92, 44.05').waitFor()
  await choose(page, 'Iğdır', 'Delete')
  await press(dialog, 'Delete')
  await page.getByText('Iğdır is deleted.').waitFor()
  await page.getByLabel('Name or country').fill('istanbul')
  await page.getByText('1 entry', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Actions for Istanbul' }).click()
  expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await rowOf(page, 'Istanbul').getByRole('link').click()
  await page.getByText('Alfa Grand Bosphorus').waitFor()

  await page.getByRole('link', { name: 'Boards' }).click()
  await press(page, 'New board')
  await dialog.getByLabel('Code').fill('br')
  await dialog.getByLabel('Name').fill('Brunch')
  await save(page)
  await choose(page, 'Brunch', 'Edit')
  await dialog.getByLabel('Name').fill('Late brunch')
  await save(page)
  await choose(page, 'Late brunch', 'Delete')
  await press(dialog, 'Delete')
  await page.getByText('Late brunch is deleted.').waitFor()
  expect(defects(watched)).toEqual([])
})

test('an agency is found as it is typed, in whatever letters (issue 18)', async () => {
  await using demo = await startDemo()
  const body = {
    code: 'ISIK',
    name: 'Kordon Işık',
    email: 'k@example.com',
    commissionBasisPoints: 1,
  }
  await demo.callAs('admin', 'POST', '/v1/admin/agencies', body)
  await using watched = await open(demo, adminAt('agencies'))
  const { page } = watched
  for (const typed of ['kordon isik', 'KORDON IŞIK', 'ışık kor']) {
    await page.getByLabel('Name, code or e-mail').fill(typed)
    await page.getByText('1 entry', { exact: true }).waitFor()
    await rowOf(page, 'Kordon Işık').waitFor()
    await page.getByLabel('Name, code or e-mail').fill('')
    await rowOf(page, 'DELTA').waitFor()
  }
  expect(defects(watched)).toEqual([])
})
