import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { BOOKING_STATUSES } from '../../src/domain/bookings/booking.ts'
import { leadOf } from '../../src/domain/bookings/group.ts'
import { listGroup } from '../../src/store/bookings/groups.ts'
import { findGuessedGroup } from '../../src/store/bookings/guessed.ts'
import { CARLA, sell } from '../support/bookings.ts'
import { bookedGroup } from '../support/guest-page.ts'
import { startService } from '../support/service.ts'

const STAYS = 4
const stateOf = fc.record({
  status: fc.constantFrom(...BOOKING_STATUSES),
  updatedAtMs: fc.integer({ min: 1, max: 5 }),
})

test('the booking that a guessed code of a group opens is its lead, whatever became of its stays (contract-groups)', async () => {
  await using service = await startService()
  await sell(service)
  const { store } = service
  const { booking } = store.t
  const stay = { roomCode: 'DBL', checkin: '2027-04-05', checkout: '2027-04-06', adults: 2 }
  const guest = { firstName: 'Carla', lastName: 'Çelik', email: CARLA }
  const { code } = await bookedGroup(service, { guest, stays: Array(STAYS).fill(stay) })
  const ids = (await listGroup(store, code)).map(({ id }) => id)
  const states = fc.array(stateOf, { minLength: STAYS, maxLength: STAYS })
  const property = fc.asyncProperty(states, async (given) => {
    await store.tx(async (tx) => {
      for (const [at, state] of given.entries())
        await tx.db.update(booking).set(state).where(eq(booking.id, ids[at]!))
    })
    const lead = leadOf(await listGroup(store, code), ({ updatedAtMs }) => updatedAtMs)
    expect(await findGuessedGroup(store, code)).toEqual(lead)
  })
  await fc.assert(property, { numRuns: 60 })
  expect(await findGuessedGroup(store, 'ZZZZZZZZZZ')).toBeUndefined()
})
