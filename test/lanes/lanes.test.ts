import { expect, test } from 'bun:test'
import { filesOf, LANES, type Lane } from './lanes.ts'

const lane = (name: string, paths: string[], more: Partial<Lane> = {}): Lane => ({
  ...{ name, paths, workers: 1, timeoutMs: 1_000 },
  ...more,
})

test('every test file is in one lane of SQLite, and a lane has the files of its paths in order', () => {
  const listed = filesOf([])
    .filter(({ lane: { postgres } }) => !postgres)
    .flatMap(({ files }) => files)
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed).toContain('test/lanes/lanes.test.ts')
  expect(filesOf([]).map((one) => one.lane)).toEqual([...LANES])
})

test('a file that no lane runs, or two do, stops the run', () => {
  const lanes = [lane('one', ['http/']), lane('two', ['http/search'])]
  expect(() => filesOf([], undefined, lanes, ['new/a.test.ts'])).toThrow(
    'new/a.test.ts is in 0 lanes',
  )
  expect(() => filesOf([], undefined, lanes, ['http/search.test.ts'])).toThrow(
    'is in 2 lanes of SQLite',
  )
})

test('a lane of PostgreSQL leaves out what it says, and a name that no file bears stops the run', () => {
  const files = ['http/a.test.ts', 'http/b.test.ts']
  const withoutOf = (without: string[]) => [
    lane('sqlite', ['http/']),
    lane('postgres', ['http/'], { postgres: true, without }),
  ]
  const [, { files: onPostgres } = {}] = filesOf(
    [],
    undefined,
    withoutOf(['http/a.test.ts']),
    files,
  )
  expect(onPostgres).toEqual(['test/http/b.test.ts'])
  expect(() => filesOf([], undefined, withoutOf(['http/gone.test.ts']), files)).toThrow(
    'http/gone.test.ts',
  )
  const always = [lane('one', ['http/'], { turns: { always: ['http/a', 'http/gone'] } })]
  expect(() => filesOf([], undefined, always, files)).toThrow('http/gone')
})

test('patterns choose files, and lanes without any are left out', () => {
  const lanes = [lane('one', ['http/']), lane('two', ['model/'])]
  const files = ['http/search.test.ts', 'http/other.test.ts', 'model/rates.test.ts']
  expect(filesOf(['search'], undefined, lanes, files)).toEqual([
    { lane: lanes[0]!, files: ['test/http/search.test.ts'] },
  ])
})

test('files that take turns run at every eighth commit, the others at each; without a turn all run', () => {
  const files = Array.from('abcdefgh', (name) => `http/${name}.test.ts`)
  const runAt = (turn: number | undefined, always: string[]) =>
    filesOf([], turn, [lane('one', ['http/'], { turns: { always } })], files).flatMap(
      (one) => one.files,
    )
  const all = files.map((file) => `test/${file}`)
  expect(runAt(undefined, [])).toEqual(all)
  expect(all.map((_, turn) => runAt(8 + turn, []))).toEqual(all.map((file) => [file]))
  expect(runAt(16, ['http/c'])).toEqual([all[0]!, all[2]!])
  expect(runAt(23, ['http/c'])).toEqual([all[2]!])
})
