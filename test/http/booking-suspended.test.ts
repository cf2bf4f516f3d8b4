import { expect, test } from 'bun:test'
import { book, CARLA, readAvailable, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { startService, type TestService } from '../support/service.ts'
import { addAgency, signIn } from '../support/users.ts'

const ROOMS = [
  { roomCode: 'DBL', totalRooms: 5, boards: ['RO', 'BB'], supplementsCents: { RO: 0, BB: 1_500 } },
  { roomCode: 'SUI', maxAdults: 4, maxOccupancy: 5 },
]

/** Carla's booking of two rooms and two nights, how to change it, and an admin. */
async function placeBooking(service: TestService) {
  await sell(service)
  const admin = await signIn(service, 'admin')
  const { body } = await book(service.call, { rooms: 2, adults: 2 })
  const call = (method: string, path: string, changes: Record<string, unknown> = {}) =>
    service.call(method, `/v1/bookings/${body.code}${path}`, {
      body: { ...asGuest(body.code), ...changes },
    })
  const change = (changes: Record<string, unknown>) => call('PATCH', '', changes)
  return { admin, booking: body, call, change }
}

test.each([
  ['a hotel', '/v1/admin/hotels/alfa', /hotel takes no bookings/],
  ['a room type', '/v1/admin/hotels/alfa/rooms/DBL', /room type is not sold/],
])(
  '%s that is switched off sells no more nights, rooms or boards to a booking that stands (contract §3, §5)',
  async (_, path, why) => {
    await using service = await startService({ rooms: ROOMS })
    const { admin, booking, change } = await placeBooking(service)
    expect((await admin.call('PATCH', path, { body: { active: false } })).status).toBe(200)

    for (const more of [{ checkout: '2027-04-04' }, { rooms: 3, adults: 3 }, { boardCode: 'BB' }]) {
      const answer = await change(more)
      expect(answer).toBeProblem(409, 'closed_for_sale')
      expect(answer.body.detail).toMatch(why)
      expect(answer.body.dates.length).toBeGreaterThan(0)
    }
    const { body } = await service.call('GET', `/v1/bookings/${booking.code}?email=${CARLA}`)
    expect(body).toEqual({ ...booking, payment: null })
  },
)

test('a booking in a suspended hotel is read, renamed, shortened and cancelled as ever (contract §3)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { admin, call, change } = await placeBooking(service)
  for (const path of ['/v1/admin/hotels/alfa', '/v1/admin/hotels/alfa/rooms/DBL'])
    await admin.call('PATCH', path, { body: { active: false } })

  expect((await change({ guest: { firstName: 'Carlotta' } })).status).toBe(200)
  expect((await change({ rooms: 1 })).body).toMatchObject({ rooms: 1, totalPriceCents: 20_000 })
  expect((await change({ checkout: '2027-04-02' })).body.totalPriceCents).toBe(10_000)
  expect((await call('POST', '/cancel')).body.status).toBe('cancelled')
  await admin.call('PATCH', '/v1/admin/hotels/alfa/rooms/DBL', { body: { active: true } })
  expect(await readAvailable(service)).toEqual(Array(10).fill(5))
})

test.each([
  ['hotel', '/v1/admin/hotels/alfa'],
  ['room type', '/v1/admin/hotels/alfa/rooms/DBL'],
])(
  'a hold is confirmed while its 15 minutes run, though its %s was switched off: rooms and price were promised (contract §3)',
  async (_, path) => {
    await using service = await startService({ rooms: ROOMS })
    const { admin } = await placeBooking(service)
    const { body: held } = await book(service.call, { hold: true })
    const { body: late } = await book(service.call, { hold: true })
    await admin.call('PATCH', path, { body: { active: false } })
    const confirm = ({ code }: { code: string }) =>
      service.call('POST', `/v1/bookings/${code}/confirm`, { body: asGuest(code) })

    const { status, body } = await confirm(held)
    expect([status, body.status]).toEqual([200, 'confirmed'])
    expect(body.totalPriceCents).toBe(held.totalPriceCents)
    service.clock.advance(15 * 60_000)
    expect(await confirm(late)).toBeProblem(409, 'transition_invalid')
  },
)

test('a suspended hotel is 404 to the public, and says so to its manager and to admins (contract §5)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { admin } = await placeBooking(service)
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const other = await signIn(service, 'hotel_manager', { name: 'm2', hotelIds: [service.bravo.id] })
  const agency = await signIn(service, 'agency_user', { agencyId: await addAgency(service) })
  await admin.call('PATCH', '/v1/admin/hotels/alfa', { body: { active: false } })

  for (const { call } of [manager, admin]) {
    const answer = await book(call)
    expect(answer).toBeProblem(409, 'closed_for_sale')
    expect(answer.body.detail).toBe('This hotel takes no bookings at present.')
    // The nights of a stay that is longer than any are counted, never listed.
    const absurd = await book(call, { checkin: '2027-04-01', checkout: '9999-12-31' })
    expect(absurd).toBeProblem(409, 'closed_for_sale')
    expect(absurd.body.dates).toEqual([])
  }
  const nowhere = await book(service.call, { hotelSlug: 'nowhere' })
  for (const call of [service.call, other.call, agency.call]) {
    const answer = await book(call)
    expect(answer).toBeProblem(404, 'not_found')
    expect(answer.body.detail).toBe(nowhere.body.detail)
    // Nor does a request with another flaw tell it from a hotel that is none.
    const [here, there] = [
      await book(call, { checkin: '2027-02-30' }),
      await book(call, { checkin: '2027-02-30', hotelSlug: 'nowhere' }),
    ]
    expect([here.status, here.body.errors]).toEqual([there.status, there.body.errors])
  }
})

test('a key that was answered is answered again after the hotel or the agency was suspended (contract §3)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { admin } = await placeBooking(service)
  const agency = await signIn(service, 'agency_user', { agencyId: await addAgency(service) })
  const headers = { 'idempotency-key': 'a-key' }
  const [first, own] = [await book(service.call, {}, headers), await book(agency.call, {}, headers)]
  await admin.call('PATCH', '/v1/admin/hotels/alfa', { body: { active: false } })
  await admin.call('PATCH', '/v1/admin/agencies/DELTA', { body: { active: false } })

  for (const [call, answer] of [
    [service.call, first],
    [agency.call, own],
  ] as const) {
    const again = await book(call, {}, headers)
    expect([again.status, again.text]).toEqual([201, answer.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  }
  await admin.call('PATCH', '/v1/admin/hotels/alfa', { body: { active: true } })
  expect(await book(agency.call)).toBeProblem(403, 'forbidden')
})

test('the same request in another order of fields, or with its defaults spelled out, is the same (contract §3)', async () => {
  await using service = await startService({ rooms: ROOMS })
  await sell(service)
  const headers = { 'idempotency-key': 'a-key' }
  const guest = { email: CARLA, lastName: 'Çelik', firstName: 'Carla' }
  const first = await book(service.call, {}, headers)

  for (const said of [{ guest }, { rooms: 1, children: 0, hold: false }]) {
    const again = await book(service.call, said, headers)
    expect([again.status, again.text]).toEqual([201, first.text])
  }
  const body = {
    guest,
    adults: 2,
    checkout: '2027-04-03',
    checkin: '2027-04-01',
    roomCode: 'DBL',
    hotelSlug: 'alfa',
  }
  const turned = await service.call('POST', '/v1/bookings', { body, headers })
  expect([turned.status, turned.text]).toEqual([201, first.text])
  const unsaid = { adults: undefined }
  const ownKey = { 'idempotency-key': 'another' }
  const alone = await book(service.call, unsaid, ownKey)
  expect((await book(service.call, { adults: 1, rooms: 1 }, ownKey)).text).toBe(alone.text)
  expect(await book(service.call, { rooms: 2, ...unsaid }, ownKey)).toBeProblem(
    409,
    'idempotency_conflict',
  )
  for (const other of [
    { rooms: 2 },
    { children: 1 },
    { hold: true },
    { boardCode: 'BB' },
    { expectedTotalCents: 20_000 },
    { specialRequests: 'late' },
    { guest: { ...guest, phone: '+90 212 555 00 00' } },
  ])
    expect(await book(service.call, other, headers)).toBeProblem(409, 'idempotency_conflict')
  expect((await readAvailable(service))[0]).toBe(3)
})
