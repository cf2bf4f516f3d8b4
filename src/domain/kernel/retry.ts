import { ATTEMPTS_MAX } from './limits.ts'

/** The longest Retry-After honoured (contract §4). */
export const RETRY_AFTER_MS_MAX = 24 * 60 * 60 * 1_000

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Back-off: the waits after the first attempt, the second … (contract §4). */
export const RETRY_MS: readonly number[] = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]

/** Returns the schedule as text: `5 s, 1 min … and 24 h`. */
export function retrySchedule(): string {
  const waits = RETRY_MS.map((ms) => {
    if (ms % HOUR_MS === 0) return `${ms / HOUR_MS} h`
    return ms % MINUTE_MS === 0 ? `${ms / MINUTE_MS} min` : `${ms / SECOND_MS} s`
  })
  return `${waits.slice(0, -1).join(', ')} and ${waits.at(-1)}`
}

/** Jitter of a wait, so that deliveries that failed together do not retry together. */
export const RETRY_JITTER = 0.1

/**
 * Returns the wait after a failed attempt: the back-off schedule ±10 %, or the receiver's Retry-After if that is
 * longer (contract §4).
 *
 * @param attempt number of the failed attempt, from 1
 * @param random from 0 to 1
 * @param retryAfterMs the receiver's wish; capped at 24 hours
 * @returns undefined after the last attempt
 */
export function retryDelayMs(
  attempt: number,
  random: number,
  retryAfterMs: number | undefined,
): number | undefined {
  const scheduledMs = RETRY_MS[attempt - 1]
  if (scheduledMs === undefined || attempt >= ATTEMPTS_MAX) return undefined
  const jitteredMs = Math.round(scheduledMs * (1 + RETRY_JITTER * (2 * random - 1)))
  return Math.max(jitteredMs, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MS_MAX))
}

/**
 * Parses a Retry-After header into milliseconds from now: seconds or a date (RFC 9110 §10.2.3); undefined for anything
 * else.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim()
  if (!text) return undefined
  if (/^\d{1,10}$/.test(text)) return Number(text) * SECOND_MS
  const atMs = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}
