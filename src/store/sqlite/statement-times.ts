// Expected times of the statements of an upgrade, so that those who wait are told the seconds.

import type { DatabaseSync } from 'node:sqlite'
import type { Witness } from './quick-columns.ts'

/** Statements that read or write rows; those that make or alter a table take a moment. */
const MOVES = /^(?:\s|--[^\n]*\n)*(?:INSERT|UPDATE|DELETE|WITH)\b/i
/** Statements that write a column or an empty index into the schema (`quick-columns.ts`): the table is only in their text. */
const SCHEMA = /^\s*UPDATE sqlite_schema\b/i
const INDEX = /^\s*CREATE (?:UNIQUE )?INDEX\b.*? ON [`"](\w+)[`"](.*)/is
const ALIAS = /[`"](\w+)[`"] AS [`"](\w+)[`"]/gi
/** The column that all rows of a statement must have. */
const FILLED = /\bWHERE [`"](\w+)[`"] IS NOT NULL\b(?!\s+OR\b)/i
/** Columns of a row that the making of an index reads and sorts, and those that are as dear as a row that is passed over. */
const INDEXED_COLUMNS = 4
const PASSED_COLUMNS = 2
/** Measured: 10 million days and 2 million bookings of the first version take 35 s or more (2 × AMD EPYC). */
const MS_A_CELL = 1e-4
const MS_A_STATEMENT = 0.5
const SAMPLE = 10_000
/** Rows, spread over a table, by which the share of rows with a value in a column is estimated. */
const SPOTS = 100

/** A table that a statement reads row by row; `byIndex` if an index leads to the rows that it asks for. */
type Read = { table: string; byIndex: boolean }
/** `low` and `high` are the bounds of its first key column, if that is a number. */
type Size = { rows: number; columns: number; key?: string; low?: number; high?: number }

/**
 * Creates the function that returns the milliseconds that a statement is expected to take, by the rows and columns of the
 * largest table that it reads row by row. A table that the upgrade itself makes and fills counts as empty, and so does one
 * whose rows are looked up by those of another.
 *
 * @returns `witness`, which must have seen a statement that moves rows, or it counts for a moment
 */
export function createStatementTimes(database: DatabaseSync) {
  const sizes = new Map<string, Size>()
  const reads = new Map<string, Read[]>()
  const sizeOf = (table: string): Size => {
    const known = sizes.get(table) ?? measure(database, table)
    sizes.set(table, known)
    return known
  }
  /** The cells that a statement reads of one table. */
  function cellsOf(statement: string, { table, byIndex }: Read): number {
    const size = sizeOf(table)
    const [, filled] = statement.match(FILLED) ?? []
    const share = filled === undefined ? 1 : shareOf(database, { table, column: filled, size })
    const passed = byIndex ? 0 : (1 - share) * PASSED_COLUMNS
    return size.rows * (share * size.columns + passed)
  }
  function cellsMoved(statement: string): number {
    const [, indexed, rest] = statement.match(INDEX) ?? []
    if (indexed !== undefined)
      return sizeOf(indexed).rows * (/\bWHERE\b/i.test(rest!) ? PASSED_COLUMNS : INDEXED_COLUMNS)
    return Math.max(0, ...(reads.get(statement) ?? []).map((read) => cellsOf(statement, read)))
  }
  const times = new Map<string, number>()
  const witness: Witness = (statement, rehearsal) => {
    if (MOVES.test(statement) && !SCHEMA.test(statement))
      reads.set(statement, readsOf(rehearsal, statement))
  }
  return {
    witness,
    timeOf(statement: string): number {
      const ms = times.get(statement) ?? MS_A_STATEMENT + MS_A_CELL * cellsMoved(statement)
      times.set(statement, ms)
      return ms
    },
  }
}

/**
 * The tables that a statement reads row by row, by SQLite's own plan. What it looks up in a loop within another, or by
 * single ids, are as many rows as something else has.
 */
function readsOf(rehearsal: DatabaseSync, statement: string): Read[] {
  const aliases = new Map([...statement.matchAll(ALIAS)].map(([, table, alias]) => [alias, table!]))
  const details = new Map<unknown, string>()
  const begun = new Set<unknown>()
  const found: Read[] = []
  for (const row of rehearsal.prepare(`explain query plan ${statement}`).all()) {
    const detail = String(row.detail)
    details.set(row.id, detail)
    const [, way, name] = detail.match(/^(SCAN|SEARCH) (\w+)/) ?? []
    if (name === undefined) continue
    const isWithin = begun.has(row.parent) || /^CORRELATED/.test(details.get(row.parent) ?? '')
    begun.add(row.parent)
    const byIndex = way === 'SEARCH'
    if (byIndex && (isWithin || detail.includes('(rowid=?)'))) continue
    const table = aliases.get(name) ?? name
    found.push({ table: table.replace(/^__new_/, ''), byIndex })
  }
  return found
}

/** Estimates the rows of a table by the first ones in the order of its key: counting all of them takes seconds. */
function measure(database: DatabaseSync, table: string): Size {
  const columns = database.prepare('select name, pk from pragma_table_info(?)').all(table)
  const key = columns.find(({ pk }) => pk === 1)?.name
  if (key === undefined) return { rows: 0, columns: columns.length }
  // The keys of sandboxes are below 0, with a wide gap.
  const first = `select "${key}" as key from "${table}" where "${key}" >= 0 order by "${key}" limit ${SAMPLE}`
  const found = database
    .prepare(
      `select count(*) as rows, min(key) as low, max(key) as top, (select max("${key}") from "${table}") as high
       from (${first})`,
    )
    .get()!
  const [rows, low, top, high] = [found.rows, found.low, found.top, found.high].map(Number)
  const isPart = rows === SAMPLE && Number.isFinite(low! + high!)
  const times = isPart ? (high! - low! + 1) / (top! - low! + 1) : 1
  const bounds = isPart && { key: String(key), low: low!, high: high! }
  return { rows: rows! * times, columns: columns.length, ...bounds }
}

/** Estimates the share of a large table's rows that have a value in a column; 1 for any other table. */
function shareOf(
  database: DatabaseSync,
  { table, column, size }: { table: string; column: string; size: Size },
): number {
  const { key, low, high } = size
  const isThere = database
    .prepare('select 1 from pragma_table_info(?) where name = ?')
    .get(table, column)
  if (key === undefined || !isThere) return 1
  const { share } = database
    .prepare(
      `with recursive spot (nth) as (select 0 union all select nth + 1 from spot where nth < ${SPOTS - 1})
       select avg((select "${column}" is not null from "${table}"
         where "${key}" >= ? + nth * ? order by "${key}" limit 1)) as share from spot`,
    )
    .get(low!, (high! - low!) / SPOTS)!
  return Number(share)
}
