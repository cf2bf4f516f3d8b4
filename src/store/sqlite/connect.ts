import { Database } from 'bun:sqlite'

/** How long a connection waits for another process before it gives up. */
export const BUSY_TIMEOUT_MS = 5_000

/** The settings of every connection. */
export const COMMON_PRAGMAS = [`busy_timeout = ${BUSY_TIMEOUT_MS}`, 'cache_size = -8192']

/** Opens a connection, and creates the file if there is none, unless it must be there. */
export function connect(file: string, pragmas: readonly string[], create = true): Database {
  const database = new Database(file, { create, readwrite: true })
  settle(database, pragmas)
  return database
}

/** Applies the settings of a connection, and so makes it read the schema. */
export function settle(database: Database, pragmas: readonly string[]): void {
  for (const pragma of [...COMMON_PRAGMAS, ...pragmas]) database.run(`pragma ${pragma}`)
}

/** The settings of a connection that writes. */
export const WRITER_PRAGMAS = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  // Deleted and replaced content is overwritten, so that what was erased is in no page of the file.
  'secure_delete = ON',
  // In pages. Checkpoints in a worker thread come long before this limit; this one would block the event loop.
  'wal_autocheckpoint = 64000',
  // The log is truncated to these bytes when it is begun anew. Half as many again as are checkpointed at once: its end
  // keeps the last frames of before, which a backup reads there until they are written over.
  'journal_size_limit = 50331648',
]

/**
 * The statement journal of a savepoint, or of an insert of many rows, stays in memory: beyond 64 KiB, which a booking with
 * its indexes needs, it would be written to a file. Not for migrations, which sort more than fits into memory.
 */
export const JOURNAL_IN_MEMORY = 'pragma temp_store = memory'

/** Opens a connection that writes. */
export const connectWriter = (file: string): Database => connect(file, WRITER_PRAGMAS)

/**
 * Opens a connection that writes beside the writer of a service. A file that was taken away meanwhile is not made anew: the
 * next start would take it for the database.
 */
export const connectBeside = (file: string): Database => connect(file, WRITER_PRAGMAS, false)
