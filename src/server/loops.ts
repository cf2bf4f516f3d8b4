import { errorFacts, type Log } from '../log.ts'
import { nextTurn } from '../store/pace.ts'

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
  // One a turn of the event loop: the first requests are answered between them.
  async function beginEach(): Promise<void> {
    for (const loop of loops) {
      await nextTurn()
      pass(loop)
    }
  }
  const timers = loops.map((loop) => setInterval(() => pass(loop), loop.everyMs))
  const begun = beginEach()
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await begun
    await Promise.all(underWay.values())
  }
}
