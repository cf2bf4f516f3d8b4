import { expect, test } from 'bun:test'
import { startBounded, strangers, webNights } from '../support/bounded.ts'
import { asGuest } from '../support/manage.ts'

test('a change is not counted against what its booking has already: another room type, and nights at both ends (contract-access, One night)', async () => {
  await using service = await startBounded({
    isMailing: true,
    rooms: [
      { roomCode: 'DBL', totalRooms: 4 },
      { roomCode: 'SGL', totalRooms: 4 },
    ],
  })
  const ask = strangers(service)
  // A quarter of eight rooms.
  const two = { rooms: 2, adults: 2, checkin: '2027-04-03', checkout: '2027-04-05' }
  const { code } = (await ask(two)).body
  const change = (more: object) =>
    service.call('PATCH', `/v1/bookings/${code}`, { body: { ...asGuest(code), ...more } })

  expect(await change({ roomCode: 'SGL' })).toMatchObject({ status: 200, body: { proof: 'none' } })
  expect(await change({ checkin: '2027-04-02', checkout: '2027-04-06' })).toMatchObject({
    ...{ status: 200, body: { proof: 'none', nights: 4 } },
  })
  expect(await change({ roomCode: 'DBL', checkin: '2027-04-04' })).toMatchObject({ status: 200 })
  expect(await webNights(service)).toMatchObject([{ unproven: 2 }, { unproven: 2 }])

  expect(await change({ rooms: 3, adults: 3 })).toBeProblem(409, 'proof_required')
  const other = await ask({ ...two, rooms: 1, adults: 1, checkin: '2027-04-04', roomCode: 'SGL' })
  expect(other.body).toMatchObject({ status: 'pending', proof: 'asked' })
})

test('a change that is only tried says that the link is mailed once it is sent (contract-access)', async () => {
  await using service = await startBounded({
    ...{ isMailing: true, rooms: [{ roomCode: 'DBL', totalRooms: 8 }] },
  })
  const { code } = (await strangers(service)({ rooms: 2, adults: 2 })).body
  const body = { ...asGuest(code), rooms: 3, adults: 3 }
  const send = (more = {}) =>
    service.call('PATCH', `/v1/bookings/${code}`, { body: { ...body, ...more } })

  const tried = await send({ simulate: true })
  expect(tried).toBeProblem(409, 'proof_required')
  expect(tried.body.detail).toContain('is mailed to the guest once it is sent')
  expect(await service.store.db.select().from(service.store.t.mail)).toEqual([])
  expect((await send()).body.detail).toContain('was mailed')
})
