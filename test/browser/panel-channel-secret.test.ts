import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { guidePage } from '../support/guide.ts'
import { managerAt, openDialog, pick, press, WITH_WEBHOOKS } from '../support/panel-demo.ts'
import { defects, textOf } from '../support/panel-stays.ts'
import { startReceiver } from '../support/receiver.ts'

const { startDemo, sharedDemo, open } = browserSuite()
/** Each language of the section for receivers, as the panel names it and as the guide marks it. */
const LANGUAGES = [
  ['TypeScript', 'ts'],
  ['Python', 'python'],
  ['PHP', 'php'],
] as const

/** Tries all by which a dialog is left in passing. */
async function pressAround(page: Page): Promise<void> {
  await page.mouse.click(3, 3)
  await page.mouse.click(3, 890, { clickCount: 2 })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
}

/** Holds a secret to be there after all that, and only its own button to close it. */
async function expectKept(page: Page, dialog: Locator): Promise<void> {
  const secret = await textOf(dialog.locator('.secret code'))
  await pressAround(page)
  expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0)
  const kept = dialog.getByRole('button', { name: 'I have saved it' })
  await kept.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await kept.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  // The second click of a double one.
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  expect(await textOf(dialog.locator('.secret code'))).toBe(secret)
  await kept.click()
  await dialog.waitFor({ state: 'detached' })
}

test.each([1440, 360])(
  'a new key at %i px is lost neither to a double click, nor to a click beside it, nor to Escape (issue 5 §5)',
  async (width) => {
    await using demo = await startDemo()
    await using watched = await open(demo, managerAt('channel/keys', { width }))
    const dialog = await openDialog(watched.page, 'Create key')
    await dialog.getByLabel('Name').fill('PMS')
    await dialog.getByRole('button', { name: 'Create key' }).dblclick()
    await expectKept(watched.page, dialog)
    await watched.page.getByText('PMS', { exact: true }).first().waitFor()
    expect(await watched.page.getByText('PMS', { exact: true }).count()).toBe(1)
    expect(defects(watched)).toEqual([])
  },
)

test('a webhook’s secret, new and rotated, is closed by its own button only (issue 5 §5)', async () => {
  await using receiver = startReceiver()
  await using demo = await startDemo(WITH_WEBHOOKS)
  await using watched = await open(demo, managerAt('channel/webhooks'))
  const { page } = watched
  const dialog = await openDialog(page, 'Add webhook')
  await dialog.getByLabel('Address').fill(receiver.url)
  await press(dialog, 'Save')
  await expectKept(page, dialog)
  await pick(page, `Actions for ${receiver.url}`, 'New secret')
  await press(dialog, 'New secret')
  await expectKept(page, dialog)
})

test('a key that is being made cannot be left before it is shown (issue 5 §5)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('channel/keys'))
  const { page } = watched
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/v1/panel/api-keys?*', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.fallback()
  })
  const dialog = await openDialog(page, 'Create key')
  await dialog.getByLabel('Name').fill('PMS')
  await press(dialog, 'Create key')
  await dialog.locator('[aria-busy=true]').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await press(dialog, 'Close')
  expect(await dialog.getByLabel('Name').inputValue()).toBe('PMS')
  release()
  await expectKept(page, dialog)
})

test('a click beside a form leaves what was typed; Escape and the cross close it (issue 5 §7)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('channel/keys'))
  const { page } = watched
  const dialog = await openDialog(page, 'Create key')
  await dialog.getByLabel('Name').fill('PMS')
  await page.mouse.click(3, 3)
  await dialog.getByLabel('Expires').focus()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('PMS')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await press(page, 'Create key')
  await press(dialog, 'Close')
  await dialog.waitFor({ state: 'detached' })
})

test('beside the webhooks stands how to verify, in the words of the guide, and which language is shown (contract §4)', async () => {
  const section = await guidePage('receivers')
  const demo = await sharedDemo()
  await using watched = await open(demo, managerAt('channel/webhooks'))
  const { page } = watched
  await page.getByText('How to verify an event').click()
  for (const [name, mark] of LANGUAGES) {
    await press(page, name)
    const code = section.split(`\`\`\`${mark} receiver\n`)[1]!.split('\n```')[0]!
    expect(await page.locator('.snippets pre').textContent()).toBe(code)
  }
  const look = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((button) => {
      const { borderBlockEndWidth, backgroundColor } = getComputedStyle(button)
      return { borderBlockEndWidth, backgroundColor }
    })
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors })
    const [shown, other] = [await look('PHP'), await look('Python')]
    expect(shown.borderBlockEndWidth).not.toBe(other.borderBlockEndWidth)
    expect(shown.backgroundColor).not.toBe(other.backgroundColor)
  }
})
