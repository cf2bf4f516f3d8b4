import type { Column, SQL } from 'drizzle-orm'
import type { SQLiteBunDatabase } from 'drizzle-orm/bun-sqlite'

/** drizzle on a connection: the type is SQLite's without what its driver alone has; PostgreSQL casts to it, as its kit does. */
export type Db = Omit<
  SQLiteBunDatabase,
  'all' | 'get' | 'run' | 'values' | 'transaction' | '$client'
>

/** Rows that a transaction holds: from each other, or only from who changes or deletes them. */
export type LockStrength = 'update' | 'no key update' | 'share'

/** A flag as a driver has it. */
export type Flag = boolean | 0 | 1

/** What the engines say differently of a query, or only one of them can say. */
export type Dialect = {
  /** Holds the rows that a select reads until the transaction ends, where more than one writes at a time. */
  lock: <Query>(query: Query, strength: LockStrength) => Query
  /** The rows of a statement that no builder can say; flags may be 0 and 1. */
  rows: <Row>(db: Db, statement: SQL) => Promise<Row[]>
  /** Runs a statement of which the text is built already, with its parameters as the driver takes them. */
  run: (db: Db, text: string, params: unknown[]) => Promise<unknown>
  /** The rows of a select as lists, in its order and as the driver has them: flags may be 0 and 1. */
  values: (query: PromiseLike<unknown[]>) => Promise<unknown[][]>
  /** An insert that says the key which the engine counts up otherwise. */
  withId: <Insert>(insert: Insert) => Insert
  /** Which history of the database is read: another one may have the same numbers for other things. */
  history: SQL<unknown>
  /** A column as an expression, where the planner would take the wrong index for it. */
  unindexed: (column: Column) => SQL
}
