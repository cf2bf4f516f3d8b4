import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { adminAt, HOTEL, managerAt, pageFlaws, press } from '../support/panel-demo.ts'
import { defects, textOf } from '../support/panel-stays.ts'

const { startDemo, sharedDemo, open } = browserSuite()

test('an admin makes a vendor, whose secret is shown once, and gives it another (contract §8)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, adminAt('vendors', { width: 390, theme: 'dark' }))
  const { page } = watched
  await page.getByText(demo.sheet.vendor.name).waitFor()
  await press(page, 'New vendor')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Harbour Channels')
  await dialog.getByLabel('Contact').fill('support@harbour.example')
  expect(await pageFlaws(page)).toEqual([])
  await press(dialog, 'Save')
  const secret = await textOf(dialog.locator('.secret code'))
  expect(secret).toStartWith('service_vendor_')
  const hotels = (key: string) => demo.call('GET', '/v1/partner/hotels', { key })
  expect((await hotels(secret)).body).toEqual({ hotels: [] })
  await press(dialog, 'I have saved it')

  await press(page, 'New secret for Harbour Channels')
  await dialog.getByText('Until it expires, the present secret opens').waitFor()
  expect(await dialog.getByLabel('The present key stays good').inputValue()).toBe('24')
  expect(await pageFlaws(page)).toEqual([])
  await press(dialog, 'New secret')
  const next = await textOf(dialog.locator('.secret code'))
  expect([(await hotels(secret)).status, (await hotels(next)).status]).toEqual([200, 200])
  await press(dialog, 'I have saved it')
  await page.getByText(/earlier key service_vendor_.* valid until/).waitFor()
  expect(await pageFlaws(page)).toEqual([])

  await press(page, 'New secret for Harbour Channels')
  await dialog.getByLabel('The present key stays good').selectOption('0')
  await press(dialog, 'New secret')
  await press(dialog, 'I have saved it')
  expect((await hotels(next)).status).toBe(401)
  expect(defects(watched)).toEqual([])
})

test('a hotel connects a vendor with the rights it chooses, sees when it was used, and is told what ends before it does (contract §8)', async () => {
  await using demo = await startDemo()
  const made = { name: 'Harbour Channels', contact: 'support@harbour.example' }
  const { secret } = (await demo.callAs('admin', 'POST', '/v1/admin/vendors', made)).body
  const call = (method: string, path: string, body?: object) =>
    demo.call(method, `/v1/partner${path}?hotel=${HOTEL}`, { key: secret, ...(body && { body }) })
  await using watched = await open(demo, managerAt('channel/vendors', { language: 'tr' }))
  const { page } = watched
  await press(page, 'Bağla: Harbour Channels')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('bookings:ack').uncheck()
  expect(await pageFlaws(page)).toEqual([])
  await press(dialog, 'Bağla')
  await page.getByText('Harbour Channels bağlandı.').waitFor()
  const row = page.locator('tbody tr').first()
  await row.getByText('Harbour Channels').waitFor()
  await row.locator('.badge.good').waitFor()
  expect(await pageFlaws(page)).toEqual([])
  const { key } = (await call('GET', '/limits')).body
  expect(key.scopes).toEqual([
    'availability:read',
    'availability:write',
    'bookings:read',
    'webhooks',
  ])
  await call('POST', '/webhooks', { url: 'https://hooks.example.com/harbour' })

  await page.reload()
  await press(row, 'Bağlantıyı kes: Harbour Channels')
  await dialog.getByText('hiçbir bilgisini okuyamaz').waitFor()
  await dialog.getByText('Webhook’u silinir').waitFor()
  expect(await pageFlaws(page)).toEqual([])
  await press(dialog, 'Bağlantıyı kes')
  await page.getByText('Harbour Channels ile bağlantı kesildi.').waitFor()
  expect((await call('GET', '/limits')).status).toBe(404)
  expect(defects(watched)).toEqual([])
})

test('on a telephone each date and figure of a key and a vendor says what it is', async () => {
  const demo = await sharedDemo()
  for (const [opening, heads] of [
    [managerAt('channel/vendors'), ['Last use', 'Rights']],
    [managerAt('channel/keys'), ['Expires', 'Last use', 'Requests, last minute']],
    [adminAt('vendors'), ['Created', 'Hotels', 'Last use']],
  ] as const) {
    await using watched = await open(demo, { ...opening, width: 390 })
    const row = watched.page.locator('tbody tr').first()
    await row.waitFor()
    const told = await row.locator('td').evaluateAll((cells) =>
      cells
        .map((cell) => getComputedStyle(cell, '::before').content)
        .filter((label) => /\w/.test(label) && label !== 'none')
        .map((label) => label.replaceAll(/["\\:]/g, '').trim())
        .toSorted(),
    )
    expect(told).toEqual([...heads])
  }
})
