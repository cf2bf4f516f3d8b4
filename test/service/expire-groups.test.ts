import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { HOLD_MS } from '../../src/domain/bookings/booking.ts'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { book, CARLA, sell } from '../support/bookings.ts'
import { startService } from '../support/service.ts'

test('holds of a group that run out together end in one transaction, not in one each (contract-groups)', async () => {
  await using service = await startService()
  await sell(service, { available: 20 })
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03', adults: 1 }
  const guest = { firstName: 'Carla', lastName: 'Çelik', email: CARLA }
  const stays = Array.from({ length: 4 }, () => stay)
  for (let group = 0; group < 2; group++) {
    const body = { hotelSlug: 'alfa', guest, hold: true, stays }
    const { status } = await service.call('POST', '/v1/booking-groups', { body })
    expect(status).toBe(201)
  }
  await book(service.call, { hold: true })
  service.clock.nowMs += HOLD_MS + 1

  let transactions = 0
  const { store } = service.deps
  const tx: typeof store.tx = (...given) => {
    transactions++
    return store.tx(...given)
  }
  await expireHolds({ ...service.deps, store: { ...store, tx } })

  const { booking } = store.t
  expect(await store.db.$count(booking, eq(booking.status, 'expired'))).toBe(9)
  expect(transactions).toBe(3)
})
