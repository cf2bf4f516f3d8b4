import type { Database } from 'bun:sqlite'
import { type Column, type SQL, sql } from 'drizzle-orm'
import type { SQLiteBunDatabase } from 'drizzle-orm/bun-sqlite'
import type { Dialect, PreparedInsert, PreparedWrite, Write } from '../engine/dialect.ts'
import { CHUNK } from '../engine/pace.ts'
import { stagingTexts } from './staged-rows.ts'

const clientOf = (db: unknown) => (db as SQLiteBunDatabase & { $client: Database }).$client

/** The dialect of SQLite, which has one writer and needs no row locks. */
export const sqliteDialect: Dialect = {
  lock: (query) => query,
  lockFree: (query) => query,
  rows: async <Row>(db: unknown, statement: SQL) =>
    (db as SQLiteBunDatabase).all(statement) as Row[],
  run: async (db, text, params) =>
    clientOf(db)
      .query(text)
      .run(...(params as never[])),
  bulk: {
    rowsMax: CHUNK,
    isCounted: true,
    staging: stagingTexts,
    fill: (insert, _, { rows }) => insert.values(rows as never[]) as never,
    unlessThere: (insert) => ({
      toSQL: () => ({ sql: insert.toSQL().sql.replace('insert into', 'insert or ignore into') }),
    }),
    params(names, rows) {
      const values: unknown[] = []
      for (const row of rows) for (const name of names) values.push(row[name] ?? null)
      return values
    },
  },
  prepareInsert: (insert) => prepareWrite(insert, ({ lastInsertRowid }) => lastInsertRowid),
  prepareJoined: (insert) => insert.prepare() as PreparedInsert,
  prepareUpdate: (update) => prepareWrite(update, ({ changes }) => changes),
  values: async (query, params) => (query as unknown as Valued).values(params),
  isAmong: (column, name) =>
    sql`${column} in (select value from json_each(${sql.placeholder(name)}))`,
  listOf: JSON.stringify,
  withId: (insert) => insert,
  // A restore needs a file that no process serves, so its history cannot change.
  history: sql`0`,
  unindexed: (column: Column) => sql`+${column}`,
}

type Valued = { values: (params?: object) => unknown[][] }
type Outcome = { lastInsertRowid: number; changes: number }
type Runnable = Pick<PreparedWrite, 'query'> & { run: (values: object) => Outcome }

function prepareWrite(write: Write, numberOf: (outcome: Outcome) => number): PreparedWrite {
  const statement = write.prepare() as Runnable
  return {
    query: statement.query,
    execute: async (values) => numberOf(statement.run(values)),
  }
}
