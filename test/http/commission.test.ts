import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { commissionOf } from '../../src/domain/bookings/booking.ts'
import { book, sell } from '../support/bookings.ts'
import { startService, type TestService } from '../support/service.ts'
import { addAgency, signIn } from '../support/users.ts'

/** A booking of agency Delta at 10 % of 20,000, how to change it, and what the agency earns of it. */
async function placeBooking(service: TestService) {
  await sell(service)
  const admin = await signIn(service, 'admin')
  const { call } = await signIn(service, 'agency_user', { agencyId: await addAgency(service) })
  const { code } = (await book(call)).body
  const change = (body: Record<string, unknown>) => call('PATCH', `/v1/bookings/${code}`, { body })
  const earned = async () =>
    (await call('GET', '/v1/acenta/bookings')).body.items[0].commissionCents
  const rate = (commissionBasisPoints: number) =>
    admin.call('PATCH', '/v1/admin/agencies/DELTA', { body: { commissionBasisPoints } })
  return { change, earned, rate }
}

test('an agency keeps the rate that stood when it booked, whatever its rate is by now (contract §3)', async () => {
  await using service = await startService()
  const { change, earned, rate } = await placeBooking(service)
  expect(await earned()).toBe(2_000)
  await rate(2_500)

  await change({ guest: { firstName: 'Carlotta' } })
  expect(await earned()).toBe(2_000)
  await change({ checkout: '2027-04-04' })
  expect(await earned()).toBe(3_000)
  await change({ checkout: '2027-04-02' })
  expect(await earned()).toBe(1_000)
})

test.each([
  [15, 1_000, 2],
  [14, 1_000, 1],
  [49_999, 1, 5],
  [50_000, 1, 5],
  [45_000, 1, 5],
  [44_999, 1, 4],
])(
  'of %p at %p basis points an agency earns %p: halves are rounded up (contract §3)',
  (totalCents, basisPoints, earned) => {
    expect(commissionOf(totalCents, basisPoints)).toBe(earned)
  },
)

test('a booking older than the kept rate keeps its part of the total, halves rounded up (contract §3)', async () => {
  await using service = await startService()
  const { change, earned, rate } = await placeBooking(service)
  const { store } = service
  await store.tx(
    async ({ t, db }) =>
      await db
        .update(t.booking)
        .set({ commissionBasisPoints: null, commissionCents: 1_333 })
        .where(eq(t.booking.totalPriceCents, 20_000)),
  )
  await rate(2_500)

  await change({ guest: { firstName: 'Carlotta' } })
  expect(await earned()).toBe(1_333)
  await change({ checkout: '2027-04-02' })
  // 1,333 × 10,000 / 20,000 = 666.5
  expect(await earned()).toBe(667)
})
