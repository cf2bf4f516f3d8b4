// Prepared statements, built once for each connection.

import { type Column, getTableColumns, is, Param, Placeholder, sql, type Table } from 'drizzle-orm'
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

/** Texts of one statement that are kept: more come only from requests that ask for the oddest. */
const SHAPES_MAX = 64

/**
 * A prepared statement whose text depends on a shape, built once for each connection and shape.
 *
 * @param build receives the shape, whose values take part in the text alone, and ends in `.prepare()`
 */
export function preparedShapes<Shape extends object, Statement>(
  build: (handle: Handle, shape: Shape) => Statement,
) {
  const statementsOf = prepared(() => new Map<string, Statement>())
  return (handle: Handle, shape: Shape): Statement => {
    const statements = statementsOf(handle)
    const name = Object.values(shape).join(' ')
    const known = statements.get(name)
    if (known) return known
    const made = withBarePlaceholders(build(handle, shape))
    if (statements.size === SHAPES_MAX) statements.delete(statements.keys().next().value!)
    statements.set(name, made)
    return made
  }
}

/**
 * A prepared select whose conditions contain lists of codes. Each list is padded, so there are few texts, and building
 * one takes longer than reading the days of a room type.
 *
 * @param build receives the placeholders of each list, and ends in `.prepare()`
 * @returns reads the rows for some lists, none of them empty, and for the values of the other placeholders
 */
export function preparedLists<Name extends string, Row>(
  names: readonly Name[],
  build: (
    handle: Handle,
    lists: Record<Name, Placeholder[]>,
  ) => { execute: (values: Record<string, unknown>) => PromiseLike<Row[]> },
) {
  const selectOf = preparedShapes((handle, sizes: readonly number[]) => {
    const shown = names.map((name, at) => [
      name,
      Array.from({ length: sizes[at]! }, (_, index) => sql.placeholder(`${name}${index}`)),
    ])
    return build(handle, Object.fromEntries(shown))
  })
  return async (
    handle: Handle,
    lists: Record<Name, readonly (string | number)[]>,
    values: Record<string, unknown> = {},
  ): Promise<Row[]> => {
    const all = { ...values }
    const padded = names.map((name) => padCodes(lists[name]))
    for (const [at, codes] of padded.entries())
      for (const [index, code] of codes.entries()) all[`${names[at]}${index}`] = code
    const sizes = padded.map(({ length }) => length)
    return await selectOf(handle, sizes).execute(all)
  }
}

/**
 * Pads codes to the next power of two by repeating the last one. Many more repetitions would make PostgreSQL expect so
 * many rows that it reads the dates of all room types.
 */
function padCodes<Code>(codes: readonly Code[]): Code[] {
  const size = 2 ** Math.ceil(Math.log2(codes.length))
  return Array.from({ length: size }, (_, index) => codes[index] ?? codes.at(-1)!)
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

type Insert = { toSQL: () => { sql: string } }

/** Adds the rows to an insert. */
type Fill = <Rowless extends Parameters<Handle['dialect']['bulk']['fill']>[0]>(
  insert: Rowless,
) => ReturnType<Rowless['values']>

/** The rows of one statement, where its text depends on their number and there are too few for a whole part. */
const SIZES = [100, 20, 4, 3, 2, 1]

/**
 * An insert of many rows in parts, as `pacedChunks` yields them. Its texts, of a whole part (`whole` rows) and of smaller
 * ones, are built once for each connection and choice of columns: building takes a third of the time of a push of 10,000
 * days, and a seventh for 365.
 *
 * @param tableOf the table of a handle
 * @param build makes the insert for these columns, whose rows `fill` adds; any further value in it is a literal, not a
 *   parameter
 * @param alike columns that all rows of a part have alike
 */
export function insertOf<Name extends string>(
  tableOf: (handle: Handle) => Table,
  build: (handle: Handle, columns: readonly Name[], fill: Fill) => Insert,
  { whole = CHUNK, alike = [] }: { whole?: number; alike?: readonly Name[] } = {},
) {
  const textsOf = prepared(() => new Map<string, string>())

  function textOf(handle: Handle, columns: readonly Name[], count: number): string {
    const texts = textsOf(handle)
    const name = handle.dialect.bulk.isCounted ? `${count} ${columns}` : `${columns}`
    const known = texts.get(name)
    if (known) return known
    const row = Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)]))
    const table = tableOf(handle)
    const those = columnsOf(table, columns)
    const how = { rows: Array(count).fill(row), alike: columnsOf(table, alike) }
    const insert = build(handle, columns, (insert) => handle.dialect.bulk.fill(insert, those, how))
    const text = insert.toSQL().sql
    texts.set(name, text)
    return text
  }

  return async (
    handle: Handle,
    columns: readonly Name[],
    rows: readonly Values<Name>[],
  ): Promise<void> => {
    const { bulk, run } = handle.dialect
    for (const part of bulk.isCounted ? partsOf(rows, whole) : [rows])
      await run(handle.db, textOf(handle, columns, part.length), bulk.params(columns, part, alike))
  }
}

/** Splits rows into parts of few sizes, as an engine needs it whose texts depend on the number of rows. */
export function* partsOf<Row>(rows: readonly Row[], whole = CHUNK): Generator<readonly Row[]> {
  let start = 0
  for (const size of [whole, ...SIZES])
    for (; rows.length - start >= size; start += size) yield rows.slice(start, start + size)
}

/**
 * An update of many rows by their key, all of which are there, or the transaction fails.
 *
 * @returns undefined where the engine has none: an upsert costs no more
 */
export function updateOf<Name extends string>(
  tableOf: (handle: Handle) => Table,
  { key, alike }: Record<'key' | 'alike', readonly Name[]>,
) {
  const textsOf = prepared(() => new Map<string, string>())
  return (handle: Handle) => {
    const { bulk, run } = handle.dialect
    const { update, params } = bulk
    if (!update) return undefined
    return async (columns: readonly Name[], rows: readonly Values<Name>[]): Promise<void> => {
      const texts = textsOf(handle)
      const table = tableOf(handle)
      const how = { key: columnsOf(table, key), alike: columnsOf(table, alike) }
      const text = texts.get(`${columns}`) ?? update(table, columnsOf(table, columns), how)
      texts.set(`${columns}`, text)
      await run(handle.db, text, [...params(columns, rows, alike), rows.length])
    }
  }
}

function columnsOf(table: Table, names: readonly string[]): Column[] {
  const all: Record<string, Column> = getTableColumns(table)
  return names.map((name) => all[name]!)
}
