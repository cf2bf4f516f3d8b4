import type { Handle } from '../engine.ts'
import { asAppError, isLost } from './errors.ts'
import { ask, type Pool } from './pool.ts'
import { withHandle } from './slots.ts'

/** How long one answer may be read. */
const SNAPSHOT_MS_MAX = 20_000

/** Reads with several statements as of one moment; once more when the connection was lost. @throws AppError `unavailable` */
export async function readSnapshot<T>(
  pool: Pool,
  read: (handle: Handle) => Promise<T>,
): Promise<T> {
  try {
    return await attempt(pool, read).catch((error) => {
      if (!isLost(error)) throw error
      return attempt(pool, read)
    })
  } catch (error) {
    throw asAppError(error)
  }
}

function attempt<T>(pool: Pool, read: (handle: Handle) => Promise<T>): Promise<T> {
  return pool.use(
    (connection) =>
      connection.begin('isolation level repeatable read read only', async (client) => {
        if (pool.limits) await client.unsafe(pool.limits)
        return await withHandle((...asked) => ask(client, ...asked), read)
      }),
    SNAPSHOT_MS_MAX,
  )
}
