import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../support/folder.ts'
import { TURNS } from '../support/turn.ts'
import { MUTANTS } from './all.ts'
import { judge, type Mutant, mutate } from './mutant.ts'
import { copyTree, type Tree } from './tree.ts'
import { choose, runUnchanged, tryMutants } from './trials.ts'

const ROOT = join(import.meta.dir, '../..')

test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
  'can be applied, and its tests are there: %s',
  async (_, mutant) => {
    const text = await Bun.file(join(ROOT, mutant.file)).text()
    expect(mutate(text, mutant)).not.toBe(text)
    expect(mutant.tests.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
    // A test that is renamed no longer matches. What a table of cases puts into its title is not there.
    const titles = mutant.tests.map((file) => readFileSync(join(ROOT, file), 'utf8')).join()
    expect(titles).toMatch(new RegExp(mutant.only ?? ''))
  },
)

test('no two mutants have one name, and each eighth of them has its share', () => {
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length)
  const shares = Array.from({ length: TURNS }, (_, share) => choose(MUTANTS, { words: [], share }))
  expect(
    shares
      .flat()
      .map(({ number }) => number)
      .toSorted((a, b) => a - b),
  ).toEqual(MUTANTS.map((_, index) => index + 1))
  expect(choose(MUTANTS, { words: ['2', MUTANTS[4]!.name] }).map(({ number }) => number)).toEqual([
    2, 5,
  ])
  expect(() => choose(MUTANTS, { words: ['no such name'] })).toThrow('no mutant is called')
})

/** A repository of one rule with one test, and a mutant of it. */
const RULE: Mutant = {
  name: 'a minor drinks',
  file: 'src/rule.ts',
  before: 'age >= 18',
  after: 'age >= 17',
  tests: ['test/rule.test.ts'],
  reason: 'Nobody drinks before 18.',
}
const FILES = {
  'src/rule.ts': 'export const mayDrink = (age: number) => age >= 18 && age > 0 && age > 0\n',
  'test/rule.test.ts': `import { expect, test } from 'bun:test'
import { mayDrink } from '../src/rule.ts'
test('who is 18 drinks (the law)', () => expect(mayDrink(18)).toBe(true))
test('who is 17 drinks not', () => expect(mayDrink(17)).toBe(false))
`,
  'test/red.test.ts':
    "import { test } from 'bun:test'\ntest('is red', () => { throw new Error() })\n",
  ...{ 'migrations/none': '', 'node_modules/none': '' },
  ...{
    'package.json': '{}',
    'tsconfig.json': '{}',
    'README.md': '',
    'CHANGELOG.md': '',
    LICENSE: '',
  },
}

let tree: Tree
const ending = new AsyncDisposableStack()
beforeAll(async () => {
  const { path } = ending.use(temporaryFolder())
  for (const [name, text] of Object.entries(FILES)) await Bun.write(join(path, name), text)
  tree = ending.use(await copyTree(path))
})
afterAll(() => ending.disposeAsync())

/** Tries a mutant. @returns whether the run is good, and what it printed of it */
async function outcome(changes: Partial<Mutant>) {
  const lines: string[] = []
  const work = { trees: [tree], print: (line: string) => void lines.push(line) }
  const isGood = await tryMutants([{ ...RULE, ...changes, number: 1 }], work)
  return [isGood, lines[0]] as const
}

const harmless = { before: '&& age > 0 && age > 0', after: '&& age > 0' }

test.each<[string, Partial<Mutant>, isGood: boolean, said: RegExp]>([
  ['is killed', {}, true, /killed by “who is 17 drinks not”/],
  ['survives', harmless, false, /SURVIVED/],
  ['survives as it is told', { ...harmless, survives: 'equivalent' }, true, /as told: equivalent/],
  ['is killed though it is said to survive', { survives: 'equivalent' }, false, /is said to/],
  ['says why', { says: /Received: true/ }, true, /killed by/],
  ['fails for another reason', { says: /oversold/ }, false, /broken, .* did not say .oversold/],
  ['is not found', { before: 'age >= 21' }, false, /broken, .* 0 times, not once/],
  ['is found twice', { before: 'age > 0' }, false, /broken, .* 2 times, not once/],
  ['is no program', { after: 'age >=' }, false, /broken, # Unhandled error/],
  ['names what is not there', { after: 'years >= 17' }, false, /broken, .*ReferenceError/],
  ['exports nothing', { before: 'export ', after: '' }, false, /broken, .*SyntaxError/],
  ['meets no test', { only: 'nothing' }, false, /broken, .*matched 0 tests/],
])('a mutant that %s', async (_, changes, isGood, said) => {
  const [was, line] = await outcome(changes)
  expect(line).toMatch(said)
  expect(was).toBe(isGood)
})

test('what one mutant changed the next does not see; tests that fail without it kill nothing', async () => {
  const lines: string[] = []
  const work = { trees: [tree], print: (line: string) => void lines.push(line) }
  await outcome({})
  expect(await runUnchanged([{ ...RULE, number: 1 }], work)).toBe(true)
  const red = { ...RULE, tests: ['test/red.test.ts'], number: 2 }
  expect(await runUnchanged([red], work)).toBe(false)
  expect(lines).toEqual(['The tests of mutant 2 do not pass without it: is red'])
})

test('a test that times out kills nothing: it may have waited for the machine', () => {
  const hung = '(fail) hangs [500.41ms]\n  ^ this test timed out after 500ms.\n'
  expect(judge(1, hung).kind).toBe('broken')
  expect(judge(1, '(fail) differs [5.41ms]\n').kind).toBe('killed')
})
