import { expect, test } from 'bun:test'
import type { BookingStatus } from '../../src/domain/bookings/booking.ts'
import type { BookingRecord } from '../../src/domain/bookings/booking-record.ts'
import { groupRecord, groupSizeFlaws, isLarger } from '../../src/domain/bookings/group.ts'
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

const VAT = { code: 'VAT', name: 'VAT', percentBp: 1_000, amountCents: 100 }

/** A booking of a group, as far as its sums need it. */
const booking = (status: BookingStatus, more: Partial<BookingRecord> = {}) =>
  ({
    ...{ status, totalPriceCents: 1_100, extrasTotalCents: 30, taxes: [VAT], netCents: 1_000 },
    ...{ penaltyCents: null, payableCents: 1_130, proof: 'hotel', holdUntil: null },
    ...{ group: { code: 'G', position: 1 }, updatedAt: '2027-03-10T09:00:00Z' },
    ...more,
  }) as BookingRecord

test('sums of a reservation are of what is pending, confirmed or completed; penalties and what is payable of all (contract-groups, *Several rooms*)', () => {
  const group = groupRecord([
    booking('completed'),
    booking('confirmed', { taxes: [{ ...VAT, percentBp: 2_000 }], proof: 'mail' }),
    booking('pending', { holdUntil: '2027-03-12T09:00:00Z', proof: 'asked' }),
    booking('cancelled', { penaltyCents: 500, payableCents: 530, proof: 'none' }),
    booking('no_show', { penaltyCents: 700, payableCents: 700 }),
    booking('expired', { payableCents: 0 }),
  ])
  expect(group).toMatchObject({
    ...{ totalPriceCents: 3_300, extrasTotalCents: 90, netCents: 3_000 },
    ...{ penaltyCents: 1_200, payableCents: 3 * 1_130 + 530 + 700 },
    taxes: [
      { ...VAT, amountCents: 200 },
      { ...VAT, percentBp: 2_000 },
    ],
    ...{ proof: 'none', holdUntil: '2027-03-12T09:00:00Z' },
  })
  expect(groupRecord([booking('confirmed'), booking('completed')]).penaltyCents).toBeNull()
  expect(groupRecord([booking('cancelled', { penaltyCents: 0 })]).penaltyCents).toBe(0)
})
