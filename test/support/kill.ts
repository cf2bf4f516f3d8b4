import type { Answer } from './matchers.ts'
import { type ServiceProcess, type Setup, startProcess } from './process.ts'

/** Requests that are under way side by side, so that a kill finds some amid their transaction. */
const AT_ONCE = 3

/** Something asked, and the answer; undefined when none came. */
type Attempt<T> = { asked: T; answer: Answer | undefined }

/**
 * Serves a folder, asks one thing after another and kills the service.
 *
 * @param killAfterMs how long after the first were sent; undefined: when all are answered
 */
export async function askAndKill<T>(
  setup: Setup,
  things: readonly T[],
  ask: (served: ServiceProcess, thing: T) => Promise<Answer>,
  killAfterMs: number | undefined,
): Promise<Attempt<T>[]> {
  await using served = await startProcess(['serve'], setup)
  const waiting = [...things]
  const tried: Attempt<T>[] = []
  const line = async () => {
    for (let asked = waiting.shift(); asked; asked = waiting.shift())
      tried.push({ asked, answer: await ask(served, asked).catch(() => undefined) })
  }
  const running = Promise.all(Array.from({ length: AT_ONCE }, line))
  // The only wait for time and not for a condition: the test varies the moment of the kill.
  if (killAfterMs === undefined) await running
  else await Bun.sleep(killAfterMs)
  await served.stop('SIGKILL')
  await running
  return tried
}
