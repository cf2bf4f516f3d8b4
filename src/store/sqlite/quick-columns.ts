// Columns and indexes added to large SQLite tables.

import { DatabaseSync } from 'node:sqlite'
import type { Migration } from '../engine/migrations.ts'
import { createEmptyIndexes } from './empty-indexes.ts'

/** Stands between the statements of a migration. */
export const BREAKPOINT = '--> statement-breakpoint'
/** A column without a check, a reference or a computed value, and its definition. */
const PLAIN_COLUMN =
  /^\s*ALTER TABLE [`"](\w+)[`"] ADD (?!.*\b(?:CHECK|REFERENCES|GENERATED|UNIQUE|PRIMARY)\b)(.*?);?\s*$/is
/**
 * Indexes of bookings on columns from before, which a large database gets after the upgrade (`late-indexes.ts`). Each is
 * of one hotel or one agency, and until it is there its queries go by another index of that hotel or agency: they read a
 * few thousand rows at most. Not `booking_hotel_unstated`, which a pass asks of all hotels at once.
 */
export const LATE_INDEXES: ReadonlySet<string> = new Set([
  'booking_hotel_external',
  'booking_hotel_hold',
  'booking_agency_unstated',
  'booking_agency_hold',
  'booking_hotel_agency',
])
/**
 * Indexes of bookings that a later migration drops: an upgrade does not make them, and a large database that has them
 * loses them after it (`late-indexes.ts`). No statement of a migration between goes by them; by others that were dropped
 * some did, and without took minutes.
 */
export const VAIN_INDEXES: ReadonlySet<string> = new Set([
  'booking_checkin',
  'booking_checkout',
  'booking_hotel_fresh',
])
/** Bookings of a large database: SQLite reads as many in a twentieth of a second. */
export const LARGE_ROWS_MIN = 100_000
/** The statement that fills the terms of agencies by what each owes for bookings whose `collect` is `agency`. */
const OWED_FILL = /^\s*INSERT INTO "agency_terms" /
const COLLECT = 'ALTER TABLE `booking` ADD `collect` '
const MADE_INDEX = /^\s*CREATE INDEX [`"](\w+)[`"]/i
const DROPPED_INDEX = /^\s*DROP INDEX (?:IF EXISTS )?[`"](\w+)[`"]/i
/** Stands for a statement that is left out, since a migration has at least one. */
const NOTHING = 'select 1'
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

/** True for a statement that makes an index of `LATE_INDEXES`, or drops one of `VAIN_INDEXES`. */
export const isLeftForLater = (statement: string): boolean =>
  LATE_INDEXES.has(statement.match(MADE_INDEX)?.[1] ?? '') ||
  VAIN_INDEXES.has(statement.match(DROPPED_INDEX)?.[1] ?? '')

/**
 * Leaves out of migrations what would read all bookings for nothing: indexes of `VAIN_INDEXES`, and the terms of agencies
 * if `collect` is added in the same upgrade, since each booking then has its default, `hotel`.
 */
export function withoutVain(left: readonly Migration[]): Migration[] {
  const addsCollect = left.some(({ sql }) => sql.includes(COLLECT))
  const isVain = (text: string) =>
    VAIN_INDEXES.has(text.match(MADE_INDEX)?.[1] ?? '') || (addsCollect && OWED_FILL.test(text))
  return left.map(({ sql, ...migration }) => ({
    ...migration,
    sql: sql
      .split(BREAKPOINT)
      .map((text) => (isVain(text) ? NOTHING : text))
      .join(BREAKPOINT),
  }))
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
