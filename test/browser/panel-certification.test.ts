import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import {
  HOTEL,
  LOOKS_BY_LANGUAGE,
  managerAt,
  type PanelDemo,
  pageFlaws,
} from '../support/panel-demo.ts'
import { defects, textOf } from '../support/panel-stays.ts'
import { dayFromNow } from '../support/process.ts'

const { startDemo, sharedDemo, open } = browserSuite()

/** A test key that has changed a price. */
async function makeTester(demo: PanelDemo): Promise<{ id: string; secret: string }> {
  const body = { name: 'Developers', mode: 'test' }
  const made = await demo.callAs('manager', 'POST', `/v1/panel/api-keys?hotel=${HOTEL}`, body)
  const { id, secret } = made.body
  await demo.call('PATCH', '/v1/partner/availability', {
    key: secret,
    body: { updates: [{ roomCode: 'DBL', date: dayFromNow(30), priceCents: 912_300 }] },
    headers: { 'x-request-id': 'my-first-push' },
  })
  return { id, secret }
}

test('a test key’s certification is a checklist: what is done, by which request, and what to do next (issue 16)', async () => {
  await using demo = await startDemo()
  const { secret } = await makeTester(demo)
  await using watched = await open(demo, managerAt('channel/keys'))
  const { page } = watched
  const row = page.locator('tr', { hasText: 'Developers' })
  await row.getByText('Sandbox').waitFor()
  expect(await page.getByRole('link', { name: /certification of/ }).count()).toBe(1)
  await row.getByRole('link', { name: 'Sandbox: certification of Developers' }).click()
  await page.getByText('1 of 24 steps done').waitFor()
  const steps = page.locator('ol.steps > li')
  expect(await steps.count()).toBe(24)
  const done = steps.filter({ hasText: 'One day' })
  await done.getByText('my-first-push').waitFor()
  expect(await textOf(done)).toContain('Done')
  const next = steps.filter({ hasText: 'Stop sale' })
  expect(await textOf(next)).toContain('by closed and not by a count of 0')
  await next.getByText('Calls, as an example').click()
  const [, method, path, body] = (await textOf(next.locator('pre'))).match(/^(\w+) (\S+) (.+)$/)!
  expect(await pageFlaws(page)).toEqual([])

  // What the page says is done, to the letter, and seen without a reload.
  const answer = await demo.call(method!, path!, { key: secret, body: JSON.parse(body!) })
  expect(answer.body.applied).toBe(1)
  await page.getByText('2 of 24 steps done').waitFor()
  expect(defects(watched)).toEqual([])
})

test.each(LOOKS_BY_LANGUAGE)(
  'the checklist at %d px, %s, in %s (issue 16)',
  async (width, theme, language) => {
    await using demo = await startDemo()
    const { id } = await makeTester(demo)
    const view = managerAt(`channel/keys/${id}`, { width, theme, language })
    await using watched = await open(demo, view)
    const { page } = watched
    await page.locator('ol.steps > li').first().waitFor()
    expect(await pageFlaws(page)).toEqual([])
    await page.locator('summary').first().click()
    expect(await pageFlaws(page)).toEqual([])
    expect(defects(watched)).toEqual([])
  },
)

test('of a live key, and of one that there is not, the page says that there is no certification (issue 16)', async () => {
  const demo = await sharedDemo()
  const { body } = await demo.callAs('manager', 'GET', `/v1/panel/api-keys?hotel=${HOTEL}`)
  const view = managerAt(`channel/keys/${body.items[0].id}`)
  await using watched = await open(demo, view)
  await watched.page.getByText('Test key not found').waitFor()

  expect(await pageFlaws(watched.page)).toEqual([])
  expect(defects(watched)).toEqual([])
})
