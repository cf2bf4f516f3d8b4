import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteBunDatabase } from 'drizzle-orm/bun-sqlite'
import type { Handle, Tx } from '../../src/store/engine/engine.ts'
import { lockHotel } from '../../src/store/engine/locks.ts'
import type { Store } from '../../src/store/open.ts'
import { eventually } from './http.ts'
import { isOnPostgres } from './postgres.ts'
import type { TestService } from './service.ts'

/** Runs a statement that both engines know; PostgreSQL answers counts, sums and 64-bit numbers as texts. */
export const rowsOf = <Row>({ db, dialect }: Handle, statement: SQL) =>
  dialect.rows<Row>(db, statement)

/** What SQLite's driver alone has. */
export const sqliteDb = (db: Handle['db']) => db as unknown as SQLiteBunDatabase

/** How many rows this connection has written; only differences within a transaction mean the same on both engines. */
export async function rowsWritten(tx: Tx): Promise<number> {
  const count = isOnPostgres
    ? sql`select sum(n_tup_ins + n_tup_upd + n_tup_del) as rows from pg_stat_xact_user_tables
          where relname <> 'version'`
    : sql`select total_changes() as rows`
  const [row] = await rowsOf<{ rows: number | string }>(tx, count)
  return Number(row!.rows)
}

/**
 * Waits until so many writes wait for what another one holds, at the server or in the line before it. On SQLite, where
 * one runs after another, all that were begun wait: here they get as far as they can before.
 */
export async function othersWait(
  store: Handle & Pick<Store, 'gauges'>,
  writes: number,
): Promise<void> {
  if (!isOnPostgres) {
    for (let i = 0; i < 50; i++) await new Promise<void>((resolve) => setImmediate(resolve))
    return
  }
  const waiting = sql`select pid from pg_locks
    join pg_stat_activity using (pid) where not granted and datname = current_database()`
  const inLine = () =>
    Number(store.gauges().find(({ name }) => name === 'roomwire_database_line')!.samples)
  await eventually(async () => (await rowsOf(store, waiting)).length + inLine() >= writes)
}

/**
 * Locks hotel Alfa as another replica would, until release: writers pass authentication and then wait, the first of them at
 * the lock.
 *
 * @returns the release
 */
export async function holdAlfa({
  store,
  alfa,
}: Pick<TestService, 'store' | 'alfa'>): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isHeld = false
  const held = store.ofWorker.tx(async (tx) => {
    await lockHotel(tx, alfa.id)
    isHeld = true
    await promise
  })
  await eventually(() => isHeld)
  return async () => {
    resolve()
    await held
  }
}

/** The next row of a table gets this number, though it was used before. */
export const restartNumbers = (tx: Tx, table: 'change', next: number) =>
  rowsOf(
    tx,
    isOnPostgres
      ? sql`select setval(pg_get_serial_sequence(${table}, 'seq'), ${next}, false)`
      : sql`update sqlite_sequence set seq = ${next - 1} where name = ${table}`,
  )
