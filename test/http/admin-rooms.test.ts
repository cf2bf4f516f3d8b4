import { expect, test } from 'bun:test'
import { sell } from '../support/bookings.ts'
import { daysOf, history, pull, push } from '../support/http.ts'
import { startService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

const SUITE = {
  roomCode: 'STE',
  name: 'Suite',
  maxAdults: 2,
  maxChildren: 2,
  maxOccupancy: 4,
  boards: ['RO', 'BB'],
  supplementsCents: { BB: 1_500 },
}
const ROOMS = '/v1/admin/hotels/alfa/rooms'

test('a room type that is made is in the mapping and the pull at once, with its boards in order (contract §2)', async () => {
  await using service = await startService()
  const { call } = await signIn(service, 'admin')
  const { alfa } = service
  await pull(alfa, '2027-04-01')
  const made = await call('POST', ROOMS, { body: { ...SUITE, basePriceCents: 30_000 } })

  expect(made.status).toBe(201)
  expect(made.body).toEqual({
    ...SUITE,
    description: '',
    totalRooms: null,
    overbookingRooms: 0,
    supplementsCents: { RO: 0, BB: 1_500 },
    supplements: [
      { boardCode: 'RO', supplementCents: 0, per: 'room' },
      { boardCode: 'BB', supplementCents: 1_500, per: 'room' },
    ],
    basePriceCents: 30_000,
    currency: 'EUR',
    active: true,
    ...{ beds: [], sizeM2: null, amenities: [], position: null },
    translations: {
      en: { name: null, description: null },
      tr: { name: null, description: null },
    },
  })
  const { rooms } = (await alfa.call('GET', '/rooms')).body
  expect(rooms.find(({ roomCode }: { roomCode: string }) => roomCode === 'STE').boards).toEqual([
    'RO',
    'BB',
  ])
  expect(daysOf(await pull(alfa, '2027-04-01'), 'STE')).toEqual([
    { date: '2027-04-01', available: 0, priceCents: 30_000, closed: true },
  ])
  expect((await service.bravo.call('GET', '/rooms')).text).not.toContain('STE')
})

test('another base price shows in the pull at once, for days that have no price of their own (contract §2)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL', basePriceCents: 10_000 }] })
  const { call } = await signIn(service, 'admin')
  await push(service.alfa, [
    { roomCode: 'DBL', date: '2027-04-02', available: 1, priceCents: 7_000 },
  ])
  const prices = async () =>
    daysOf(await pull(service.alfa, '2027-04-01', '2027-04-02'), 'DBL').map((day) => day.priceCents)
  expect(await prices()).toEqual([10_000, 7_000])

  await call('PATCH', `${ROOMS}/DBL`, { body: { basePriceCents: 11_000 } })

  expect(await prices()).toEqual([11_000, 7_000])
})

test('null unsets what may be unknown: the number of rooms and the base price (contract §2)', async () => {
  await using service = await startService({
    rooms: [{ roomCode: 'DBL', totalRooms: 5, basePriceCents: 10_000 }],
  })
  const { call } = await signIn(service, 'admin')
  const unset = { totalRooms: null, basePriceCents: null, overbookingRooms: 2 }
  expect((await call('PATCH', `${ROOMS}/DBL`, { body: unset })).body).toMatchObject(unset)
  const { rooms } = (await service.alfa.call('GET', '/rooms')).body
  expect(rooms[0]).toMatchObject(unset)
})

test('a room type switched off leaves the pull at once and comes back when it is switched on', async () => {
  await using service = await startService()
  const { call } = await signIn(service, 'admin')
  const codes = async () =>
    (await pull(service.alfa, '2027-04-01')).body.rooms.map((room: any) => room.roomCode)
  expect(await codes()).toEqual(['DBL', 'SGL'])
  await call('PATCH', `${ROOMS}/DBL`, { body: { active: false } })
  expect(await codes()).toEqual(['SGL'])
  await call('PATCH', `${ROOMS}/DBL`, { body: { active: true } })
  expect(await codes()).toEqual(['DBL', 'SGL'])
})

test('fewer rooms in all: days that offered more offer as many as there are, which their history tells (contract §2)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const { alfa } = service
  await sell(service, { nights: 2, available: 5 })
  await push(alfa, [{ roomCode: 'DBL', date: '2027-04-02', available: 2 }])

  await admin.call('PATCH', `${ROOMS}/DBL`, { body: { totalRooms: 3 } })

  const available = daysOf(await pull(alfa, '2027-04-01', '2027-04-02'), 'DBL').map(
    (day) => day.available,
  )
  expect(available).toEqual([3, 2])
  const [entry] = (await history(alfa, 'DBL', '2027-04-01')).body.items
  expect(entry).toMatchObject({
    before: { available: 5 },
    after: { available: 3 },
    actor: { type: 'user', id: admin.user.id },
    pushId: null,
  })
  const report = await push(alfa, [{ roomCode: 'DBL', date: '2027-04-02', available: 4 }])
  expect(report.body.errors[0].code).toBe('above_capacity')
})

test('boards replace boards: kept ones keep their supplement, the first has none, and the change is told (contract §2)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  await admin.call('POST', '/v1/admin/boards', { body: { code: 'HB', name: 'Half board' } })
  await admin.call('POST', ROOMS, { body: SUITE })
  const patch = (body: unknown) => admin.call('PATCH', `${ROOMS}/STE`, { body })

  const more = await patch({ boards: ['RO', 'HB', 'BB'], supplementsCents: { HB: 3_000 } })
  expect(more.body.supplementsCents).toEqual({ RO: 0, HB: 3_000, BB: 1_500 })
  const turned = await patch({ boards: ['BB', 'RO'] })
  expect(turned.body).toMatchObject({ boards: ['BB', 'RO'], supplementsCents: { BB: 0, RO: 0 } })

  const [last, , first] = await historyOf(admin, '?entity=room_type&id=alfa/STE')
  expect(first).toMatchObject({ before: null, after: { roomCode: 'STE' } })
  expect(last).toMatchObject({
    before: { boards: ['RO', 'HB', 'BB'] },
    after: { boards: ['BB', 'RO'], supplementsCents: { BB: 0, RO: 0 } },
  })
})

test.each([
  ['/boards/1', 'unknown_board', { boards: ['RO', 'XX'] }],
  ['/boards/1', 'repeated', { boards: ['RO', 'RO'] }],
  ['/boards', 'wrong_length', { boards: [] }],
  ['/supplementsCents/HB', 'unknown_board', { supplementsCents: { HB: 1 } }],
  ['/supplementsCents/RO', 'out_of_range', { supplementsCents: { RO: 1 } }],
  ['/supplementsCents/BB', 'out_of_range', { supplementsCents: { BB: -1 } }],
  ['/supplementsCents/BB', 'wrong_type', { supplementsCents: { BB: 1.5 } }],
  ['/maxOccupancy', 'out_of_range', { maxOccupancy: 5 }],
  ['/maxOccupancy', 'out_of_range', { maxOccupancy: 1 }],
  ['/basePriceCents', 'out_of_range', { basePriceCents: 0 }],
  ['/totalRooms', 'out_of_range', { totalRooms: 0 }],
  ['/overbookingRooms', 'null_refused', { overbookingRooms: null }],
  ['/roomCode', 'wrong_format', { roomCode: 'a/b' }],
])('%s is refused as %s of a room type', async (path, code, flawed) => {
  await using service = await startService()
  const { call } = await signIn(service, 'admin')
  const answer = await call('POST', ROOMS, { body: { ...SUITE, ...flawed } })
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors[0]).toMatchObject({ path, code })
})
