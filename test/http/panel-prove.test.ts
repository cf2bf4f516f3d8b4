import { expect, test } from 'bun:test'
import { book, bookGroup, events, OPTION_ROOMS, sell } from '../support/bookings.ts'
import { note, pay } from '../support/desk.ts'
import { BOOKINGS, readBooking } from '../support/panel-booking.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'
import { setProof } from '../support/strangers.ts'
import type { TestUser } from '../support/users.ts'

// A member of the hotel says that a booking is proven (contract-access, What strangers may take).

const prove = ({ call }: TestUser, code: string) => call('POST', `${BOOKINGS}/${code}/prove`)

async function start() {
  const service = await startService({ rooms: OPTION_ROOMS, world: { strangerLimits: 'all' } })
  await sell(service)
  return { service, ...(await hireStaff(service)) }
}

/** What strangers' rooms each night of Alfa's doubles counts, and what the brake counts of all its bookings. */
async function countsOf({ store, alfa }: TestService) {
  const { day, booking } = store.t
  const days = await store.db.select().from(day)
  const all = await store.db.select().from(booking)
  const nights = days
    .filter(({ hotelId, date }) => hotelId === alfa.id && date < '2027-04-03')
    .map(({ unproven, heldByStrangers }) => [unproven, heldByStrangers])
  return { nights, brake: all.reduce((sum, { brakeNights }) => sum + brakeNights, 0) }
}

test('a booking that a member proves is in no count any more; no revision and no event tell it, the history of the desk does, once (contract-access, What strangers may take)', async () => {
  const { service, manager } = await start()
  await using _ = service
  const { code } = (await book(service.call, { rooms: 2 })).body
  expect(await countsOf(service)).toEqual({
    nights: [
      [2, 0],
      [2, 0],
    ],
    brake: 4,
  })
  const told = await events(service)

  const { status, body } = await prove(manager, code)
  expect([status, body.proof, body.revision, body.status]).toEqual([200, 'hotel', 1, 'confirmed'])
  expect(await countsOf(service)).toEqual({
    nights: [
      [0, 0],
      [0, 0],
    ],
    brake: 0,
  })
  expect(await events(service)).toEqual(told)
  expect((await prove(manager, code.toLowerCase())).body).toEqual(body)
  const record = await readBooking(manager, code)
  expect(record).toMatchObject({ proof: 'hotel', revision: 1 })
  expect(record.deskHistory).toMatchObject([
    { actor: { id: manager.user.id }, before: { proof: 'none' }, after: { proof: 'hotel' } },
  ])
  const [entry] = (await manager.call('GET', '/v1/panel/history?entity=desk')).body.items
  expect(entry).toMatchObject({ id: code, after: { proof: 'hotel' } })
})

test('a hold that waits for its mailed link is confirmed by it, and told (contract-access, What strangers may take)', async () => {
  const { service, manager } = await start()
  await using _ = service
  const { code } = (await book(service.call, { hold: true })).body
  await setProof(service, 'asked', code)
  expect((await countsOf(service)).nights).toEqual([
    [0, 1],
    [0, 1],
  ])
  const { body } = await prove(manager, code)
  expect(body).toMatchObject({ proof: 'hotel', revision: 2, status: 'confirmed' })
  expect(await countsOf(service)).toEqual({
    nights: [
      [0, 0],
      [0, 0],
    ],
    brake: 0,
  })
  expect((await events(service)).at(-1)).toMatchObject({ event: 'booking.confirmed' })
  expect((await prove(manager, code)).body).toEqual(body)
})

test('the holds of a group that wait for their mailed link are confirmed together, whichever is proven (contract-groups, *Several rooms*)', async () => {
  const { service, manager } = await start()
  await using _ = service
  const { body: group } = await bookGroup(service.call, { hold: true }, 2)
  const codes: string[] = group.bookings.map((each: { code: string }) => each.code)
  await setProof(service, 'asked', ...codes)
  const path = `/v1/panel/booking-groups/${group.code}`
  // A stay that the desk adds is proven, and waits with the others.
  const added = await manager.call('POST', `${path}/stays`, {
    body: { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03', adults: 2 },
  })
  codes.push(added.body.bookings[2].code)
  expect((await prove(manager, codes[1]!)).body).toMatchObject({
    ...{ code: codes[1], status: 'confirmed', proof: 'hotel' },
  })
  const { bookings } = (await manager.call('GET', path)).body
  expect(bookings).toMatchObject(codes.map(() => ({ status: 'confirmed', proof: 'hotel' })))
  const told = (await events(service)).slice(-3).map(({ event, data }) => [event, data.code])
  expect(told).toEqual(codes.map((code) => ['booking.confirmed', code]))
})

test('a group that its guest has cancelled leaves the brake when the hotel cancels it, too (contract-access, Brake)', async () => {
  const { service, manager } = await start()
  await using _ = service
  const { body: group } = await bookGroup(service.call, {}, 2)
  const cancel = ({ call }: Pick<TestService, 'call'>, body: object) =>
    call('POST', `/v1/booking-groups/${group.code}/cancel`, { body })
  expect((await cancel(service, { manageToken: group.manageToken })).status).toBe(200)
  expect((await countsOf(service)).brake).toBe(4)
  expect((await cancel(manager, { simulate: true })).status).toBe(200)
  expect((await countsOf(service)).brake).toBe(4)
  expect((await cancel(manager, {})).status).toBe(200)
  expect((await countsOf(service)).brake).toBe(0)
})

test('what has ended cannot be proven; another hotel’s booking is as if there were none (contract-access, What strangers may take)', async () => {
  const { service, manager, bravoManager } = await start()
  await using _ = service
  const { code } = (await book(service.call)).body
  const foreign = await prove(bravoManager, code)
  expect(foreign).toBeProblem(404, 'not_found')
  expect({ ...foreign.body, requestId: '' }).toEqual({
    ...(await prove(bravoManager, 'ZZZZZZZZZZ')).body,
    requestId: '',
  })
  expect((await readBooking(manager, code)).proof).toBe('none')
  await manager.call('POST', `/v1/bookings/${code}/cancel`)
  expect(await prove(manager, code)).toBeProblem(409, 'transition_invalid')
})

test('who checks in, has paid or is reinstated is proven by the hotel (contract-access, What strangers may take)', async () => {
  const { service, manager } = await start()
  await using _ = service
  const [paid, back, here] = await Promise.all(
    ['paid', 'back', 'here'].map(async (name) => {
      const guest = { firstName: 'Ada', lastName: 'Er', email: `${name}@example.com` }
      return (await book(service.call, { guest })).body.code as string
    }),
  )
  expect((await countsOf(service)).brake).toBe(6)
  await pay(manager, paid!, { amountCents: 100, method: 'cash' })
  await manager.call('POST', `/v1/bookings/${back}/cancel`)
  await manager.call('POST', `${BOOKINGS}/${back}/reinstate`)
  service.clock.nowMs = Date.parse('2027-04-01T12:00:00Z')
  const again = await signInAgain(service, manager)
  await note(again, here!, { arrivedAt: '2027-04-01T12:00:00Z' })
  for (const code of [paid, back, here])
    expect([code, (await readBooking(again, code!)).proof]).toEqual([code, 'hotel'])
  expect(await countsOf(service)).toEqual({
    nights: [
      [0, 0],
      [0, 0],
    ],
    brake: 0,
  })
})
