import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { accessFlaws, HOTEL, managerAt, type PanelDemo, pageFlaws } from '../support/panel-demo.ts'
import { defects } from '../support/panel-stays.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

const { startDemo, open } = browserSuite()

type Shown = {
  roomCode: string | null
  position: number
  width: number
  height: number
  url: string
  colour: string | null
  widths: { width: number }[]
}

/** Pictures that the browser of the page has drawn, as somebody would have them on a disk; a side is 2,400 pixels long. */
async function pictures(page: Page, colours: string[]) {
  const drawn = await page.evaluate(
    async (all) =>
      await Promise.all(
        all.map(async (colour) => {
          const canvas = new OffscreenCanvas(2_400, 1_600)
          const context = canvas.getContext('2d')!
          context.fillStyle = colour
          context.fillRect(0, 0, 2_400, 1_600)
          const blob = await canvas.convertToBlob({ type: 'image/jpeg' })
          return [...new Uint8Array(await blob.arrayBuffer())]
        }),
      ),
    colours,
  )
  return drawn.map((bytes, at) => ({
    ...{ name: `${colours[at]}.jpg`, mimeType: 'image/jpeg' },
    buffer: Buffer.from(bytes),
  }))
}

async function photosOf(demo: PanelDemo, code: string | null): Promise<Shown[]> {
  const { body } = await demo.callAs('manager', 'GET', `/v1/panel/photos?hotel=${HOTEL}`)
  return body.items.filter(({ roomCode }: Shown) => roomCode === code)
}

/** The colour in the middle of each picture, in their order. */
const coloursIn = (scope: Locator) =>
  scope.locator('.photos img').evaluateAll(async (images) =>
    Promise.all(
      (images as HTMLImageElement[]).map(async (image) => {
        await image.decode()
        const context = new OffscreenCanvas(1, 1).getContext('2d')!
        context.drawImage(image, 0, 0, 1, 1)
        const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
        return red! > 128 ? 'red' : green! > 100 ? 'green' : blue! > 128 ? 'blue' : 'black'
      }),
    ),
  )

test('photos of a room type are picked at once, made smaller, put in order, described and deleted (panel.md b)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('rooms'))
  const { page, offOrigin } = watched
  const files = await pictures(page, ['red', 'green', 'blue'])
  const before = (await photosOf(demo, 'SUI')).length
  const steps = stepsOf(page)
  await steps.click(page.getByRole('button', { name: /^Photos: .*Suite/ }).last())
  const dialog = page.getByRole('dialog')
  await dialog.getByText('No photos yet').waitFor()
  expect(await accessFlaws(page)).toEqual([])
  const field = dialog.locator('input[type=file]')
  await field.setInputFiles([
    ...files,
    { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>') },
  ])
  await dialog.getByText('page.jpg: this browser cannot read it as a picture').waitFor()
  await until(async () => (await dialog.locator('.photos img').count()) === 3)
  expect(await coloursIn(dialog)).toEqual(['red', 'green', 'blue'])
  expect(printSteps('photos of a room type (picked in one go)', 'not possible', steps)).toBe(1)
  const sent = await photosOf(demo, 'SUI')
  expect(sent.slice(before).map(({ width, height }) => [width, height])).toEqual([
    [1_600, 1_067],
    [1_600, 1_067],
    [1_600, 1_067],
  ])
  // The browser makes the other widths and the colour of each, one after another (issue 36).
  const widthsOf = async () =>
    (await photosOf(demo, 'SUI')).map(({ widths }) => widths.map(({ width }) => width).join())
  await until(
    async () => (await widthsOf()).join('; ') === '400,800,1600; 400,800,1600; 400,800,1600',
  )
  await until(async () => (await photosOf(demo, 'SUI')).every(({ colour }) => colour !== null))
  const [red] = await photosOf(demo, 'SUI')
  expect(red!.colour).toMatch(/^#f[c-f]0[0-3]0[0-3]$/)

  const ordering = stepsOf(page)
  await ordering.click(dialog.getByRole('button', { name: 'Move earlier: Photo 3' }))
  await ordering.press('Enter')
  expect(printSteps('the last of three photos put first', 'not possible', ordering)).toBe(2)
  expect(await coloursIn(dialog)).toEqual(['blue', 'red', 'green'])
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Move earlier: Photo 1',
  )
  await until(async () => (await photosOf(demo, 'SUI'))[0]!.url === sent[2]!.url)

  const describing = stepsOf(page)
  await describing.click(dialog.getByRole('button', { name: 'Actions for Photo 1' }))
  await describing.click(dialog.locator('.menu-body').getByRole('button', { name: 'Edit' }))
  const form = page.getByRole('dialog', { name: 'Edit: Photo 1' })
  await describing.fill(form.getByLabel('in English'), 'A blue wall')
  await describing.press('Enter')
  await dialog.getByAltText('A blue wall').waitFor()
  expect(printSteps('what is on a photo', 'not possible', describing)).toBe(4)

  const deleting = stepsOf(page)
  await deleting.click(dialog.getByRole('button', { name: 'Actions for Photo 2' }))
  await deleting.click(dialog.locator('.menu-body').getByRole('button', { name: 'Delete' }))
  await deleting.click(
    page.getByRole('dialog', { name: 'Delete Photo 2?' }).getByRole('button', { name: 'Delete' }),
  )
  await until(async () => (await dialog.locator('.photos img').count()) === 2)
  expect(printSteps('a photo deleted', 'not possible', deleting)).toBe(3)
  expect(await coloursIn(dialog)).toEqual(['blue', 'green'])
  const { body } = await demo.call('GET', `/v1/hotels/${HOTEL}`)
  const suite = body.rooms.find(({ roomCode }: Shown) => roomCode === 'SUI')
  expect(suite.photos.map(({ alt }: any) => alt)).toEqual([
    { tr: '', en: 'A blue wall' },
    { tr: '', en: '' },
  ])
  expect(await accessFlaws(page)).toEqual([])
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test('an owner puts photos of the hotel in order by keyboard alone; who only reads sees them (panel.md b)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('hotel'))
  const { page } = watched
  const [file] = await pictures(page, ['green'])
  const before = await photosOf(demo, null)
  const steps = stepsOf(page)
  const field = page.locator('input[type=file][multiple]')
  // The browser asks the test for files from here on, and not only once the key is under way.
  page.on('filechooser', () => {})
  await page.locator('.photos img').first().waitFor()
  await field.focus()
  await page.waitForFunction(() => document.activeElement?.matches('[type=file]'))
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), steps.press('Space')])
  await chooser.setFiles(file!)
  const mover = page.getByRole('button', { name: `Move earlier: Photo ${before.length + 1}` })
  await mover.waitFor()
  await mover.focus()
  for (const _ of before) await steps.press('Enter')
  await until(async () => (await photosOf(demo, null))[0]!.height === 1_067)
  expect(printSteps('hotel photos: one added and put first', 'admin only, no photos', steps)).toBe(
    1 + before.length,
  )
  const after = await photosOf(demo, null)
  expect(after.slice(1).map(({ url }) => url)).toEqual(before.map(({ url }) => url))
  expect(await pageFlaws(page)).toEqual([])
  expect(defects(watched)).toEqual([])

  await using other = await open(demo, managerAt('hotel', { as: 'readOnly', language: 'tr' }))
  const seen = other.page.locator('.photos img')
  await seen.nth(2).waitFor()
  expect(await seen.nth(1).getAttribute('alt')).toBe('Akşam, boğaz kıyısında otel')
  expect(await other.page.locator('input[type=file], .photos button').count()).toBe(0)
  // Of room types it is for revenue, too; of the hotel it is not.
  await using third = await open(demo, managerAt('hotel', { as: 'revenue' }))
  await third.page.locator('.photos img').nth(2).waitFor()
  expect(await third.page.locator('input[type=file]').count()).toBe(0)
})

test('a photo that is sent while nothing answers is told of by name, and can be sent again (issue 18)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('rooms', { language: 'tr', width: 390 }))
  const { page } = watched
  const [file] = await pictures(page, ['red'])
  await page
    .getByRole('button', { name: /^Fotoğraflar: / })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await page.route('**/v1/panel/photos**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await dialog.locator('input[type=file]').setInputFiles(file!)
  await dialog.getByText(/^red\.jpg: /).waitFor()
  await page.unroute('**/v1/panel/photos**')
  await dialog.locator('input[type=file]').setInputFiles(file!)
  await dialog.getByAltText('1. fotoğraf').waitFor()
  expect(await dialog.getByText(/^red\.jpg: /).count()).toBe(0)
  expect(await pageFlaws(page)).toEqual([])
})

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await Bun.sleep(20)
}
