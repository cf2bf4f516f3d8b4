/** The size, free space and last backup of a database. */
export type Vitals = {
  /** The name of the engine for people. */
  engine: string
  sizeBytes: number
  /** The size of its log (WAL), which is part of `sizeBytes`; null if the server keeps it for itself. */
  logBytes: number | null
  /** Free disk space of the database; null if it is on another machine. */
  freeBytes: number | null
  /** The time of the last backup, as far as it can be known here; null if nothing is known. */
  backedUpAtMs: number | null
  /** The size of the last backup, which was checked before it got its name; null if nothing is known. */
  backupBytes: number | null
  /** The reason why the last scheduled backup failed; null if it did not, or if there is a newer backup. */
  backupFailure: string | null
  /** True if a backup would be noticed. */
  isBackupKnown: boolean
  /** The command that makes a backup. */
  backupCommand: string
  /** Names of indexes that an upgrade has left for later and that are not made or dropped yet. */
  lateIndexes: readonly string[]
}
