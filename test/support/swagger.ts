import type { Locator, Page } from 'playwright-core'
import type { WatchedPage } from './browser.ts'
import { until } from './process.ts'

/** A page of Swagger, once it shows the operations. */
export async function waitForSwagger(watched: WatchedPage): Promise<WatchedPage> {
  await watched.page.locator('.opblock').first().waitFor()
  return watched
}

/** Gives the page a key, as its holder would. */
export async function authorize(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  const dialog = page.locator('.modal-ux')
  const form = dialog.locator('form', { hasText: 'apiKey (http' })
  await form.getByRole('textbox').fill(key)
  await form.getByRole('button', { name: 'Apply credentials' }).click()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
}

/** Tags that one filter shows at most: Panel has operations on availability, too. */
const TAGS_ALIKE = 3

/** Opens an operation with those of its tag alone on the page, which is drawn anew at each press of anything. */
export async function openOperation(
  page: Page,
  id: string,
  tag = 'Availability',
): Promise<Locator> {
  await page.locator('.operation-filter-input').fill(tag)
  // It draws them anew, and a press meanwhile goes down on one thing and up on another.
  const sections = page.locator('.opblock-tag-section')
  const isDrawn = (count: number) => count > 0 && count <= TAGS_ALIKE
  await until('the page shows few tags', async () => isDrawn(await sections.count()))
  const operation = page.locator(`#operations-${tag}-${id}`)
  await operation.locator('.opblock-summary-control').click()
  await operation.locator('button.execute').waitFor()
  return operation
}

/** Presses Execute and reads the answer off the page, once it shows the one that came. */
export async function execute(operation: Locator) {
  const coming = operation.page().waitForResponse(/\/v1\//)
  await operation.locator('button.execute').click()
  const came = await (await coming).json()
  const shown = operation.locator('.live-responses-table')
  let body: any
  await until('the page shows the answer', async () => {
    body = parse(await shown.locator('.microlight').first().textContent())
    return Bun.deepEquals(body, came)
  })
  const status = await shown.locator('tbody .response-col_status').first().textContent()
  return { status: Number.parseInt(status!, 10), body }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    // Half drawn.
    return undefined
  }
}
