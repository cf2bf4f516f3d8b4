import {
  indexNext,
  indexThese,
  isMended,
  mendNext,
  planIndexing,
} from '../../store/bookings/word-index.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { WordPart } from '../../store/engine/word-part.ts'
import type { Deps } from '../deps.ts'
import { createPause } from '../pause.ts'

/** How long the writer must be idle before bookings are indexed, and how long to wait for that. */
const QUIET_MS = 5
const WAIT_MS_MAX = 1_000
/** The rest by which many bookings at once take half a processor, and that by which they take three quarters. */
const REST = 1
const IDLE_REST = 0.35

/**
 * Adds missing bookings to the word index, in small transactions that resume where they stopped and give way to other
 * writers. Until a booking is indexed, a search reads the booking itself.
 *
 * @param size how many bookings are planned at once, and how many of them one transaction adds
 */
export async function indexBookings(
  { store, nowMs }: Pick<Deps, 'store' | 'nowMs'>,
  stopping: AbortSignal,
  size?: Parameters<typeof planIndexing>[2],
): Promise<void> {
  const whileThereIsMore = async (next: (tx: Tx) => Promise<boolean>) => {
    do {
      await store.quiet(QUIET_MS, WAIT_MS_MAX)
    } while (!stopping.aborted && (await store.tx(next)))
  }
  const pause = createPause(REST, IDLE_REST)
  for (;;) {
    const parts = await planIndexing(store, nowMs(), size)
    if (!parts) break
    for (const part of parts) {
      await store.quiet(QUIET_MS, WAIT_MS_MAX)
      if (stopping.aborted) return
      const sinceMs = performance.now()
      const workedMs = await store.indexWords?.(part)
      if (workedMs === undefined) await pause(await indexHere(store, part))
      else await pause(workedMs, performance.now() - sinceMs)
    }
  }
  await whileThereIsMore((tx) => indexNext(tx, nowMs()))
  if (!(await isMended(store))) await whileThereIsMore(mendNext)
}

/** @returns the milliseconds of processor that it took */
async function indexHere({ tx }: Pick<Deps['store'], 'tx'>, part: WordPart): Promise<number> {
  const before = process.threadCpuUsage()
  await tx((tx) => indexThese(tx, part))
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
