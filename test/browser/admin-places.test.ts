import { expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { choose, dialogOf, rowOf, save } from '../support/panel-admin.ts'
import { accessFlaws, adminAt, HOTEL, press } from '../support/panel-demo.ts'
import { defects, textOf } from '../support/panel-stays.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

const { startDemo, sharedDemo, open } = browserSuite()

test('an admin makes, finds, renames and deletes a city and a board; of what is used no deletion is offered (issue 18)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, adminAt('overview'))
  const { page } = watched
  const dialog = dialogOf(page)
  const steps = stepsOf(page)
  await steps.click(page.getByRole('link', { name: 'Cities' }))
  await steps.button(page, 'New city')
  await steps.fill(dialog.getByLabel('Name', { exact: true }), 'Iğdır')
  await steps.fill(dialog.getByLabel('Country'), 'TR')
  await steps.button(dialog, 'Save')
  await page.getByText('Iğdır is made.').waitFor()
  expect(printSteps('a city', '5, within a new hotel alone', steps)).toBeLessThanOrEqual(5)
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
  expect(await textOf(page.getByLabel('City').locator('option:checked'))).toBe('Istanbul')
  expect(await rowOf(page, 'Bravo Lara Beach').count()).toBe(0)
  await press(page, 'Clear filters')
  await rowOf(page, 'Bravo Lara Beach').waitFor()
  expect(await page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0)

  await page.getByRole('link', { name: 'Boards' }).click()
  await press(page, 'New board')
  await dialog.getByLabel('Code').fill('br')
  await dialog.getByLabel('Name', { exact: true }).fill('Brunch')
  await save(page)
  await choose(page, 'Brunch', 'Edit')
  await dialog.getByLabel('Name', { exact: true }).fill('Late brunch')
  await save(page)
  await choose(page, 'Late brunch', 'Delete')
  await press(dialog, 'Delete')
  await page.getByText('Late brunch is deleted.').waitFor()
  expect(defects(watched)).toEqual([])
})

test('a press anywhere in a row of users, agencies, cities, boards or people of a hotel opens it, its menu stays apart (issue 18)', async () => {
  const demo = await sharedDemo()
  await using watched = await open(demo, adminAt('users'))
  const { page } = watched
  const dialog = dialogOf(page)
  const rows = [
    ['Users', 'Baran Koç', 'Front desk'],
    ['Agencies', 'Delta Travel', 'DELTA'],
    ['Cities', 'Istanbul', 'TR'],
    ['Boards', 'Half board', 'HB'],
  ] as const
  for (const [list, name, elsewhere] of rows) {
    await page.getByRole('link', { name: list, exact: true }).first().click()
    await page.getByRole('heading', { name: list }).waitFor()
    await opens(rowOf(page, name), name, elsewhere)
  }
  await page.goto(`${page.url().split('#')[0]}#/hotels/${HOTEL}`)
  await opens(rowOf(page, 'Elif Tan'), 'Elif Tan', 'Revenue')
  expect(await accessFlaws(page)).toEqual([])
  expect(defects(watched)).toEqual([])

  /** By the pointer where a text of the row stands that is not its name, then by the keyboard. */
  async function opens(row: Locator, name: string, elsewhere: string) {
    await row.scrollIntoViewIfNeeded()
    const at = (await row.getByText(elsewhere).first().boundingBox())!
    await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2)
    await dialog.getByRole('heading', { name: `Edit: ${name}` }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await dialog.getByRole('heading', { name: `Edit: ${name}` }).waitFor()
    await press(dialog, 'Cancel')
    await row.getByRole('button', { name: `Actions for ${name}` }).click()
    await row.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    expect(await dialog.count()).toBe(0)
  }
})
