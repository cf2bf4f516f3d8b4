// Expected times of the statements of an upgrade, so that those who wait are told the seconds.

import type { DatabaseSync } from 'node:sqlite'

/** Statements that read or write rows; those that make or alter a table take a moment. */
const MOVES = /^(?:\s|--[^\n]*\n)*(?:INSERT|UPDATE|DELETE|WITH|CREATE (?:UNIQUE )?INDEX)\b/i
/** Statements that write a column or an empty index into the schema (`quick-columns.ts`): the table is only in their text. */
const SCHEMA = /^\s*UPDATE sqlite_schema\b/i
const INDEXES = /^\s*CREATE (?:UNIQUE )?INDEX\b/i
const TABLE = /\b(?:FROM|JOIN|INTO|UPDATE|ON) [`"](?:__new_)?(\w+)[`"]/gi
/** Columns of a row that the making of an index reads and sorts. */
const INDEXED_COLUMNS = 4
/** Measured: 10 million days and 2 million bookings of the first version take 35 s or more (2 × AMD EPYC). */
const MS_A_CELL = 6e-5
const MS_A_STATEMENT = 0.5
const SAMPLE = 10_000

/**
 * Creates the function that returns the milliseconds that a statement is expected to take, by the rows and columns of its
 * largest table. A table that the upgrade itself makes and fills counts as empty.
 */
export function createStatementTimes(database: DatabaseSync): (statement: string) => number {
  const sizes = new Map<string, Size>()
  const sizeOf = (table: string): Size => {
    const known = sizes.get(table) ?? measure(database, table)
    sizes.set(table, known)
    return known
  }
  return (statement) => {
    if (!MOVES.test(statement) || SCHEMA.test(statement)) return MS_A_STATEMENT
    const tables = [...statement.matchAll(TABLE)].map(([, table]) => sizeOf(table!))
    const isIndex = INDEXES.test(statement)
    const cells = tables.map(({ rows, columns }) => rows * (isIndex ? INDEXED_COLUMNS : columns))
    return MS_A_STATEMENT + MS_A_CELL * Math.max(0, ...cells)
  }
}

type Size = { rows: number; columns: number }

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
  return { rows: rows! * times, columns: columns.length }
}
