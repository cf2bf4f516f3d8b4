import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { dialogOf, roomOf, roomsAt } from '../support/panel-admin.ts'
import { accessFlaws, press } from '../support/panel-demo.ts'
import { defects, textOf } from '../support/panel-stays.ts'

const { startDemo, open } = browserSuite()

test.each(['admin', 'manager'] as const)(
  'the room form of an %s asks once before the number of rooms falls: counts above it fall and stay fallen (contract §2)',
  async (who) => {
    await using demo = await startDemo()
    await using watched = await open(demo, roomsAt(who))
    const { page } = watched
    const dialog = dialogOf(page)
    const before = await roomOf(demo, 'SUI')
    await press(page, 'Edit: Suite')
    await dialog.getByLabel('Number of rooms').fill('1')
    await press(dialog, 'Save')
    await dialog.getByText('stay lowered').waitFor({ timeout: 10_000 })
    expect(await textOf(dialog)).toContain('from today on')
    expect(await accessFlaws(page)).toEqual([])
    await press(dialog, 'Cancel')
    expect(await dialog.getByLabel('Number of rooms').inputValue()).toBe('1')
    expect(await roomOf(demo, 'SUI')).toEqual(before)

    await press(dialog, 'Save')
    await press(dialog, 'Lower the counts')
    await dialog.waitFor({ state: 'detached' })
    expect((await roomOf(demo, 'SUI')).totalRooms).toBe(1)

    await press(page, 'Edit: Suite')
    await dialog.getByLabel('Number of rooms').fill('2')
    await press(dialog, 'Save')
    await dialog.waitFor({ state: 'detached' })
    expect((await roomOf(demo, 'SUI')).totalRooms).toBe(2)
    expect(defects(watched)).toEqual([])
  },
)
