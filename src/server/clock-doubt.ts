import { instantText } from '../domain/kernel/date.ts'
import type { Log } from '../log.ts'
import { findMeta, writeMeta } from '../store/engine/meta.ts'
import type { Store } from '../store/open.ts'

/**
 * The jump that a clock may make without doubt: more than a wrong time zone, or a night with the service off. Records
 * that are kept 30 days can lose no more than this, and no stay ends earlier by more than this.
 */
const AWAY_MS = 2 * 24 * 60 * 60 * 1_000
/** A doubted clock that has kept its time this long is right: the machine was off. */
const STANDS_MS = 60 * 60 * 1_000
/** The interval at which the clock's time is stored. */
const NOTE_EVERY_MS = 60 * 60 * 1_000

/** The wall clock, and the monotonic clock that nothing sets, at the same moment. */
type ClockReading = { wallMs: number; monotonicMs: number }

type World = {
  store: Store
  log: Log
  nowMs: () => number
  monotonicMs: () => number
}

/**
 * Guards passes that delete or end records, which cannot be undone, against a wrong wall clock. A clock is doubted if
 * it is days ahead of its last known time, in this process or an earlier one. After an hour it is trusted.
 *
 * @returns a function that runs a pass of the worker unless the clock is doubted
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
    // A clock that is behind does no harm, and may soon be right: a machine without a battery clock asks the network.
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
          hint: 'no stay is completed and no old record deleted for an hour, or until the clock is right',
        })
    }
    return now.monotonicMs - doubted.monotonicMs >= STANDS_MS
  }

  return async (worker: Pick<World, 'store'>, pass: () => Promise<void>) => {
    if (await mayPass(worker)) await pass()
  }
}

/** Returns how much further the wall clock went than the monotonic clock. */
const aheadOf = (before: ClockReading, now: ClockReading) =>
  now.wallMs - before.wallMs - (now.monotonicMs - before.monotonicMs)
