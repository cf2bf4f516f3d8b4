import { Database } from 'bun:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { newTx, type Tx } from '../../src/store/engine/engine.ts'
import type { TestStore } from './store.ts'

/** A function that asks the database something. */
export type Run = (handle: Tx) => Promise<unknown>

/** How SQLite would run all that a function asks, line by line; it can only read, unless said that it writes. */
export async function planOf(
  { file, store }: TestStore,
  run: Run,
  { writes = false } = {},
): Promise<string[]> {
  using client = new Database(file, writes ? { readwrite: true } : { readonly: true })
  const asked: { query: string; params: unknown[] }[] = []
  const logger = {
    logQuery: (query: string, params: unknown[]) => void asked.push({ query, params }),
  }
  const db = drizzle({ client, logger })
  await run(newTx({ t: store.t, db, dialect: store.dialect }, async () => {}))
  return asked.flatMap(({ query, params }) =>
    client
      .query(`explain query plan ${query}`)
      .all(...(params as string[]))
      .map((row) => (row as { detail: string }).detail),
  )
}
