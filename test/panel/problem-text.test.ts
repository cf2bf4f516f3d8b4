import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Problem } from '../../src/panel/lib/http.ts'
import { texts } from '../../src/panel/words/texts.ts'

type Texts = typeof import('../../src/panel/lib/i18n.ts')
let page: Texts

/** What a page has of a browser before it can say anything, with Turkish as the reader's language. */
const browser = {
  navigator: { languages: ['tr-TR'] },
  document: { documentElement: { lang: '' } },
  fetch: async () => new Response(texts().tr),
}
const before = Object.keys(browser).map((name) => [
  name,
  Object.getOwnPropertyDescriptor(globalThis, name),
])

beforeAll(async () => {
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  page = await import('../../src/panel/lib/i18n.ts')
  await page.startLanguage()
})

afterAll(() => {
  for (const [name, was] of before as [string, PropertyDescriptor | undefined][])
    if (was) Object.defineProperty(globalThis, name, was)
    else Reflect.deleteProperty(globalThis, name)
})

const refused = (...errors: object[]) =>
  new Problem(422, { code: 'validation_failed', detail: 'Not valid.', errors })

test('a refusal of what has no fields says what is wrong, in the language of the page, and no trouble of ours', () => {
  const lastAdmin = { path: '/role', code: 'last_admin', message: 'This is the last active admin.' }
  const unheardOf = { path: '/status', code: 'unheard_of', message: 'Said by the service.' }
  const said = (problem: Problem) => page.problemText(page.asSentence(problem)!)

  expect(said(refused(lastAdmin))).toBe('Son yönetici değiştirilemez.')
  expect(said(refused(lastAdmin, unheardOf))).toBe(
    'Son yönetici değiştirilemez. Said by the service.',
  )
  expect(said(new Problem(503, {}))).toBe(page.problemText(new Problem(503, {})))
  expect(page.asSentence(undefined)).toBeUndefined()
})
