// Prepared statements, built once for each connection.

import { getTableColumns, is, Param, Placeholder, sql, type Table } from 'drizzle-orm'
import type { Handle } from './engine.ts'
import { CHUNK } from './pace.ts'

/**
 * A prepared statement of a fixed shape, built once for each connection: for one row, building takes longer than
 * running.
 *
 * @param build ends in `.prepare()`
 */
export function prepared<Statement>(build: (handle: Handle) => Statement) {
  const kept = new WeakMap<Handle['db'], Statement>()
  return (handle: Handle): Statement => {
    const known = kept.get(handle.db)
    if (known) return known
    const made = withBarePlaceholders(build(handle))
    kept.set(handle.db, made)
    return made
  }
}

type BuiltStatement = { query?: { params: unknown[] } }

/**
 * Makes the placeholders of a statement bare if their values need no encoding. drizzle finds bare ones at once, and
 * fills the 46 of a booking in a third of the time.
 */
export function withBarePlaceholders<Statement>(statement: Statement): Statement {
  const { query } = statement as BuiltStatement
  if (query) query.params = query.params.map(bare)
  return statement
}

function bare(param: unknown): unknown {
  if (!is(param, Param) || !is(param.value, Placeholder)) return param
  const { isNoop } = param.encoder.mapToDriverValue as { isNoop?: boolean }
  const { codec } = param as { codec?: unknown }
  return isNoop && !codec ? param.value : param
}

/** A row of placeholders, one a column, named as the column's property. */
export function placeholders<T extends Table, Skipped extends string = never>(
  table: T,
  ...skipped: Skipped[]
) {
  const names = Object.keys(getTableColumns(table)).filter(
    (name) => !(skipped as string[]).includes(name),
  )
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as {
    [Name in Exclude<keyof T['_']['columns'] & string, Skipped>]: Placeholder<Name>
  }
}

/** The values of a row, by the names of the table's columns. */
type Values<Name extends string> = { [Each in Name]?: unknown }

type Insert = PromiseLike<unknown> & { toSQL: () => { sql: string } }

/** Parts of up to so many rows have a text of their own: most pushes are of a few days. */
const FEW_ROWS = 4

/**
 * An insert of many rows in parts, as `pacedChunks` yields them. The text of a whole part (`whole` rows), and of a few rows, is built
 * once for each connection and choice of columns: for 10,000 days building takes a third of the time of a push.
 *
 * @param build makes the insert of some rows, which have values for these columns; any further value in it is a
 *   literal, not a parameter
 */
export function insertOf<Name extends string>(
  build: (handle: Handle, columns: readonly Name[], rows: never[]) => Insert,
  whole = CHUNK,
) {
  const textsOf = prepared(() => new Map<string, string>())

  function textOf(handle: Handle, columns: readonly Name[], count: number): string {
    const texts = textsOf(handle)
    const name = `${count} ${columns}`
    const known = texts.get(name)
    if (known) return known
    const row = Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)]))
    const text = build(handle, columns, Array(count).fill(row) as never[]).toSQL().sql
    texts.set(name, text)
    return text
  }

  return async (
    handle: Handle,
    columns: readonly Name[],
    rows: readonly Values<Name>[],
  ): Promise<void> => {
    if (rows.length > FEW_ROWS && rows.length !== whole)
      return void (await build(handle, columns, rows as never[]))
    const values: unknown[] = []
    for (const row of rows) for (const name of columns) values.push(row[name] ?? null)
    await handle.dialect.run(handle.db, textOf(handle, columns, rows.length), values)
  }
}
