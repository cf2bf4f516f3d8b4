/** What a database tells of the place where it is kept. */
export type Vitals = {
  /** What people call its engine. */
  engine: string
  sizeBytes: number
  /** Room left where it is kept; null: on another machine. */
  freeBytes: number | null
  /** When it was backed up last, as far as that can be known here; null: nothing is known of it. */
  backedUpAtMs: number | null
  /** Whether a backup would be known of. */
  isBackupKnown: boolean
  /** What is typed to make one. */
  backupCommand: string
}
