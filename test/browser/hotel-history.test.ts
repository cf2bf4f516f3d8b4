import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import {
  EVIL,
  HOTEL,
  LOOKS_BY_LANGUAGE,
  managerAt,
  type PanelDemo,
  pageFlaws,
} from '../support/panel-demo.ts'
import { defects, textOf } from '../support/panel-stays.ts'

const { startDemo, open } = browserSuite()

const AYSE = {
  ...{ email: 'ayse@example.com', password: 'a boat on the Bosphorus' },
  ...{ name: 'Ayşe Şen', role: 'hotel_manager' },
}

/** The owner adds, promotes and removes Ayşe and changes a room type, an admin the hotel. */
async function changeThings(demo: PanelDemo) {
  const asOwner = (method: string, path: string, body?: unknown) =>
    demo.callAs('manager', method, `/v1/panel/${path}?hotel=${HOTEL}`, body)
  const { body } = await demo.callAs('admin', 'POST', '/v1/admin/users', AYSE)
  const answers = [
    await asOwner('POST', 'members', { email: AYSE.email, role: 'read_only' }),
    await asOwner('PATCH', `members/${body.id}`, { role: 'front_desk' }),
    await asOwner('DELETE', `members/${body.id}`),
    await asOwner('PATCH', 'rooms/DBL', { name: 'Big double' }),
    await asOwner('PATCH', 'rooms/DBL', { name: EVIL, basePriceCents: 123450 }),
    await asOwner('POST', 'api-keys', { name: 'PMS' }),
    await demo.callAs('admin', 'PATCH', `/v1/admin/hotels/${HOTEL}`, { stars: 3 }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 204, 200, 200, 201, 200])
}

const told = (page: Page) => page.locator('tbody tr .told > p:first-child')

test('an owner reads who changed what in sentences, and finds it by person, kind and day (issue 17, 4)', async () => {
  await using demo = await startDemo()
  await changeThings(demo)
  await using watched = await open(demo, managerAt('history'))
  const { page } = watched
  await page
    .getByText('Kerem Usta gave Ayşe Şen the role Front desk instead of Read-only')
    .waitFor()
  const sentences = await told(page).allTextContents()
  expect(sentences[0]).toMatch(/ changed the stars of the hotel .* from 5 to 3$/)
  expect(sentences[0]).not.toContain('@')
  expect(sentences.slice(1, 7)).toEqual([
    'Kerem Usta added API key PMS',
    'Kerem Usta changed room type DBL',
    expect.stringMatching(/^Kerem Usta changed the name of room type DBL from .+ to Big double$/),
    'Kerem Usta removed Ayşe Şen, whose role was Front desk, from the hotel',
    'Kerem Usta gave Ayşe Şen the role Front desk instead of Read-only',
    'Kerem Usta let Ayşe Şen into the hotel with the role Read-only',
  ])
  const row = page.locator('tbody tr', { hasText: 'changed room type DBL' })
  expect(await textOf(row)).toContain(`name: Big double → ${EVIL}`)
  expect(await textOf(row)).toMatch(/base price: .+ → .*1,234\.50/)

  await page.getByLabel('Kind').selectOption('member')
  await page.locator('tbody tr', { hasText: 'API key PMS' }).waitFor({ state: 'detached' })
  const ofPeople = await told(page).allTextContents()
  expect(ofPeople.slice(0, 3)).toEqual(sentences.slice(4, 7))
  for (const sentence of ofPeople) expect(sentence).toMatch(/ role /)
  await page.getByLabel('Kind').selectOption('')
  await page.locator('tbody tr', { hasText: 'the stars' }).waitFor()
  await page.getByLabel('Person').selectOption({ label: 'Kerem Usta' })
  await page.locator('tbody tr', { hasText: 'the stars' }).waitFor({ state: 'detached' })
  await page.getByLabel('To').fill('2020-01-01')
  await page.getByText('Nothing was changed like that').waitFor()
  expect(defects(watched)).toEqual([])
})

test.each(LOOKS_BY_LANGUAGE)(
  'at %i pixels, %s, in %s the history fits and axe finds nothing',
  async (width, theme, language) => {
    await using demo = await startDemo()
    await changeThings(demo)
    await using watched = await open(demo, managerAt('history', { width, theme, language }))
    const { page } = watched
    await told(page).first().waitFor()
    expect(await pageFlaws(page)).toEqual([])
    expect(defects(watched)).toEqual([])
  },
)
