import { expect, test } from 'bun:test'
import { groupSizeFlaws, isLarger } from '../../src/domain/bookings/group.ts'
import { addDay } from '../support/bookings.ts'
import { date } from '../support/store.ts'

const stay = (rooms: number, nights = 1) => ({
  ...{ checkin: date('2027-04-01'), checkout: date(addDay('2027-04-01', nights)) },
  rooms,
})
const stays = (count: number, ...size: Parameters<typeof stay>) =>
  Array.from({ length: count }, () => stay(...size))
const maxOf = (some: ReturnType<typeof stays>) =>
  groupSizeFlaws(some).map(({ path, code, values }) => [path, code, values?.max])

test.each([
  ['20 stays', stays(20, 1), stays(21, 1), 20],
  ['100 rooms', stays(4, 25), [...stays(4, 25), stay(1)], 100],
  [
    '600 nights of a room, each room counted',
    stays(2, 20, 15),
    [...stays(2, 20, 15), stay(1)],
    600,
  ],
])('a reservation has at most %s (contract-groups, *Several rooms*)', (_, most, more, max) => {
  expect(maxOf(most)).toEqual([])
  expect(maxOf(more)).toEqual([['/stays', 'group_too_large', max]])
})

test('a reservation is larger by more rooms, or by more nights of them (contract-groups, *Several rooms*)', () => {
  const before = stays(2, 2, 3)
  expect(isLarger(before, before)).toBe(false)
  expect(isLarger(before, [stay(4, 3)])).toBe(false)
  expect(isLarger(before, [stay(5, 1)])).toBe(true)
  expect(isLarger(before, [stay(1, 13)])).toBe(true)
})
