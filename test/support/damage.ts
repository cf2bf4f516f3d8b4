import { Database } from 'bun:sqlite'
import { readFileSync, writeFileSync } from 'node:fs'

/** A migration that only a later version can know. */
export const FUTURE_MIGRATION = '20991231235959_future'

/** Marks an open database as one that a later version has had. */
export function markNewer(database: Database): void {
  database.run(
    `insert into __drizzle_migrations (hash, created_at, name) values ('', 4102444800000, ?)`,
    [FUTURE_MIGRATION],
  )
}

/** Marks the database of a file likewise, and closes it. */
export function markFileNewer(file: string): void {
  using database = new Database(file)
  markNewer(database)
  database.run('pragma wal_checkpoint(truncate)')
}

/** Overwrites some pages in the middle of a database. */
export function damage(file: string): void {
  const bytes = readFileSync(file)
  bytes.fill(0xa5, bytes.length >> 1, (bytes.length >> 1) + 16_384)
  writeFileSync(file, bytes)
}

/** Overwrites the page where a table begins. */
export function damageRoot(file: string, table: string): void {
  overwrite(file, `select rootpage as page from sqlite_master where name = '${table}'`)
}

/** Overwrites every page of a table's rows but the first, which is all that a look at its first row meets. */
export function damageRest(file: string, table: string): void {
  overwrite(
    file,
    `select pageno as page from dbstat where name = '${table}' and pagetype = 'leaf'
     order by path limit -1 offset 1`,
  )
}

/** Overwrites the pages that a query names. */
function overwrite(file: string, query: string): void {
  // A writable connection deletes SQLite's -wal and -shm files when it closes.
  using database = new Database(file)
  const pages = database.query<{ page: number }, []>(query).all()
  const { page_size: size } = database.query('pragma page_size').get() as { page_size: number }
  const bytes = readFileSync(file)
  for (const { page } of pages) bytes.fill(0xa5, (page - 1) * size, page * size)
  writeFileSync(file, bytes)
}

/** The newest migration is due again: it only marks the form of revisions. */
export function forgetNewestMigration(file: string): void {
  using database = new Database(file)
  database.run(
    'delete from __drizzle_migrations where id = (select max(id) from __drizzle_migrations)',
  )
  database.run('pragma wal_checkpoint(truncate)')
}
