import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { startStore } from '../support/store.ts'

const MEBIBYTE = 1_024 * 1_024

test('a log that grew beside a long reader, as a backup is, is cut when it begins anew (house-style §2)', async () => {
  await using test = startStore()
  const { store, file } = test
  const logBytes = () => statSync(`${file}-wal`).size
  const write = (times: number) =>
    store.tx(async ({ db }) => {
      await db.run(sql`insert or replace into meta (key, value) values ('filler', 'x')`)
      for (let time = 0; time < times; time++)
        await db.run(
          sql`insert or replace into meta (key, value) values ('filler', ${'x'.repeat(MEBIBYTE)} || ${time})`,
        )
    })
  const reader = new Database(file, { readonly: true })
  reader.run('begin')
  reader.query('select count(*) from meta').get()
  for (let count = 0; count < 60; count++) await write(1)
  expect(logBytes()).toBeGreaterThan(50 * MEBIBYTE)
  reader.run('commit')
  reader.close()
  // One to fold all of it into the file, one to begin the log anew.
  await write(1)
  await write(1)
  expect(logBytes()).toBeLessThan(33 * MEBIBYTE)
}, 30_000)
