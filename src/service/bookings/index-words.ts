import {
  indexNext,
  indexThese,
  isMended,
  mendNext,
  noteIndexed,
  planIndexing,
} from '../../store/bookings/word-index.ts'
import type { Tx } from '../../store/engine/engine.ts'
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
    const plan = await planIndexing(store, nowMs(), size)
    if (!plan) break
    for (const ids of plan.parts) {
      await store.quiet(QUIET_MS, WAIT_MS_MAX)
      if (stopping.aborted) return
      const before = process.threadCpuUsage()
      await store.tx((tx) => indexThese(tx, ids))
      const { user, system } = process.threadCpuUsage(before)
      await pause((user + system) / 1_000)
    }
    await store.tx((tx) => noteIndexed(tx, plan.through))
  }
  await whileThereIsMore((tx) => indexNext(tx, nowMs()))
  if (!(await isMended(store))) await whileThereIsMore(mendNext)
}
