import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { getTableName } from 'drizzle-orm'
import { postgresTables, sqliteTables } from '../../src/store/engine/schema.ts'
import { openStore } from '../../src/store/open.ts'
import { connect } from '../../src/store/sqlite/connect.ts'
import { TABLE_NAMES } from '../../src/store/tables/names.ts'
import { temporaryFolder } from '../support/folder.ts'

test.each([
  ['SQLite', () => sqliteTables],
  ['PostgreSQL', postgresTables],
])('each table of %s is in its group, and the start looks for it by name', (_, tables) => {
  const names = Object.values(tables()).map((table): string => getTableName(table))
  expect(names.toSorted()).toEqual([...TABLE_NAMES])
})

test('a file without a table, as a first start leaves it that was killed, gets its tables', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'roomwire.db')
  connect(file, ['journal_mode = WAL']).close()
  const store = await openStore(file)
  expect(await store.db.select().from(store.t.meta)).toBeArray()
  await store.close()
})
