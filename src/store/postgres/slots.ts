// Pool of handles for transactions, for the sake of their prepared statements.

import { drizzle } from 'drizzle-orm/bun-sql/postgres'
import type { Handle } from '../engine/engine.ts'
import { postgresTables } from '../engine/schema.ts'
import { postgresDialect } from './dialect.ts'
import { drizzleClient } from './pool.ts'

/** Runs a statement of drizzle. */
export type Run = Parameters<typeof drizzleClient>[0]

/**
 * Makes handles for transactions, each lent to one at a time: statements prepared through a handle (`prepared.ts`) stay
 * valid for the next transaction. If each transaction built them again, that would cost more than to run the statements
 * of a booking.
 */
function createSlots() {
  const free: { handle: Handle; lend: (run: Run | undefined) => void }[] = []

  function make() {
    let run: Run | undefined
    const client = drizzleClient((...asked) => {
      if (!run) return Promise.reject(new Error('a query of a transaction that has ended'))
      return run(...asked)
    })
    const db = drizzle({ client: client as never }) as unknown as Handle['db']
    const handle: Handle = { t: postgresTables(), db, dialect: postgresDialect }
    return {
      handle,
      lend: (to: Run | undefined) => {
        run = to
      },
    }
  }

  /** Runs a body with a handle of its own. @param run runs its statements */
  return async <T>(run: Run, body: (handle: Handle) => Promise<T>): Promise<T> => {
    const slot = free.pop() ?? make()
    slot.lend(run)
    try {
      return await body(slot.handle)
    } finally {
      slot.lend(undefined)
      free.push(slot)
    }
  }
}

/** The handles of this process. */
export const withHandle = createSlots()
