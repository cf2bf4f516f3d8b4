// Checks of a PostgreSQL server before it is used.

import type { SQL } from 'bun'
import { nameOf } from './address.ts'
import { clientCode, sqlState } from './errors.ts'

/** The properties of a server and the rights of the role. */
export type Server = {
  /** In the form of `server_version_num`: 150018. */
  version: number
  versionText: string
  isStandby: boolean
  isReadOnly: boolean
  encoding: string
  role: string
  /** The schema in which tables are created; null if no schema of the search path exists. */
  schema: string | null
  mayCreate: boolean
  /** The number of connections that the role may have, shared with all its other clients. */
  connectionsMax: number
  /** How many of them nobody has now, but the one that asks (`LOOKING`). */
  connectionsFree: number
  /** The server's clock, in epoch milliseconds. */
  nowMs: number
  /** Identifies the database, the server and its start, so that two addresses can be compared. */
  identity: string
}

const OLDEST = 150_000
/** Connections of a start or a check, by which it tells its own from others. */
export const LOOKING = { application_name: `roomwire look ${crypto.randomUUID().slice(0, 8)}` }

/** Reads the properties of a server, in one round trip. */
export async function readServer(client: SQL): Promise<Server> {
  const [row] = await client`
    select current_setting('server_version_num')::int as version,
      current_setting('server_version') as "versionText",
      pg_is_in_recovery() as "isStandby",
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      current_setting('server_encoding') as encoding,
      current_user::text as role,
      current_schema()::text as schema,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
      least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
        nullif(datconnlimit, -1),
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
      ) as "connectionsMax",
      (select greatest(1, count(*)) from pg_stat_activity
        where application_name = ${LOOKING.application_name} and usename = current_user) + least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - (select sum(numbackends) from pg_stat_database),
        nullif(datconnlimit, -1) - pg_stat_get_db_numbackends(oid),
        (select nullif(rolconnlimit, -1) - (select count(*) from pg_stat_activity where usename = current_user)
          from pg_roles where rolname = current_user)
      )::int as "connectionsFree",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
      oid || ' ' || extract(epoch from pg_postmaster_start_time()) as identity
    from pg_database where datname = current_database()`
  return row
}

/**
 * Reads the names of the applied migrations, oldest first, and the fingerprints of the secrets that the replicas share.
 */
export async function readHistory(client: SQL): Promise<{ applied: string[]; kept: string[] }> {
  const [found] = await client`
    select to_regclass('roomwire_migration') as migrations, to_regclass('meta') as meta`
  const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)
  return {
    applied: found.migrations
      ? namesOf(await client`select name from roomwire_migration order by name collate "C"`)
      : [],
    kept:
      found.migrations && found.meta
        ? namesOf(await client`select value as name from meta where key like '%\\_fingerprint'`)
        : [],
  }
}

/** Runs many prepared statements on a few connections, as requests do: behind a transaction pooler they get lost. */
export async function prepareOften(client: SQL): Promise<void> {
  const texts = Array.from({ length: 8 }, (_, index) => `select $1::int + ${index} as n`)
  for (let round = 0; round < 4; round++)
    await Promise.all(
      texts.flatMap((text) => [
        client.unsafe(text, [round]),
        client.begin((tx) => tx.unsafe(text, [round])),
      ]),
    )
}

/** True if a notice that the client sends comes back in time. */
export async function hearsItself(client: SQL, withinMs: number): Promise<boolean> {
  const channel = `roomwire_doctor_${process.pid}`
  const heard = Promise.withResolvers<boolean>()
  const alarm = setTimeout(() => heard.resolve(false), withinMs)
  const listening = client.listen(channel, () => heard.resolve(true))
  try {
    listening.then(() => client.notify(channel, 'echo')).catch(heard.reject)
    return await heard.promise
  } finally {
    clearTimeout(alarm)
    await listening.then((each) => each.unlisten()).catch(() => {})
  }
}

/** The reasons why a server cannot be used, in words that follow its name; empty if it can. */
export function complaintsOf(server: Server): string[] {
  const { version, versionText, isStandby, isReadOnly, encoding, role, schema, mayCreate } = server
  const complaints: string[] = []
  if (version < OLDEST) complaints.push(`it is PostgreSQL ${versionText}, and 15 is the oldest`)
  if (isStandby) complaints.push('it is a standby; the address must be that of the primary')
  else if (isReadOnly) complaints.push(`it is read-only for role ${role}`)
  if (encoding !== 'UTF8')
    complaints.push(`its encoding is ${encoding}; create the database with encoding 'UTF8'`)
  if (schema === null) complaints.push(`no schema of the search path of role ${role} exists`)
  // A standby does not say.
  else if (!mayCreate && !isStandby)
    complaints.push(
      `role ${role} may not create tables in schema ${schema}; let its owner run: alter schema ${schema} owner to ${role}`,
    )
  return complaints
}

/** Does some work of a start. @throws Error one line with the name of the database, but not the password */
export async function naming<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Error(`${nameOf(url)} cannot be used: ${explainError(error)}`, { cause: error })
  }
}

/** Explains an error of a server, in words that follow its name. */
export function explainError(error: unknown): string {
  const { message } = error as Error
  const code = clientCode(error)
  const state = sqlState(error)
  const hint = (state === BY_POOLER ? poolerHint(message) : HINTS[state]) ?? HINTS[code]
  if (hint) return `${message}; ${hint}`
  if (code.startsWith('ERR_POSTGRES_CONNECTION')) return `it cannot be reached (${message})`
  if (/CERT|TLS|SSL|SIGNED|VERIFY/.test(code))
    return `its certificate is not trusted (${message}); see sslmode and sslrootcert`
  return message
}

/** A transaction pooler runs a prepared statement in another session than the one that prepared it. */
export const POOLER = 'behind a pooler set DATABASE_PREPARE=0, and DATABASE_DIRECT_URL past it'

const PASSWORD = 'check the password in this address'
const POOL = 'the pooler has too few connections (default_pool_size, max_client_conn)'

/** The code of all errors of pgbouncer's own, and what to do after them. */
const BY_POOLER = '08P01'
const POOLER_HINTS: [RegExp, string][] = [
  [/startup parameter/, POOLER],
  [/SASL|password|auth/i, `${PASSWORD} and those that the pooler has`],
  [/query_wait_timeout|no more connections/, POOL],
  [/login has been failing/, 'the server was away from the pooler; it tries again by itself'],
  [/statement pooling/, 'set pool_mode = transaction'],
]

const poolerHint = (message: string): string | undefined =>
  POOLER_HINTS.find(([text]) => text.test(message))?.[1]

const HINTS: Record<string, string> = {
  '28P01': PASSWORD,
  '28000': 'check the user and the sslmode in this address, and pg_hba.conf',
  '3D000': "create it with: create database … owner … encoding 'UTF8'",
  '42501': 'the role must own the tables and be able to create some in its schema',
  '25006': 'the address must be that of the primary',
  '26000': POOLER,
  '42P05': POOLER,
  '53300': 'see max_connections and roomwire doctor',
  '57P03': 'try again after it has started',
  ERR_POSTGRES_TLS_NOT_AVAILABLE: 'see sslmode of DATABASE_URL',
}
