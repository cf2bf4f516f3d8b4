import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createSizedCache, type Sized } from '../../src/store/sale/block-cache.ts'

const entry = (bytes: number): Sized => ({ bytes, isRead: false })

test('a full cache drops what was not read since it was last full, before what was (issue 35)', () => {
  const cache = createSizedCache<Sized>(30)
  const left = () => [1, 2, 3, 4, 5].filter((key) => cache.peek(key) !== undefined)
  for (const key of [1, 2, 3, 4]) cache.set(key, entry(10))
  expect(left()).toEqual([2, 3, 4])
  cache.get(2)
  cache.set(5, entry(10))
  expect(left()).toEqual([2, 4, 5])
})

test('a cache never takes more than its size, and counts what it holds (issue 35)', () => {
  const act = fc.record({ key: fc.nat(9), bytes: fc.integer({ min: 1, max: 60 }), kind: fc.nat(2) })
  fc.assert(
    fc.property(fc.array(act, { maxLength: 200 }), (acts) => {
      const cache = createSizedCache<Sized>(100)
      for (const { key, bytes, kind } of acts) {
        const known = cache.get(key)
        if (kind === 0 || !known) cache.set(key, entry(bytes))
        else if (kind === 1) cache.measure(known, bytes)
        const held = Array.from({ length: 10 }, (_, each) => cache.peek(each)?.bytes ?? 0)
        expect(cache.bytesNow()).toBe(held.reduce((sum, each) => sum + each, 0))
        expect(cache.bytesNow()).toBeLessThanOrEqual(100)
      }
    }),
  )
})
