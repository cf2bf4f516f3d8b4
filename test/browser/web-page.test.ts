import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { encode } from 'uqr'
import { browserSuite } from '../support/browser-suite.ts'
import { HOTEL, LOOKS_BY_LANGUAGE, managerAt, pageFlaws, press } from '../support/panel-demo.ts'
import { defects } from '../support/panel-stays.ts'
import { shoot } from '../support/shots.ts'

const { startDemo, open } = browserSuite()

// The panel's page of the hotel's page for guests (issue 36, the hotel's side).

const SELLING = { PUBLIC_PAGES: '1', STRANGER_LIMITS: '1' }
const UNLISTED = 'Searches leave the hotel out: only guests with the link find the page.'

/** The modules of a QR code in a picture, without the quiet zone around them. */
const modulesOf = (page: Page, name: string, size: number): Promise<boolean[][]> =>
  page.getByRole('img', { name }).evaluate(async (image: HTMLImageElement, across) => {
    await image.decode()
    const scale = 4
    const canvas = new OffscreenCanvas(across * scale, across * scale)
    const pen = canvas.getContext('2d')!
    pen.drawImage(image, 0, 0, canvas.width, canvas.height)
    const { data, width } = pen.getImageData(0, 0, canvas.width, canvas.height)
    const places = Array.from({ length: across }, (_, at) => at * scale + scale / 2)
    return places.map((y) => places.map((x) => data[4 * (y * width + x)]! < 128))
  }, size)

/** A month of statistics, so that no test waits for the minute in which they are written. @param most above the bookings of each day */
async function standInFigures(page: Page, most = 3): Promise<void> {
  await page.route('**/v1/panel/web-bookings/days?*', async (route) => {
    const answer = await route.fetch()
    const { items } = (await answer.json()) as { items: { date: string }[] }
    const body = items.map(({ date }, at) => ({
      ...{ date, views: 20 + ((at * 7) % 23), searches: 60 + ((at * 11) % 40) },
      ...{ bookings: at % most, holds: at % 5 === 0 ? 1 : 0, denials: (at * 5) % 7 },
    }))
    await route.fulfill({ response: answer, json: { items: body } })
  })
}

test('a manager copies the widget’s line, sees the link as a QR code, takes the hotel out of searches and back, and the alarm goes', async () => {
  await using demo = await startDemo(SELLING)
  await using watched = await open(demo, managerAt('web'))
  const { page } = watched
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { body: web } = await demo.callAs('manager', 'GET', `/v1/panel/web-bookings?hotel=${HOTEL}`)
  const link: string = web.page.url
  expect(link).toEndWith(`/stay/${HOTEL}`)
  await page.getByText(link, { exact: true }).waitFor()
  const { data, size } = encode(link, { border: 4, ecc: 'M' })
  expect(await modulesOf(page, 'QR code of the page', size)).toEqual(data)

  const widget = page.locator('section', { has: page.locator('#web-widget') })
  await press(widget, 'Copy')
  await page.getByText('Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `<script src="${new URL(link).origin}/widget.js" data-hotel="${HOTEL}" data-lang="en" async></script>`,
  )
  await press(page, 'Edit: websites with the page')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Websites that may show the page').fill('https://www.alfa.example')
  await press(dialog, 'Save')
  await dialog.waitFor({ state: 'detached' })
  await widget.getByText('https://www.alfa.example').waitFor()

  const isFound = async () => {
    const { body } = await demo.call('GET', '/v1/hotels?q=alfa%20grand', {})
    return body.items.some(({ slug }: { slug: string }) => slug === HOTEL)
  }
  expect(await page.getByText(UNLISTED).count()).toBe(0)
  await press(page, 'Take out of searches')
  await page.getByText(UNLISTED).waitFor()
  expect(await isFound()).toBe(false)
  expect(await pageFlaws(page)).toEqual([])
  await press(page.locator('.alarms'), 'Show in searches')
  await page.getByText(UNLISTED).waitFor({ state: 'detached' })
  expect(await isFound()).toBe(true)

  const NO_RATE = 'No rate is public: guests can look, and book nothing.'
  expect(await page.getByText(NO_RATE).count()).toBe(0)
  const rates = `/v1/panel/rates`
  const { body: all } = await demo.callAs('manager', 'GET', `${rates}?hotel=${HOTEL}`)
  for (const { rateCode, public: isPublic } of all.items)
    if (isPublic)
      await demo.callAs('manager', 'PATCH', `${rates}/${rateCode}?hotel=${HOTEL}`, {
        public: false,
      })
  await page.reload()
  await page.getByText(NO_RATE).waitFor()
  expect(defects(watched)).toEqual([])
})

test('the preview is the real page, takes no press, and is drawn anew after a change; it counts as no view', async () => {
  await using demo = await startDemo(SELLING)
  await using watched = await open(demo, managerAt('web'))
  const { page } = watched
  const frame = page.frameLocator('.web-preview iframe')
  await frame.getByRole('heading', { level: 1 }).waitFor()
  const accent = () =>
    frame
      .locator('html')
      .evaluate((html) => getComputedStyle(html).getPropertyValue('--accent').toLowerCase())
  expect(await accent()).not.toContain('#7a1f5c')
  const before = await page.locator('.web-preview iframe').getAttribute('src')
  expect(await frame.locator('html').evaluate(() => document.fonts.check('16px Inter'))).toBe(true)
  await press(page, 'Edit: on the hotel’s page')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Colour').fill('#7A1F5C')
  await press(dialog, 'Save')
  await dialog.waitFor({ state: 'detached' })
  await page.locator(`.web-preview iframe:not([src="${before}"])`).waitFor()
  await page.waitForFunction(() => {
    const root = document.querySelector('iframe')?.contentDocument?.documentElement
    return root && getComputedStyle(root).getPropertyValue('--accent').includes('#7a1f5c')
  })
  const isInert = await page
    .locator('.web-preview iframe')
    .evaluate((each) => each.matches('[inert]'))
  expect(isInert).toBe(true)
  expect(defects(watched)).toEqual([])
})

test('the form of the page shows it beside as the changes would leave it, before they are saved', async () => {
  await using demo = await startDemo(SELLING)
  await using watched = await open(demo, managerAt('web'))
  const { page } = watched
  await page.frameLocator('.web-columns iframe').getByRole('heading', { level: 1 }).waitFor()
  await press(page, 'Edit: on the hotel’s page')
  const dialog = page.getByRole('dialog')
  const look = page.frameLocator('.form-beside iframe')
  await look.getByRole('heading', { level: 1 }).waitFor()
  await dialog.getByLabel('Licence number', { exact: true }).fill('TR-2027-0815')
  await look.getByText('TR-2027-0815').waitFor()
  await dialog.getByLabel('Colour').fill('#7A1F5C')
  const accent = () =>
    look
      .locator('html')
      .evaluate((html) => getComputedStyle(html).getPropertyValue('--accent').toLowerCase())
  await page.waitForFunction(() => {
    const shown = document.querySelector<HTMLIFrameElement>('.form-beside iframe')
    const root = shown?.contentDocument?.documentElement
    return root && getComputedStyle(root).getPropertyValue('--accent').includes('#7a1f5c')
  })
  // A draft that the service refuses leaves the last look.
  await dialog.getByLabel('Colour').fill('red')
  await dialog.getByLabel('Licence number').fill('TR-2027-0816')
  expect(await accent()).toContain('#7a1f5c')
  expect(await look.getByText('TR-2027-0815').count()).toBe(1)
  expect(await pageFlaws(page)).toEqual([])
  await press(dialog, 'Cancel')
  const { body } = await demo.call('GET', `/v1/hotels/${HOTEL}`, {})
  expect([body.colour, body.licenceNumber]).not.toContain('#7a1f5c')
  expect(body.licenceNumber).not.toBe('TR-2027-0815')
})

test('where pages for guests are off the page says so, and who does not own the hotel changes nothing', async () => {
  await using demo = await startDemo({ STRANGER_LIMITS: '1' })
  await using off = await open(demo, managerAt('web'))
  await off.page.getByText('The pages for guests are switched off on this service').waitFor()
  expect(await off.page.locator('#web-widget, #web-figures, iframe').count()).toBe(0)
  await using selling = await startDemo(SELLING)
  await using watched = await open(selling, managerAt('web', { as: 'readOnly' }))
  const { page } = watched
  await page.locator('#web-widget').waitFor()
  const changes = { name: /Edit|Take out|Show in|let them|Write/ }
  expect(await page.locator('main').getByRole('button', changes).count()).toBe(0)
  expect(defects(watched)).toEqual([])
})

test('Today tells how many bookings came from the page since yesterday, and leads to those alone, which a press widens to all', async () => {
  await using demo = await startDemo(SELLING)
  await using watched = await open(demo, managerAt('today'))
  const { page } = watched
  await standInFigures(page, 1)
  await page.reload()
  await page.locator('.tile').first().waitFor()
  expect(await page.getByText('from the web page since yesterday').count()).toBe(0)
  await standInFigures(page)
  await page.reload()
  await page.getByRole('link', { name: '1 from the web page since yesterday' }).click()
  await page.getByRole('heading', { level: 1, name: 'Bookings' }).waitFor()
  const chip = page.getByRole('button', { name: 'Web', exact: true })
  expect([page.url().split('?')[1], await chip.getAttribute('aria-pressed')]).toEqual([
    ...['source=web', 'true'],
  ])
  await chip.click()
  await page.waitForURL(/bookings$/)
  await page.getByRole('button', { name: 'Web', exact: true, pressed: false }).waitFor()
  expect(defects(watched)).toEqual([])
})

test.each([
  ...LOOKS_BY_LANGUAGE,
  [390, 'light', 'tr'],
  [1280, 'light', 'en'],
  [1920, 'dark', 'tr'],
] as const)(
  'the page fits %i px, %s, %s, and axe finds nothing',
  async (width, theme, language) => {
    await using demo = await startDemo(SELLING)
    await using watched = await open(demo, managerAt('today', { width, theme, language }))
    const { page } = watched
    await standInFigures(page)
    await page.goto(`${demo.url}/panel#/${HOTEL}/web`)
    await page.frameLocator('.web-preview iframe').getByRole('heading', { level: 1 }).waitFor()
    await page.locator('.tile').first().waitFor()
    await page.locator('.alarms').waitFor()
    expect(await pageFlaws(page)).toEqual([])
    await shoot(page, `web-page-${language}-${width}-${theme}`, true)
    expect(defects(watched)).toEqual([])
  },
)
