import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatToMillis } from 'drizzle-orm/migrator.utils'

/** A migration in the form in which drizzle's migrator takes it from memory. */
export type Migration = { name: string; sql: string; timestamp: number }

/**
 * Reads the migration folders of an engine, oldest first. It is called as a Bun macro, so that the binary carries the
 * migrations as a literal; the path is relative to this file.
 */
export function readMigrations(engine: 'sqlite' | 'postgres'): Migration[] {
  const folder = join(import.meta.dir, '../../../migrations', engine)
  return readdirSync(folder)
    .toSorted()
    .map((name) => ({
      name,
      sql: readFileSync(join(folder, name, 'migration.sql'), 'utf8'),
      // The name of each folder begins with the UTC time at which drizzle-kit made it: YYYYMMDDhhmmss.
      timestamp: formatToMillis(name),
    }))
}
