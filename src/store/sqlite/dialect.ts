import type { Database } from 'bun:sqlite'
import { type Column, type SQL, sql } from 'drizzle-orm'
import type { SQLiteBunDatabase } from 'drizzle-orm/bun-sqlite'
import type { Dialect } from '../engine/dialect.ts'

/** SQLite has one writer, and nothing to lock. */
export const sqliteDialect: Dialect = {
  lock: (query) => query,
  rows: async <Row>(db: unknown, statement: SQL) =>
    (db as SQLiteBunDatabase).all(statement) as Row[],
  run: async (db, text, params) =>
    (db as SQLiteBunDatabase & { $client: Database }).$client
      .query(text)
      .run(...(params as never[])),
  values: async (query) => (query as unknown as { values: () => unknown[][] }).values(),
  withId: (insert) => insert,
  // A backup is put back while nobody serves the file.
  history: sql`0`,
  unindexed: (column: Column) => sql`+${column}`,
}
