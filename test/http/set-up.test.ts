import { expect, test } from 'bun:test'
import type { Scope } from '../../src/domain/accounts/scope.ts'
import { withAnotherKey } from '../support/api-keys.ts'
import { book, sell } from '../support/bookings.ts'
import { openSandbox } from '../support/sandbox.ts'
import { startService } from '../support/service.ts'
import { SAVER, SUITE, sendPhoto } from '../support/set-up.ts'
import { hireStaff, historyOf } from '../support/staff.ts'
import { addVendor, connect } from '../support/vendors.ts'

// A hotel set up by its partner's API alone (contract-groups, *Set-up by API*).

const SCOPES: Scope[] = ['availability:write', 'rates:write', 'content:write']
const ROOMS = [{ roomCode: 'DBL', totalRooms: 5, basePriceCents: 10_000 }]

test('an empty hotel is set up by its key alone, from its texts to the first sale (contract-groups, Set-up by API)', async () => {
  await using service = await startService({ rooms: [] })
  const { alfa, call } = service
  const key = await withAnotherKey(service, alfa, { scopes: SCOPES })
  const done = async (method: string, path: string, body: object) => {
    const answer = await key.call(method, path, { body })
    expect([path, answer.status]).toEqual([path, method === 'POST' ? 201 : 200])
    return answer.body
  }
  const house = {
    ...{ phone: '+90 242 000 00 00', checkinTime: '15:00' },
    translations: { en: { description: 'By the sea.', policies: 'No pets.' } },
  }
  expect(await done('PATCH', '/hotel', house)).toMatchObject(house)
  const double = { roomCode: 'DBL', name: 'Double', totalRooms: 3, basePriceCents: 20_000 }
  await done('POST', '/rooms', { ...double, maxAdults: 2, maxOccupancy: 2, boards: ['BB'] })
  await done('PATCH', '/rooms/DBL', { beds: [{ kind: 'king', count: 1 }], sizeM2: 24 })
  await done('POST', '/rates', { ...SAVER, pricing: { type: 'derived', percentBp: -1_000 } })
  await done('PATCH', '/rates/STD', { cancellation: { freeUntilDays: 1, penalty: 'first_night' } })
  expect((await sendPhoto(key)).status).toBe(201)
  expect((await sendPhoto(key, '?roomCode=DBL')).status).toBe(201)
  const range = { dateFrom: '2027-04-01', dateTo: '2027-04-30' }
  await done('PATCH', '/availability', {
    updates: [{ roomCode: 'DBL', ...range, available: 3, priceCents: 20_000, closed: false }],
  })

  const stay = '?checkin=2027-04-01&checkout=2027-04-03'
  const page = (await call('GET', `/v1/hotels/alfa${stay}`)).body
  expect(page.translations.en).toEqual(house.translations.en)
  expect([page.photos.length, page.rooms[0].photos.length]).toEqual([1, 1])
  const sold = await book(call, { rateCode: 'NRF', boardCode: 'BB' })
  expect([sold.status, sold.body.totalPriceCents]).toEqual([201, 36_000])
  const [day] = (await alfa.call('GET', '/availability?from=2027-04-01&to=2027-04-01')).body.rooms
  expect(day.days[0].available).toBe(2)
})

test('the history names the key that set the hotel up, and what it did (contract-groups, Set-up by API)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const key = await withAnotherKey(service, service.alfa, { scopes: SCOPES, name: 'PMS' })
  await key.call('POST', '/rooms', { body: SUITE })
  await key.call('PATCH', '/rooms/STE', { body: { name: 'Big' } })
  await key.call('POST', '/rates', { body: SAVER })
  await key.call('PATCH', '/rates/NRF', { body: { active: false } })
  await key.call('PATCH', '/hotel', { body: { phone: '+90 242 000 00 00' } })
  const { id } = (await sendPhoto(key)).body
  await key.call('PATCH', `/photos/${id}`, { body: { alt: { en: 'The house' } } })
  await key.call('DELETE', `/photos/${id}`)

  const entries = (await historyOf(admin)).filter(({ actor }) => actor.id === key.keyId)
  expect(entries.map(({ entity }) => entity)).toEqual([
    ...['photo', 'photo', 'photo', 'hotel', 'rate', 'rate', 'room_type', 'room_type'],
  ])
  for (const { actor } of entries) expect(actor).toMatchObject({ type: 'key', name: 'PMS' })
})

test('what the panel refuses is refused of a key: unknown members, wrong values, what exists (contract-groups, Set-up by API)', async () => {
  await using service = await startService()
  const key = await withAnotherKey(service, service.alfa, { scopes: SCOPES })
  for (const [method, path, body, code] of [
    ['POST', '/rooms', { ...SUITE, roomCode: 'DBL' }, 'already_exists'],
    ['POST', '/rooms', { ...SUITE, boards: ['XX'] }, 'unknown_board'],
    ['POST', '/rooms', { ...SUITE, maxOccupancy: 9 }, 'out_of_range'],
    ['PATCH', '/rooms/DBL', { roomCode: 'X' }, 'unknown_field'],
    ['POST', '/rates', { ...SAVER, roomCodes: ['XX'] }, 'unknown_room'],
    ['PATCH', '/rates/STD', { active: false }, 'conflicting_fields'],
    ['PATCH', '/hotel', { webMaxRooms: 50 }, 'unknown_field'],
    ['PATCH', '/hotel', { taxes: [] }, 'unknown_field'],
    ['PATCH', '/hotel', { active: false }, 'unknown_field'],
    ['PATCH', '/hotel', { email: 'nobody' }, 'wrong_format'],
  ] as const) {
    const refused = await key.call(method, path, { body })
    expect([path, refused.body.errors?.[0]?.code]).toEqual([path, code])
  }
  const late = { body: { name: 'Mine', expected: { name: 'Yours' } } }
  for (const path of ['/rooms/DBL', '/rates/STD'])
    expect(await key.call('PATCH', path, late)).toBeProblem(409, 'revision_conflict')
  const phone = { body: { phone: '+90 242 000 00 00', expected: { phone: '+90 1' } } }
  expect(await key.call('PATCH', '/hotel', phone)).toBeProblem(409, 'revision_conflict')
})

test('a room type is changed only by a key that may push days, too (contract-groups, Set-up by API)', async () => {
  await using service = await startService()
  const scopes: Scope[] = ['content:write', 'rates:write']
  const key = await withAnotherKey(service, service.alfa, { scopes })
  for (const [method, path] of [
    ['POST', '/rooms'],
    ['PATCH', '/rooms/DBL'],
  ] as const) {
    const body = method === 'POST' ? SUITE : { name: 'Double' }
    const refused = await key.call(method, path, { body })
    expect(refused).toBeProblem(403, 'scope_missing')
    expect(refused.body.scopes).toEqual(['availability:write'])
  }
  const { rooms } = (await key.call('GET', '/rooms')).body
  expect(rooms.map(({ name }: { name: string }) => name)).toEqual(['Room DBL', 'Room SGL'])
})

test('fewer rooms than are sold need the number as it was, and are warned of; holds count, what is over does not (contract-groups, Set-up by API)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { alfa, call } = service
  await sell(service)
  await book(call, { rooms: 2, adults: 2 })
  await book(call, { rooms: 2, adults: 2, checkin: '2027-04-02', hold: true })
  const lower = (body: object) => alfa.call('PATCH', '/rooms/DBL', { body })

  const refused = await lower({ totalRooms: 3 })
  expect(refused).toBeProblem(422, 'validation_failed')
  expect(refused.body.errors[0]).toMatchObject({
    path: '/expected/totalRooms',
    code: 'required',
    message: expect.stringContaining('4 rooms are sold for 2027-04-02, more than 3'),
  })
  expect(await lower({ totalRooms: 3, expected: { name: 'Room DBL' } })).toBeProblem(
    422,
    'validation_failed',
  )
  expect((await alfa.call('GET', '/rooms')).body.rooms[0].totalRooms).toBe(5)
  expect(await lower({ totalRooms: 3, expected: { totalRooms: 6 } })).toBeProblem(
    409,
    'revision_conflict',
  )
  expect((await lower({ totalRooms: 4 })).body).toMatchObject({ totalRooms: 4, warnings: [] })
  const done = await lower({ totalRooms: 1, expected: { totalRooms: 4 } })
  expect([done.status, done.body.totalRooms]).toEqual([200, 1])
  expect(done.body.warnings).toMatchObject([
    {
      path: '/totalRooms',
      code: 'oversold',
      values: { nights: 2, date: '2027-04-02', sold: 4, rooms: 1 },
    },
  ])
  // As when the answer was lost; and nobody is told of nights that are over.
  expect((await lower({ totalRooms: 1 })).body.warnings).toEqual([])
  await lower({ totalRooms: 5 })
  service.clock.nowMs = Date.parse('2027-04-04T09:00:00Z')
  expect((await lower({ totalRooms: 1 })).body).toMatchObject({ totalRooms: 1, warnings: [] })
})

test('rooms of a type without a number are counted, too, when it gets one (contract-groups, Set-up by API)', async () => {
  await using service = await startService({ rooms: [{ ...ROOMS[0]!, totalRooms: null }] })
  await sell(service)
  await book(service.call, { rooms: 2 })
  const body = { totalRooms: 1 }
  expect(await service.alfa.call('PATCH', '/rooms/DBL', { body })).toBeProblem(
    422,
    'validation_failed',
  )
  const expected = { totalRooms: null }
  const done = await service.alfa.call('PATCH', '/rooms/DBL', { body: { ...body, expected } })
  expect(done.body.warnings).toHaveLength(1)
})

test('a test key sets its sandbox up, and the hotel, its photos and its history stay as they are (contract-groups, Set-up by API)', async () => {
  await using service = await startService()
  const { admin, manager } = await hireStaff(service)
  const sandbox = await openSandbox(service)
  const look = async () => {
    const paths = ['/hotel', '/rooms', '/mapping', '/photos']
    const texts = await Promise.all(paths.map((path) => service.alfa.call('GET', path)))
    const page = await service.call('GET', '/v1/hotels/alfa')
    const history = await historyOf(admin)
    const own = (await manager.call('GET', '/v1/panel/history')).text
    const told = [...texts, page].map(({ text }) => text).join('\n')
    return `${told} ${JSON.stringify(history)} ${own.replace(/"requestId":"[^"]*"/, '')}`
  }
  const before = await look()

  const done = [
    await sandbox.call('POST', '/rooms', { body: SUITE }),
    await sandbox.call('PATCH', '/rooms/DBL', { body: { name: 'Sand', totalRooms: 3 } }),
    await sandbox.call('POST', '/rates', { body: SAVER }),
    await sandbox.call('PATCH', '/rates/STD', { body: { name: 'Sand' } }),
    await sandbox.call('PATCH', '/hotel', { body: { address: 'Sand 1' } }),
    await sendPhoto(sandbox, '?roomCode=STE'),
  ]
  expect(done.map(({ status }) => status)).toEqual([201, 200, 201, 200, 200, 201])
  expect((await sandbox.call('GET', '/photos')).body).toMatchObject({ test: true, items: [{}] })
  expect((await sandbox.call('GET', '/hotel')).body.address).toBe('Sand 1')
  expect(await look()).toBe(before)

  await sandbox.call('POST', '/sandbox/reset')
  expect((await sandbox.call('GET', '/photos')).body.items).toEqual([])
})

test('a vendor sets up the hotel that it names, and no other; the owner reads that it was the vendor (contract-groups, Set-up by API)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const vendor = await addVendor(service)
  const connected = await connect(service, vendor, alfa, SCOPES)
  expect((await connected.call('POST', '/rooms', { body: SUITE })).status).toBe(201)
  expect((await sendPhoto(connected)).status).toBe(201)
  const { manager } = await hireStaff(service)
  const { items } = (await manager.call('GET', '/v1/panel/history?limit=2')).body
  for (const { actor } of items)
    expect(actor).toMatchObject({ type: 'vendor', id: vendor.id, name: vendor.name })
  const other = await vendor.call('POST', '/rooms?hotel=bravo', { body: SUITE })
  expect(other).toBeProblem(404, 'not_found')
  const codes = async (hotel: typeof alfa) =>
    (await hotel.call('GET', '/rooms')).body.rooms.map((room: typeof SUITE) => room.roomCode)
  expect([await codes(alfa), await codes(bravo)]).toEqual([
    ['DBL', 'SGL', 'STE'],
    ['DBL', 'SGL'],
  ])
})

test('a manager makes a room type in the panel, once; it is sold when days are pushed (contract-groups, Set-up by API)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const made = await manager.call('POST', '/v1/panel/rooms', { body: SUITE })
  expect([made.status, made.body.roomCode]).toEqual([201, 'STE'])
  const again = await manager.call('POST', '/v1/panel/rooms', { body: SUITE })
  expect(again).toBeProblem(409, 'already_exists')
  await sell(service, { roomCode: 'STE' })
  expect((await book(service.call, { roomCode: 'STE' })).status).toBe(201)
})
