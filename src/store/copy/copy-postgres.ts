import { SQL, type TransactionSQL } from 'bun'
import { inFull } from '../../domain/bookings/stored-record.ts'
import { connectTo, nameOf } from '../postgres/address.ts'
import { explainError } from '../postgres/look.ts'
import { refuseOlder } from '../postgres/migrate.ts'
import type { PostgresTarget } from '../postgres/pool.ts'
import { MIGRATIONS } from '../postgres/postgres.ts'
import { prepareDatabase } from '../postgres/prepare.ts'
import type { CopyPage, CopySide, CopyTarget } from './sides.ts'
import {
  type CopiedColumn,
  type CopiedTable,
  columnsOf,
  copiedTables,
  pageOf,
  quoteNames,
} from './tables.ts'

// PostgreSQL as source or target of a copy between engines.

/** Longest wait for locks of other sessions on the tables. */
const LOCK_SECONDS = 5
/** Longest wait for a service that was just stopped or killed: its session or lease may still be visible. */
const ENDING_MS = 5_000

type Body<S, T> = (side: S) => Promise<T>

/** Reads one snapshot of a PostgreSQL database that no service runs on. */
export function readPostgres<T>(place: PostgresTarget, body: Body<CopySide, T>): Promise<T> {
  return withClient(place, async (client, name) => {
    await refuseOlder(client, MIGRATIONS, name)
    await refuseServed(client, name)
    return await client.begin('isolation level repeatable read read only', async (tx) => {
      await lastAsLongAsNeeded(tx)
      // In the order of the key, which makes the target's tables compact.
      return await body(sideOf(tx, ({ key }) => `order by ${quoteNames(key)}`))
    })
  })
}

/** Fills an empty PostgreSQL database in one transaction, and keeps other writers off its tables. */
export function fillPostgres<T>(place: PostgresTarget, body: Body<CopyTarget, T>): Promise<T> {
  return withClient(place, async (client, name) => {
    // Checked before the migrations run, so that a database with rows stays as it is.
    await refuseRows(client, name)
    await refuseServed(client, name)
    await prepareDatabase(place, MIGRATIONS)
    return await client.begin('isolation level read committed', async (tx) => {
      await lastAsLongAsNeeded(tx)
      const tables = quoteNames(copiedTables().map((table) => table.name))
      await tx.unsafe(`lock table ${tables} in exclusive mode`)
      await refuseRows(tx, name)
      const result = await body({ ...sideOf(tx, () => ''), ...loaderOf(tx), recordText: inFull })
      // The server's own analysis comes after a minute or so; until then it would plan for empty tables.
      await tx.unsafe(`analyze ${tables}`)
      return result
    })
  })
}

async function withClient<T>(
  { directUrl }: PostgresTarget,
  body: (client: SQL, name: string) => Promise<T>,
): Promise<T> {
  const name = nameOf(directUrl)
  const client = connectTo(directUrl, {
    max: 1,
    prepare: false,
    connectionTimeout: LOCK_SECONDS,
    connection: { application_name: 'copy of roomwire' },
  })
  try {
    return await body(client, name)
  } catch (error) {
    throw refusal(error, name)
  } finally {
    await client.close({ timeout: 1 })
  }
}

/** Lifts the time-outs of the role, which are meant for requests. */
async function lastAsLongAsNeeded(tx: TransactionSQL): Promise<void> {
  await tx.unsafe(`select set_config(name, '0', true) from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`)
  await tx.unsafe(`set local lock_timeout = '${LOCK_SECONDS}s'`)
}

/**
 * @throws Error one clear line while a service runs on the database: a worker has its lease, or a replica has a session
 */
async function refuseServed(client: SQL, name: string): Promise<void> {
  const endMs = performance.now() + ENDING_MS
  while (await isServed(client)) {
    if (performance.now() > endMs)
      throw new Error(`${name} is being served; stop every roomwire on it first`)
    await Bun.sleep(100)
  }
}

async function isServed(client: SQL): Promise<boolean> {
  const sessions = await client.unsafe(`select 1 from pg_stat_activity
    where datname = current_database() and application_name = 'roomwire' limit 1`)
  const [{ lease }] = await client.unsafe(`select to_regclass('lease') as lease`)
  if (sessions.length > 0 || lease === null) return sessions.length > 0
  return (await client.unsafe('select 1 from lease where until > clock_timestamp()')).length > 0
}

/** @throws Error one clear line if one of our tables has a row; a missing table has none */
async function refuseRows(client: Pick<SQL, 'unsafe'>, name: string): Promise<void> {
  for (const table of copiedTables()) {
    const [there] = await client.unsafe(`select to_regclass('"${table.name}"') as id`)
    if (there.id === null) continue
    const rows = await client.unsafe(`select 1 from "${table.name}" limit 1`)
    if (rows.length > 0)
      throw new Error(`${name} has rows in ${table.name}; a copy goes into an empty database`)
  }
}

function sideOf(tx: TransactionSQL, order: (table: CopiedTable) => string): CopySide {
  const numberOf = async (query: string) => Number((await tx.unsafe(query).values())[0]?.[0] ?? 0)
  return {
    count: ({ name }) => numberOf(`select count(*) from "${name}"`),
    async *rows(table) {
      const read = table.columns.map(reader)
      await tx.unsafe(
        `declare page no scroll cursor for select ${columnsOf(table)} from "${table.name}" ${order(table)}`,
      )
      for (;;) {
        const rows: unknown[][] = await tx.unsafe(`fetch ${pageOf(table)} from page`).values()
        if (rows.length === 0) break
        yield rows.map((row) => row.map((value, at) => read[at]!(value)))
      }
      await tx.unsafe('close page')
    },
    lastNumber: async ({ name, serial }) => {
      const own = await numberOf(
        `select last_value - (not is_called)::int from ${await sequenceOf(tx, name, serial!)}`,
      )
      return Math.max(own, await numberOf(`select max("${serial}") from "${name}"`))
    },
  }
}

function loaderOf(tx: TransactionSQL): Pick<CopyTarget, 'load' | 'setLastNumber'> {
  return {
    async load(table: CopiedTable, pages: AsyncIterable<CopyPage>) {
      const writer = tx
        .unsafe(`copy "${table.name}" (${columnsOf(table)}) from stdin`)
        .writable()
        .getWriter()
      try {
        for await (const { lines } of pages) await writer.write(lines.join(''))
        await writer.close()
      } catch (error) {
        await writer.abort(error).catch(() => {})
        throw error
      }
    },
    // Rolled back with the transaction, unlike `setval`.
    async setLastNumber({ name, serial }, last) {
      await tx.unsafe(`alter table "${name}" alter column "${serial}" restart with ${last + 1}`)
    },
  }
}

async function sequenceOf(tx: TransactionSQL, table: string, column: string): Promise<string> {
  const [row] = await tx.unsafe(`select pg_get_serial_sequence('"${table}"', '${column}') as name`)
  return row.name
}

/** Converts a column's value to SQLite's form: flags to 0 and 1, whole numbers from text to numbers. */
function reader({ kind }: CopiedColumn): (value: unknown) => unknown {
  if (kind === 'bool') return (value) => (value === null ? null : Number(value))
  if (kind === 'big') return (value) => (value === null ? null : Number(value))
  return (value) => value
}

/** The server's error in one line, with the place that it names. */
function refusal(error: unknown, name: string): unknown {
  if (!(error instanceof SQL.PostgresError)) return error
  const more = [error.detail, error.where].filter(Boolean).join(', ')
  return new Error(`${name}: ${explainError(error)}${more ? ` (${more})` : ''}`, { cause: error })
}
