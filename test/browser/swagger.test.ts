import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import type { PanelDemo } from '../support/panel-demo.ts'
import { authorize, execute, openOperation, waitForSwagger } from '../support/swagger.ts'

const { startDemo, sharedDemo, openUrl } = browserSuite()

const openSwagger = async ({ url }: PanelDemo, width?: number) =>
  waitForSwagger(await openUrl(`${url}/swagger`, width))

test('a hotel manager authorizes, pushes an example and pulls it, with nothing from elsewhere and no error (issue 2 §5)', async () => {
  await using demo = await startDemo({})
  await using watched = await openSwagger(demo)
  const { page, offOrigin, errors } = watched
  await authorize(page, demo.sheet.apiKey)

  const push = await openOperation(page, 'pushAvailability')
  await push.locator('.examples-select-element').selectOption({ label: 'Close a day' })
  const pushed = await execute(push)
  expect(pushed.status).toBe(200)
  expect(pushed.body).toMatchObject({ received: 1, rejected: 0, errors: [] })
  expect(pushed.body.applied + pushed.body.unchanged).toBe(1)

  const example = JSON.parse(await push.locator('.body-param textarea').inputValue())
  const { roomCode, date } = example.updates[0]
  const pull = await openOperation(page, 'pullAvailability')
  await pull.getByPlaceholder('from', { exact: true }).fill(date)
  await pull.getByPlaceholder('to', { exact: true }).fill(date)
  const pulled = await execute(pull)
  expect(pulled.status).toBe(200)
  const room = pulled.body.rooms.find((each: any) => each.roomCode === roomCode)
  expect(room.days).toEqual([expect.objectContaining({ date, available: 0, closed: true })])

  expect(offOrigin).toEqual([])
  expect(errors).toEqual([])
})

test('every example of a push runs as it stands (issue 2 §5)', async () => {
  await using demo = await startDemo({})
  await using watched = await openSwagger(demo)
  const { page, errors } = watched
  await authorize(page, demo.sheet.apiKey)

  const push = await openOperation(page, 'pushAvailability')
  const options = push.locator('.examples-select-element option')
  await options.nth(1).waitFor({ state: 'attached' })
  const labels = await options.allInnerTexts()
  expect(labels.length).toBeGreaterThan(1)
  for (const label of labels) {
    await push.locator('.examples-select-element').selectOption({ label })
    expect(await execute(push), label).toMatchObject({ status: 200, body: { rejected: 0 } })
  }
  expect(errors).toEqual([])
})

test('without a key the page shows the problem, and what to send (contract §6)', async () => {
  const demo = await sharedDemo()
  await using watched = await openSwagger(demo)
  const answer = await execute(await openOperation(watched.page, 'pullAvailability'))
  expect(answer.status).toBe(401)
  expect(answer.body.code).toBe('unauthenticated')
  expect(answer.body.detail).toContain('Authorization: Bearer')
})

test('calls go where the page came from, whatever address the document names (issue 13)', async () => {
  await using demo = await startDemo({ PUBLIC_URL: 'http://127.0.0.1' })
  const document = (await demo.call('GET', '/swagger/json')).body
  expect(document.servers).toEqual([{ url: 'http://127.0.0.1' }])
  await using watched = await openSwagger(demo)
  const { page, offOrigin } = watched
  expect(await page.locator('.servers select').inputValue()).toBe(demo.url)
  expect((await execute(await openOperation(page, 'getHealth', 'Service'))).status).toBe(200)
  expect(offOrigin).toEqual([])
})

test('the page is held to its own origin by a policy in a meta element (house-style §7.10)', async () => {
  const demo = await sharedDemo()
  await using watched = await openSwagger(demo)
  const { page, offOrigin } = watched
  const policy = await page
    .locator('meta[http-equiv="Content-Security-Policy"]')
    .getAttribute('content')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("connect-src 'self';")

  const reached = await page.evaluate(() =>
    fetch('https://example.com/').then(
      () => 'reached',
      () => 'refused',
    ),
  )
  expect(reached).toBe('refused')
  expect(offOrigin).toEqual([])
})

test('on a telephone nothing of the page lies beyond its edge and the answer can be read (issue 2 §5)', async () => {
  const width = 390
  await using demo = await startDemo({})
  await using watched = await openSwagger(demo, width)
  const { page } = watched
  await authorize(page, demo.sheet.apiKey)
  await execute(await openOperation(page, 'pushAvailability'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  const answer = page.locator('.live-responses-table .microlight').first()
  expect((await answer.boundingBox())!.width).toBeGreaterThan(width * 0.7)
})
