// Line of the bodies that wait for SQLite's writer, with controlled delay (load shedding).

import { type AppError, unavailable } from '../../domain/kernel/errors.ts'

/** How long a job waits at most: as long as a caller of PostgreSQL waits for a connection. */
const WAIT_MS_MAX = 5_000
/**
 * The same once the line has not been empty for as long: that is no rush, and whoever joins would wait the whole time.
 * A line without a bound was seen to keep bookings waiting for 35 s.
 */
const CROWDED_WAIT_MS_MAX = 2_000
const RETRY_AFTER_SECONDS = 5

type Options<Job> = {
  /** Receives the error of a job that has waited too long. */
  refuse: (job: Job, error: AppError) => void
  monotonicMs: () => number
}

/** A line: first come, first served. */
export type Line<Job> = ReturnType<typeof createLine<Job>>

/** Creates a line. Urgent jobs take turns with the others, so that neither wait for many of the others. */
export function createLine<Job>({ refuse, monotonicMs }: Options<Job>) {
  const urgent: Job[] = []
  const usual: { job: Job; sinceMs: number }[] = []
  let wasUrgent = false
  let filledMs = 0

  /** Takes the first job that has not waited too long, and refuses those before it. */
  function takeUsual(): Job[] {
    const nowMs = monotonicMs()
    const waitMs = nowMs - filledMs > WAIT_MS_MAX ? CROWDED_WAIT_MS_MAX : WAIT_MS_MAX
    for (;;) {
      const next = usual.shift()
      if (!next) return []
      if (nowMs - next.sinceMs <= waitMs) return [next.job]
      const detail = 'Too many writes are waiting; nothing was changed.'
      refuse(next.job, unavailable(detail, RETRY_AFTER_SECONDS))
    }
  }

  return {
    /** Adds a job to the line. An urgent one is never refused. */
    join(job: Job, { isUrgent }: { isUrgent: boolean }): void {
      if (isUrgent) return void urgent.push(job)
      const sinceMs = monotonicMs()
      if (usual.length === 0) filledMs = sinceMs
      usual.push({ job, sinceMs })
    },
    length: () => urgent.length + usual.length,
    /** Takes the next job out of the line. @returns none if the line is empty, or all others waited too long */
    take(): Job[] {
      wasUrgent = urgent.length > 0 && (!wasUrgent || usual.length === 0)
      return wasUrgent ? urgent.splice(0, 1) : takeUsual()
    },
  }
}
