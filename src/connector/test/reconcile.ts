import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Day } from '../lib/entries.ts'
import type { Feed } from '../lib/feed.ts'
import type { Mirror } from '../lib/mirror.ts'
import { reconcile } from '../lib/reconcile.ts'

const DATE = '2027-03-01'
const dayWith = (available: number) => [{ roomCode: 'DBL', date: DATE, available }] as Day[]

/**
 * A hotel of one day that is read at its end of the feed, pulled, and read again, and so on.
 *
 * @param counts the day's rooms at each of these moments; the last one stays
 */
function hotelOf(...counts: number[]) {
  const told = { anew: 0 }
  let here = 0
  const next = () => (counts.length > 1 ? counts.shift()! : counts[0]!)
  const feed = {
    range: () => ({ from: DATE, to: DATE }),
    caughtUp: async () => {
      here = next()
    },
    read: async () => ({ days: dayWith(next()), bookings: [] }),
    pullEverything: async () => {
      told.anew++
    },
  } as unknown as Feed
  const mirror = { days: () => dayWith(here), entries: () => [] } as unknown as Mirror
  return { told, parts: { feed, mirror, log: () => {} } }
}

test('a value that the feed never told is drift, and everything is read anew', async () => {
  const { told, parts } = hotelOf(7, 8, 7, 7, 8, 7, 7, 8, 7)
  assert.deepEqual(await reconcile(parts), [
    `DBL ${DATE}: 8 undefined undefined there, 7 undefined undefined here`,
  ])
  assert.equal(told.anew, 1)
})

test('a value that moves while it is compared is none, also when it moves alike at each look', async () => {
  const { told, parts } = hotelOf(8, 8, 7, 8, 8, 7, 8, 8, 7)
  assert.deepEqual(await reconcile(parts), [])
  assert.equal(told.anew, 0)
})

test('a value that goes away and comes back within one look is none', async () => {
  const { told, parts } = hotelOf(7, 8, 7)
  assert.deepEqual(await reconcile(parts), [])
  assert.equal(told.anew, 0)
})
