import { errorFacts, type Log } from '../log.ts'

/** A pass over the database that is made again and again. */
export type Loop = { name: string; everyMs: number; run: () => Promise<void> }

/** The first passes wait until the first requests were answered, and are not all at once. */
const FIRST_MS = 200
const APART_MS = 50

/**
 * Runs each loop soon and then every so often, never two passes of one loop side by side; a pass that fails is logged
 * and made again when its time comes.
 *
 * @returns stops all and waits for the passes under way
 */
export function startLoops(log: Log, loops: readonly Loop[]): () => Promise<void> {
  const underWay = new Map<string, Promise<void>>()
  const pass = ({ name, run }: Loop) => {
    if (underWay.has(name)) return
    const done = run()
      .catch((error) => log.error('loop_failed', { loop: name, ...errorFacts(error) }))
      .finally(() => underWay.delete(name))
    underWay.set(name, done)
  }
  const timers = loops.flatMap((loop, index) => [
    setTimeout(() => pass(loop), FIRST_MS + index * APART_MS),
    setInterval(() => pass(loop), loop.everyMs),
  ])
  return async () => {
    for (const timer of timers) clearTimeout(timer)
    await Promise.all(underWay.values())
  }
}
