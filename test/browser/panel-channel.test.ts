import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { roomOf } from '../support/panel-admin.ts'
import {
  HOTEL,
  LOOKS_BY_LANGUAGE,
  managerAt,
  pageFlaws,
  pick,
  WITH_WEBHOOKS,
} from '../support/panel-demo.ts'
import { defects, placeOrder, push, rewrite, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'

const { startDemo, open } = browserSuite()
// Without a quotation mark: it is shown within JSON too.
const MARKUP = '<img src=x onerror=alert(1)>'

test('a new manager signs in, makes a key, pushes a price with it and sees it in the calendar (issue 5)', async () => {
  await using demo = await startDemo(WITH_WEBHOOKS)
  await using watched = await open(demo, managerAt('channel/keys'))
  const { page, offOrigin } = watched
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.locator('[aria-invalid]').waitFor()
  await dialog.getByLabel('Name').fill(MARKUP)
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const secret = await textOf(dialog.locator('.secret code'))
  expect(secret).toMatch(/^service_live_/)

  await dialog.getByLabel('Price (TRY)').fill('1234.50')
  // The page must not be loaded anew: the key would be lost.
  await page.route('**/v1/partner/availability?*', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Push with this key' }).click()
  await dialog.getByText('The service cannot be reached.').waitFor()
  await dialog.getByRole('button', { name: 'Push with this key' }).click()
  await dialog.getByText('The service answered 200.').waitFor()
  const calendar = page.waitForEvent('popup')
  await dialog.getByRole('link', { name: 'See it in the calendar' }).click()
  const price = (await calendar).getByRole('gridcell').filter({ hasText: '1,234.5' })
  await price.first().waitFor()

  const { body } = await demo.call('GET', '/v1/partner/hotel', { key: secret })
  expect(body.slug).toBe(HOTEL)
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByText(MARKUP).waitFor()
  expect(await page.content()).not.toContain(secret)
  await pick(page, `Actions for ${MARKUP}`, 'Revoke')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.locator('summary', { hasText: 'Revoked keys (1)' }).click()
  await page.locator('details').getByText(MARKUP, { exact: true }).waitFor()
  expect((await demo.call('GET', '/v1/partner/hotel', { key: secret })).status).toBe(401)
  expect(defects(watched)).toEqual([])
  expect(offOrigin).toEqual([])
})

test('a webhook is added, tested with the receiver’s answer as text, rotated, switched off and on, and deleted (issue 5 §5)', async () => {
  await using receiver = startReceiver(() => new Response(MARKUP, { status: 500 }))
  await using demo = await startDemo(WITH_WEBHOOKS)
  await using watched = await open(demo, managerAt('channel/webhooks'))
  const { page } = watched
  await page.getByText('No webhooks yet').waitFor()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('ftp://pms.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.locator('.error').waitFor()
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect(await textOf(dialog.locator('.secret code'))).toMatch(/^whsec_/)
  await dialog.getByRole('button', { name: 'Python' }).click()
  await dialog.getByText('compare_digest').waitFor()
  await dialog.getByRole('button', { name: 'I have saved it' }).click()

  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('It did not arrive: answered 500').waitFor()
  await page.locator('pre', { hasText: MARKUP }).waitFor()
  receiver.answer(() => new Response('fine'))
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('It arrived: answered 200').waitFor()

  const menu = `Actions for ${receiver.url}`
  await pick(page, menu, 'New secret')
  await dialog.getByRole('button', { name: 'New secret' }).click()
  await dialog.locator('.secret code').waitFor()
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await pick(page, menu, 'Switch off')
  await page.locator('.badge', { hasText: 'Off' }).waitFor()
  await pick(page, menu, 'Switch on')
  await page.locator('.badge', { hasText: 'Off' }).waitFor({ state: 'detached' })
  await pick(page, menu, 'Delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No webhooks yet').waitFor()
  expect(watched.offOrigin).toEqual([])
})

test('deliveries are shown with attempts, headers and body, sent again and replayed (issue 5 §5)', async () => {
  await using receiver = startReceiver()
  await using demo = await startDemo(WITH_WEBHOOKS)
  const made = { url: receiver.url, events: ['booking.confirmed'] }
  await demo.call('POST', '/v1/partner/webhooks', { key: demo.sheet.apiKey, body: made })
  const guest = { firstName: 'Ada', lastName: MARKUP, email: 'ada@example.com' }
  const stay = { checkin: dayFromNow(40), checkout: dayFromNow(41), adults: 1 }
  await placeOrder(demo, { ...stay, guest })
  await receiver.until(1)
  await using watched = await open(demo, managerAt('channel/webhooks'))
  const { page } = watched
  await page.getByRole('link', { name: 'Deliveries' }).click()
  await page.locator('.badge', { hasText: 'Delivered' }).first().waitFor()
  await page.getByRole('button', { name: /^Open/ }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Headers').click()
  await dialog.getByText('webhook-signature').waitFor()
  await dialog.locator('pre', { hasText: MARKUP }).waitFor()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await receiver.until(2)
  await page.getByRole('button', { name: 'Replay' }).click()
  await dialog.getByRole('button', { name: 'Replay' }).click()
  await receiver.until(3)
  expect(receiver.received[1]!.headers.get('webhook-id')).toBe(
    receiver.received[0]!.headers.get('webhook-id'),
  )
  expect(defects(watched)).toEqual([])
})

test('a refused element of a push is found in the log with its reason (issue 5 §5)', async () => {
  await using demo = await startDemo(WITH_WEBHOOKS)
  await push(demo, [{ roomCode: MARKUP, date: dayFromNow(9), available: 1 }])
  await using watched = await open(demo, managerAt('channel/pushes'))
  const { page } = watched
  await page.locator('tbody a').first().click()
  await page.getByText('unknown_room').waitFor()
  await page.getByText(MARKUP, { exact: true }).waitFor()
  expect(defects(watched)).toEqual([])
})

test('the log of pushes begins with all of them; those with refused elements are a press away (issue 11)', async () => {
  await using demo = await startDemo(WITH_WEBHOOKS)
  await push(demo, [{ roomCode: 'DBL', date: dayFromNow(9), available: 1, priceCents: 900_000 }])
  await using watched = await open(demo, managerAt('channel/pushes'))
  const { page } = watched
  await page.locator('tbody a').first().waitFor()
  const box = page.getByLabel('Only with refused elements')
  expect(await box.isChecked()).toBe(false)
  await box.check()
  await page.getByText('No push of the last 30 days had a refused element.').waitFor()
  expect(defects(watched)).toEqual([])
})

test('the log of pushes has columns for corrected and outdated counts when a push had any (contract-counts)', async () => {
  await using demo = await startDemo(WITH_WEBHOOKS)
  const day = { roomCode: 'SUI', date: dayFromNow(300), priceCents: 900_000 }
  const { totalRooms, overbookingRooms } = await roomOf(demo, 'SUI')
  const available = totalRooms + overbookingRooms
  await push(demo, [{ ...day, available }])
  await using watched = await open(demo, managerAt('channel/pushes'))
  const { page } = watched
  const newest = page.locator('tbody tr').first()
  const heads = page.getByRole('columnheader')
  await newest.waitFor()
  expect(await heads.allTextContents()).not.toContain('Corrected counts')

  await placeOrder(demo, { roomCode: 'SUI', checkin: day.date, checkout: dayFromNow(301) })
  const { body } = await push(demo, [{ ...day, available }])
  expect(body.corrected).toBe(1)
  await page.reload()
  await heads.filter({ hasText: 'Corrected counts' }).waitFor()
  expect(await newest.locator('[data-label="Corrected counts"]').textContent()).toBe('1')
  expect(await heads.allTextContents()).not.toContain('Outdated counts')
  rewrite(demo, 'update push set stale = 2 where id = ?', body.pushId)
  await page.reload()
  await heads.filter({ hasText: 'Outdated counts' }).waitFor()
  expect(await newest.locator('[data-label="Outdated counts"]').textContent()).toBe('2')
  expect(await pageFlaws(page)).toEqual([])
  expect(defects(watched)).toEqual([])
})

test('of a range the log says how many days were refused, and warns of each other one (contract-counts, PATCH)', async () => {
  await using demo = await startDemo(WITH_WEBHOOKS)
  const range = { roomCode: 'DBL', dateFrom: dayFromNow(-9), dateTo: dayFromNow(4) }
  const patch = (update: object) =>
    demo.call('PATCH', '/v1/partner/availability', {
      key: demo.sheet.apiKey,
      body: { updates: [{ ...range, ...update }] },
    })
  await patch({ closed: true })
  const { body } = await patch({ available: 1 })
  await using watched = await open(demo, managerAt('channel/pushes'))
  const { page } = watched
  await page.locator('tbody a').first().click()
  await page.getByText(`and ${body.rejected - 1} more days`).waitFor()
  const warned = page.getByText('day_still_closed')
  expect(await warned.count()).toBe(body.applied + body.unchanged)
  expect(defects(watched)).toEqual([])
})

test.each(LOOKS_BY_LANGUAGE)(
  'every tab can be used by everybody at %i px, %s, %s (issue 5 §7)',
  async (width, theme, language) => {
    await using demo = await startDemo(WITH_WEBHOOKS)
    const { apiKey: key } = demo.sheet
    await demo.call('POST', '/v1/partner/webhooks', {
      key,
      body: { url: 'https://192.0.2.1/hook' },
    })
    await push(demo, [{}])
    await using watched = await open(demo, managerAt('channel/keys', { width, theme, language }))
    const { page, offOrigin } = watched
    for (const tab of ['keys', 'vendors', 'webhooks', 'pushes']) {
      await page.goto(`${demo.url}/panel#/${HOTEL}/channel/${tab}`)
      await page.locator('section h2').first().waitFor()
      await page.locator('table, .card').first().waitFor()
      expect(await pageFlaws(page)).toEqual([])
    }
    expect(defects(watched)).toEqual([])
    expect(offOrigin).toEqual([])
  },
)
