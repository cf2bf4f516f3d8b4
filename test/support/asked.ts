import type { SQL } from 'bun'
import type { Handle } from '../../src/store/engine/engine.ts'
import { ask } from '../../src/store/postgres/pool.ts'
import { withHandle } from '../../src/store/postgres/slots.ts'

/** Runs what a function asks on a connection to PostgreSQL. @returns its statements */
export async function askedBy(client: SQL, act: (handle: Handle) => Promise<unknown>) {
  const asked: { text: string; params: unknown[] }[] = []
  await withHandle((text, params, mode) => {
    asked.push({ text, params })
    return ask(client, text, params, mode)
  }, act)
  return asked
}
