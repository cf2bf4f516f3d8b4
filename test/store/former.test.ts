import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import { openStore } from '../../src/store/open.ts'
import { copyFormer, formerName, isRebuilding } from '../../src/store/sqlite/former.ts'
import { MIGRATIONS } from '../../src/store/sqlite/refuse.ts'
import { upgrade as migrateInThread } from '../../src/store/sqlite/upgrade.ts'
import { temporaryFolder } from '../support/folder.ts'

setDefaultTimeout(60_000)

const lastRebuild = MIGRATIONS.findLastIndex((migration) => isRebuilding([migration]))

/** A database of the version that has the first `count` migrations. */
function makeOld(file: string, count: number): void {
  using old = new Database(file)
  old.run('pragma journal_mode = WAL')
  migrate(drizzle({ client: old }), MIGRATIONS.slice(0, count))
  old.run(`insert into meta (key, value) values ('twins_made', '7')`)
}

async function upgrade(file: string) {
  const events: [string, Record<string, unknown>][] = []
  const store = await openStore(file, { onUpgrade: (event, facts) => events.push([event, facts]) })
  await store.close()
  return events
}

test('before a table is rebuilt the file is copied beside it, as it was, in place of the copy before (issue 35 item 4)', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'old.db')
  makeOld(file, lastRebuild)
  const copy = formerName(file)
  writeFileSync(copy, 'of an earlier upgrade')
  writeFileSync(`${copy}.begun`, 'of one that was killed')

  const events = await upgrade(file)
  expect(events.map(([event]) => event).slice(0, 2)).toEqual(['upgrade_begins', 'upgrade_copied'])
  expect(events[1]![1]).toMatchObject({ copy })
  using database = new Database(copy)
  expect(database.query('pragma integrity_check').values()).toEqual([['ok']])
  expect(database.query('select value from meta').values()).toContainEqual(['7'])
  const applied = database.query('select name from __drizzle_migrations order by id').values()
  expect(applied.flat()).toEqual(MIGRATIONS.slice(0, lastRebuild).map(({ name }) => name))
  expect(readdirSync(folder.path).filter((name) => name.endsWith('.begun'))).toEqual([])
})

test('an upgrade that rebuilds no table keeps no copy', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'old.db')
  makeOld(file, lastRebuild + 1)

  const events = await upgrade(file)
  expect(events.map(([event]) => event)).toEqual(expect.not.arrayContaining(['upgrade_copied']))
  expect(existsSync(formerName(file))).toBe(false)
})

test('an upgrade leaves nothing in the log that the service would have to copy to the file (issue 35 item 4)', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'old.db')
  makeOld(file, lastRebuild)
  // The last connection to close would copy it.
  using other = new Database(file)
  other.run('update meta set value = value')

  await migrateInThread(
    file,
    MIGRATIONS.slice(0, lastRebuild).map(({ name }) => name),
    {},
  )
  const [log] = other
    .query<{ log: number; checkpointed: number }, []>('pragma wal_checkpoint(noop)')
    .all()
  expect(log!.log).toBeGreaterThan(0)
  expect(log!.checkpointed).toBe(log!.log)
})

test('without room on the disk there is no copy, and the reason is said', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'old.db')
  makeOld(file, 1)
  expect(await copyFormer(file, () => 1_000)).toStartWith('the disk has 1000 bytes free, and ')
  expect(existsSync(formerName(file))).toBe(false)
})

test('a database that another process reads is not copied without its log', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'old.db')
  makeOld(file, 1)
  using reader = new Database(file)
  using writer = new Database(file)
  reader.run('begin')
  reader.query('select * from meta').all()
  writer.run(`insert into meta (key, value) values ('demo_webhook', '1')`)
  expect(await copyFormer(file)).toBe('another process reads the database')
  expect(existsSync(formerName(file))).toBe(false)
})
