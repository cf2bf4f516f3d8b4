import { errorFacts, type Log } from '../log.ts'

/** A pass over the database that is made again and again. */
export type Loop = { name: string; everyMs: number; run: () => Promise<void> }

/**
 * Runs each loop at once and then every so often, never two passes of one loop side by side; a pass that fails is logged
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
  const timers = loops.map((loop) => setInterval(() => pass(loop), loop.everyMs))
  for (const loop of loops) pass(loop)
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(underWay.values())
  }
}
