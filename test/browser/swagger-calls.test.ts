import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import type { PanelDemo } from '../support/panel-demo.ts'
import { authorize, execute, openOperation, waitForSwagger } from '../support/swagger.ts'

const { startDemo, openUrl } = browserSuite()

// Each alone: a page draws all that is open at each press.
test.each([
  ['Availability', 3],
  ['Mapping', 6],
])('every filled-in call of %s runs as it stands (issue 2 §5)', async (tag, least) => {
  await using demo = await startDemo({})
  await using watched = await waitForSwagger(await openUrl(`${demo.url}/swagger`))
  const { page, errors } = watched
  await authorize(page, demo.sheet.apiKey)

  const ids = await pullsOf(demo, tag)
  expect(ids.length).toBeGreaterThanOrEqual(least)
  for (const id of ids) {
    const pull = await openOperation(page, id, tag)
    expect((await execute(pull)).status, id).toBe(200)
    await pull.locator('.opblock-summary-control').click()
  }
  expect(errors).toEqual([])
})

/** The operations of a tag that read, as the document lists them. */
async function pullsOf(demo: PanelDemo, tag: string): Promise<string[]> {
  const { paths } = (await demo.call('GET', '/swagger/json')).body
  return Object.values<Record<string, any>>(paths)
    .flatMap(({ get }) => get ?? [])
    .filter(({ tags }) => tags.includes(tag))
    .map(({ operationId }) => operationId)
}
