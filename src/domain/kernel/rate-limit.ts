/**
 * Rate limit of days pushed to a hotel, by all senders together: burst, and refill per minute (contract §7, *Fair
 * use*).
 */
export const PUSHED_DAYS = { capacity: 100_000, perMinute: 50_000 }

/** The allowance of a token bucket: it holds `capacity` tokens and regains `perMinute` of them per minute. */
export type Allowance = { capacity: number; perMinute: number }

/** The state of a token bucket at an instant of a monotonic clock. */
export type Bucket = {
  tokens: number
  atMs: number
  /** Instants promised to refused callers, ascending; a token is reserved for each until then. */
  promisedMs: readonly number[]
}

/** The bucket as its next caller sees it. */
export type BucketStatus = {
  /** Available tokens without a reservation. */
  remaining: number
  /** The wait for the next unreserved token: 1 to 60 seconds, rounded up (contract §7). */
  retryAfterSeconds: number
  /** Seconds until the bucket is full. */
  resetSeconds: number
}

/** The answer to one request for a token. */
export type TokenResult = BucketStatus & { allowed: boolean; bucket: Bucket }

/** Tolerance for rounding: a millionth of a token must not refuse a client that waited as told. */
const EPSILON = 1e-6
/** The longest wait in an answer (contract §7). */
const RETRY_AFTER_SECONDS_MAX = 60
/** Promises that one bucket remembers; later refusals get the wait of the last one. */
const PROMISES_MAX = 1_000

/** Returns an allowance of `n` requests at once, then `n` a minute. */
export function perMinute(n: number): Allowance {
  return { capacity: n, perMinute: n }
}

/**
 * Spends one token of a token bucket, or promises one; pure arithmetic. A refused caller gets the instant of the first
 * unreserved token, and the token is reserved until then: a caller that waits exactly as told finds it, whatever
 * others do. After that instant it is free again, so a caller that never returns costs nothing. A wait of more than 60
 * seconds is answered as 60 and promises nothing.
 *
 * @param bucket the stored state; undefined is a full bucket
 * @param nowMs a monotonic clock, so that a step of the wall clock neither floods nor starves
 */
export function spendToken(
  bucket: Bucket | undefined,
  allowance: Allowance,
  nowMs: number,
): TokenResult {
  const found = refill(bucket, allowance, nowMs)
  const { atMs, promisedMs } = found
  const allowed = freeTokens(found, allowance) + EPSILON >= 1
  const left = allowed
    ? { tokens: Math.max(0, found.tokens - 1), atMs, promisedMs }
    : promiseToken(found, allowance)
  const { remaining, resetSeconds, retryAfterSeconds: next } = bucketStatus(left, allowance)
  // A refused caller gets its own promise, not the next caller's.
  const retryAfterSeconds = allowed ? next : waitSeconds(found, allowance)
  return { allowed, bucket: left, remaining, resetSeconds, retryAfterSeconds }
}

/**
 * Spends several tokens of a bucket, or none. A refusal answers the wait for enough tokens if no other caller takes
 * any, and promises nothing.
 */
export function spendTokens(
  bucket: Bucket | undefined,
  allowance: Allowance,
  nowMs: number,
  tokens: number,
): TokenResult {
  const found = refill(bucket, allowance, nowMs)
  const allowed = found.tokens + EPSILON >= tokens
  const left = allowed ? { ...found, tokens: Math.max(0, found.tokens - tokens) } : found
  const retryAfterSeconds = Math.max(1, secondsFor(tokens - found.tokens, allowance))
  return { allowed, bucket: left, ...bucketStatus(left, allowance), retryAfterSeconds }
}

/** Returns a bucket with tokens put back; its next refill drops the excess over capacity. */
export function returnTokens(
  bucket: Bucket | undefined,
  allowance: Allowance,
  nowMs: number,
  tokens = 1,
): Bucket {
  const found = refill(bucket, allowance, nowMs)
  return { ...found, tokens: found.tokens + tokens }
}

/** Returns the state of a bucket without spending. */
export function peekTokens(
  bucket: Bucket | undefined,
  allowance: Allowance,
  nowMs: number,
): BucketStatus {
  return bucketStatus(refill(bucket, allowance, nowMs), allowance)
}

/** Accepted requests in the current minute and in the one before. */
export type UseCount = { minute: number; now: number; before: number }

/** Counts one accepted request. */
export function countUse(uses: UseCount | undefined, nowMs: number): UseCount {
  const { minute, now, before } = usesAt(uses, nowMs)
  return { minute, now: now + 1, before }
}

/** Returns the accepted requests of the last 60 seconds; the minute before counts by its share of them. */
export function usesOfLastMinute(uses: UseCount | undefined, nowMs: number): number {
  const { minute, now, before } = usesAt(uses, nowMs)
  return now + Math.round(before * (minute + 1 - nowMs / 60_000))
}

function usesAt(uses: UseCount | undefined, nowMs: number): UseCount {
  const minute = Math.floor(nowMs / 60_000)
  if (uses?.minute === minute) return uses
  return { minute, now: 0, before: uses?.minute === minute - 1 ? uses.now : 0 }
}

function bucketStatus(bucket: Bucket, allowance: Allowance): BucketStatus {
  const { tokens, atMs, promisedMs } = bucket
  const keptSeconds = Math.ceil(((promisedMs.at(-1) ?? atMs) - atMs) / 1_000 - EPSILON)
  return {
    remaining: Math.max(0, Math.floor(freeTokens(bucket, allowance) + EPSILON)),
    retryAfterSeconds: waitSeconds(bucket, allowance),
    resetSeconds: Math.max(keptSeconds, secondsFor(allowance.capacity - tokens, allowance)),
  }
}

/** Returns the tokens that can be spent while every promise is kept. */
function freeTokens({ tokens, atMs, promisedMs }: Bucket, { perMinute }: Allowance): number {
  if (promisedMs.length === 0) return tokens
  let free = tokens
  for (const [before, promised] of promisedMs.entries()) {
    const regained = ((promised - atMs) * perMinute) / 60_000
    free = Math.min(free, tokens + regained - before - 1)
  }
  return free
}

/** Returns the bucket with one more promise; unchanged if the wait would be too long. */
function promiseToken(bucket: Bucket, allowance: Allowance): Bucket {
  const { atMs, promisedMs } = bucket
  const isTooLong = missingSeconds(bucket, allowance) > RETRY_AFTER_SECONDS_MAX
  const most = Math.min(PROMISES_MAX, allowance.capacity)
  if (isTooLong || promisedMs.length >= most) return bucket
  const promised = atMs + waitSeconds(bucket, allowance) * 1_000
  const place = promisedMs.findLastIndex((earlier) => earlier <= promised) + 1
  return { ...bucket, promisedMs: promisedMs.toSpliced(place, 0, promised) }
}

function waitSeconds(bucket: Bucket, allowance: Allowance): number {
  return Math.min(RETRY_AFTER_SECONDS_MAX, Math.max(1, missingSeconds(bucket, allowance)))
}

/** Returns the seconds until there is an unreserved token. */
function missingSeconds({ tokens, promisedMs }: Bucket, allowance: Allowance): number {
  return secondsFor(promisedMs.length + 1 - tokens, allowance)
}

function secondsFor(tokens: number, allowance: Allowance): number {
  return Math.ceil((Math.max(0, tokens) * 60) / allowance.perMinute - EPSILON)
}

/**
 * Refills the bucket up to now and drops promises whose instant has passed. PostgreSQL refills in SQL, for replicas
 * share buckets: `TAKE` in `store/postgres/requests.ts` and `spend_tokens` in `migrations/postgres`.
 */
function refill(bucket: Bucket | undefined, allowance: Allowance, nowMs: number): Bucket {
  if (!bucket) return { tokens: allowance.capacity, atMs: nowMs, promisedMs: [] }
  const regained = (Math.max(0, nowMs - bucket.atMs) * allowance.perMinute) / 60_000
  return {
    tokens: Math.min(allowance.capacity, bucket.tokens + regained),
    atMs: nowMs,
    promisedMs: promisesAhead(bucket.promisedMs, nowMs),
  }
}

function promisesAhead(promisedMs: readonly number[], nowMs: number): readonly number[] {
  if (promisedMs.length === 0) return promisedMs
  // A tolerance of a microsecond covers the rounding of a fractional clock.
  const ahead = promisedMs.findIndex((promised) => promised > nowMs + 1e-3)
  return ahead < 0 ? [] : ahead === 0 ? promisedMs : promisedMs.slice(ahead)
}
