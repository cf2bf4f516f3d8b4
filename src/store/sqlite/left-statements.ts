// Statements of migrations that an upgrade of a SQLite database leaves out, or makes after it.

import type { Migration } from '../engine/migrations.ts'

/** Stands between the statements of a migration. */
export const BREAKPOINT = '--> statement-breakpoint'
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
export const NOTHING = 'select 1'

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
