import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { dialogOf, roomOf } from '../support/panel-admin.ts'
import { adminAt, HOTEL, press } from '../support/panel-demo.ts'
import { defects, focusOnFlaw } from '../support/panel-stays.ts'

const { startDemo, open } = browserSuite()

test.each([
  ['en', '1,000', 'Edit: Suite', 'Number of rooms', 'Save', 'Enter a whole number.'],
  ['tr', '1.000', 'Düzenle: Süit', 'Oda sayısı', 'Kaydet', 'Tam sayı yazın.'],
] as const)(
  'in %s an admin who writes %p as the number of rooms is told so at the field: nothing is sent, no count falls (contract §2)',
  async (language, typed, edit, label, action, words) => {
    await using demo = await startDemo()
    await using watched = await open(demo, adminAt(`hotels/${HOTEL}`, { language }))
    const { page } = watched
    const before = await roomOf(demo, 'SUI')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent.push(request.url())
    })
    await press(page, edit)
    const dialog = dialogOf(page)
    const field = dialog.getByLabel(label, { exact: true })
    await field.fill(typed)
    await press(dialog, action)
    await dialog.getByText(words).waitFor()
    await focusOnFlaw(page)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(sent).toEqual([])
    expect(await roomOf(demo, 'SUI')).toEqual(before)
    expect(defects(watched)).toEqual([])
  },
)
