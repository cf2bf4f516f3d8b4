// Columns and indexes added to large SQLite tables.

import { DatabaseSync } from 'node:sqlite'
import type { Migration } from '../engine/migrations.ts'
import { createEmptyIndexes } from './empty-indexes.ts'
import {
  BREAKPOINT,
  isLeftForLater,
  LARGE_ROWS_MIN,
  NOTHING,
  withoutVain,
} from './left-statements.ts'

/** A column without a check, a reference or a computed value, and its definition. */
const PLAIN_COLUMN =
  /^\s*ALTER TABLE [`"](\w+)[`"] ADD (?!.*\b(?:CHECK|REFERENCES|GENERATED|UNIQUE|PRIMARY)\b)(.*?);?\s*$/is
/** Changes of the schema in one migration are fewer, and each raises the version of the schema by one. */
const VERSIONS_APART = 10_000

/** Sees each statement before the rehearsal has it, which is a copy without rows that has all statements before. */
export type Witness = (statement: string, rehearsal: DatabaseSync) => void

/**
 * Returns migrations in which columns are added by writing the table's new text into the schema, and indexes that must
 * be empty without reading the table. `ALTER TABLE … ADD` of a STRICT table writes the same, but then reads all rows to
 * check them: 1.7 s for two million bookings, for each of 30 columns.
 *
 * @param database the one to migrate; its connection must have `writable_schema` on
 * @param left the migrations that it lacks
 * @throws Error of SQLite if a statement cannot be run
 */
export function withQuickColumns(
  database: DatabaseSync,
  left: readonly Migration[],
  witness: Witness = () => {},
): Migration[] {
  const rehearsal = emptyCopyOf(database)
  let version = Number(database.prepare('pragma schema_version').get()!.schema_version)
  const rewrite = (statement: string): string[] => {
    version += VERSIONS_APART
    // Makes this connection, and any other, read the schema anew.
    return [statement, `pragma schema_version = ${version}`]
  }
  const empty = createEmptyIndexes(rehearsal, rewrite)
  const isLate = hasManyBookings(database) ? isLeftForLater : () => false
  const quick = (statement: string): string[] => {
    witness(statement, rehearsal)
    if (statement.trim() !== '') rehearsal.exec(statement)
    const [, table, definition] = statement.match(PLAIN_COLUMN) ?? []
    if (table === undefined) return empty.of(statement) ?? [isLate(statement) ? NOTHING : statement]
    refuseWrongDefault(definition!)
    empty.add(table, definition!)
    const text = textOf(rehearsal, table).replaceAll("'", "''")
    return rewrite(
      `update sqlite_schema set sql = '${text}' where type = 'table' and name = '${table}'`,
    )
  }
  try {
    return withoutVain(left).map(({ sql, ...migration }) => ({
      ...migration,
      sql: sql.split(BREAKPOINT).flatMap(quick).join(BREAKPOINT),
    }))
  } finally {
    rehearsal.close()
  }
}

function hasManyBookings(database: DatabaseSync): boolean {
  const isThere = database.prepare(`select 1 from sqlite_schema where name = 'booking'`).get()
  if (!isThere) return false
  const { last } = database.prepare('select max(rowid) as last from booking').get()!
  return Number(last) >= LARGE_ROWS_MIN
}

/** The tables of a database without their rows, in memory. */
function emptyCopyOf(database: DatabaseSync): DatabaseSync {
  const copy = new DatabaseSync(':memory:')
  const texts = database
    .prepare(
      `select sql from sqlite_schema where sql is not null and name not like 'sqlite\\_%' escape '\\'
       order by type <> 'table', rowid`,
    )
    .all()
  for (const { sql } of texts) copy.exec(String(sql))
  return copy
}

/** @throws Error of SQLite if the default value is not of the column's type: `ALTER TABLE` finds that in stored rows only */
function refuseWrongDefault(definition: string): void {
  const database = new DatabaseSync(':memory:')
  try {
    database.exec(`create table probe (${definition}) strict; insert into probe default values`)
  } finally {
    database.close()
  }
}

const textOf = (database: DatabaseSync, table: string): string =>
  String(
    database.prepare(`select sql from sqlite_schema where type = 'table' and name = ?`).get(table)!
      .sql,
  )
