import { type Column, getTableName, type SQL, sql, type Table } from 'drizzle-orm'
import type { BunSQLDatabase } from 'drizzle-orm/bun-sql/postgres'
import type { Dialect, LockStrength, PreparedWrite, Write } from '../engine/dialect.ts'
import type { DrizzleClient } from './pool.ts'
import { SERVER_NOW } from './versions.ts'

type Lockable<Query> = { for: (strength: LockStrength) => Query }

/** The text of so many rows of history takes about 5 ms. */
const BULK_ROWS_MAX = 2_000

const NEXT_NUMBERS = `select nextval('change_seq_seq') as seq, case when n <= $2 then nextval('booking_id_seq') end as id
  from generate_series(1, $1::integer) as n`

/** The dialect of PostgreSQL, which locks rows. */
export const postgresDialect: Dialect = {
  lock: <Query>(query: Query, strength: LockStrength) =>
    (query as unknown as Lockable<Query>).for(strength),
  rows: async <Row>(db: unknown, statement: SQL) => [
    ...((await (db as BunSQLDatabase).execute(statement)) as unknown as Row[]),
  ],
  run: async (db, text, params) =>
    await (db as unknown as { $client: DrizzleClient }).$client.unsafe(text, params),
  bulk: {
    rowsMax: BULK_ROWS_MAX,
    isCounted: false,
    fill: (insert, columns, { alike }) => {
      const { values, source } = unnest(columns, alike)
      return insert.select(sql.raw(`select ${values} from ${source}`)) as never
    },
    params: (names, rows, alike) =>
      names.map((name) =>
        alike.includes(name) ? (rows[0]![name] ?? null) : arrayText(rows.map((row) => row[name])),
      ),
    update: updateText,
  },
  prepareInsert: (insert, key) => prepareWrite(insert, key, ([row]) => Number(row!.key)),
  prepareUpdate: (update, key) => prepareWrite(update, key, ({ length }) => length),
  values: async (query) => (await query).map((row) => Object.values(row as object)),
  nextNumbers: async (db, changes, bookings) => {
    const client = (db as unknown as { $client: DrizzleClient }).$client
    const rows = await client.unsafe(NEXT_NUMBERS, [changes, bookings])
    return (rows as { seq: string; id: string | null }[]).map(({ seq, id }) => ({
      changeSeq: Number(seq),
      bookingId: id === null ? undefined : Number(id),
    }))
  },
  withId: <Insert>(insert: Insert) =>
    (insert as unknown as { overridingSystemValue: () => Insert }).overridingSystemValue(),
  history: sql.raw(SERVER_NOW),
  // PostgreSQL's planner chooses by the statistics of the tables.
  unindexed: (column: Column) => sql`${column}`,
}

type Keys = readonly { key: unknown }[]
type Returning = Pick<PreparedWrite, 'query'> & { execute: (values: object) => Promise<Keys> }

function prepareWrite(write: Write, key: Column, numberOf: (rows: Keys) => number): PreparedWrite {
  const statement = write.returning({ key }).prepare() as Returning
  return {
    query: statement.query,
    execute: async (values) => numberOf(await statement.execute(values)),
  }
}

/**
 * The rows of a bulk insert from an array for each column, or from a single value if all rows have it alike. For 1,000
 * days the client takes half the time of a list of values, and the server a tenth less.
 */
function unnest(columns: readonly Column[], alike: readonly Column[]) {
  const all = columns.map((column, index) => {
    const type = column.getSQLType().replace(/ collate .*/i, '')
    const param = `$${index + 1}::${type}`
    return alike.includes(column) ? { param } : { param: `${param}[]`, name: `c${index}` }
  })
  const lists = all.filter(({ name }) => name)
  return {
    values: all.map(({ name, param }) => (name ? `given.${name}` : param)),
    source: `unnest(${lists.map(({ param }) => param)}) as given(${lists.map(({ name }) => name)})`,
  }
}

/**
 * An update of many rows takes the server four fifths of the time of an upsert, and half of its log. The division by
 * zero ends the transaction, whose bodies then read again.
 */
function updateText(
  table: Table,
  columns: readonly Column[],
  { key, alike }: Record<'key' | 'alike', readonly Column[]>,
): string {
  const { values, source } = unnest(columns, alike)
  const terms = columns.map((column, index) => ({
    column,
    name: `"${column.name}"`,
    value: values[index],
  }))
  const name = `"${getTableName(table)}"`
  const set = terms.filter(({ column }) => !key.includes(column))
  const where = terms.filter(({ column }) => key.includes(column))
  return `with written as (
  update ${name} set ${set.map(({ name, value }) => `${name} = ${value}`)} from ${source}
  where ${where.map(({ name: own, value }) => `${name}.${own} = ${value}`).join(' and ')} returning 1
) select 1 / (count(*) = $${columns.length + 1}::integer)::integer from written`
}

/** An array as PostgreSQL reads it: Bun's client takes three times as long to write one. */
const arrayText = (values: readonly unknown[]): string => `{${values.map(elementText)}}`

function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  return typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value)
}
