import type { Reader } from './engine/engine.ts'
import type { PostgresTarget } from './postgres/pool.ts'
import { openPostgresReader } from './postgres/reader.ts'
import { openSqliteReader } from './sqlite/reader.ts'

/** A database that is only read, beside a service that may run on it. */
export type OpenReader = Pick<Reader, 'snapshot'> & { close: () => void | Promise<void> }

/**
 * Opens a database read-only, whose tables must be those of this version. Nothing of it is changed.
 *
 * @throws Error one clear line if it is no database
 */
export const openReader = (target: string | PostgresTarget): OpenReader =>
  typeof target === 'string' ? openSqliteReader(target) : openPostgresReader(target)
