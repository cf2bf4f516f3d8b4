import { Database, SQLiteError } from 'bun:sqlite'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { inShort } from '../../domain/bookings/stored-record.ts'
import { openStore } from '../open.ts'
import { flush } from '../sqlite/backup.ts'
import { lockDatabase, realFile } from '../sqlite/lock.ts'
import { openQuietly } from '../sqlite/look.ts'
import { refuseForeign, refuseOlder } from '../sqlite/refuse.ts'
import { describeRow, type Row } from './lines.ts'
import type { CopyPage, CopySide, CopyTarget } from './sides.ts'
import { type CopiedTable, columnsOf, copiedTables, pageOf, quoteNames } from './tables.ts'

// SQLite as source or target of a copy between engines.

/** Settings for a new database without readers: no journal, no sync to disk, 64 MiB of cache for its indexes. */
const PRAGMAS = [
  'journal_mode = off',
  'synchronous = off',
  'foreign_keys = on',
  'cache_size = -65536',
]

/** Reads one snapshot of a SQLite database that no service runs on. */
export async function readSqlite<T>(
  file: string,
  body: (side: CopySide) => Promise<T>,
): Promise<T> {
  if (!existsSync(file)) throw new Error(`there is no database at ${file}`)
  refuseForeign(file)
  const unlock = lockDatabase(file)
  try {
    const { database, close } = openQuietly(file)
    try {
      refuseOlder(file, database)
      database.run('begin')
      return await body(sideOf(file, database))
    } finally {
      close()
    }
  } finally {
    unlock()
  }
}

/** Makes a SQLite database that appears whole or not at all: it is filled under another name and renamed at the end. */
export async function fillSqlite<T>(
  file: string,
  body: (target: CopyTarget) => Promise<T>,
): Promise<T> {
  refuseExisting(file)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unlock = lockDatabase(file)
  const path = realFile(file)
  const incoming = `${path}.copying`
  try {
    refuseExisting(file)
    removeAll(incoming)
    await (await openStore(incoming)).close()
    const result = await fillNew(incoming, body)
    flush(incoming)
    renameSync(incoming, path)
    return result
  } finally {
    removeAll(incoming)
    unlock()
  }
}

async function fillNew<T>(file: string, body: (target: CopyTarget) => Promise<T>): Promise<T> {
  const database = new Database(file, { readwrite: true, create: false })
  try {
    for (const pragma of PRAGMAS) database.run(`pragma ${pragma}`)
    database.run('begin')
    // The rows that migrations insert are in the source too.
    for (const { name } of copiedTables().toReversed()) database.run(`delete from "${name}"`)
    const result = await body({
      ...sideOf(file, database),
      ...loaderOf(database),
      recordText: inShort,
    })
    database.run('commit')
    database.run('pragma journal_mode = wal')
    return result
  } finally {
    database.close()
  }
}

function sideOf(file: string, database: Database): CopySide {
  const reading = async <T>(read: () => T): Promise<T> => {
    try {
      return read()
    } catch (error) {
      if (error instanceof SQLiteError) throw new Error(`${file} is damaged: ${error.message}`)
      throw error
    }
  }
  const numberOf = (query: string, ...values: string[]) =>
    reading(() => Number(database.query(query).values(...values)[0]?.[0] ?? 0))
  return {
    count: ({ name }) => numberOf(`select count(*) from "${name}"`),
    async *rows(table) {
      const places = table.key.map((key) => table.columns.findIndex(({ name }) => name === key))
      const key = quoteNames(table.key)
      const after = `where (${key}) > (${table.key.map(() => '?').join(', ')})`
      const select = (where: string) =>
        `select ${columnsOf(table)} from "${table.name}" ${where} order by ${key} limit ${pageOf(table)}`
      let rows: Row[] = await reading(() => database.query(select('')).values())
      while (rows.length > 0) {
        yield rows
        const last = rows.at(-1)!
        const values = places.map((place) => last[place]) as (string | number)[]
        rows = await reading(() => database.query(select(after)).values(...values))
      }
    },
    lastNumber: async ({ name, serial }) => {
      const own = await numberOf('select seq from sqlite_sequence where name = ?', name)
      return Math.max(own, await numberOf(`select max("${serial}") from "${name}"`))
    },
  }
}

function loaderOf(database: Database): Pick<CopyTarget, 'load' | 'setLastNumber'> {
  return {
    async load(table: CopiedTable, pages: AsyncIterable<CopyPage>) {
      const marks = table.columns.map(() => '?').join(', ')
      const insert = database.prepare(
        `insert into "${table.name}" (${columnsOf(table)}) values (${marks})`,
      )
      const put = (row: Row) => {
        try {
          insert.run(...(row as (string | number | null)[]))
        } catch (error) {
          throw new Error(`${describeRow(table, row)} was refused: ${(error as Error).message}`)
        }
      }
      for await (const { rows } of pages) for (const row of rows) put(row)
      insert.finalize()
    },
    async setLastNumber({ name }, last) {
      database.run('delete from sqlite_sequence where name = ?', [name])
      database.run('insert into sqlite_sequence (name, seq) values (?, ?)', [name, last])
    },
  }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new Error(`${file} exists already; a copy overwrites nothing`)
  // A write-ahead log without its database may still be wanted.
  refuseForeign(file)
}

/** Deletes the remains of a killed copy, with the files that SQLite and the lock keep next to a database. */
function removeAll(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal', '.lock', '.begun'])
    rmSync(file + end, { force: true })
}
