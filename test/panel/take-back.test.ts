import { expect, test } from 'bun:test'
import type { Change } from '../../src/client/call.ts'
import { takenBack } from '../../src/panel/views/calendar/model/take-back.ts'

const DAY = { roomCode: 'DBL', date: '2027-03-01' }

/** An entry of the feed after which so many rooms are left. */
const left = (available: number, actor: string, pushId: string | null = null) =>
  ({
    type: 'availability',
    actor: { type: actor, id: 'x' },
    pushId,
    days: [{ ...DAY, available, priceCents: 9_000, closed: false }],
  }) as unknown as Change

/** By how many rooms a count set by push `p1` is taken back, where five were shown. */
const backBy = (...changes: Change[]) =>
  takenBack([{ ...DAY, available: 5 }], ['p1'], changes).map(
    (update) => (update as { availableBy?: number }).availableBy,
  )

test('a count goes back by what it changed, whatever was sold or given back before and after it (issue 14)', () => {
  const own = left(8, 'user', 'p1')
  expect(backBy(own)).toEqual([-3])
  expect(backBy(left(4, 'booking'), left(3, 'booking'), own)).toEqual([-5])
  expect(backBy(left(6, 'booking'), own, left(7, 'booking'))).toEqual([-2])
})

test('a count that changed nothing takes nothing back (issue 14)', () => {
  expect(backBy()).toEqual([0])
  expect(backBy(left(4, 'booking'))).toEqual([0])
})

test('what others set after it stays, what they set before it comes back (issue 5 §3)', () => {
  const own = left(8, 'user', 'p1')
  expect(backBy(own, left(2, 'key', 'p2'))).toEqual([])
  expect(backBy(left(2, 'key', 'p2'), own)).toEqual([-6])
})
