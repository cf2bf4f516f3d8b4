// Columns added to large SQLite tables.

import { DatabaseSync } from 'node:sqlite'
import type { Migration } from '../engine/migrations.ts'

/** Stands between the statements of a migration. */
export const BREAKPOINT = '--> statement-breakpoint'
/** A column without a check, a reference or a computed value, and its definition. */
const PLAIN_COLUMN =
  /^\s*ALTER TABLE [`"](\w+)[`"] ADD (?!.*\b(?:CHECK|REFERENCES|GENERATED|UNIQUE|PRIMARY)\b)(.*?);?\s*$/is
/** Changes of the schema in one migration are fewer, and each raises the version of the schema by one. */
const VERSIONS_APART = 10_000

/**
 * Returns migrations in which columns are added by writing the table's new text into the schema. `ALTER TABLE … ADD` of
 * a STRICT table writes the same, but then reads all rows to check them: 1.7 s for two million bookings, for each
 * of 30 columns.
 *
 * @param database the one to migrate; its connection must have `writable_schema` on
 * @param left the migrations that it lacks
 * @throws Error of SQLite if a statement cannot be run
 */
export function withQuickColumns(database: DatabaseSync, left: readonly Migration[]): Migration[] {
  const rehearsal = emptyCopyOf(database)
  let version = Number(database.prepare('pragma schema_version').get()!.schema_version)
  const quick = (statement: string): string[] => {
    if (statement.trim() !== '') rehearsal.exec(statement)
    const [, table, definition] = statement.match(PLAIN_COLUMN) ?? []
    if (table === undefined) return [statement]
    refuseWrongDefault(definition!)
    version += VERSIONS_APART
    const text = textOf(rehearsal, table).replaceAll("'", "''")
    return [
      `update sqlite_schema set sql = '${text}' where type = 'table' and name = '${table}'`,
      // Makes this connection, and any other, read the schema anew.
      `pragma schema_version = ${version}`,
    ]
  }
  try {
    return left.map(({ sql, ...migration }) => ({
      ...migration,
      sql: sql.split(BREAKPOINT).flatMap(quick).join(BREAKPOINT),
    }))
  } finally {
    rehearsal.close()
  }
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
