import { setTimeout as sleep } from 'node:timers/promises'

const REST_MS_MAX = 250
/** The rest that shows whether the process is idle, where work that waited needs none. */
const REST_MS_MIN = 5
/** The process is idle if it worked for less than this share of a rest, and if the rest ended in time. */
const IDLE_SHARE = 0.1
const IDLE_LATE_MS = 5
/** The work after which a pass in an idle process has its garbage collected: up to 20 MB of it. */
const GARBAGE_MS = 100

/**
 * Creates the rest after each step of a long pass, which leaves the processor to others. It is shorter after one in which
 * the process had nothing else to do.
 *
 * While the process is idle it has the garbage of the pass collected, which the engine would do once the heap has doubled:
 * 300 MB after a minute of everything on 2,500 hotels. Beside load it does not: that takes a twelfth of all requests.
 *
 * @param rest how many times as long as a step took it rests: 9 leave a tenth of a processor to the pass
 * @param idleRest the same while the process is idle
 * @returns rests after a step, by the processor time that it took; and by its whole time, if it was done in another
 *   thread: where that waited, for the disk or its turn, the processor had a rest already
 */
export function createPause(rest: number, idleRest: number) {
  let isIdle = false
  let uncollectedMs = 0
  return async (workedMs: number, asideMs?: number): Promise<void> => {
    if (asideMs === undefined) uncollectedMs += workedMs
    if (isIdle && uncollectedMs >= GARBAGE_MS) {
      Bun.gc(false)
      uncollectedMs = 0
    }
    const times = isIdle ? Math.min(rest, idleRest) : rest
    const waitedMs = asideMs === undefined ? 0 : asideMs - workedMs
    const dueMs = Math.min(REST_MS_MAX, times * workedMs)
    const restMs = Math.max(Math.min(REST_MS_MIN, dueMs), dueMs - waitedMs)
    const sinceMs = performance.now()
    // Not of other threads: one of them checkpoints what the pass has written.
    const before = process.threadCpuUsage()
    await sleep(restMs)
    const { user, system } = process.threadCpuUsage(before)
    const isLate = performance.now() - sinceMs > restMs + IDLE_LATE_MS
    isIdle = !isLate && (user + system) / 1_000 < IDLE_SHARE * restMs
  }
}
