import { expect, test } from 'bun:test'
import { clearStrayGuests } from '../../src/service/bookings/clear-stray-guests.ts'
import { indexBookings } from '../../src/service/bookings/index-words.ts'
import { findMeta } from '../../src/store/engine/meta.ts'
import { chunks } from '../../src/store/engine/pace.ts'
import { book, sell } from '../support/bookings.ts'
import { GUEST } from '../support/guest-life.ts'
import { asGuest } from '../support/manage.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { storedText } from '../support/store.ts'

// Copies of erased guests in unused parts of the database's file (issue 37 item 6).

const ERASE = '/v1/panel/guests/erase'
const BOOKED = 120

test('after the pass no page of the database holds any of many guests who were erased', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const { deps, store, call } = service
  await sell(service, { available: BOOKED })
  const codes: string[] = []
  for (let n = 0; n < BOOKED; n++) {
    const guest = { ...GUEST, firstName: `Zebulon${n}`, email: `zebq${n}@example.com` }
    const { code } = (await book(call, { guest })).body
    codes.push(code)
    const changed = codes[(n * 7) % codes.length]!
    await call('PATCH', `/v1/bookings/${changed}`, {
      body: { ...asGuest(changed), specialRequests: `needlewish ${'x'.repeat((n * 37) % 400)}` },
    })
    await indexBookings(deps, new AbortController().signal)
  }
  expect(await clearStrayGuests(deps)).toBe(true)
  const body = { reason: 'Ill' }
  for (const code of codes)
    await call('POST', `/v1/bookings/${code}/cancel`, { body: { ...asGuest(code), ...body } })
  for (const some of chunks(codes, 50))
    expect((await manager.call('POST', ERASE, { body: { codes: some } })).status).toBe(200)
  expect(await clearStrayGuests(deps)).toBe(true)
  expect(await clearStrayGuests(deps)).toBe(false)
  expect(await findMeta(store, 'guest_strays_due')).toBeUndefined()
  const text = await storedText({ target: service.target, close: service.closeStore })
  expect(text.match(/zebulon\d|zebq\d|needlewish|quackenbush/gi)).toBeNull()
})

test('the pass waits for an erasure that is not finished', async () => {
  await using service = await startService()
  const { store, deps } = service
  const open = { bookingId: 1, hotelId: 1, code: 'OPEN' }
  await store.tx(({ t, db }) => db.insert(t.guestErasure).values(open))
  expect(await clearStrayGuests(deps)).toBe(false)
  await store.tx(({ t, db }) => db.delete(t.guestErasure))
  expect(await clearStrayGuests(deps)).toBe(true)
})
