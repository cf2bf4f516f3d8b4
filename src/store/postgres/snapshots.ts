// Snapshot reads (REPEATABLE READ).

import type { Handle } from '../engine/engine.ts'
import { asAppError, isLost } from './errors.ts'
import { ask, type Pool } from './pool.ts'
import { type Run, withHandle } from './slots.ts'

/** How long one answer may be read. */
const SNAPSHOT_MS_MAX = 20_000

/**
 * Reads with several statements as of one moment; a second time if the connection was lost.
 *
 * @throws AppError `unavailable`
 */
export async function readSnapshot<T>(
  pool: Pool,
  read: (handle: Handle) => Promise<T>,
  msMax = SNAPSHOT_MS_MAX,
): Promise<T> {
  try {
    return await attempt(pool, read, msMax).catch((error) => {
      if (!isLost(error)) throw error
      return attempt(pool, read, msMax)
    })
  } catch (error) {
    throw asAppError(error)
  }
}

function attempt<T>(pool: Pool, read: (handle: Handle) => Promise<T>, msMax: number): Promise<T> {
  return pool.use(
    (connection, onAnswer) =>
      connection.begin('isolation level repeatable read read only', async (client) => {
        if (pool.limits) await client.unsafe(pool.limits)
        const run: Run = async (...asked) => {
          const answer = await ask(client, ...asked)
          onAnswer()
          return answer
        }
        return await withHandle(run, read)
      }),
    msMax,
  )
}
