import { resolve } from 'node:path'

/** The scheduled backups: where, how often, and which stay. */
export type BackupConfig = {
  folder: string
  everyHours: number
  /** The time that the journal beside them is kept; 0: there is none. */
  journalHours: number
  /** The numbers of days, weeks and months that keep their last backup. */
  keep: { days: number; weeks: number; months: number }
}

type Read = (name: string, absent: number, min: number, max: number) => number

/**
 * Reads `BACKUP_DIR` and the variables beside it.
 *
 * @param integer reads a whole number of the environment
 * @throws Error one line if it is set for PostgreSQL, whose own tools make backups
 */
export function readBackups(
  folder: string | undefined,
  isOnSqlite: boolean,
  integer: Read,
): BackupConfig | undefined {
  const everyHours = integer('BACKUP_EVERY_HOURS', 24, 1, 24 * 31)
  const journalHours = integer('BACKUP_JOURNAL_HOURS', 48, 0, 24 * 31)
  const keep = {
    days: integer('BACKUP_KEEP_DAYS', 7, 1, 366),
    weeks: integer('BACKUP_KEEP_WEEKS', 4, 0, 520),
    months: integer('BACKUP_KEEP_MONTHS', 12, 0, 120),
  }
  if (!folder) return undefined
  if (!isOnSqlite)
    throw new Error(
      'BACKUP_DIR is for SQLite; PostgreSQL has tools of its own: see /docs/postgresql',
    )
  return { folder: resolve(folder), everyHours, journalHours, keep }
}
