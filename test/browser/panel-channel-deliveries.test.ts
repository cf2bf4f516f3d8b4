import { expect, test } from 'bun:test'
import { addDays, dateIn, instantAt } from '../../src/domain/kernel/date.ts'
import { browserSuite } from '../support/browser-suite.ts'
import { HOTEL, managerAt, type PanelDemo, press, WITH_WEBHOOKS } from '../support/panel-demo.ts'
import { bookStay, defects, push } from '../support/panel-stays.ts'
import { startReceiver } from '../support/receiver.ts'

const { startDemo, open } = browserSuite()
/** Where the demo's hotel is. */
const TIMEZONE = 'Europe/Istanbul'

/** Adds an endpoint that is told of bookings. @returns its id */
async function addWebhook({ call, sheet }: PanelDemo, url: string): Promise<string> {
  const body = { url, events: ['booking.confirmed'] }
  return (await call('POST', '/v1/partner/webhooks', { key: sheet.apiKey, body })).body.id
}

test('a replay asks first, from which moment on and that what has arrived comes again (issue 5 §5)', async () => {
  await using receiver = startReceiver()
  await using demo = await startDemo(WITH_WEBHOOKS)
  const id = await addWebhook(demo, receiver.url)
  await bookStay(demo)
  await receiver.until(1)
  await using watched = await open(demo, managerAt(`channel/webhooks/${id}`))
  const { page } = watched
  const asked: unknown[] = []
  page.on('request', (request) => {
    if (request.url().includes('/replay')) asked.push(request.postDataJSON())
  })
  await press(page, 'Replay')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/Every event since .* 00:00 is sent/).waitFor()
  await dialog.getByText('The receiver gets those twice').waitFor()
  await press(dialog, 'Cancel')
  await dialog.waitFor({ state: 'detached' })
  expect(asked).toEqual([])
  await press(page, 'Replay')
  await press(dialog, 'Replay')
  await page.getByText(/(is|are) sent again\.$/).waitFor()
  await receiver.until(2)
  const yesterday = addDays(dateIn(TIMEZONE, Date.now()), -1)
  const since = new Date(instantAt(yesterday, '00:00', TIMEZONE)).toISOString()
  expect(asked).toEqual([{ since }])
  expect(defects(watched)).toEqual([])
})

test('a delivery is told by how often it was tried and what came of it, by its booking and its body line by line (issue 5 §5)', async () => {
  // What would read otherwise once it is indented stays as it is.
  await using receiver = startReceiver(() => new Response('{"n":1.0}', { status: 500 }))
  await using demo = await startDemo(WITH_WEBHOOKS)
  const id = await addWebhook(demo, receiver.url)
  const { code } = await bookStay(demo)
  const [sent] = await receiver.until(1)
  await using watched = await open(demo, managerAt(`channel/webhooks/${id}`))
  const { page } = watched
  const row = page.locator('tbody tr').first()
  await row.getByText(/^\d attempts?$/).waitFor()
  await row.getByText('last: answered 500').waitFor()
  await row.getByRole('button', { name: /^Open/ }).click()
  const dialog = page.getByRole('dialog')
  const body = JSON.stringify(JSON.parse(sent!.body), null, 2)
  const texts = dialog.locator('pre')
  await dialog.getByText('Indented here for reading').waitFor()
  expect(await texts.last().textContent()).toBe(body)
  expect(await texts.allTextContents()).toContain('{"n":1.0}')
  await page.mouse.click(3, 3)
  await dialog.waitFor({ state: 'detached' })
  await row.getByRole('link', { name: code }).click()
  await page.getByRole('heading', { name: code }).waitFor()
  expect(defects(watched)).toEqual([])
})

test('what went wrong with a test is said in words (issue 5 §5)', async () => {
  await using demo = await startDemo(WITH_WEBHOOKS)
  const gone = startReceiver()
  await addWebhook(demo, gone.url)
  await gone[Symbol.asyncDispose]()
  await using watched = await open(demo, managerAt('channel/webhooks'))
  await press(watched.page, 'Send a test')
  await watched.page.getByText('It did not arrive: connection refused').waitFor()
})

test('an address of no webhook says so and leads back (issue 5 §5)', async () => {
  await using receiver = startReceiver()
  await using demo = await startDemo(WITH_WEBHOOKS)
  await addWebhook(demo, receiver.url)
  await using watched = await open(demo, managerAt('channel/webhooks/xyz'))
  const { page } = watched
  await page.getByRole('heading', { name: 'Webhook not found' }).waitFor()
  await page.getByRole('link', { name: 'All webhooks' }).click()
  await page.getByText(receiver.url).waitFor()
  expect(page.url()).toEndWith(`#/${HOTEL}/channel/webhooks`)
})

test('the push log tells pushes of one minute from one another (issue 5 §5)', async () => {
  await using demo = await startDemo()
  await push(demo, [{}])
  await using watched = await open(demo, managerAt('channel/pushes'))
  const { page } = watched
  const first = page.locator('tbody a').first()
  await first.getByText(/\d\d:\d\d:\d\d/).waitFor()
  await first.click()
  await page.getByRole('heading', { name: /^Push of .*\d\d:\d\d:\d\d/ }).waitFor()
})
