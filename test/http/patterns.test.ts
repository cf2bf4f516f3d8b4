import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { parseSync } from 'oxc-parser'
import { WebsiteSchema } from '../../src/http/api/texts.ts'
import { startService } from '../support/service.ts'

// No pattern takes longer than in proportion to the text (ReDoS; issue 37, item 3): each of the document and of the
// service's source reads texts that are made to lead it astray.

/** Longer than a body of 64 KiB can make it costs no more than in proportion. */
const LENGTH = 20_000
/** A pattern that doubles its time by each letter shows it here. */
const SHORT = 25
/** Linear time is a thousandth of this, and quadratic time at this length three times as much or more. */
const CPU_MS_MAX = 60
const PUMPS = [
  'a',
  '1',
  ' ',
  '\n',
  '.',
  '-',
  ',',
  '/',
  '"',
  '=',
  '<',
  '(',
  'é',
  '+',
  '1 ',
  'a.',
  '/*',
]
/** Nearly no pattern goes on to one or the other of these. */
const ENDS = ['\u0001', '/<\n']
/** Source that reads nothing of strangers: commands and settings, the guide's own text, and pages, which run at the reader's. */
const AT_HOME = /^src\/(main\.ts|(cli|config|docs|panel|connector|store\/sqlite)\/)/

type Pattern = { source: string; flags: string; where: string }

/** Every pattern that the service's source has. */
function patternsOfSource(): Pattern[] {
  const found: Pattern[] = []
  for (const where of new Bun.Glob('src/**/*.{ts,tsx}').scanSync()) {
    if (AT_HOME.test(where)) continue
    const text = readFileSync(where, 'utf8')
    JSON.stringify(parseSync(where, text).program, (_, node) => {
      if (typeof node === 'bigint') return undefined
      if (node?.regex) found.push({ source: node.regex.pattern, flags: node.regex.flags, where })
      return node?.regex ? undefined : node
    })
  }
  return found
}

/** Beginnings of texts that a pattern takes: one may lead to where it goes astray. */
function beginningsOf({ source, flags }: Pattern): string[] {
  const plain = flags.replaceAll(/[gy]/g, '')
  try {
    const taken = fc.sample(fc.stringMatching(new RegExp(source, plain)), { seed: 1, numRuns: 1 })
    return [...new Set(taken.flatMap((text) => [text, text.slice(0, text.length / 2)]))]
  } catch {
    // fast-check knows no look-behind and no properties.
    return []
  }
}

/** The most processor time that a pattern takes for a text of a length, in ms, and the text. */
function worstOf(pattern: Pattern, length: number): [ms: number, text: string] {
  const expression = new RegExp(pattern.source, pattern.flags)
  let worst: [number, string] = [0, '']
  for (const beginning of ['', 'a', ...beginningsOf(pattern)])
    for (const [pump, ending] of PUMPS.flatMap((pump) => ENDS.map((end) => [pump, end] as const))) {
      const text = beginning + pump.repeat(length / pump.length) + ending
      let leastMs = Number.POSITIVE_INFINITY
      // What the machine does besides happens once.
      for (let tries = 0; tries < 2 && leastMs > CPU_MS_MAX; tries++) {
        expression.lastIndex = 0
        const before = process.cpuUsage()
        text.replace(expression, '')
        leastMs = Math.min(leastMs, process.cpuUsage(before).user / 1_000)
      }
      if (leastMs > worst[0]) worst = [leastMs, `${beginning}${pump}…`]
      if (leastMs > CPU_MS_MAX) return worst
    }
  return worst
}

/** Patterns that take too long of some length, in words. */
function findSlow(patterns: readonly Pattern[]): string[] {
  const unique = new Map(patterns.map((each) => [`/${each.source}/${each.flags}`, each]))
  return [...unique].flatMap(([name, pattern]) => {
    for (const length of [SHORT, LENGTH]) {
      const [ms, text] = worstOf(pattern, length)
      if (ms > CPU_MS_MAX)
        return [`${pattern.where} ${name}: ${ms} ms, ${JSON.stringify(text)} ${length}`]
    }
    return []
  })
}

test('no pattern of the source takes more than its time', () => {
  const patterns = patternsOfSource()
  expect(patterns.length).toBeGreaterThan(150)
  expect(findSlow(patterns)).toEqual([])
}, 180_000)

test('no pattern of the document takes more than its time', async () => {
  await using service = await startService()
  const patterns: Pattern[] = []
  JSON.stringify((await service.call('GET', '/openapi.json')).body, (key, value) => {
    if (key === 'pattern' && typeof value === 'string')
      patterns.push({ source: value, flags: '', where: 'the document' })
    return value
  })
  expect(patterns.length).toBeGreaterThan(100)
  expect(findSlow(patterns)).toEqual([])
}, 180_000)

test('the search finds patterns of exponential and of quadratic time', () => {
  const slow = ['^(a+)+$', '^(\\w+\\s?)*$', '[,;]+$', '^https?://[^/]+\\.[^/]+$']
  const found = findSlow(slow.map((source) => ({ source, flags: '', where: 'here' })))
  expect(found).toHaveLength(slow.length)
}, 180_000)

test('an address of 60,000 dots is refused at once, and addresses are those of before', () => {
  const pattern = new RegExp(WebsiteSchema.pattern!)
  const before = /^https?:\/\/[^\s/?#@\\<>"]+\.[^\s/?#@\\<>"]+([/?#][^\s<>"]*)?$/
  const part = fc.constantFrom('.', 'a', 'é', '/', '?', '#', '@', '-', ' ', '<', '..', 'www')
  const address = fc.array(part, { maxLength: 9 }).map((parts) => `https://${parts.join('')}`)
  fc.assert(
    fc.property(address, (text) => {
      expect([text, pattern.test(text)]).toEqual([text, before.test(text)])
    }),
    { numRuns: 2_000, seed: 1 },
  )
})
