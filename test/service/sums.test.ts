import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { foldedAtMs, foldSums } from '../../src/service/bookings/sums.ts'
import { FOLDED_MAX, sumServiceBookings } from '../../src/store/bookings/sums/sums.ts'
import { book, sell } from '../support/bookings.ts'
import { startService } from '../support/service.ts'
import { rowsOf } from '../support/sql.ts'
import { hireStaff } from '../support/staff.ts'
import { date, startStore } from '../support/store.ts'

const HOTELS = FOLDED_MAX + 200
const YEAR = { from: date('2027-01-01'), to: date('2027-12-31') }

test('the admin’s figures have what was booked up to `asOf` and nothing later, until it is folded in (issue 12)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  await sell(service)
  const figures = async () => {
    const { asOf, bookings } = (await admin.call('GET', '/v1/admin/dashboard')).body
    return [asOf, bookings.confirmed]
  }
  await book(service.call)
  await foldSums(service.deps)
  expect(await figures()).toEqual(['2027-03-10T09:00:00.000Z', 1])
  service.clock.advance(30_000)
  await book(service.call)
  expect(await figures()).toEqual(['2027-03-10T09:00:00.000Z', 1])
  await foldSums(service.deps)
  expect(await figures()).toEqual(['2027-03-10T09:00:30.000Z', 2])
  service.clock.advance(30_000)
  await foldSums(service.deps)
  expect(await figures()).toEqual(['2027-03-10T09:01:00.000Z', 2])
})

test('sums of more hotels than one transaction folds are folded whole, and once (issue 12)', async () => {
  await using service = await startStore()
  const { store } = service
  const insert = (bookings: number) =>
    store.tx((tx) =>
      rowsOf(
        tx,
        sql`
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${HOTELS})
        insert into hotel_sum (hotel_id, day, currency, status, bookings, total_price_cents, commission_cents)
        select i, '2027-03-10', 'EUR', 'confirmed', ${bookings}, 100, 7 from n where true
        on conflict (hotel_id, day, currency, status) do update set bookings = ${bookings}`,
      ),
    )
  await insert(2)
  let commits = 0
  const unsubscribe = store.subscribe('*', () => commits++)
  await foldSums({ store, nowMs: () => 1 })
  unsubscribe()
  expect(commits).toBe(2)
  const sum = { status: 'confirmed' as const, currency: 'EUR' }
  const amounts = { totalPriceCents: HOTELS * 100, commissionCents: HOTELS * 7 }
  const bookings = 2 * HOTELS
  expect(await sumServiceBookings(store, YEAR)).toEqual([{ ...sum, bookings, ...amounts }])

  await insert(1)
  await foldSums({ store, nowMs: () => 2 })
  const one = [{ ...sum, bookings: HOTELS, ...amounts }]
  expect(await sumServiceBookings(store, YEAR)).toEqual(one)
  await foldSums({ store, nowMs: () => 3 })
  expect(await sumServiceBookings(store, YEAR)).toEqual(one)
  expect(await foldedAtMs(store)).toBe(3)
})
