import type { SQL } from 'bun'
import { clientCode, sqlState } from './errors.ts'

/** What a server says of itself and of what the role may do. */
export type Server = {
  /** As `server_version_num` has it: 150018. */
  version: number
  versionText: string
  isStandby: boolean
  isReadOnly: boolean
  encoding: string
  role: string
  /** Where tables are made; null when nothing of the search path is there. */
  schema: string | null
  mayCreate: boolean
  /** How many connections the role may have, with those of everybody else. */
  connectionsMax: number
  /** By the server's clock, in epoch milliseconds. */
  nowMs: number
  /** Which database of which start of which server, so that two addresses can be compared. */
  identity: string
}

const OLDEST = 150_000

/** Asks a server about itself; one round trip. */
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
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
      oid || ' ' || extract(epoch from pg_postmaster_start_time()) as identity
    from pg_database where datname = current_database()`
  return row
}

/** The names of the migrations that a database has had, oldest first, and what it keeps of the secrets of its replicas. */
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

/** Runs many prepared statements on a few connections, as requests do: a transaction pooler loses them on the way. */
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

/** Whether a notice that is sent comes back in time. */
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

/** Why a server cannot be used, in words that follow its name; nothing when it can. */
export function complaintsOf(server: Server): string[] {
  const { version, versionText, isStandby, isReadOnly, encoding, role, schema, mayCreate } = server
  const complaints: string[] = []
  if (version < OLDEST) complaints.push(`it is PostgreSQL ${versionText}, and 15 is the oldest`)
  if (isStandby) complaints.push('it is a standby; the address must be that of the primary')
  else if (isReadOnly) complaints.push(`it is read-only for role ${role}`)
  if (encoding !== 'UTF8')
    complaints.push(`its encoding is ${encoding}; make the database with encoding 'UTF8'`)
  if (schema === null) complaints.push(`no schema of the search path of role ${role} is there`)
  // Of a standby it cannot be told.
  else if (!mayCreate && !isStandby)
    complaints.push(`role ${role} may not create tables in schema ${schema}`)
  return complaints
}

/** What went wrong with a server, in words that follow its name. */
export function explainError(error: unknown): string {
  const { message } = error as Error
  const code = clientCode(error)
  const hint = HINTS[sqlState(error)] ?? HINTS[code]
  if (hint) return `${message}; ${hint}`
  if (code.startsWith('ERR_POSTGRES_CONNECTION')) return `it cannot be reached (${message})`
  if (/CERT|TLS|SSL|SIGNED|VERIFY/.test(code))
    return `its certificate is not trusted (${message}); see sslmode and sslrootcert`
  return message
}

/** It gives a prepared statement to another session than it was made in. */
export const POOLER = 'past a transaction pooler lead DATABASE_PREPARE=0 and DATABASE_DIRECT_URL'

const HINTS: Record<string, string> = {
  '28P01': 'check the password of DATABASE_URL',
  '28000': 'check the user and the sslmode of DATABASE_URL, and pg_hba.conf',
  '3D000': "make it with: create database … encoding 'UTF8'",
  '42501': 'the role must own the tables and be able to create some in its schema',
  '25006': 'the address must be that of the primary',
  '26000': POOLER,
  '42P05': POOLER,
  '53300': 'see max_connections and roomwire doctor',
  '57P03': 'try again when it is up',
  ERR_POSTGRES_TLS_NOT_AVAILABLE: 'see sslmode of DATABASE_URL',
}
