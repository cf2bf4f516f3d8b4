import { sql } from 'drizzle-orm'
import type { Tx } from '../../src/store/engine/engine.ts'
import type { Store } from '../../src/store/open.ts'
import { sqliteDb } from '../support/sql.ts'

/** Memory of the writer while it fills a table, in KiB; it ends with the store, which seeding closes. */
const CACHE_KIB = 1_000_000

/**
 * Fills a table in one transaction without its indexes, which are made when it is full: for a million rows a tenth of
 * the time that it takes to add each to a dozen of them.
 */
export async function inBulk(store: Store, table: string, fill: (tx: Tx) => void): Promise<void> {
  await store.tx(async (tx) => {
    const { db } = tx
    sqliteDb(db).run(sql.raw(`pragma cache_size = -${CACHE_KIB}`))
    const indexes = sqliteDb(db).all<{ name: string; sql: string }>(
      sql`select name, sql from sqlite_schema where type = 'index' and tbl_name = ${table} and sql is not null`,
    )
    for (const { name } of indexes) sqliteDb(db).run(sql.raw(`drop index ${name}`))
    fill(tx)
    for (const index of indexes) sqliteDb(db).run(sql.raw(index.sql))
  })
}
