import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { choose, dialogOf, roomOf, roomsAt, save } from '../support/panel-admin.ts'
import { adminAt, HOTEL, press } from '../support/panel-demo.ts'
import { defects, focusOnFlaw } from '../support/panel-stays.ts'

const { startDemo, open } = browserSuite()

/** Empties fields of the dialog that is open, and saves: each says that it cannot be empty. */
async function refuseEmpty(page: Page, ...labels: string[]): Promise<void> {
  const dialog = dialogOf(page)
  for (const label of labels) await dialog.getByLabel(label, { exact: true }).fill('')
  await press(dialog, 'Save')
  await focusOnFlaw(page)
  const wrong = dialog.locator('[aria-invalid=true]')
  expect(await wrong.count()).toBe(labels.length)
  for (const label of labels)
    expect(await dialog.getByLabel(label, { exact: true }).getAttribute('aria-invalid')).toBe(
      'true',
    )
}

test.each(['admin', 'manager'] as const)(
  'an emptied number of rooms and base price of the form of an %s are emptied, overbooking is kept, and what cannot be empty says so (D2, contract §2)',
  async (who) => {
    await using demo = await startDemo()
    await using watched = await open(demo, roomsAt(who))
    const { page } = watched
    const dialog = dialogOf(page)
    const edit = () => press(page, 'Edit: Suite')
    expect((await roomOf(demo, 'SUI')).totalRooms).toBeGreaterThan(0)
    await edit()
    await dialog.getByLabel('Number of rooms').fill('')
    await dialog.getByLabel('Base price in TRY').fill('')
    await dialog.getByLabel('Overbooking').fill('2')
    await save(page)
    expect(await roomOf(demo, 'SUI')).toMatchObject({
      totalRooms: null,
      basePriceCents: null,
      overbookingRooms: 2,
    })

    await edit()
    expect(await dialog.getByLabel('Overbooking').inputValue()).toBe('2')
    await refuseEmpty(page, 'Overbooking', 'Maximum adults', 'Maximum children', 'Maximum guests')
    expect((await roomOf(demo, 'SUI')).overbookingRooms).toBe(2)
    expect(defects(watched)).toEqual([])
  },
)

test('no form of an admin says "saved" of an emptied field that stayed as it was: hotel, agency, agency user (D2)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, adminAt(`hotels/${HOTEL}`))
  const { page } = watched
  await press(page, 'Edit')
  await refuseEmpty(page, 'Stars', 'Latitude', 'Longitude', 'Name', 'Address')
  await press(dialogOf(page), 'Cancel')

  await page.getByRole('link', { name: 'Agencies' }).click()
  const agency = (await demo.callAs('admin', 'GET', '/v1/agencies')).body.items[0]
  await choose(page, agency.name, 'Edit')
  await refuseEmpty(page, 'Commission in per cent')
  await press(dialogOf(page), 'Cancel')

  await page.getByRole('link', { name: 'Users' }).click()
  const users = await demo.callAs('admin', 'GET', '/v1/admin/users?role=agency_user')
  await choose(page, users.body.items[0].name, 'Edit')
  const picked = dialogOf(page).getByLabel('Agency', { exact: true })
  await picked.locator('option', { hasText: agency.code }).waitFor({ state: 'attached' })
  await picked.selectOption('')
  await press(dialogOf(page), 'Save')
  await focusOnFlaw(page)
  expect(await picked.getAttribute('aria-invalid')).toBe('true')
  expect(defects(watched)).toEqual([])
})
