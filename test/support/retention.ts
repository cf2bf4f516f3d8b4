import { sql } from 'drizzle-orm'
import { pruneOld } from '../../src/service/retention.ts'
import type { TestService } from './service.ts'
import { rowsOf } from './sql.ts'

/** A day has so many milliseconds. */
export const DAY_MS = 86_400_000

const never = new AbortController().signal

/** Runs one pass of retention over rows that are old enough to be deleted. */
export const prune = ({ deps }: TestService, stopping = never) => pruneOld(deps, stopping)

/** How many rows a table has; a condition may follow its name. */
export const count = async ({ store }: TestService, table: string): Promise<number> => {
  const [row] = await rowsOf<{ rows: number | string }>(
    store,
    sql.raw(`select count(*) as rows from ${table}`),
  )
  return Number(row!.rows)
}

/** Runs a statement that writes. */
export const run = ({ store }: TestService, statement: string) =>
  store.tx(async (tx) => void (await rowsOf(tx, sql.raw(statement))))
