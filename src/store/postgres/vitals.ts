import { sql } from 'drizzle-orm'
import type { Db } from '../engine/dialect.ts'
import type { Vitals } from '../engine/vitals.ts'

/**
 * The size of a database, and the last time its log was archived. `pg_dump` leaves no trace in the database, and the
 * server tells no client about its free disk space.
 */
export async function readVitals(db: Db): Promise<Vitals> {
  const [row] = await db
    .select({
      sizeBytes: sql<number>`pg_database_size(current_database())`.mapWith(Number),
      archivedAtMs:
        sql<number>`coalesce(floor(extract(epoch from last_archived_time) * 1000), 0)`.mapWith(
          Number,
        ),
    })
    .from(sql`pg_stat_archiver`)
  const { sizeBytes = 0, archivedAtMs = 0 } = row ?? {}
  return {
    engine: 'PostgreSQL',
    sizeBytes,
    logBytes: null,
    freeBytes: null,
    backedUpAtMs: archivedAtMs || null,
    backupBytes: null,
    backupFailure: null,
    isBackupKnown: archivedAtMs > 0,
    backupCommand: 'pg_dump --format=custom --file=FILE',
    lateIndexes: [],
  }
}
