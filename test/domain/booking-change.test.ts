import { expect, test } from 'bun:test'
import type { Booking } from '../../src/domain/bookings/booking.ts'
import { changedStay } from '../../src/domain/bookings/booking-change.ts'

const BOOKING = { adults: 2, children: 2, childAges: [12, 5] } as unknown as Booking

test('the same ages in another order are the party that was booked: nothing is priced anew for them (contract-rates, changes)', () => {
  const agesAfter = (childAges: number[]) => changedStay(BOOKING, { childAges }).childAges

  expect(agesAfter([5, 12])).toEqual([12, 5])
  expect(agesAfter([5, 11])).toEqual([5, 11])
  const nobody = { ...BOOKING, children: 0, childAges: null }
  expect(changedStay(nobody, { children: 0, childAges: [] }).childAges).toBeNull()
})
