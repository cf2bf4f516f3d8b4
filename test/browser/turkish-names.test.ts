import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { BOARDS, CITIES } from '../../src/demo/catalog.ts'
import { demoRates } from '../../src/demo/rates.ts'
import { ROOMS } from '../../src/demo/rooms.ts'
import { STANDARD } from '../../src/domain/rates/rate.ts'
import { browserSuite } from '../support/browser-suite.ts'
import {
  adminAt,
  agencyAt,
  HOTEL,
  managerAt,
  type Opening,
  openDialog,
  type PanelDemo,
  press,
} from '../support/panel-demo.ts'
import { defects, placeOrder, sellNights, textOf } from '../support/panel-stays.ts'

const { startDemo, open } = browserSuite()

const HALF_BOARD = {
  roomCodes: ['DBL'],
  basePriceCents: 1,
  hasHalfBoard: true,
  hasKey: false,
  stars: 5,
}
const NAMED = [
  ...BOARDS,
  ...CITIES.flatMap(({ city, taxes }) => [city, ...taxes]),
  ...demoRates(HALF_BOARD),
  ...ROOMS,
  STANDARD,
]
/** Names of the demo that are others in Turkish; a time zone (`Europe/Istanbul`) is none. */
const ENGLISH = [
  ...new Set(
    NAMED.filter(({ name, translations: { tr } }) => tr.name !== null && tr.name !== name).map(
      ({ name }) => name,
    ),
  ),
]

/** Which of them a page shows. */
async function englishOn(page: Page): Promise<string[]> {
  // Of the list of bookings a page waits for nothing else.
  await page.waitForLoadState('networkidle')
  const text = await textOf(page.locator('body'))
  return ENGLISH.filter((name) => new RegExp(`(?<![/\\p{L}])${name}(?!\\p{L})`, 'u').test(text))
}

/** Opens a page in Turkish and says what is English there, once something of it is shown. */
async function look(
  demo: PanelDemo,
  opening: Opening,
  shown: string,
  act: (page: Page) => Promise<void> = async () => {},
) {
  await using watched = await open(demo, { ...opening, language: 'tr' })
  const { page } = watched
  await page.locator(shown).first().waitFor()
  await act(page)
  expect([opening.hash, await englishOn(page)]).toEqual([opening.hash, []])
  expect(defects(watched)).toEqual([])
  return await textOf(page.locator('body'))
}

test('no page of the panel has a name of the demo in English where it has one in Turkish (D6, contract-agencies)', async () => {
  await using demo = await startDemo()
  await sellNights(demo)
  const booked = await placeOrder(demo, { rateCode: 'NRF' }, 'agency')
  const at = (view: string) => managerAt(view)
  expect(ENGLISH).toContain('Non-refundable')
  await look(demo, at('today'), 'main h1')
  await look(demo, at('calendar'), '.cell', async (page) => {
    await press(page, 'Çift kişilik oda: tarifeler')
    await page.locator('.rate').first().waitFor()
  })
  await look(demo, at('bookings'), 'tbody tr')
  const told = await look(demo, at(`bookings/${booked.code}`), '.facts')
  for (const name of ['İptal edilemez', 'KDV', 'Konaklama vergisi', 'Çift kişilik oda'])
    expect(told).toContain(name)
  await look(demo, at('bookings/new'), 'form')
  expect(await look(demo, at('hotel'), '#told')).toContain('İstanbul, TR')
  await look(demo, at('rooms'), 'tbody tr')
  expect(await look(demo, at('rates'), 'tbody tr')).toContain('Standart')
  await look(demo, at('history'), 'main h1')
  await look(demo, at('sheets/arrivals'), 'main h1')
  await look(demo, at('sheets/departures'), 'main h1')
  await look(demo, at(`sheets/card/${booked.code}`), 'main h1')
})

test('nor has the agency’s page, nor the admin’s (D6, contract-agencies)', async () => {
  await using demo = await startDemo()
  await sellNights(demo)
  const booked = await placeOrder(demo, { rateCode: 'NRF' }, 'agency')
  await look(demo, agencyAt('overview'), '.sums')
  await look(demo, agencyAt('bookings'), 'tbody tr')
  const told = await look(demo, agencyAt(`bookings/${booked.code}`), '.facts')
  for (const name of ['İptal edilemez', 'KDV', 'Çift kişilik oda']) expect(told).toContain(name)
  await look(demo, adminAt('overview'), 'main h1')
  expect(await look(demo, adminAt('hotels'), 'tbody tr')).toContain('İstanbul')
  expect(await look(demo, adminAt('cities'), 'tbody tr')).toContain('Lizbon')
  expect(await look(demo, adminAt('boards'), 'tbody tr')).toContain('Yarım pansiyon')
  await look(demo, adminAt(`hotels/${HOTEL}`), '#told')
})

test('names of a tax are written in both languages, and what nobody touched stays (D6, contract-agencies)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('hotel'))
  const { page } = watched
  await page.locator('#told').waitFor()
  const dialog = await openDialog(page, 'Edit: hotel')
  await dialog.getByLabel('Name in Turkish').first().fill('Katma değer vergisi')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { body } = await demo.callAs('manager', 'GET', `/v1/panel/hotel?hotel=${HOTEL}`)
  expect(body.taxes).toEqual([
    {
      ...{ code: 'VAT', name: 'Value added tax', percentBp: 1_000 },
      translations: { en: { name: 'Value added tax' }, tr: { name: 'Katma değer vergisi' } },
    },
    {
      ...{ code: 'ACC', name: 'Accommodation tax', percentBp: 200 },
      translations: { en: { name: 'Accommodation tax' }, tr: { name: 'Konaklama vergisi' } },
    },
  ])
  expect(defects(watched)).toEqual([])
})
