import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Allowance,
  type Bucket,
  peekTokens,
  perMinute,
  spendToken,
} from '../../src/domain/kernel/rate-limit.ts'
import { allowance, pausesMs, play, startMs } from '../support/rate-limit.ts'

/** The longest wait that anybody is told (contract §7). */
const LONGEST_SECONDS = 60

type Played = ReturnType<typeof play>[number]
/** When a refused call may come again. */
const dueOf = ({ atMs, retryAfterSeconds }: Played) => atMs + retryAfterSeconds * 1_000
/** Whether a token is kept for a call. */
const isPromised = (spent: Played) =>
  !spent.allowed && spent.bucket.promisedMs.includes(dueOf(spent))

/** Calls within half a second, up to twice as many as may pass in a minute; each comes late by some milliseconds. */
const callsOf = (limit: number) =>
  fc.array(
    fc.record({
      atMs: fc.double({ min: 0, max: 500, noNaN: true }),
      lateMs: fc.double({ min: 0, max: 40, noNaN: true }),
    }),
    { minLength: limit + 1, maxLength: 2 * limit, size: 'max' },
  )

/** Plays calls that come again as often as they are refused, each exactly as told and a little late. */
function waitAsTold(
  allowance: Allowance,
  startMs: number,
  calls: readonly { atMs: number; lateMs: number }[],
) {
  const refusals = calls.map(() => 0)
  const waiting = calls.map(({ atMs }, index) => ({ atMs: startMs + atMs, index }))
  waiting.sort((a, b) => b.atMs - a.atMs)
  let bucket: Bucket | undefined
  let requests = 0
  let endMs = 0
  while (waiting.length > 0) {
    const { atMs, index } = waiting.pop()!
    const spent = spendToken(bucket, allowance, atMs)
    bucket = spent.bucket
    requests++
    endMs = atMs - startMs
    if (spent.allowed) continue
    refusals[index]!++
    const againMs = atMs + spent.retryAfterSeconds * 1_000 + calls[index]!.lateMs
    const place = waiting.findLastIndex((other) => other.atMs > againMs) + 1
    waiting.splice(place, 0, { atMs: againMs, index })
  }
  return { requests, refusals, endMs }
}

test('a client that waits exactly as told gets through, after any history (contract §7)', () => {
  fc.assert(
    fc.property(allowance, startMs, pausesMs, (allowance, startMs, pausesMs) => {
      const last = play(allowance, startMs, pausesMs).at(-1)!
      const waited = last.atMs + last.retryAfterSeconds * 1_000
      expect(Number.isSafeInteger(last.retryAfterSeconds)).toBe(true)
      expect(last.retryAfterSeconds).toBeWithin(1, LONGEST_SECONDS + 1)
      expect(spendToken(last.bucket, allowance, waited).allowed).toBe(true)
    }),
    { numRuns: 3_000 },
  )
})

test('of up to two minutes of calls at once that wait as told nobody is refused twice (contract §7)', () => {
  const limit = fc.constantFrom(1, 2, 7, 13, 59, 60, 61, 97, 300)
  const scene = limit.chain((limit) =>
    fc.record({ limit: fc.constant(limit), calls: callsOf(limit) }),
  )
  fc.assert(
    fc.property(scene, startMs, ({ limit, calls }, startMs) => {
      const { requests, refusals } = waitAsTold(perMinute(limit), startMs, calls)
      expect(refusals.filter((count) => count > 1)).toEqual([])
      expect(requests).toBeWithin(calls.length, 2 * calls.length - limit + 1)
    }),
    { numRuns: 100 },
  )
})

test('120 calls at once of a key of 60 a minute that wait as told are 180 requests (contract §7)', () => {
  const calls = Array.from({ length: 120 }, (_, index) => ({ atMs: index / 3, lateMs: index % 7 }))
  const { requests, refusals, endMs } = waitAsTold(perMinute(60), 0, calls)
  expect(requests).toBe(180)
  expect(Math.max(...refusals)).toBe(1)
  expect(endMs).toBeLessThan(60_100)
})

test('whoever was promised a token finds it at that instant, whatever others do meanwhile (contract §7)', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 2, 7, 60, 120, 599).map(perMinute),
      startMs,
      fc.tuple(pausesMs, pausesMs),
      (allowance, startMs, [before, meanwhile]) => {
        const burst = Array(allowance.capacity).fill(0)
        const told = play(allowance, startMs, [...burst, ...before]).findLast(isPromised)
        fc.pre(told !== undefined)
        const dueMs = dueOf(told)
        let { bucket, atMs } = told
        for (const pause of meanwhile) {
          atMs += pause
          if (atMs >= dueMs - 0.1) break
          bucket = spendToken(bucket, allowance, atMs).bucket
        }
        expect(spendToken(bucket, allowance, dueMs).allowed).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})

test('calls that come while others wait as told do not make these wait again (contract §7)', () => {
  // Half as many as may pass, at any instant; the crowd has its tokens at whole seconds of its own.
  const strangers = Array.from({ length: 60 }, (_, index) => ({
    atMs: 500 + index * 2_000 + ((index * 377) % 1_000),
    lateMs: 1,
  }))
  const crowd = Array.from({ length: 119 }, (_, index) => ({ atMs: index * 7, lateMs: 1 }))
  const { refusals } = waitAsTold(perMinute(60), 0, [...crowd, ...strangers])
  expect(Math.max(...refusals)).toBe(1)
})

test('who never waits is told at most 60 seconds, keeps at most a minute of tokens and loses nobody any (contract §7)', () => {
  const minute = perMinute(60)
  const hammering = play(minute, 0, Array(60_000).fill(10))
  const passed = hammering.filter(({ allowed }) => allowed)
  expect(passed).toHaveLength(60 + 599)
  expect(Math.max(...hammering.map(({ retryAfterSeconds }) => retryAfterSeconds))).toBe(60)
  expect(Math.max(...hammering.map(({ bucket }) => bucket.promisedMs.length))).toBeLessThan(62)
  // What it was promised and never fetched is free again at once.
  const { bucket, atMs } = hammering.at(-1)!
  expect(peekTokens(bucket, minute, atMs + 5_010).remaining).toBe(5)
  expect(peekTokens(bucket, minute, atMs + 60_000).remaining).toBe(60)
})

test('a bucket remembers at most a thousand promises, however large its limit is (contract §7)', () => {
  const most = play(perMinute(10_000), 0, Array(11_500).fill(0)).at(-1)!
  expect(most.bucket.promisedMs).toHaveLength(1_000)
  expect(most.retryAfterSeconds).toBe(7)
})

test('where nobody else waits a refused client is not told a second longer than it must (contract §7)', () => {
  fc.assert(
    fc.property(allowance, startMs, pausesMs, (allowance, startMs, pausesMs) => {
      const last = play(allowance, startMs, pausesMs).findLast(
        (spent) => isPromised(spent) && spent.bucket.promisedMs.length === 1,
      )
      fc.pre(last !== undefined && last.retryAfterSeconds > 1)
      const tooSoon = last.atMs + (last.retryAfterSeconds - 1) * 1_000
      expect(spendToken(last.bucket, allowance, tooSoon - 1).allowed).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test('a refused request costs nothing: hammering does not put the next token off (contract §7)', () => {
  const minute = perMinute(60)
  const hammering = play(minute, 0, [...Array(60).fill(0), ...Array(99).fill(10)])
  expect(hammering.filter(({ allowed }) => allowed)).toHaveLength(60)
  // The first refused came after 10 ms and was told a second.
  expect(spendToken(hammering.at(-1)!.bucket, minute, 1_010).allowed).toBe(true)
})
