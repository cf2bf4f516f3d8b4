import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { checkBackups } from '../../src/cli/doctor-backups.ts'
import { readConfig } from '../../src/config.ts'
import { keptCopies } from '../../src/domain/kernel/kept-copies.ts'
import { createLog } from '../../src/log.ts'
import { BACKUP_DIR_HINT, backupLoops } from '../../src/server/backups.ts'
import { openStore } from '../../src/store/open.ts'
import { readVitals } from '../../src/store/sqlite/vitals.ts'
import { temporaryFolder } from '../support/folder.ts'

// Scheduled backups (issue 37, 5).

setDefaultTimeout(60_000)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = Date.parse('2026-11-27T01:02:03Z')

/** A folder with a database, and the passes of its backups at times that the test names. */
async function scene(
  env: Record<string, string> = {},
  maker: { program?: string[]; withinMs?: number } = {},
) {
  const folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const store = await openStore(at('data/roomwire.db'))
  const lines: string[] = []
  let nowMs = NOW
  const config = readConfig(
    {},
    { DATA_DIR: at('data'), BACKUP_DIR: at('backups'), BACKUP_EVERY_HOURS: '6', ...env },
  )
  const log = createLog('info', (line) => void lines.push(line))
  const stopping = new AbortController()
  const world = { store, log, nowMs: () => nowMs, stopping: stopping.signal }
  const loops = backupLoops(config, world, maker)
  const loop = loops.find(({ name }) => name === 'backup')
  return {
    ...{ at, lines, stopping, config, store, loops },
    events: () => lines.map((line) => JSON.parse(line)),
    journal: (hours = 0) => {
      nowMs += hours * HOUR_MS
      return loops.find(({ name }) => name === 'journal')!.run()
    },
    findings: async () => {
      const found = []
      for await (const finding of checkBackups(config, nowMs)) found.push(finding)
      return found
    },
    run: (hours = 0) => {
      nowMs += hours * HOUR_MS
      return loop!.run()
    },
    names: () =>
      readdirSync(at('backups'))
        .filter((name) => !/owner|journal/.test(name))
        .toSorted(),
    vitals: () => readVitals(at('data/roomwire.db'), []),
    async [Symbol.asyncDispose]() {
      await store.close()
      folder[Symbol.dispose]()
    },
  }
}

test('the journal begins with the start: over a restored database it goes on from what its first pass finds (issue 37)', async () => {
  await using at = await scene()
  expect(at.loops.map(({ name, isAwaited = false }) => [name, isAwaited])).toEqual([
    ['journal', true],
    ['backup', false],
  ])
})

test('a backup is made when it is due, checked, told and noted; what a killed one left goes, what is not ours stays', async () => {
  await using at = await scene()
  mkdirSync(at.at('backups'))
  for (const name of ['roomwire-2026-11-26T010203Z.db.begun', 'notes.txt'])
    writeFileSync(at.at(`backups/${name}`), 'half')
  await at.run()
  expect(at.names()).toEqual(['notes.txt', 'roomwire-2026-11-27T010203Z.db'])
  expect(at.lines.join()).toContain('"event":"backup_made"')
  const file = at.at('backups/roomwire-2026-11-27T010203Z.db')
  using copy = new Database(file, { readonly: true })
  expect(copy.query('pragma integrity_check').values()).toEqual([['ok']])
  expect(await at.vitals()).toMatchObject({
    ...{ backupBytes: Bun.file(file).size, backupFailure: null },
    backedUpAtMs: expect.any(Number),
  })

  await at.run(5.9)
  expect(at.names()).toHaveLength(2)
  await at.run(0.2)
  expect(at.names()).toContain('roomwire-2026-11-27T070803Z.db')
})

test('a backup that fails is told with its reason until there is one, and tried again after an hour', async () => {
  await using at = await scene()
  writeFileSync(at.at('backups'), 'no folder')
  await at.run()
  expect(at.lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', event: 'backup_failed', reason: expect.stringMatching(/EEXIST|ENOTDIR/) },
  ])
  expect((await at.vitals()).backupFailure).toMatch(/EEXIST|ENOTDIR/)
  await at.run(0.9)
  expect(at.lines).toHaveLength(1)
  await Bun.file(at.at('backups')).delete()
  await at.run(0.2)
  expect(at.names()).toHaveLength(1)
  expect((await at.vitals()).backupFailure).toBeNull()
})

test('a folder that cannot be made or written is told with what to do, by the log and by doctor (issue 37)', async () => {
  // No user may make a folder there, not even root.
  await using at = await scene({ BACKUP_DIR: '/proc/none/backups' })
  await at.run()
  expect(at.events()).toMatchObject([{ event: 'backup_failed', hint: BACKUP_DIR_HINT }])
  expect((await at.findings())[0]).toMatchObject({
    isWell: false,
    line: expect.stringMatching(/^there is no backup in .* \(ENOENT.*ReadWritePaths=$/),
  })
})

test('a stop ends a backup, which is no failure', async () => {
  await using at = await scene()
  const running = at.run()
  at.stopping.abort()
  await running
  expect(at.names().filter((name) => name.endsWith('.db'))).toEqual([])
  expect((await at.vitals()).backupFailure).toBeNull()
})

test('BACKUP_DIR is refused on PostgreSQL, whose own tools make backups', () => {
  const env = { BACKUP_DIR: '/backups', DATABASE_URL: 'postgres://u:p@127.0.0.1/db' }
  expect(() => readConfig({}, env)).toThrow('BACKUP_DIR is for SQLite')
  const { backups } = readConfig({}, { BACKUP_DIR: '/backups' })
  expect(backups).toEqual({
    ...{
      folder: '/backups',
      everyHours: 24,
      journalHours: 48,
      keep: { days: 7, weeks: 4, months: 12 },
    },
  })
})

test('of a year of backups every six hours the last day stays, and the last one of 7 days, 4 weeks, 12 months', () => {
  const times = Array.from({ length: 4 * 365 }, (_, n) => NOW - n * 6 * HOUR_MS)
  const kept = [...keptCopies(times, { days: 7, weeks: 4, months: 12 })]
    .toSorted((a, b) => b - a)
    .map((time) => new Date(time).toISOString().slice(0, 13))
  expect(kept).toEqual([
    // Day by day: all four of 24 hours, then the last of each day.
    ...['2026-11-27T01', '2026-11-26T19', '2026-11-26T13', '2026-11-26T07'],
    ...['2026-11-25T19', '2026-11-24T19', '2026-11-23T19', '2026-11-22T19', '2026-11-21T19'],
    // The last of each week is of a Sunday, the last of each month of its last day.
    ...['2026-11-15T19', '2026-11-08T19', '2026-10-31T19', '2026-09-30T19', '2026-08-31T19'],
    ...['2026-07-31T19', '2026-06-30T19', '2026-05-31T19', '2026-04-30T19', '2026-03-31T19'],
    ...['2026-02-28T19', '2026-01-31T19', '2025-12-31T19'],
  ])
})

test('whatever is kept, the newest backup stays, and deleting again what is left deletes nothing more', () => {
  const time = fc.integer({ min: 0, max: 800 * 24 }).map((hours) => NOW - hours * HOUR_MS)
  const keep = fc.record({
    days: fc.integer({ min: 1, max: 9 }),
    weeks: fc.integer({ min: 0, max: 9 }),
    months: fc.integer({ min: 0, max: 9 }),
  })
  fc.assert(
    fc.property(fc.array(time, { minLength: 1, maxLength: 200 }), keep, (times, how) => {
      const kept = keptCopies(times, how)
      expect(kept.has(Math.max(...times))).toBeTrue()
      expect(kept.size).toBeLessThanOrEqual(
        new Set(times.filter((each) => each > Math.max(...times) - DAY_MS)).size +
          how.days +
          how.weeks +
          how.months,
      )
      expect(keptCopies([...kept], how)).toEqual(kept)
    }),
  )
})

test('a folder of backups is one database’s: another one, and a second process, make none there and say why; a restored copy goes on', async () => {
  await using first = await scene()
  await first.run()
  const folder = first.at('backups')
  await using beside = await scene({ BACKUP_DIR: folder })
  await beside.run()
  expect(beside.events()).toMatchObject([
    {
      event: 'backup_failed',
      reason: expect.stringContaining('another running service makes its'),
    },
  ])
  first.stopping.abort()
  await beside.run(1)
  expect(beside.events()[1].reason).toContain('has the backups of another database')
  await beside.journal()
  expect(beside.events()[2]).toMatchObject({ event: 'journal_failed' })
  expect(first.names()).toHaveLength(1)

  await using restored = await scene({ BACKUP_DIR: folder })
  await restored.run(7)
  expect(restored.events()).toMatchObject([{ event: 'backup_made' }])
})

test('a backup that hangs is ended and told, and the next one is made', async () => {
  const program = ['sh', '-c', 'kill -STOP $$']
  const maker = { program, withinMs: 200 }
  await using at = await scene({}, maker)
  await at.run()
  expect(at.events()).toMatchObject([
    { event: 'backup_failed', reason: expect.stringContaining('hung and was ended') },
  ])
  Object.assign(maker, { program: undefined, withinMs: 60_000 })
  await at.run(1.1)
  expect(at.events()[1]).toMatchObject({ event: 'backup_made' })
})

test('backups inside the data folder, and a journal shorter than the time between two, are warned of', async () => {
  await using at = await scene({ BACKUP_EVERY_HOURS: '72' })
  expect(at.events()).toMatchObject([{ level: 'warn', event: 'journal_too_short' }])
  const { config, store } = at
  const events: string[] = []
  const log = createLog('info', (line) => void events.push(JSON.parse(line).event))
  const world = { store, log, nowMs: () => NOW, stopping: at.stopping.signal }
  const inside = { ...config.backups!, folder: join(config.dataDir, 'backups'), everyHours: 24 }
  backupLoops({ ...config, backups: inside }, world)
  expect(events).toEqual(['backups_beside_data'])
})

test('a journal that fails is told with its reason, once an hour, and when it goes on; doctor looks at it and at the newest backup', async () => {
  await using at = await scene()
  expect(await at.findings()).toMatchObject([{ isWell: false }, { isWell: false }])
  await at.run()
  await at.journal()
  expect(await at.findings()).toMatchObject([{ isWell: true }, { isWell: true }])
  // A file lies where the folder of the journal should.
  rmSync(at.at('backups/journal'), { recursive: true })
  writeFileSync(at.at('backups/journal'), '')
  await at.journal()
  await at.journal(0.9)
  await at.journal(0.2)
  rmSync(at.at('backups/journal'))
  await at.journal()
  await at.journal()
  const told = at.events().filter(({ event }) => event.startsWith('journal'))
  expect(told.map(({ event }) => event)).toEqual([
    'journal_failed',
    'journal_failed',
    'journal_goes_on',
  ])
  expect(told[0].reason).toMatch(/EEXIST|ENOTDIR/)
  writeFileSync(at.at('backups/journal/place'), '0')
  expect((await at.findings())[1]).toMatchObject({ isWell: true })
  writeFileSync(at.at('backups/journal/place'), '12x')
  expect((await at.findings())[1]!.line).toContain('is damaged')
  writeFileSync(at.at('backups/journal/place'), '99')
  expect((await at.findings())[1]!.line).toContain('see roomwire missing')
  await at.run(5)
  expect((await at.findings())[0]!.isWell).toBeTrue()
  at.stopping.abort()
  await at.run(30)
  expect((await at.findings())[0]!.line).toContain('one is due every 6')
})
