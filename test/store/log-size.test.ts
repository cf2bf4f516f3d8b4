import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { sqliteDb } from '../support/sql.ts'
import { startStore, type TestStore } from '../support/store.ts'

const MEBIBYTE = 1_024 * 1_024

test('a log is folded back beside the event loop while it is written to without a pause (issue 12)', async () => {
  await using test = await startStore()
  const { write, logBytes } = writerOf(test)
  let longest = 0
  for (let count = 0; count < 400; count++) {
    await write()
    longest = Math.max(longest, logBytes())
  }
  // Twelve times as much was written as is folded at once; SQLite's own would come at 250 MiB.
  expect(longest).toBeWithin(32 * MEBIBYTE, 128 * MEBIBYTE)
  expect(test.store.breakdown()).toBeUndefined()
}, 60_000)

test('a log that grew beside a long reader is cut when it begins anew (house-style §2)', async () => {
  await using test = await startStore()
  const { write, logBytes } = writerOf(test)
  const reader = new Database(test.file, { readonly: true })
  reader.run('begin')
  reader.query('select count(*) from meta').get()
  for (let count = 0; count < 80; count++) await write()
  expect(logBytes()).toBeGreaterThan(70 * MEBIBYTE)
  reader.run('commit')
  reader.close()
  // It is folded into the file beside the loop, which is tried once a second, and begun anew by the commit after that.
  for (let tries = 0; tries < 30 && logBytes() > 49 * MEBIBYTE; tries++) {
    await write()
    await Bun.sleep(100)
  }
  expect(logBytes()).toBeLessThan(49 * MEBIBYTE)
}, 60_000)

/** Writes a mebibyte of pages a time. */
function writerOf({ store, file }: TestStore) {
  return {
    logBytes: () => statSync(`${file}-wal`).size,
    write: () =>
      store.tx(async ({ db }) => {
        await sqliteDb(db).run(sql`insert or replace into meta (key, value) values ('filler', 'x')`)
        await sqliteDb(db).run(
          sql`insert or replace into meta (key, value) values ('filler', ${'x'.repeat(MEBIBYTE)})`,
        )
      }),
  }
}
