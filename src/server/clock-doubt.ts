import { instantText } from '../domain/kernel/date.ts'
import type { Log } from '../log.ts'
import { findMeta, writeMeta } from '../store/engine/meta.ts'
import type { Store } from '../store/open.ts'

/**
 * What a clock may be away from where it was seen last: more than a mistaken time zone, or the service off over a
 * night. Of what is kept 30 days no more than that can be lost, and no stay ends earlier than that.
 */
const AWAY_MS = 2 * 24 * 60 * 60 * 1_000
/** A clock that has stood for so long where it is, is right: the machine was off, and everybody goes by it. */
const STANDS_MS = 60 * 60 * 1_000
/** How often it is noted where the clock was seen. */
const NOTE_EVERY_MS = 60 * 60 * 1_000

/** What the wall clock, and the one that is never set, said at a moment. */
type ClockReading = { wallMs: number; monotonicMs: number }

type World = {
  store: Store
  log: Log
  nowMs: () => number
  monotonicMs: () => number
}

/**
 * Doubts a wall clock that is days ahead of where it was seen last, in this process or an earlier one: what is deleted
 * or ended by a wrong one does not come back. It is believed when it has stood there for an hour.
 *
 * @returns runs a pass of the worker unless the clock is doubted
 */
export async function createClockDoubt({ store, log, nowMs, monotonicMs }: World) {
  const read = (): ClockReading => ({ wallMs: nowMs(), monotonicMs: monotonicMs() })
  const seenAt = await findMeta(store, 'clock_seen_at')
  let believed: ClockReading = { ...read(), ...(seenAt && { wallMs: Date.parse(seenAt) }) }
  let doubted: ClockReading | undefined
  let noteAtMs = monotonicMs()

  async function mayPass(worker: Pick<World, 'store'>): Promise<boolean> {
    const now = read()
    const aheadMs = aheadOf(believed, now)
    // One that is behind does no harm, and may be right soon: a machine without a clock of its own asks for the time.
    if (Math.abs(aheadMs) > AWAY_MS && !hasStood(now, aheadMs)) return aheadMs < 0
    believed = now
    doubted = undefined
    if (now.monotonicMs >= noteAtMs) {
      noteAtMs = now.monotonicMs + NOTE_EVERY_MS
      await worker.store.tx((tx) => writeMeta(tx, 'clock_seen_at', instantText(now.wallMs)))
    }
    return true
  }

  function hasStood(now: ClockReading, aheadMs: number): boolean {
    if (!doubted || Math.abs(aheadOf(doubted, now)) > AWAY_MS) {
      doubted = now
      if (aheadMs > 0)
        log.warn('clock_doubted', {
          now: instantText(now.wallMs),
          seenLast: instantText(believed.wallMs),
          hint: 'stays are not completed and nothing old is deleted for an hour, or until the clock is right',
        })
    }
    return now.monotonicMs - doubted.monotonicMs >= STANDS_MS
  }

  return async (worker: Pick<World, 'store'>, pass: () => Promise<void>) => {
    if (await mayPass(worker)) await pass()
  }
}

/** By how much the wall clock has gone further than the time that has passed. */
const aheadOf = (before: ClockReading, now: ClockReading) =>
  now.wallMs - before.wallMs - (now.monotonicMs - before.monotonicMs)
