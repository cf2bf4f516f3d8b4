import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
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

test('a look leaves the empty log to a start that opens the file next, and none where it refuses (contract §10)', () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'own.db')
  const writeAndClose = () => {
    using database = new Database(file)
    database.run('pragma journal_mode = WAL')
    database.run('create table if not exists kept (id integer)')
  }
  writeAndClose()
  const next = { isOpenedNext: true }
  const refuse = () => {
    throw new Error('refused')
  }
  expect(() => lookInto(file, refuse, next)).toThrow('refused')
  expect(readdirSync(folder.path)).toEqual(['own.db'])
  expect(lookInto(file, tableNames, next)).toEqual(['kept'])
  expect(readdirSync(folder.path).toSorted()).toEqual(['own.db', 'own.db-shm', 'own.db-wal'])
  writeAndClose()
  expect(lookInto(file, tableNames)).toEqual(['kept'])
  expect(readdirSync(folder.path)).toEqual(['own.db'])
})
