import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { FlawCode } from '../../src/domain/kernel/errors.ts'
import { REASONS } from '../../src/domain/sale/quote.ts'
import { ATTEMPT_ERRORS } from '../../src/domain/webhooks/webhook.ts'
import { PROBLEMS } from '../../src/http/api/problem-table.ts'
import { Problem } from '../../src/panel/lib/http.ts'
import { flaws, texts } from '../../src/panel/words/texts.ts'

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

/** What a service says in English, which no Turkish page may show. */
const ENGLISH = 'Said by the service.'

test('every reason for which a room type is not sold has Turkish words, with days and without (D7)', async () => {
  const { reasonText } = await import('../../src/panel/views/bookings/parts/against.ts')
  for (const code of REASONS)
    for (const dates of [['2027-04-01', '2027-04-02'], []]) {
      const said = reasonText({ code, dates, message: ENGLISH })
      expect(said, code).not.toContain(ENGLISH)
      expect(said, code).toMatch(/^\p{L}[^{}]+\.$|\p{Nd}/u)
    }
})

test('every problem has Turkish words, whatever the service says of it (D7)', () => {
  const codes = [...Object.keys(PROBLEMS), 'offline', 'defect']
  const english = codes.filter((code) => {
    const said = page.problemText(new Problem(422, { code, detail: ENGLISH }))
    return said === ENGLISH || said === code
  })
  expect(english).toEqual([])
})

test('every flaw, also a warning of a push and what is wrong with a day, has Turkish words that need no values (D7)', () => {
  const codes = Object.keys(flaws.tr) as FlawCode[]
  const english = codes.filter((code) => page.flawText({ code, message: ENGLISH }) === ENGLISH)
  expect(english).toEqual([])
})

test('every end of an attempt at a webhook has Turkish words, and of what is said in them no English stands beside (D7)', async () => {
  const { detailOf, outcomeOf } = await import('../../src/panel/views/channel/model.ts')
  for (const error of ATTEMPT_ERRORS) {
    const said = outcomeOf({ status: null, error })
    expect(said, error).not.toMatch(/channel\.|undefined/)
    expect(said, error).not.toBe(error)
  }
  const ours = ['timeout', 'redirect', 'blocked_target', 'secret', 'status'] as const
  for (const error of ours)
    expect(detailOf({ error, detail: ENGLISH } as Parameters<typeof detailOf>[0])).toBeNull()
})
