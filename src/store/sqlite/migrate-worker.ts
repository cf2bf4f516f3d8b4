import { DatabaseSync } from 'node:sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import { drizzle } from 'drizzle-orm/node-sqlite'
import type { Migration } from '../engine/migrations.ts'
import { COMMON_PRAGMAS, WRITER_PRAGMAS } from './connect.ts'
import { BREAKPOINT } from './left-statements.ts'
import { withQuickColumns } from './quick-columns.ts'
import { createStatementTimes } from './statement-times.ts'

declare const self: Worker

/** The file to migrate, and the migrations that it lacks. */
export type MigrateOrder = { file: string; left: Migration[] }
/**
 * The milliseconds that all statements are expected to take, before the first one; those of a statement that begins; all
 * are committed; or the failure that rolled them back, with SQLite's own code if it has one.
 */
export type MigrateNews =
  | { totalMs: number }
  | number
  | 'committed'
  | { failure: string; code: string | undefined; stack: string | undefined }

/** An error of `node:sqlite`. */
type CodedError = Error & { errcode?: number }

const tell = (news: MigrateNews) => postMessage(news)

/** Migrates a database in one transaction, in a thread of its own: some statements take a minute. */
self.onmessage = ({ data: { file, left } }: MessageEvent<MigrateOrder>) => {
  const writer = new DatabaseSync(file)
  try {
    for (const pragma of [...COMMON_PRAGMAS, ...WRITER_PRAGMAS]) writer.exec(`pragma ${pragma}`)
    // `bun:sqlite` has no switch for this; both are one library, so their locks are the same.
    writer.enableDefensive(false)
    writer.exec('pragma writable_schema = on')
    const { witness, timeOf } = createStatementTimes(writer)
    const migrations = withQuickColumns(writer, left, witness)
    const times = migrations.flatMap(({ sql }) => sql.split(BREAKPOINT)).map(timeOf)
    tell({ totalMs: times.reduce((total, ms) => total + ms, 0) })
    const db = drizzle({ client: writer, logger: { logQuery: (query) => tell(timeOf(query)) } })
    // The migrator for `node:sqlite` reads folders only, and this one needs nothing of `bun:sqlite`.
    migrate(db as never, migrations)
    copyLog(writer)
    tell('committed')
  } catch (error) {
    const { message, stack, cause } = error as Error
    const { errcode, message: reason } = (cause ?? error) as CodedError
    tell({
      failure: reason ?? message,
      code: errcode === undefined ? undefined : nameOf(errcode),
      stack,
    })
  } finally {
    writer.close()
  }
}

/**
 * Copies the log, which has what was rebuilt, to the file: beside the service's first commits it held up reads for 1.4 s.
 * All is committed by then, so a full disk must not tell of an upgrade that failed.
 *
 * @throws Error of SQLite if an fsync fails: no checkpoint after it may be trusted, so the process ends
 */
function copyLog(writer: DatabaseSync): void {
  try {
    writer.exec('pragma wal_checkpoint(passive)')
  } catch (error) {
    if (FAILED_SYNCS.includes((error as CodedError).errcode!)) throw error
    // A later checkpoint copies the rest of the log.
  }
}

/** SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC. */
const FAILED_SYNCS = [1034, 1290]

/** Primary result codes of SQLite that others tell apart. */
const NAMES: Record<number, string> = {
  ...{ 5: 'BUSY', 8: 'READONLY', 10: 'IOERR', 11: 'CORRUPT' },
  ...{ 13: 'FULL', 14: 'CANTOPEN', 19: 'CONSTRAINT', 26: 'NOTADB' },
}

const nameOf = (errcode: number) => `SQLITE_${NAMES[errcode & 0xff] ?? 'ERROR'}`
