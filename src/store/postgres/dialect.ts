import { type Column, type SQL, sql } from 'drizzle-orm'
import type { BunSQLDatabase } from 'drizzle-orm/bun-sql/postgres'
import type { Dialect, LockStrength } from '../engine/dialect.ts'
import type { DrizzleClient } from './pool.ts'
import { SERVER_NOW } from './versions.ts'

type Lockable<Query> = { for: (strength: LockStrength) => Query }

/** The dialect of PostgreSQL, which locks rows. */
export const postgresDialect: Dialect = {
  lock: <Query>(query: Query, strength: LockStrength) =>
    (query as unknown as Lockable<Query>).for(strength),
  rows: async <Row>(db: unknown, statement: SQL) => [
    ...((await (db as BunSQLDatabase).execute(statement)) as unknown as Row[]),
  ],
  run: async (db, text, params) =>
    await (db as unknown as { $client: DrizzleClient }).$client.unsafe(text, params),
  values: async (query) => (await query).map((row) => Object.values(row as object)),
  withId: <Insert>(insert: Insert) =>
    (insert as unknown as { overridingSystemValue: () => Insert }).overridingSystemValue(),
  history: sql.raw(SERVER_NOW),
  // PostgreSQL's planner chooses by the statistics of the tables.
  unindexed: (column: Column) => sql`${column}`,
}
