import { sql } from 'drizzle-orm'
import type { Db } from '../engine/dialect.ts'
import type { Vitals } from '../engine/vitals.ts'

/**
 * How large a database is, and when its log was archived last: what `pg_dump` does leaves no trace in it, and the room
 * on its disk is told to nobody who asks it.
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
    freeBytes: null,
    backedUpAtMs: archivedAtMs || null,
    isBackupKnown: archivedAtMs > 0,
    backupCommand: 'pg_dump --format=custom --file=FILE',
  }
}
