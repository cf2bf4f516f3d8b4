/** A bucket's allowance: it holds `capacity` tokens and regains `perMinute` of them in a minute. */
export type Allowance = { capacity: number; perMinute: number }

/** What is left of a bucket, as it stood at an instant of a monotonic clock. */
export type Bucket = { tokens: number; atMs: number }

/** The answer to one request for a token; seconds are whole and rounded up. */
export type Spent = {
  allowed: boolean
  bucket: Bucket
  remaining: number
  /** Waiting this long is enough for the next token; at least 1 (contract §7). */
  retryAfterSeconds: number
  /** Until the bucket is full again. */
  resetSeconds: number
}

/** Rounding error of a thousandth of a thousandth of a token must not refuse a client that waited as told. */
const EPSILON = 1e-6

/** The same allowance for bursts and for the minute: `n` requests at once, then `n` a minute. */
export function perMinute(n: number): Allowance {
  return { capacity: n, perMinute: n }
}

/**
 * Takes one token from a bucket, or says how long to wait. A token bucket, pure arithmetic.
 *
 * @param bucket what was left; undefined is a full bucket
 * @param nowMs a monotonic clock, so that a step of the wall clock neither floods nor starves
 */
export function spendToken(bucket: Bucket | undefined, allowance: Allowance, nowMs: number): Spent {
  const full = refill(bucket, allowance, nowMs)
  const allowed = full + EPSILON >= 1
  const tokens = allowed ? Math.max(0, full - 1) : full
  return {
    allowed,
    bucket: { tokens, atMs: nowMs },
    ...standing(tokens, allowance),
  }
}

/** A bucket with a token put back, never more than it can hold. */
export function returnToken(
  bucket: Bucket | undefined,
  allowance: Allowance,
  nowMs: number,
): Bucket {
  const tokens = Math.min(allowance.capacity, refill(bucket, allowance, nowMs) + 1)
  return { tokens, atMs: nowMs }
}

/** What a bucket holds now, without taking from it. */
export function peekTokens(bucket: Bucket | undefined, allowance: Allowance, nowMs: number) {
  return standing(refill(bucket, allowance, nowMs), allowance)
}

/** How many requests passed in the minute that an instant lies in, and in the one before it. */
export type Uses = { minute: number; now: number; before: number }

/** Counts one request that passed. */
export function countUse(uses: Uses | undefined, nowMs: number): Uses {
  const { minute, now, before } = turnedTo(uses, nowMs)
  return { minute, now: now + 1, before }
}

/** How many requests passed in the last 60 seconds; those of the minute before count by their share of it. */
export function usesOfLastMinute(uses: Uses | undefined, nowMs: number): number {
  const { minute, now, before } = turnedTo(uses, nowMs)
  return now + Math.round(before * (minute + 1 - nowMs / 60_000))
}

function turnedTo(uses: Uses | undefined, nowMs: number): Uses {
  const minute = Math.floor(nowMs / 60_000)
  if (uses?.minute === minute) return uses
  return { minute, now: 0, before: uses?.minute === minute - 1 ? uses.now : 0 }
}

function standing(tokens: number, allowance: Allowance) {
  const secondsFor = (missing: number) =>
    Math.ceil((Math.max(0, missing) * 60) / allowance.perMinute - EPSILON)
  return {
    remaining: Math.floor(tokens + EPSILON),
    retryAfterSeconds: Math.max(1, secondsFor(1 - tokens)),
    resetSeconds: secondsFor(allowance.capacity - tokens),
  }
}

function refill(bucket: Bucket | undefined, allowance: Allowance, nowMs: number): number {
  if (!bucket) return allowance.capacity
  const regained = (Math.max(0, nowMs - bucket.atMs) * allowance.perMinute) / 60_000
  return Math.min(allowance.capacity, bucket.tokens + regained)
}
