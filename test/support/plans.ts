import { Database } from 'bun:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { newTx, type Tx } from '../../src/store/engine/engine.ts'
import { compiledOnce } from '../../src/store/sqlite/compiled-once.ts'
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
      .query(`explain query plan ${compiledOnce(query)}`)
      .all(...(params as string[]))
      .map((row) => (row as { detail: string }).detail),
  )
}

/**
 * The indexes that a function finds rows by, with the columns that bound what is read of each, and the tables that it
 * reads as a whole: `indexesOnPostgres` of the other engine in the same words. SQLite chooses by rules, so that nothing
 * need be stored.
 */
export async function indexesOnSqlite(service: TestStore, run: Run): Promise<string[]> {
  using client = new Database(service.file, { readonly: true })
  const found = (await planOf(service, run, { writes: true })).flatMap((line) => {
    const [, scanned] = line.match(/^SCAN (\w+)$/) ?? []
    if (scanned) return keyOf(client, scanned) ? [`scan ${scanned}`] : []
    const [, table, index, bounds = ''] =
      line.match(
        /^S(?:EARCH|CAN) (\w+) USING (?:COVERING |INTEGER )?(?:INDEX )?(PRIMARY KEY|\w+)(?: \((.*)\))?/,
      ) ?? []
    if (!table || !index) return []
    const columns = [...bounds.matchAll(/([a-z_,]+)\)?[=<>]/g)].flatMap(([, names]) =>
      names!.replace('rowid', keyOf(client, table) ?? '').split(','),
    )
    return [`${nameOf(client, table, index)} (${[...new Set(columns)].join(', ')})`]
  })
  return [...new Set(found)].toSorted()
}

/** The first column of a table's key; undefined if there is no such table. */
const keyOf = (client: Database, table: string) =>
  (client.query(`pragma table_info("${table}")`).all() as { name: string; pk: number }[]).find(
    ({ pk }) => pk === 1,
  )?.name

/** The name that PostgreSQL gives an index: SQLite numbers those that a table has by itself. */
function nameOf(client: Database, table: string, index: string): string {
  if (index === 'PRIMARY KEY') return `${table}_pkey`
  if (!index.startsWith('sqlite_autoindex')) return index
  const list = client.query(`pragma index_list("${table}")`).all()
  const { origin } = (list as { name: string; origin: string }[]).find(
    ({ name }) => name === index,
  )!
  if (origin === 'pk') return `${table}_pkey`
  const columns = client.query(`pragma index_info("${index}")`).all() as { name: string }[]
  return `${table}_${columns.map(({ name }) => name).join('_')}_key`
}
