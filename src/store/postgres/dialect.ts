import { type Column, type SQL, sql } from 'drizzle-orm'
import type { BunSQLDatabase } from 'drizzle-orm/bun-sql/postgres'
import type {
  Dialect,
  LockStrength,
  PreparedInsert,
  PreparedWrite,
  Write,
} from '../engine/dialect.ts'
import { unnest, updateRecordedText, updateText } from './bulk-update.ts'
import { declareJoined } from './joined-statements.ts'
import { READ_RUNS, SELL_KNOWN } from './known-nights.ts'
import type { DrizzleClient } from './pool.ts'
import { SERVER_NOW } from './versions.ts'

type Lockable<Query> = {
  for: (strength: LockStrength, how?: { skipLocked: true }) => Query
}

/** The text of so many rows of history takes about 5 ms. */
const BULK_ROWS_MAX = 2_000

const NEXT_NUMBERS = `select nextval('change_seq_seq') as seq, case when n <= $2 then nextval('booking_id_seq') end as id
  from generate_series(1, $1::integer) as n`

/** The dialect of PostgreSQL, which locks rows. */
export const postgresDialect: Dialect = {
  lock: <Query>(query: Query, strength: LockStrength) =>
    (query as unknown as Lockable<Query>).for(strength),
  lockFree: <Query>(query: Query, strength: LockStrength) =>
    (query as unknown as Lockable<Query>).for(strength, { skipLocked: true }),
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
    unlessThere: (insert) => insert.onConflictDoNothing(),
    params: (names, rows, alike) =>
      names.map((name) =>
        alike.includes(name) ? (rows[0]![name] ?? null) : arrayText(rows.map((row) => row[name])),
      ),
    update: updateText,
    updateRecorded: updateRecordedText,
    known: { read: READ_RUNS, sell: SELL_KNOWN },
  },
  prepareInsert: (insert, key) => prepareWrite(insert, key, ([row]) => Number(row!.key)),
  prepareJoined: (insert, keyColumns) => {
    declareJoined(insert.toSQL().sql, keyColumns)
    return insert.prepare() as PreparedInsert
  },
  prepareUpdate: (update, key) => prepareWrite(update, key, ({ length }) => length),
  values: async (query, params) =>
    (await query.execute(params)).map((row) => Object.values(row as object)),
  isAmong: (column, name) =>
    sql`${column} = any(${sql.placeholder(name)}::${sql.raw(column.getSQLType())}[])`,
  listOf: (numbers) => arrayText(numbers),
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
 * An array as PostgreSQL reads it: Bun's client takes three times as long to write one. Values of one kind that need no
 * escape are joined, which takes half the time.
 */
function arrayText(values: readonly unknown[]): string {
  const kind = typeof values[0]
  const joined = values.join()
  if (isPlain(kind, joined) && values.every((value) => typeof value === kind))
    return kind === 'string' ? `{"${values.join('","')}"}` : `{${joined}}`
  return `{${values.map(elementText)}}`
}

const isPlain = (kind: string, joined: string): boolean =>
  kind === 'number' || kind === 'boolean' || (kind === 'string' && !/["\\]/.test(joined))

function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  return typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value)
}
