import fc from 'fast-check'
import {
  type Allowance,
  type Bucket,
  perMinute,
  spendToken,
} from '../../src/domain/kernel/rate-limit.ts'

/** Limits as keys and addresses have them, and others. */
export const allowance: fc.Arbitrary<Allowance> = fc.oneof(
  fc.constantFrom(1, 2, 7, 60, 120, 599, 1_000, 1_000_000).map(perMinute),
  fc.record({
    capacity: fc.integer({ min: 1, max: 200 }),
    perMinute: fc.integer({ min: 1, max: 5_000 }),
  }),
)

/** Pauses between requests, in ms: none, crumbs, around a second, long. */
export const pauseMs = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.double({ min: 0, max: 40, noNaN: true }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 3_000, max: 200_000 }) },
)
export const pausesMs = fc.array(pauseMs, { minLength: 1, maxLength: 300, size: 'max' })
/** What a performance clock may show at the start: a float, and long after the boot. */
export const startMs = fc.double({ min: 0, max: 1e10, noNaN: true })

/** Plays requests with these pauses before each; answers when each came and whether it passed. */
export function play(allowance: Allowance, startMs: number, pausesMs: number[]) {
  let atMs = startMs
  let bucket: Bucket | undefined
  return pausesMs.map((pause) => {
    atMs += pause
    const spent = spendToken(bucket, allowance, atMs)
    bucket = spent.bucket
    return { atMs, ...spent }
  })
}
