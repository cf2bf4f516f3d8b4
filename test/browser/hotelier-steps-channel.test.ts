import { expect, test } from 'bun:test'
import { HOTEL, managerAt, WITH_WEBHOOKS } from '../support/panel-demo.ts'
import { bookStay, push, textOf } from '../support/panel-stays.ts'
import { dayFromNow, until } from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'
import { stepSuite } from '../support/step-suite.ts'
import { printSteps, stepsOf } from '../support/steps.ts'

// Rows of panel.md (b), hotelier: keys, webhooks and pushes, each with its steps before and now (issue 18).

const { at, demo: shared } = stepSuite(managerAt('channel/keys'), WITH_WEBHOOKS)
const go = (tab: string) => at(`#/${HOTEL}/channel/${tab}`)

test('a key is made, and opens what it may', async () => {
  const { demo, page, steps } = await go('keys')
  const dialog = page.getByRole('dialog')
  await steps.button(page, 'Create key')
  await steps.fill(dialog.getByLabel('Name', { exact: true }), 'PMS')
  await steps.button(dialog, 'Create key')
  const key = await textOf(dialog.locator('.secret code'))
  expect((await demo.call('GET', '/v1/partner/hotel', { key })).body.slug).toBe(HOTEL)
  expect(printSteps('an API key', '3', steps)).toBeLessThanOrEqual(3)
})

test('a webhook is added, tested, looked into, sent to again, replayed and given another secret', async () => {
  await using receiver = startReceiver()
  const { demo, page, steps } = await go('webhooks')
  const dialog = page.getByRole('dialog')
  await steps.click(page.getByRole('button', { name: 'Add webhook' }).last())
  await steps.fill(dialog.getByLabel('Address'), receiver.url)
  await steps.button(dialog, 'Save')
  const secretOf = async () => await textOf(dialog.locator('.secret code'))
  const secret = await secretOf()
  expect(secret).toMatch(/^whsec_/)
  expect(printSteps('a webhook', '3', steps)).toBeLessThanOrEqual(3)
  await dialog.getByRole('button', { name: 'I have saved it' }).click()

  const card = page.locator('article.card', { hasText: receiver.url })
  const testing = stepsOf(page)
  await testing.button(card, 'Send a test')
  await card.getByText('It arrived: answered').waitFor()
  expect(receiver.received).toHaveLength(1)
  expect(printSteps('test of a webhook', '1', testing)).toBeLessThanOrEqual(1)

  const { code } = await bookStay(demo)
  await receiver.until(2)
  const looking = stepsOf(page)
  await looking.click(card.getByRole('link', { name: 'Deliveries' }))
  const row = page.locator('tbody tr', { hasText: code })
  await row.getByText('Delivered').waitFor()
  expect(printSteps('deliveries of a webhook', '1', looking)).toBeLessThanOrEqual(1)

  const again = stepsOf(page)
  await again.click(row.getByRole('button', { name: /^Open/ }))
  await again.button(dialog, 'Send again')
  await receiver.until(3)
  const ids = () => receiver.received.map(({ headers }) => headers.get('webhook-id'))
  const [, id] = ids()
  expect(ids()[2]).toBe(id!)
  expect(printSteps('a delivery sent again', '2', again)).toBeLessThanOrEqual(2)

  await page.reload()
  const replay = stepsOf(page)
  await replay.button(page, 'Replay')
  await replay.button(dialog, 'Replay')
  await until('it came again', () => ids().filter((each) => each === id).length === 3)
  expect(printSteps('replay', '2', replay)).toBeLessThanOrEqual(2)

  await page.goto(`${demo.url}/panel#/${HOTEL}/channel/webhooks`)
  const rotating = stepsOf(page)
  // Behind the menu of the rare, as panel.md (e) 8 asks: a press more than as one of six buttons.
  await rotating.button(card, `Actions for ${receiver.url}`)
  await rotating.button(card, 'New secret')
  await rotating.button(dialog, 'New secret')
  await dialog.locator('.secret code').waitFor()
  expect(await secretOf()).not.toBe(secret)
  expect(printSteps('another secret of a webhook', '2', rotating)).toBeLessThanOrEqual(3)
})

test('the push log begins with all pushes, each opened to what was refused and why', async () => {
  await push(shared(), [{ roomCode: 'NONE', date: dayFromNow(9), available: 1 }])
  const { page, steps } = await go('keys')
  await steps.click(page.getByRole('link', { name: 'Push log' }))
  await page.locator('tbody a').first().waitFor()
  expect(printSteps('push log', '1, seemingly empty', steps)).toBeLessThanOrEqual(1)
  await steps.click(page.locator('tbody a').first())
  await page.getByText('unknown_room').waitFor()
  expect(printSteps('why a push was refused', '2', steps)).toBeLessThanOrEqual(2)
})
