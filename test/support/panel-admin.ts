import type { Locator, Page } from 'playwright-core'
import { adminAt, HOTEL, managerAt, type PanelDemo, press } from './panel-demo.ts'

/** Rows of the table that have a text. */
export const rowOf = (page: Page, text: string): Locator =>
  page.locator('tbody tr', { hasText: text })

/** The dialog that is open. */
export const dialogOf = (page: Page): Locator => page.getByRole('dialog')

/** Saves the dialog, which is gone then. */
export async function save(page: Page): Promise<void> {
  await press(dialogOf(page), 'Save')
  await dialogOf(page).waitFor({ state: 'detached' })
}

/** Chooses from the menu of a row. */
export async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await press(page, item)
}

/** Where the room types of the demo's hotel are changed. */
export const roomsAt = (who: 'admin' | 'manager') =>
  who === 'admin' ? adminAt(`hotels/${HOTEL}`) : managerAt('rooms')

/** A room type of the demo's hotel, as the service has it. */
export async function roomOf(demo: PanelDemo, code: string): Promise<any> {
  const { body } = await demo.callAs('admin', 'GET', `/v1/panel/rooms?hotel=${HOTEL}`)
  return body.items.find(({ roomCode }: any) => roomCode === code)
}
