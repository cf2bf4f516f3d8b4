import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { SQL } from 'bun'
import type { DatabaseLocation } from '../../src/store/copy/sides.ts'
import { columnsOf, copiedTables, quoteNames } from '../../src/store/copy/tables.ts'
import { openStore } from '../../src/store/open.ts'
import { temporaryFolder } from './folder.ts'
import { createDatabase, dropDatabase, isOnPostgres } from './postgres.ts'

/** A folder with a SQLite database to copy from, and an empty place of the engine that these tests are run on. */
export async function startCopy() {
  const folder = temporaryFolder()
  const source = join(folder.path, 'source.db')
  await (await openStore(source)).close()
  const place = isOnPostgres ? await createDatabase() : join(folder.path, 'target.db')
  return {
    folder: folder.path,
    source,
    place,
    /** Another file, that is not there yet. */
    back: join(folder.path, 'back.db'),
    [Symbol.dispose]() {
      if (typeof place !== 'string') dropDatabase(place)
      folder[Symbol.dispose]()
    },
  }
}

/** Changes a database past the service. */
export function alter(file: string, ...statements: string[]): void {
  using database = new Database(file, { readwrite: true, create: false })
  for (const statement of statements) database.run(statement)
}

/** Every row of each table of a SQLite file, in the order of its key, and what its tables have counted up to. */
export function contentsOf(file: string): Record<string, unknown[][]> {
  using database = new Database(file)
  const entries = copiedTables().map((table) => {
    const query = `select ${columnsOf(table)} from "${table.name}" order by ${quoteNames(table.key)}`
    return [table.name, database.query(query).values()] as const
  })
  const counted = database.query('select name, seq from sqlite_sequence order by name').values()
  return { ...Object.fromEntries(entries), counted }
}

/** How many rows a place has; none where there is no place yet. */
export async function rowsIn(place: DatabaseLocation): Promise<number> {
  if (typeof place === 'string' && !(await Bun.file(place).exists())) return 0
  const outside = new SQL(typeof place === 'string' ? `sqlite:${place}` : place.url)
  try {
    let rows = 0
    for (const { name } of copiedTables()) {
      const [row] = await outside.unsafe(`select count(*) as rows from "${name}"`)
      rows += Number(row.rows)
    }
    return rows
  } finally {
    await outside.close()
  }
}

/** A place as the command line names it. */
export const addressOf = (place: DatabaseLocation) =>
  typeof place === 'string' ? place : place.url
