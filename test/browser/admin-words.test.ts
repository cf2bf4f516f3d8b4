import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import {
  adminAt,
  HOTEL,
  LOOKS_BY_LANGUAGE,
  managerAt,
  pageFlaws,
  press,
  unexpectedErrors,
} from '../support/panel-demo.ts'
import { defects, textOf } from '../support/panel-stays.ts'

// What the admin's pages say, and where a press leads (issue 18).

const { startDemo, sharedDemo, open } = browserSuite()

test('amounts in the history of all hotels are in the currency of each', async () => {
  await using demo = await startDemo()
  const change = { basePriceCents: 123_450 }
  await demo.callAs('manager', 'PATCH', `/v1/panel/rooms/DBL?hotel=${HOTEL}`, change)
  await using watched = await open(demo, adminAt('history?entity=room_type'))
  const { page } = watched
  const row = page.locator('tbody tr').first()
  await row.getByText('DBL').first().waitFor()
  expect(await textOf(row)).toMatch(/from ₺[\d,]+ to ₺1,234\.50/)
  const city = { name: 'Göksu', country: 'TR', lat: 41, lng: 29 }
  await demo.callAs('admin', 'POST', '/v1/admin/cities', city)
  const { body } = await demo.callAs('admin', 'GET', '/v1/admin/history?limit=2')
  expect(body.items.map(({ currency }: any) => currency)).toEqual([undefined, 'TRY'])
  expect(defects(watched)).toEqual([])
})

test('a press anywhere in the row of a vendor opens what was done with it', async () => {
  await using demo = await startDemo()
  const made = { name: 'Harbour Channels', contact: 'support@harbour.example' }
  await demo.callAs('admin', 'POST', '/v1/admin/vendors', made)
  await using watched = await open(demo, adminAt('vendors'))
  const { page } = watched
  const cell = page.getByRole('cell', { name: 'support@harbour.example' })
  const { x, y, width, height } = (await cell.boundingBox())!
  await page.mouse.click(x + width - 4, y + height / 2)
  await page.getByText('added the vendor Harbour Channels').waitFor()
  expect(await page.locator('tbody tr').count()).toBe(1)
  await page.goBack()
  await page.setViewportSize({ width: 390, height: 800 })
  await cell.waitFor()
  expect(await cell.evaluate((shown) => shown.scrollWidth > shown.clientWidth)).toBe(false)
  await press(page, 'New secret for Harbour Channels')
  await page.getByRole('dialog').getByText('Until it expires, the present secret opens').waitFor()
  expect(defects(watched)).toEqual([])
})

test.each(LOOKS_BY_LANGUAGE)(
  'a hotel that there is not is said plainly, with the way back, at %i px, %s, %s',
  async (width, theme, language) => {
    const demo = await sharedDemo()
    await using watched = await open(demo, adminAt('hotels/none', { width, theme, language }))
    const { page } = watched
    const isEnglish = language === 'en'
    const title = isEnglish ? 'No hotel found' : 'Bu adda bir otel yok'
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await textOf(page.locator('.empty'))).toContain('“none”')
    expect(await page.getByRole('alert').locator('.note').count()).toBe(0)
    expect(await pageFlaws(page)).toEqual([])
    const back = page.locator('.empty').getByRole('link')
    await back.click()
    await page.getByRole('link', { name: 'Alfa Grand Bosphorus' }).waitFor()
    expect(unexpectedErrors(watched.errors, 404)).toEqual([])
  },
)

test('who invites somebody of the hotel is told who that is, and that they are in it', async () => {
  const demo = await sharedDemo()
  const email = demo.sheet.users.frontDesk.email.toUpperCase()
  for (const [opening, labels, told] of [
    [
      managerAt('people', { language: 'tr' }),
      ['Davet et', 'E-posta'],
      'Baran Koç zaten bu otelde: çalışanlar listesine bakın.',
    ],
    [
      adminAt(`hotels/${HOTEL}`),
      ['Invite somebody', 'E-mail'],
      'Baran Koç is already in this hotel: see the list of people.',
    ],
  ] as const) {
    await using watched = await open(demo, opening)
    const { page } = watched
    await page.getByRole('button', { name: labels[0] }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(labels[1]).fill(email)
    await dialog.locator('[type=submit]').click()
    await dialog.getByText(told).waitFor()
    expect(unexpectedErrors(watched.errors, 409)).toEqual([])
  }
})
