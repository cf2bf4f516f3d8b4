/** Days that may be pushed to a hotel, whoever pushes them: at once, and regained in a minute (contract §7, *Fair use*). */
export const PUSHED_DAYS = { capacity: 100_000, perMinute: 50_000 }

/** A bucket's allowance: it holds `capacity` tokens and regains `perMinute` of them in a minute. */
export type Allowance = { capacity: number; perMinute: number }

/** What is left of a bucket, as it stood at an instant of a monotonic clock. */
export type Bucket = {
  tokens: number
  atMs: number
  /** When those who were refused may come again, ascending; until then a token is kept for each. */
  promisedMs: readonly number[]
}

/** What a bucket has for somebody who comes now. */
export type BucketStatus = {
  /** Tokens that are there and kept for nobody. */
  remaining: number
  /** The wait for the next token that is promised to nobody: 1 to 60 seconds, rounded up (contract §7). */
  retryAfterSeconds: number
  /** Until the bucket is full again. */
  resetSeconds: number
}

/** The answer to one request for a token. */
export type TokenResult = BucketStatus & { allowed: boolean; bucket: Bucket }

/** Rounding error of a thousandth of a thousandth of a token must not refuse a client that waited as told. */
const EPSILON = 1e-6
/** The longest wait that anybody is told (contract §7). */
const RETRY_AFTER_SECONDS_MAX = 60
/** Promises that one bucket remembers; whoever is refused beyond them is told the same as the last. */
const PROMISES_MAX = 1_000

/** The same allowance for bursts and for the minute: `n` requests at once, then `n` a minute. */
export function perMinute(n: number): Allowance {
  return { capacity: n, perMinute: n }
}

/**
 * Takes one token from a bucket, or promises one: a token bucket, pure arithmetic. Each refusal is told the instant of
 * the first token that is promised to nobody yet, and that token is kept until then: whoever waits exactly as told
 * finds it, whatever others do meanwhile. From that instant on it is anybody's, so that one who never comes back costs
 * nobody anything. A wait of more than 60 seconds is told as 60 and promises nothing.
 *
 * @param bucket what was left; undefined is a full bucket
 * @param nowMs a monotonic clock, so that a step of the wall clock neither floods nor starves
 */
export function spendToken(
  bucket: Bucket | undefined,
  allowance: Allowance,
  nowMs: number,
): TokenResult {
  const found = refill(bucket, allowance, nowMs)
  const allowed = freeTokens(found, allowance) + EPSILON >= 1
  const left = allowed
    ? { ...found, tokens: Math.max(0, found.tokens - 1) }
    : promiseToken(found, allowance)
  // A refusal is told what it was promised, which the next one will not be.
  const retryAfterSeconds = waitSeconds(allowed ? left : found, allowance)
  return { allowed, bucket: left, ...bucketStatus(left, allowance), retryAfterSeconds }
}

/**
 * Takes so many tokens from a bucket, or none of them. A refusal is told when there will be enough, as far as nobody
 * else takes of them, and promises nothing.
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

/** A bucket with tokens put back; what is more than it can hold is dropped when it is looked at next. */
export function returnTokens(
  bucket: Bucket | undefined,
  allowance: Allowance,
  nowMs: number,
  tokens = 1,
): Bucket {
  const found = refill(bucket, allowance, nowMs)
  return { ...found, tokens: found.tokens + tokens }
}

/** What a bucket has now, without taking from it. */
export function peekTokens(
  bucket: Bucket | undefined,
  allowance: Allowance,
  nowMs: number,
): BucketStatus {
  return bucketStatus(refill(bucket, allowance, nowMs), allowance)
}

/** How many requests passed in the minute that an instant lies in, and in the one before it. */
export type UseCount = { minute: number; now: number; before: number }

/** Counts one request that passed. */
export function countUse(uses: UseCount | undefined, nowMs: number): UseCount {
  const { minute, now, before } = usesAt(uses, nowMs)
  return { minute, now: now + 1, before }
}

/** How many requests passed in the last 60 seconds; those of the minute before count by their share of it. */
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

/** How many tokens may be taken so that each promise still finds its own at its instant. */
function freeTokens({ tokens, atMs, promisedMs }: Bucket, { perMinute }: Allowance): number {
  let free = tokens
  for (const [before, promised] of promisedMs.entries()) {
    const regained = ((promised - atMs) * perMinute) / 60_000
    free = Math.min(free, tokens + regained - before - 1)
  }
  return free
}

/** The bucket with a token promised to somebody who waits as told; as it is when the wait would be too long. */
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

/** Until there is a token more than is promised. */
function missingSeconds({ tokens, promisedMs }: Bucket, allowance: Allowance): number {
  return secondsFor(promisedMs.length + 1 - tokens, allowance)
}

function secondsFor(tokens: number, allowance: Allowance): number {
  return Math.ceil((Math.max(0, tokens) * 60) / allowance.perMinute - EPSILON)
}

/** The bucket as it stands now; a promise whose instant has come is kept no longer. */
function refill(bucket: Bucket | undefined, allowance: Allowance, nowMs: number): Bucket {
  if (!bucket) return { tokens: allowance.capacity, atMs: nowMs, promisedMs: [] }
  const regained = (Math.max(0, nowMs - bucket.atMs) * allowance.perMinute) / 60_000
  // A thousandth of a millisecond for the rounding of a clock that counts in fractions.
  const ahead = bucket.promisedMs.findIndex((promised) => promised > nowMs + 1e-3)
  return {
    tokens: Math.min(allowance.capacity, bucket.tokens + regained),
    atMs: nowMs,
    promisedMs: ahead < 0 ? [] : ahead === 0 ? bucket.promisedMs : bucket.promisedMs.slice(ahead),
  }
}
