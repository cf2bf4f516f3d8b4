import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Bucket,
  countUse,
  peekTokens,
  perMinute,
  returnTokens,
  spendToken,
  type UseCount,
  usesOfLastMinute,
} from '../../src/domain/kernel/rate-limit.ts'
import { createLimiter } from '../../src/store/engine/limiter.ts'
import { allowance, pauseMs, pausesMs, play, startMs } from '../support/rate-limit.ts'

test('in no window pass more requests than its length regains and a full bucket holds (contract §7)', () => {
  fc.assert(
    fc.property(allowance, startMs, pausesMs, (allowance, startMs, pausesMs) => {
      const passed = play(allowance, startMs, pausesMs).filter(({ allowed }) => allowed)
      for (const [first, { atMs: fromMs }] of passed.entries())
        for (const [last, { atMs }] of passed.entries()) {
          if (last < first) continue
          const regained = ((atMs - fromMs) * allowance.perMinute) / 60_000
          // A thousandth of a token for rounding: never a whole request.
          const most = allowance.capacity + regained + 1e-3
          if (last - first + 1 > most) throw new Error(`${last - first + 1} passed, ${most} may`)
        }
    }),
    { numRuns: 300 },
  )
})

test('whoever asks no faster than the rate is never refused (contract §7)', () => {
  fc.assert(
    fc.property(allowance, startMs, fc.nat(200), (allowance, startMs, extraMs) => {
      const pause = 60_000 / allowance.perMinute + extraMs
      const spent = play(allowance, startMs, Array(400).fill(pause))
      expect(spent.every(({ allowed }) => allowed)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('what is left counts down to the first refusal while the clock stands still (contract §7)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), startMs, (limit, startMs) => {
      const spent = play(perMinute(limit), startMs, Array(limit + 3).fill(0))
      expect(spent.map(({ allowed }) => allowed)).toEqual(spent.map((_, n) => n < limit))
      expect(spent.map(({ remaining }) => remaining)).toEqual(
        spent.map((_, n) => Math.max(0, limit - 1 - n)),
      )
    }),
    { numRuns: 200 },
  )
})

test('after as long as is said the bucket is full, and not a second earlier (contract §7)', () => {
  fc.assert(
    fc.property(allowance, startMs, pausesMs, (allowance, startMs, pausesMs) => {
      const { bucket, atMs, resetSeconds } = play(allowance, startMs, pausesMs).at(-1)!
      const at = (seconds: number) => peekTokens(bucket, allowance, atMs + seconds * 1_000)
      expect(at(resetSeconds).remaining).toBe(allowance.capacity)
      expect(resetSeconds).toBeGreaterThanOrEqual(1 * Number(allowance.perMinute <= 60))
      if (resetSeconds > 1) expect(at(resetSeconds - 1).resetSeconds).toBe(1)
    }),
    { numRuns: 500 },
  )
})

test('looking takes nothing and tells what spending would find (contract §7)', () => {
  fc.assert(
    fc.property(allowance, startMs, pausesMs, (allowance, startMs, pausesMs) => {
      const { bucket, atMs } = play(allowance, startMs, pausesMs).at(-1)!
      const before = { ...bucket }
      const looks = [1, 2, 3].map(() => peekTokens(bucket, allowance, atMs + 700))
      expect(bucket).toEqual(before)
      expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(1)
      expect(spendToken(bucket, allowance, atMs + 700).allowed).toBe(looks[0]!.remaining >= 1)
    }),
    { numRuns: 500 },
  )
})

test('a limiter keeps buckets apart, and those that are full again are dropped (issue 2)', () => {
  let nowMs = 0
  const limiter = createLimiter(() => nowMs)
  const minute = perMinute(60)
  for (let n = 0; n < 5_000; n++) limiter.spend(`idle ${n}`, minute)
  for (let n = 0; n < 60; n++) limiter.spend('busy', minute)
  expect(limiter.spend('busy', minute).allowed).toBe(false)
  expect(limiter.size()).toBe(5_001)

  nowMs = 2_000
  for (let n = 0; n < 12_000; n++) limiter.peek('busy', minute)
  for (let n = 0; n < 6_000; n++) limiter.spend('other', minute)

  expect(limiter.size()).toBe(2)
  expect(limiter.peek('busy', minute).remaining).toBe(2)
  expect(limiter.peek('other', minute).remaining).toBe(0)
})

test('a limiter answers the same whether or not it dropped what was idle (issue 2)', () => {
  const request = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), pauseMs })
  const requests = fc.array(request, { minLength: 1_500, maxLength: 2_500 })
  fc.assert(
    fc.property(requests, (requests) => {
      let nowMs = 0
      const limiter = createLimiter(() => nowMs)
      const buckets = new Map<string, Bucket>()
      for (const { name, pauseMs } of requests) {
        nowMs += pauseMs
        const spent = spendToken(buckets.get(name), perMinute(20), nowMs)
        buckets.set(name, spent.bucket)
        const { allowed, remaining } = limiter.spend(name, perMinute(20))
        if (allowed !== spent.allowed || remaining !== spent.remaining)
          throw new Error(`${name} differs at ${nowMs}`)
      }
    }),
    { numRuns: 20 },
  )
})

test('a token given back is there again, and never makes a bucket fuller than full (issue 3)', () => {
  const ten = perMinute(10)
  const { bucket } = spendToken(undefined, ten, 0)
  expect(peekTokens(bucket, ten, 0).remaining).toBe(9)
  expect(peekTokens(returnTokens(bucket, ten, 0), ten, 0).remaining).toBe(10)
  const overfull = returnTokens(returnTokens(returnTokens(undefined, ten, 0), ten, 0), ten, 60_000)
  expect(peekTokens(overfull, ten, 60_000).remaining).toBe(10)
})

test('the uses of the last minute lie between those of its part of this minute and those of two minutes', () => {
  fc.assert(
    fc.property(startMs, pausesMs, (startMs, pausesMs) => {
      const times: number[] = []
      let uses: UseCount | undefined
      for (const pause of pausesMs) {
        const atMs = (times.at(-1) ?? startMs) + pause
        times.push(atMs)
        uses = countUse(uses, atMs)
        const since = (fromMs: number) => times.filter((time) => time >= fromMs).length
        const minute = Math.floor(atMs / 60_000)
        const counted = usesOfLastMinute(uses, atMs)
        expect(counted).toBeGreaterThanOrEqual(since(minute * 60_000))
        expect(counted).toBeLessThanOrEqual(since((minute - 1) * 60_000))
      }
      const lastMs = times.at(-1)!
      expect(usesOfLastMinute(uses, lastMs + 120_000)).toBe(0)
    }),
  )
})

test('a bucket that rests is dropped once it is full again (issue 2)', () => {
  let nowMs = 0
  const limiter = createLimiter(() => nowMs)
  limiter.spend('bravo', { capacity: 10_000, perMinute: 10_000 })
  expect(limiter.size()).toBe(1)

  nowMs += 60_000
  for (let i = 0; i < 1_100; i++) limiter.spend('alfa', { capacity: 10_000, perMinute: 1 })

  expect(limiter.size()).toBe(1)
  expect(limiter.spend('bravo', { capacity: 10_000, perMinute: 10_000 }).remaining).toBe(9_999)
})
