import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { managerAt, press } from '../support/panel-demo.ts'
import { defects } from '../support/panel-stays.ts'

const { startDemo, open } = browserSuite()

test('Back, a gesture on a telephone, does not throw away what is typed in a form; from an untouched one it leads back, and after saving, too (issue 18)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('rates'))
  const { page } = watched
  const at = (title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor()
  const dialog = page.getByRole('dialog')
  const text = dialog.getByLabel('Description', { exact: true })
  const toRooms = async () => {
    await page.locator('nav a[href$="/rooms"]').click()
    await at('Rooms')
  }
  await at('Rates')
  await toRooms()
  await press(page, 'Edit: Suite')
  await text.waitFor()
  await page.evaluate(() => history.back())
  await at('Rates')
  expect(await dialog.count()).toBe(0)

  await toRooms()
  await press(page, 'Edit: Suite')
  await text.fill('Two rooms and a terrace')
  const went = await page.evaluate(() =>
    navigation.back().committed?.then(
      () => 'away',
      () => 'nowhere',
    ),
  )
  expect(went).toBe('nowhere')
  expect(await text.inputValue()).toBe('Two rooms and a terrace')
  await press(dialog, 'Save')
  await dialog.waitFor({ state: 'detached' })
  await page.evaluate(() => history.back())
  await at('Rates')
  expect(defects(watched)).toEqual([])
})
