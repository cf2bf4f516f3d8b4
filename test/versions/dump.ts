import { DatabaseSync } from 'node:sqlite'
import { SQL } from 'bun'

/** Rows that one statement of a dump inserts. */
const ROWS = 200
const DAY_MS = 86_400_000
/** A date, also at the beginning of an instant, or an instant in epoch milliseconds, of these decades. */
const TIME = /(?<![\w.-])(?:(20\d\d-\d\d-\d\d)(?!\d)|(1[789]\d{11})(?![\w.]))/g

/** All of a SQLite file as SQL: tables and rows, then what is built from them. */
export function dumpSqlite(file: string): string {
  const database = new DatabaseSync(file)
  try {
    const things = database
      .prepare(
        `select type, name, sql from sqlite_schema where sql is not null and name not like 'sqlite\\_%' escape '\\'
         order by type <> 'table', rowid`,
      )
      .all() as { type: string; name: string; sql: string }[]
    const [tables, others] = [true, false].map((are) =>
      things.filter(({ type }) => (type === 'table') === are),
    )
    const rows = [...tables!, { name: 'sqlite_sequence' }].flatMap(({ name }) =>
      insertsOf(database, name),
    )
    const made = (each: { sql: string }) => `${each.sql};`
    return [...tables!.map(made), ...rows, ...others!.map(made), ''].join('\n')
  } finally {
    database.close()
  }
}

function insertsOf(database: DatabaseSync, table: string): string[] {
  const columns = database.prepare(`select name from pragma_table_info(?)`).all(table)
  const names = columns.map(({ name }) => `"${name}"`)
  const values = names.map((name) => `quote(${name})`).join(" || ',' || ")
  const rows = database.prepare(`select ${values} as text from "${table}"`).all()
  return Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, part) => {
    const these = rows.slice(part * ROWS, (part + 1) * ROWS).map(({ text }) => `(${text})`)
    return `INSERT INTO "${table}" (${names.join(',')}) VALUES\n${these.join(',\n')};`
  })
}

/** Makes a SQLite file of a dump. */
export function loadSqlite(file: string, dump: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma journal_mode = WAL; pragma synchronous = off; pragma foreign_keys = off')
    database.exec(`begin; ${dump}; commit; pragma wal_checkpoint(truncate)`)
  } finally {
    database.close()
  }
}

/** All of a PostgreSQL database as SQL. */
export async function dumpPostgres(url: string): Promise<string> {
  const words = ['--no-owner', '--no-privileges', `--rows-per-insert=${ROWS}`, url]
  const dump = Bun.spawn(['pg_dump', ...words], { stderr: 'inherit' })
  const text = await new Response(dump.stdout).text()
  if ((await dump.exited) !== 0) throw new Error('pg_dump failed')
  // Commands that `psql` alone knows, and settings of newer servers.
  return text.replaceAll(/^(\\|SET (?!default_)|--).*\n/gm, '').replaceAll(/\n{2,}/g, '\n')
}

/** Fills an empty PostgreSQL database from a dump. */
export async function loadPostgres(url: string, dump: string): Promise<void> {
  const client = new SQL({ url, max: 1 })
  try {
    await client.unsafe(`begin; set local check_function_bodies = false; ${dump}; commit`)
  } finally {
    await client.close()
  }
}

/** Moves all dates and instants of a text by whole days. */
export const shift = (text: string, days: number): string =>
  text.replaceAll(TIME, (_, date: string | undefined, instant: string) =>
    date === undefined
      ? String(Number(instant) + days * DAY_MS)
      : new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10),
  )

/** Returns the whole days between two instants. */
export const daysBetween = (fromMs: number, toMs: number): number =>
  Math.floor((toMs - fromMs) / DAY_MS)
