import { expect, test } from 'bun:test'
import { getTableColumns, sql } from 'drizzle-orm'
import { insertBoards } from '../../src/store/catalog/catalog.ts'
import { postgresTables } from '../../src/store/engine/schema.ts'
import { openStore } from '../../src/store/open.ts'
import { startPostgres } from '../support/postgres-server.ts'

// The servers of these tests sort as Turkish does, unless a column says otherwise.

/** Columns that do not say how they are compared; the names of migrations are sorted nowhere without saying so. */
const TEXT_COLUMNS = sql`
  select table_name as "table", column_name as "column" from information_schema.columns
  where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'
    and table_name <> 'roomwire_migration'`

/** By byte; in Turkish B_B, b, BA, I, İ and Z would follow each other otherwise. */
const BY_BYTE = ['BA', 'B_B', 'I', 'Z', 'b', 'ı', 'İ'].toSorted()

test('texts are compared by byte on a server that sorts otherwise: each column says so, and orders go by it', async () => {
  await using server = await startPostgres()
  const store = await openStore({ url: server.url, directUrl: server.url, prepare: true })
  try {
    const { board } = store.t
    const others = await store.dialect.rows(store.db, TEXT_COLUMNS)
    expect(others).toEqual([])
    const boards = BY_BYTE.toReversed().map((code) => ({ code, name: code }))
    await store.tx((tx) => insertBoards(tx, boards))
    const listed = await store.db.select({ code: board.code }).from(board).orderBy(board.code)
    expect(listed.map(({ code }) => code)).toEqual(BY_BYTE)
  } finally {
    await store.close()
  }
}, 120_000)

test('the schema from which migrations are made has no text that is compared otherwise', () => {
  const columns = Object.values(postgresTables()).flatMap((table) =>
    Object.values(getTableColumns(table)),
  )
  const types = new Set(columns.map((column) => column.getSQLType()))
  expect([...types].filter((type) => /text|char/.test(type))).toEqual(['text COLLATE "C"'])
})
