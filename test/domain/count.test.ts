import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  capacityOf,
  cappedCount,
  giveBackRooms,
  lowerToCapacity,
} from '../../src/domain/days/count.ts'
import type { StoredDay } from '../../src/domain/kernel/availability.ts'

const rooms = fc.integer({ min: 0, max: 12 })
const day = fc.record({
  available: rooms,
  live: rooms,
  shortfall: rooms,
  priceCents: fc.constant(100),
  closed: fc.boolean(),
  lastSeq: fc.constant(null),
})

/** A night as its cap leaves it. */
const kept = (day: StoredDay, capacity: number): StoredDay => ({
  ...day,
  available: Math.min(day.available, Math.max(0, capacity - day.live)),
})

test('a count is stored as at most what the live rooms leave, never below 0 (contract-counts, Ceiling)', () => {
  expect(cappedCount(6, 4, 24)).toEqual({ available: 6, shortfall: 0 })
  expect(cappedCount(24, 4, 24)).toEqual({ available: 20, shortfall: 0 })
  expect(cappedCount(2, 2, 2)).toEqual({ available: 0, shortfall: 0 })
  expect(cappedCount(5, 8, 6)).toEqual({ available: 0, shortfall: 2 })
  expect(cappedCount(0, 8, 6)).toEqual({ available: 0, shortfall: 2 })
})

test('overbooking adds to the rooms there are; a number that is not known caps nothing (contract-counts, Ceiling)', () => {
  expect(capacityOf({ totalRooms: 5, overbookingRooms: 2 })).toBe(7)
  const endless = capacityOf({ totalRooms: null, overbookingRooms: 2 })
  expect(cappedCount(9_999, 9_999, endless)).toEqual({ available: 9_999, shortfall: 0 })
})

test('rooms given back fill the shortfall first and never leave more than the ceiling (contract-counts, Shortfall)', () => {
  const short = {
    ...{ available: 0, live: 8, shortfall: 2, priceCents: 100, closed: false },
    lastSeq: null,
  }
  expect(giveBackRooms(short, 1, 6)).toMatchObject({ available: 0, live: 7, shortfall: 1 })
  expect(giveBackRooms(short, 3, 6)).toMatchObject({ available: 1, live: 5, shortfall: 0 })
  // Where the number of rooms is not known no ceiling hides what was missing.
  const endless = capacityOf({ totalRooms: null, overbookingRooms: 0 })
  expect(giveBackRooms(short, 3, endless)).toMatchObject({ available: 1, live: 5, shortfall: 0 })
  const full = { ...short, available: 2, live: 2, shortfall: 0 }
  expect(giveBackRooms(full, 2, 2)).toMatchObject({ available: 2, live: 0 })
})

test('whatever is given back, live and left never exceed the capacity, and nothing is below 0 (contract-counts)', () => {
  fc.assert(
    fc.property(day, rooms, rooms, (any, given, capacity) => {
      const before = kept(any, capacity)
      const back = Math.min(given, before.live)
      const after = giveBackRooms(before, back, capacity)
      expect(after.live).toBe(before.live - back)
      expect(after.available).toBeGreaterThanOrEqual(0)
      expect(after.available).toBeLessThanOrEqual(Math.max(0, capacity - after.live))
      expect(after.available - before.available).toBeLessThanOrEqual(back)
    }),
  )
})

test('fewer rooms in all lower a count to the ceiling and change no other (contract-counts, Ceiling)', () => {
  fc.assert(
    fc.property(day, rooms, (before, capacity) => {
      const after = lowerToCapacity(before, capacity)
      const ceiling = Math.max(0, capacity - before.live)
      if (before.available <= ceiling) expect(after).toBe(before)
      else expect(after.available).toBe(ceiling)
      expect(after.shortfall).toBeGreaterThanOrEqual(before.shortfall)
    }),
  )
})
