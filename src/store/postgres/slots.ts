import { drizzle } from 'drizzle-orm/bun-sql/postgres'
import type { Handle } from '../engine/engine.ts'
import { postgresTables } from '../engine/schema.ts'
import { postgresDialect } from './dialect.ts'
import { drizzleClient } from './pool.ts'

export type Run = Parameters<typeof drizzleClient>[0]

/**
 * Handles for transactions, each lent to one at a time: what is prepared through a handle (`prepared.ts`) stands for the
 * next that has it. Built anew for each, the statements of a booking cost more than it takes to run them.
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
    const handle: Handle = { t: postgresTables, db, dialect: postgresDialect }
    return {
      handle,
      lend: (to: Run | undefined) => {
        run = to
      },
    }
  }

  /** Runs a body with a handle that nobody else has. @param run what its statements are run by */
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

/** Handles of this process. */
export const withHandle = createSlots()
