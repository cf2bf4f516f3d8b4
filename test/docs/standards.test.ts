import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readPage } from '../../src/docs/sources.ts'
import { accessPage } from '../support/access-matrix.ts'
import { startService } from '../support/service.ts'

// The guide's pages of standards and of access (issue 37, item 4).

/** Requirements of level 1 and 2 by chapter, as ASVS 5.0.0 has them; V10 and V17 stand as one sentence. */
const REQUIREMENTS: Record<string, number> = {
  ...{ V1: 27, V2: 11, V3: 19, V4: 10, V5: 9, V6: 35, V7: 18, V8: 7, V9: 7, V11: 14, V12: 9 },
  ...{ V13: 13, V14: 9, V15: 13, V16: 16 },
}
/** Rows of tables: their cells, without the heads. */
const rowsOf = (page: string) =>
  [...page.matchAll(/^\| (.+) \|$/gm)]
    .map(([, cells]) => cells!.split(' | '))
    .filter(([first]) => /^(\d+\.\d+\.\d+|API\d+:2023 .+)$/.test(first!))
const isTest = (name: string) => existsSync(join(import.meta.dir, '..', `${name}.test.ts`))

test('every requirement has its row once, and says what shows it or what is missing', () => {
  const page = readPage('standards')
  const rows = rowsOf(page)
  expect(new Set(rows.map(([number]) => number)).size).toBe(rows.length)
  const counts = Object.fromEntries(
    [...Map.groupBy(rows, ([number]) => number!.match(/^\d+/)?.[0] ?? 'API')].map(
      ([chapter, those]) => [chapter === 'API' ? chapter : `V${chapter}`, those.length],
    ),
  )
  expect(counts).toEqual({ API: 10, ...REQUIREMENTS })
  for (const row of rows) {
    const [state = '', shown = ''] = row.slice(-2)
    expect([row[0], /^(yes|partly|no|operator|n\/a)$/.test(state), shown !== '']).toEqual([
      ...[row[0], true, true],
    ])
    const isShown = [...shown.matchAll(/`([^`]+)`/g)].some(([, name]) => isTest(name!))
    if (state === 'yes')
      expect([row[0], isShown || shown.includes('/docs/')]).toEqual([row[0], true])
  }
  const summary = page.match(/253 requirements: (\d+) hold, (\d+) partly, (\d+) do not, (\d+) are/)!
  const told = ['yes', 'partly', 'no', 'operator'].map(
    (state) => rows.filter((row) => row.length === 4 && row[2] === state).length,
  )
  expect(summary.slice(1).map(Number)).toEqual(told)
})

test('every test that the pages of standards and of access name is there', () => {
  const pages = readPage('standards') + readPage('access').split('\n## ')[0]
  const named = [...pages.matchAll(/`((?:[a-z]+\/)?[a-z]+(?:-[a-z]+)*(?:\.model)?)`/g)].map(
    ([, name]) => name!,
  )
  const tests = named.filter((name) => name.includes('/'))
  expect(tests.length).toBeGreaterThan(200)
  expect(tests.filter((name) => !isTest(name))).toEqual([])
})

test('the page of access is as the routes, roles and scopes are now: `bun run write-access` writes it', async () => {
  await using service = await startService()
  const { body } = await service.call('GET', '/openapi.json')
  expect(readPage('access')).toBe(accessPage(body))
})
