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
