// Connection addresses of PostgreSQL.

import type { SQL } from 'bun'

/** The address parameters that PostgreSQL's own programs (libpq) understand; Bun's client knows more. */
const LIBPQ = [
  'host',
  'port',
  'user',
  'dbname',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'connect_timeout',
  'application_name',
]

/** Makes a client of exactly the database that an address names: Bun's client would prefer PGDATABASE. */
export function connectTo(url: string, options: SQL.PostgresOrMySQLOptions): SQL {
  // By its global name: an import from `bun` would load the client on SQLite too.
  return new Bun.SQL({ ...options, url, database: databaseOf(new URL(url)) })
}

/** The name of a database for people: neither user nor password. */
export function nameOf(address: string): string {
  const url = new URL(address)
  return `postgres://${url.host || (url.searchParams.get('host') ?? '')}/${databaseOf(url)}`
}

/** The address for `pg_dump` and the like, which ask for the password or find it in PGPASSWORD. */
export function withoutPassword(address: string): string {
  const url = new URL(address)
  url.password = ''
  for (const name of [...url.searchParams.keys()])
    if (!LIBPQ.includes(name)) url.searchParams.delete(name)
  return url.href
}

const databaseOf = (url: URL) =>
  url.searchParams.get('dbname') ?? decodeURIComponent(url.pathname.slice(1))
