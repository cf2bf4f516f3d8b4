import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { insertCity } from '../../src/store/catalog/catalog.ts'
import { openStore, type Trouble } from '../../src/store/open.ts'
import type { StoreReports } from '../support/commit-script.ts'
import { temporaryFolder } from '../support/folder.ts'
import { runCommand } from '../support/process.ts'
import { failingSync, failingWrites } from '../support/strace.ts'

// What a store tells when a commit fails (contract §6) and when whoever listens to commits does.

setDefaultTimeout(60_000)

const SCRIPT = [process.execPath, join(import.meta.dir, '../support/commit-script.ts')]
const istanbul = { slug: 'istanbul', name: 'İstanbul', country: 'TR' }

test.each(['4', '4+'])(
  'of a commit whose fsync fails (%s) only who had succeeded is told outcome_unknown; nothing is begun or read after it (contract §6)',
  async (when) => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'roomwire.db')
    await (await openStore(file)).close()
    const { stdout, exitCode, stderr } = await runCommand([file], {
      folder: folder.path,
      // The first commit takes three: the log's head, its folder, its body.
      program: failingSync(SCRIPT, when),
    })
    expect(exitCode, stderr).toBe(0)
    const told: StoreReports = JSON.parse(stdout)
    expect(told).toEqual({
      together: ['outcome_unknown', 'unavailable', 'outcome_unknown'],
      later: ['unavailable', 'unavailable', 'unavailable'],
      troubles: ['database_failed'],
    })
    const store = await openStore(file)
    const cities = await store.db.select({ slug: store.t.city.slug }).from(store.t.city)
    await store.close()
    expect(cities.map(({ slug }) => slug)).toContain('before')
    for (const slug of ['next', 'later'])
      expect(cities.map((city) => city.slug)).not.toContain(slug)
  },
)

test('a checkpoint whose fsync fails, in its own thread, ends all writing (contract §6, issue 12)', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'roomwire.db')
  await (await openStore(file)).close()
  const { stdout, exitCode, stderr } = await runCommand([file, 'fill'], {
    folder: folder.path,
    // Of the file itself: commits sync its log.
    program: failingSync(SCRIPT, '1+', file),
  })
  expect(exitCode, stderr).toBe(0)
  const told: StoreReports = JSON.parse(stdout)
  expect(told).toEqual({ together: [], later: ['unavailable'], troubles: ['database_failed'] })
})

test('a commit of the thread of words whose fsync fails ends all writing (contract §6, issue 35)', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'roomwire.db')
  await (await openStore(file)).close()
  const { stdout, exitCode, stderr } = await runCommand([file, 'words'], {
    folder: folder.path,
    program: failingSync(SCRIPT, '1', `${file}-wal`),
  })
  expect(exitCode, stderr).toBe(0)
  const told: StoreReports = JSON.parse(stdout)
  const later = ['unavailable', 'unavailable']
  expect(told).toEqual({ together: ['undefined'], later, troubles: ['database_failed'] })
})

test('on a full disk a part of words is refused, rather than left to a transaction that fails, too; an index says why (issue 35)', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'roomwire.db')
  await (await openStore(file)).close()
  const run = (what: string) =>
    runCommand([file, what], {
      folder: folder.path,
      program: failingWrites(SCRIPT, 'ENOSPC', 1, `${file}-wal`),
    })
  const words = await run('words')
  expect(words.exitCode, words.stderr).toBe(0)
  const refused = { together: ['unavailable'], later: ['unavailable', 'unavailable'] }
  expect(JSON.parse(words.stdout)).toEqual({ ...refused, troubles: [] })
  const index = await run('index')
  expect(index.exitCode, index.stderr).toBe(0)
  const together = ['SQLITE_FULL: database or disk is full']
  expect(JSON.parse(index.stdout)).toEqual({ together, later: [], troubles: [] })
})

test('a listener that throws is told of, and neither keeps others from hearing nor anybody from writing (house.md D9)', async () => {
  using folder = temporaryFolder()
  const troubles: [Trouble, unknown][] = []
  const store = await openStore(join(folder.path, 'roomwire.db'), {
    onTrouble: (...trouble) => troubles.push(trouble),
  })
  const defect = new Error('a defect')
  let heard = 0
  store.subscribe('*', () => {
    throw defect
  })
  store.subscribe('*', () => heard++)
  for (const slug of ['one', 'two', 'three'])
    await store.tx((tx) => insertCity(tx, { ...istanbul, slug }))
  expect(heard).toBe(3)
  expect(troubles).toEqual(Array(3).fill(['listener_failed', defect]))
  await store.close()
})
