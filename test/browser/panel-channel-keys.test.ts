import { expect, test } from 'bun:test'
import { SCOPES, SCOPES_DEFAULT } from '../../src/domain/accounts/scope.ts'
import { instantAt, parseDate } from '../../src/domain/kernel/date.ts'
import { instantIn } from '../../src/panel/views/channel/instant.ts'
import { browserSuite } from '../support/browser-suite.ts'
import { HOTEL, managerAt, type PanelDemo, pageFlaws, pick, press } from '../support/panel-demo.ts'
import { defects, rewrite, textOf } from '../support/panel-stays.ts'

const { startDemo, open } = browserSuite()

/** Makes a key in the name of the demo's manager. @returns its id */
async function makeKey({ callAs }: PanelDemo, name: string): Promise<string> {
  const { body } = await callAs('manager', 'POST', `/v1/panel/api-keys?hotel=${HOTEL}`, { name })
  return body.id
}

test('keys that open something come first, expired ones say that they open nothing, revoked ones are put away (issue 5 §5)', async () => {
  await using demo = await startDemo()
  const over = await makeKey(demo, 'Over')
  rewrite(demo, 'update api_key set expires_at_ms = ? where id = ?', String(Date.now() - 1), over)
  await makeKey(demo, 'Young')
  const gone = await makeKey(demo, 'Gone')
  await demo.callAs('manager', 'DELETE', `/v1/panel/api-keys/${gone}?hotel=${HOTEL}`)
  await using watched = await open(demo, managerAt('channel/keys'))
  const { page } = watched
  const names = page.locator('tbody th bdi:visible')
  await names.getByText('Young').waitFor()
  const shown = await names.allTextContents()
  expect(shown).toContain('Young')
  expect(shown.at(-1)).toBe('Over')
  expect(shown).not.toContain('Gone')
  const row = page.locator('tr', { hasText: 'Over' })
  await row.getByText('no longer works').waitFor()
  await pick(row, 'Actions for Over', 'Revoke')
  await page.getByRole('dialog').getByText('it only moves to the revoked keys').waitFor()
  await press(page.getByRole('dialog'), 'Revoke')
  await page.locator('summary', { hasText: 'Revoked keys (2)' }).click()
  const putAway = page.locator('details')
  await putAway.getByText('Gone', { exact: true }).waitFor()
  await putAway.getByText('Over', { exact: true }).waitFor()
  expect(await putAway.getByRole('button').count()).toBe(0)
  expect(await pageFlaws(page)).toEqual([])
  expect(defects(watched)).toEqual([])
})

test('a key is made with some rights and from some networks, both are shown, and its addresses are changed (contract §8)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('channel/keys', { language: 'tr' }))
  const { page } = watched
  await press(page, 'Anahtar oluştur')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Ad', { exact: true }).fill('Fiyat')
  const boxes = dialog.getByRole('checkbox')
  expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(SCOPES_DEFAULT.length)
  for (const scope of SCOPES_DEFAULT) await dialog.getByLabel(scope).uncheck()
  await press(dialog, 'Anahtar oluştur')
  await dialog.getByText('En az birini seçin.').waitFor()
  expect(await boxes.count()).toBe(SCOPES.length)
  await dialog.getByLabel('availability:write').check()
  const networks = dialog.getByLabel('Yalnızca şuradan')
  await networks.fill('198.51.100.7\n203.0.113.7/24')
  await press(dialog, 'Anahtar oluştur')
  await dialog.getByText('203.0.113.0/24 ya da yalnızca o adres için').waitFor()
  expect(await pageFlaws(page)).toEqual([])
  await networks.fill('198.51.100.7\n203.0.113.0/24')
  await press(dialog, 'Anahtar oluştur')
  const secret = await textOf(dialog.locator('.secret code'))
  // With this key nobody can try both, and nothing can be pulled.
  expect(await dialog.getByRole('button', { name: 'Bu anahtarla gönder' }).count()).toBe(0)
  expect(await textOf(dialog.locator('pre'))).toStartWith('curl -X PUT')
  await press(dialog, 'Sakladım')

  const row = page.locator('tr', { hasText: 'Fiyat' })
  await row.getByText('Gün ve fiyat gönderme').waitFor()
  await row.getByText('198.51.100.7/32 ve 1 tane daha').waitFor()
  const ask = () => demo.call('GET', '/v1/partner/limits', { key: secret })
  expect(await ask()).toBeProblem(403, 'address_not_allowed')
  await pick(row, 'Fiyat için işlemler', 'Adresler')
  expect(await dialog.getByRole('textbox').inputValue()).toBe('198.51.100.7/32\n203.0.113.0/24')
  await dialog.getByRole('textbox').fill('')
  await press(dialog, 'Kaydet')
  await page.getByText('Fiyat: adresler kaydedildi.').waitFor()
  await row.getByText('198.51.100.7').waitFor({ state: 'detached' })
  expect((await ask()).body.key.scopes).toEqual(['availability:write'])
  // The refusal that was asked for.
  expect(defects(watched).filter((each) => !/422/.test(each))).toEqual([])
})

test('the requests of the last minute are read again every ten seconds while the page is seen (issue 5 §5)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('channel/webhooks'))
  const { page } = watched
  await page.getByText('No webhooks yet').waitFor()
  await page.clock.install()
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v1/panel/api-keys')) reads.push(request.url())
  })
  await page.getByRole('link', { name: 'API keys' }).click()
  const used = page.locator('tbody td.number').first()
  const before = Number.parseInt(await textOf(used), 10)
  for (const _ of [1, 2, 3]) await demo.call('GET', '/v1/partner/hotel', { key: demo.sheet.apiKey })
  await page.clock.runFor(10_000)
  await used.getByText(`${before + 3} /`).waitFor()

  await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }))
  const seen = reads.length
  await page.clock.runFor(60_000)
  await page.getByRole('link', { name: 'Push log' }).click()
  await page.getByRole('heading', { name: 'Push log' }).waitFor()
  expect(reads.length).toBe(seen)
})

test.each(['Europe/Istanbul', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'])(
  'the last minute and the first of a day in %s are those of the hotel’s clock, on days of change too (contract §1)',
  (timezone) => {
    for (const day of ['2026-11-01', '2026-11-21', '2027-03-14', '2027-03-28', '2027-10-31'])
      for (const time of ['00:00', '23:59'])
        expect(Date.parse(instantIn(day, time, timezone))).toBe(
          instantAt(parseDate(day)!, time, timezone),
        )
  },
)

test('a key of the sandbox is made with the page, and its prefix says so (contract §2, Sandbox)', async () => {
  await using demo = await startDemo()
  await using watched = await open(demo, managerAt('channel/keys'))
  const { page } = watched
  await press(page, 'Create key')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Developers')
  await dialog.getByLabel('Opens').selectOption({ label: 'Its sandbox' })
  await press(dialog, 'Create key')
  await dialog
    .getByText(/service_test_[0-9A-Za-z]{49}/)
    .first()
    .waitFor()
  expect(await dialog.getByRole('button', { name: 'Push with this key' }).count()).toBe(0)
  expect(await pageFlaws(page)).toEqual([])
  expect(defects(watched)).toEqual([])
})
