import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import { openStore } from '../../src/store/open.ts'
import { MIGRATIONS } from '../../src/store/sqlite/refuse.ts'
import { temporaryFolder } from '../support/folder.ts'

test('a migration that SQLite refuses names the file in one line and leaves it as it was (contract §10, issue 35)', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'old.db')
  const database = new Database(file)
  migrate(drizzle({ client: database }), MIGRATIONS.slice(0, 1))
  database.run('create table statement (in_the_way integer)')
  const dump = () => database.query('select name from sqlite_master order by name').values()
  const before = dump()

  const opened = openStore(file)
  await expect(opened).rejects.toThrow(`${file} cannot be written: table \`statement\` already`)
  expect(dump()).toEqual(before)
  database.close()
})
