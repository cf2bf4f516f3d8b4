import { chunks } from '../../store/engine/pace.ts'

/** Bookings listed at a time. */
export const PASS_MAX = 200
/**
 * Bookings processed in parallel, and the pause after them that leaves the thread to other work. They share a commit:
 * twenty held the event loop for up to 20 ms, ten for less than 10.
 */
const AT_ONCE = 10
const PAUSE_MS = 12

/** Runs `work` for each listed booking and lists again until none is left; ends once `stopping` is aborted. */
export async function workThrough<T>(
  list: (limit: number) => Promise<T[]>,
  work: (one: T) => Promise<unknown>,
  stopping?: AbortSignal,
): Promise<void> {
  let found: T[]
  do {
    found = await list(PASS_MAX)
    await runBounded(found, work, stopping)
  } while (found.length === PASS_MAX && !stopping?.aborted)
}

/** Runs `work` for each item, a few in parallel with pauses between the batches. */
export async function runBounded<T>(
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
  stopping?: AbortSignal,
): Promise<void> {
  for (const few of chunks(all, AT_ONCE)) {
    if (stopping?.aborted) return
    await Promise.all(few.map(work))
    if (all.length > AT_ONCE) await Bun.sleep(PAUSE_MS)
  }
}
