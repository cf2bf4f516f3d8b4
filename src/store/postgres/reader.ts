import type { Reader } from '../engine/engine.ts'
import { createPool, type PostgresTarget } from './pool.ts'
import { readSnapshot } from './snapshots.ts'

const CONNECT_MS_MAX = 5_000
/** How long one statement, and one snapshot, may be read. */
const READ_MS_MAX = 60_000

/** Opens one connection to a server that can only read. */
export function openPostgresReader(
  target: PostgresTarget,
): Pick<Reader, 'snapshot'> & { close: () => Promise<void> } {
  const pool = createPool(target, {
    ...{ max: 1, waitMs: CONNECT_MS_MAX, statementMs: READ_MS_MAX, isReadOnly: true },
  })
  return { snapshot: (read) => readSnapshot(pool, read, READ_MS_MAX), close: pool.close }
}
