import { indexNext, isMended, mendNext } from '../../store/bookings/word-index.ts'
import { indexThese, planIndexing } from '../../store/bookings/word-plan.ts'
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
/** How often a part is tried while somebody holds a booking of it. */
const TRIES_MAX = 3

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
      if (workedMs !== undefined) await pause(workedMs, performance.now() - sinceMs)
      else if (!(await indexHere(store, part, pause))) return
    }
  }
  await whileThereIsMore((tx) => indexNext(tx, nowMs()))
  if (!(await isMended(store))) await whileThereIsMore(mendNext)
}

/** Adds a part, and rests. @returns false if somebody holds a booking of it, and not for a moment only */
async function indexHere(
  { tx }: Pick<Deps['store'], 'tx'>,
  part: WordPart,
  rest: ReturnType<typeof createPause>,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const before = process.threadCpuUsage()
    const isWhole = await tx((tx) => indexThese(tx, part))
    const { user, system } = process.threadCpuUsage(before)
    await rest((user + system) / 1_000)
    if (isWhole || tries === TRIES_MAX) return isWhole
  }
}
