import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { lookInto, tableNames } from '../../src/store/sqlite/look.ts'
import { temporaryFolder } from '../support/folder.ts'

/** A process that has a file to itself for a while, as a start has that reads the log of a killed one. */
const HOLDER = `
  import { Database } from 'bun:sqlite'
  const database = new Database(process.argv[1])
  database.run('begin exclusive')
  console.log('held')
  setTimeout(() => database.close(), 300)`

test('a look at a file that another start has to itself waits for it instead of calling it no database (contract §10)', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'own.db')
  using database = new Database(file)
  database.run('create table kept (id integer)')
  const holder = Bun.spawn([process.execPath, '-e', HOLDER, file], { stdout: 'pipe' })
  await holder.stdout.getReader().read()
  expect(lookInto(file, tableNames)).toEqual(['kept'])
  await holder.exited
})
