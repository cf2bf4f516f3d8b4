import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { indexThese, noteIndexed } from '../../src/store/bookings/word-index.ts'
import type { Tx } from '../../src/store/engine/engine.ts'
import { rowsOf } from '../support/sql.ts'
import { startStore } from '../support/store.ts'

/** In KiB, written as SQLite has it: below 0. */
async function memoryOf(tx: Tx): Promise<number | undefined> {
  const [row] = await rowsOf<{ cache_size: number }>(tx, sql`pragma cache_size`)
  return row?.cache_size
}

test('the writer has more memory for pages while many bookings are indexed, and as before when they are (issue 35)', async () => {
  await using service = await startStore()
  const { store } = service
  const usual = await store.tx(memoryOf)

  await store.tx((tx) => indexThese(tx, []))
  expect(await store.tx(memoryOf)).toBe(4 * usual!)

  await store.tx((tx) => noteIndexed(tx, 1))
  expect(await store.tx(memoryOf)).toBe(usual!)
})
