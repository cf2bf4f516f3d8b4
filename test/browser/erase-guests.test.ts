import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import {
  HOTEL,
  managerAt,
  openAct,
  type PanelDemo,
  pageFlaws,
  press,
} from '../support/panel-demo.ts'
import { bookStay, defects, rewrite, sellNights } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'
import { shoot } from '../support/shots.ts'

const { startDemo, open } = browserSuite()

const GUEST = { firstName: 'Zerrin', lastName: 'Özgür', email: 'zerrin@example.com' }

/** A booking of Zerrin's. */
const bookIt = (demo: PanelDemo, start: number) =>
  bookStay(demo, { start, order: { guest: GUEST, specialRequests: 'A quiet room' } })

const cancel = async (demo: PanelDemo, code: string) => {
  const { status } = await demo.callAs('manager', 'POST', `/v1/bookings/${code}/cancel`, {})
  expect(status).toBe(200)
}

/** A reservation of two rooms from today on. @returns the code of its first stay */
async function bookGroup(demo: PanelDemo): Promise<string> {
  const stay = { roomCode: 'DBL', checkin: dayFromNow(0), checkout: dayFromNow(2), adults: 1 }
  await sellNights(demo, { from: stay.checkin, nights: 2, available: 9 })
  const path = `/v1/panel/booking-groups?hotel=${HOTEL}`
  const { body } = await demo.callAs('manager', 'POST', path, { guest: GUEST, stays: [stay, stay] })
  return body.bookings[0].code
}

/** Goes to a view of the hotel, and reads it when it has come. */
async function textAt(page: Page, { url }: PanelDemo, view: string, mark: string) {
  await page.goto(`${url}/panel#/${HOTEL}/${view}`)
  await page.getByText(mark).first().waitFor()
  return await page.locator('main').textContent()
}

test('an owner erases the guest of a booking that has ended, and nothing of the panel names her any more (issue 37 item 6)', async () => {
  await using demo = await startDemo()
  const { code } = await bookIt(demo, 60)
  await using watched = await open(demo, managerAt(`bookings/${code}`))
  const { page } = watched
  let dialog = await openAct(page, 'Erase guest’s data …')
  await dialog.getByText('Backups made before still hold the data').waitFor()
  await shoot(page, 'erase-1280-light')
  expect(await pageFlaws(page)).toEqual([])
  await press(dialog, 'Erase for good')
  await dialog.getByText('The stay must have ended first. Nobody was erased.').waitFor()
  await press(dialog, 'Cancel')
  await page.getByRole('heading', { name: 'Zerrin Özgür' }).waitFor()

  await cancel(demo, code)
  await page.reload()
  await page.getByRole('heading', { name: 'Zerrin Özgür' }).waitFor()
  dialog = await openAct(page, 'Erase guest’s data …')
  await press(dialog, 'Erase for good')
  await page.getByText('The guest’s data of 1 booking is erased.').waitFor()
  await page.getByRole('heading', { name: 'Erased guest' }).waitFor()
  await page.getByText(/erased the guest’s data of booking/).waitFor()
  await shoot(page, 'erased-1280-light', true)
  expect(await pageFlaws(page)).toEqual([])
  const texts = [
    await page.locator('main').textContent(),
    await textAt(page, demo, `bookings?q=${code}`, 'Erased guest'),
    await textAt(page, demo, 'history', 'erased the guest’s data of booking'),
    await textAt(page, demo, 'bookings?q=Zerrin', 'No bookings'),
  ]
  for (const text of texts) expect(text).not.toMatch(/Zerrin|Özgür|zerrin@|quiet/)
  await page.goto(`${demo.url}/panel#/${HOTEL}/bookings/${code}`)
  await page.getByRole('button', { name: 'More for Erased guest' }).click()
  expect(await page.locator('.menu-body').textContent()).not.toMatch(/Erase|back|link/i)
  expect(defects(watched).filter((each) => !/409/.test(each))).toEqual([])
})

test('an owner exports and erases a guest by e-mail, and says after how many years all are erased (issue 37 item 6)', async () => {
  await using demo = await startDemo()
  for (const start of [60, 70]) await cancel(demo, (await bookIt(demo, start)).code)
  await using watched = await open(demo, managerAt('hotel'))
  const { page } = watched
  const card = page.locator('section', { has: page.locator('#guests-data') })
  const email = card.getByLabel('E-mail of the guest')
  await email.fill('nobody@example.com')
  await press(card, 'Export')
  await card.getByText('No booking of this hotel has this e-mail address.').waitFor()
  await email.fill(' Zerrin@Example.com ')
  const download = page.waitForEvent('download')
  await press(card, 'Export')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^alfa-grand-bosphorus-guest-[\d-]+\.json$/)
  const { bookings } = await Bun.file(await file.path()).json()
  expect(bookings).toHaveLength(2)
  expect(bookings[0].guest).toMatchObject(GUEST)

  await press(card, 'Erase guest’s data …')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 bookings of Zerrin@Example.com').waitFor()
  await press(dialog, 'Erase for good')
  await page.getByText('The guest’s data of 2 bookings is erased.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(await email.inputValue()).toBe('')

  await press(page, 'Edit: guests’ data')
  await dialog.getByLabel(/N years after the stay/).fill('31')
  await press(dialog, 'Save')
  await dialog.locator('[aria-invalid]').waitFor()
  await dialog.getByLabel(/N years after the stay/).fill('10')
  await press(dialog, 'Save')
  await card.getByText('10 years after the stay').waitFor()
  const history = await textAt(page, demo, 'history', 'exported the data of a guest: 2 bookings')
  expect(history).toContain('years after which guests’ data is erased')
  expect(defects(watched).filter((each) => !/422/.test(each))).toEqual([])
})

/** Places of the panel and of the agency's page that name guests. */
const PLACES = [
  ...['today', 'bookings', 'sheets/arrivals', 'sheets/departures', 'reviews', 'statements'],
  ...['mail', 'history'],
]

test.each([
  [1280, 'light', 'en'],
  [390, 'dark', 'tr'],
] as const)(
  'at %i, %s, in %s every list and page bears guests who are erased (issue 37 item 6)',
  async (width, theme, language) => {
    await using demo = await startDemo()
    const code = await bookGroup(demo)
    rewrite(
      demo,
      `update booking set first_name = '', last_name = '', email = null, phone = null,
       country = null, erased_at_ms = 1`,
    )
    rewrite(demo, `update review set author = ''`)
    const name = language === 'tr' ? 'Verileri silinmiş konuk' : 'Erased guest'
    await using watched = await open(demo, managerAt('today', { width, theme, language }))
    const { page } = watched
    for (const place of [...PLACES, `bookings/${code}`, `bookings/${code}?whole=true`]) {
      await page.goto(`${demo.url}/panel#/${HOTEL}/${place}`)
      await page.locator('main h1, main h2').first().waitFor()
      await page.waitForFunction(() => !document.querySelector('.loading'))
      if (/today|bookings|sheets|reviews/.test(place)) await page.getByText(name).first().waitFor()
      expect(await page.locator('main').textContent()).not.toMatch(/undefined|null,|> , </)
      await shoot(page, `all-erased-${place.replaceAll(/\W/g, '-')}-${language}-${width}-${theme}`)
    }
    expect(await pageFlaws(page)).toEqual([])
    expect(defects(watched)).toEqual([])
  },
)

test.each([
  [390, 'dark', 'tr'],
  [1280, 'dark', 'en'],
  [390, 'light', 'en'],
] as const)('it is read at %i, %s, in %s', async (width, theme, language) => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('hotel', { width, theme, language }))
  const { page } = watched
  await page.locator('#guests-data').scrollIntoViewIfNeeded()
  await page.getByLabel(language === 'tr' ? 'Konuğun e-postası' : 'E-mail of the guest').fill('x')
  await page.locator('form .button.danger').click()
  await page.locator('[aria-invalid]').waitFor()
  await shoot(page, `guests-data-${language}-${width}-${theme}`)
  expect(await pageFlaws(page)).toEqual([])
})
