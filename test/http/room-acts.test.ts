import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { note } from '../support/desk.ts'
import { readBooking } from '../support/panel-booking.ts'
import { assign, listRooms, swap } from '../support/room-numbers.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'
import type { TestUser } from '../support/users.ts'

// What the desk does with the rooms of several bookings, and what a change of one does to its rooms (contract-groups,
// Room numbers of the desk).

type Order = { checkin?: string; checkout?: string; rooms?: number; roomCode?: string }

/** Bookings at Alfa, one after another. @returns their codes */
async function stays({ call }: TestService, ...orders: Order[]): Promise<string[]> {
  const codes: string[] = []
  for (const [at, { rooms = 1, ...order }] of orders.entries()) {
    const guest = { firstName: 'Ada', lastName: `No${at}`, email: `ada${at}@example.com` }
    const { status, body } = await book(call, { guest, rooms, adults: rooms, ...order })
    expect(status).toBe(201)
    codes.push(body.code)
  }
  return codes
}

async function startHouse(numbers = ['201', '202', '203', '204', '205']) {
  const service = await startService({ rooms: [{ roomCode: 'DBL' }, { roomCode: 'STE' }] })
  const staff = await hireStaff(service)
  await sell(service, { nights: 20, available: 90 })
  await sell(service, { nights: 20, available: 90, roomCode: 'STE' })
  await listRooms(staff.manager, [...numbers, { number: '301', roomCode: 'STE' }])
  return { service, ...staff, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

const roomsOf = async (who: TestUser, code: string) =>
  (await readBooking(who, code)).desk.roomNumbers

test('one press gives every booking a free room of its type, near to each other, and keeps what they have', async () => {
  await using house = await startHouse()
  const { service, manager } = house
  const [guest, ...group] = await stays(service, {}, { rooms: 2 }, {}, { roomCode: 'STE' }, {})
  await note(manager, guest!, { roomNumbers: ['202'] })
  await note(manager, group[1]!, { roomNumbers: ['204'] })
  const { status, body } = await assign(manager, group)
  expect([status, body.items]).toEqual([
    200,
    [
      { code: group[0]!, roomNumbers: ['203', '205'], missing: 0 },
      { code: group[1]!, roomNumbers: ['204'], missing: 0 },
      { code: group[2]!, roomNumbers: ['301'], missing: 0 },
      { code: group[3]!, roomNumbers: ['201'], missing: 0 },
    ],
  ])
  const late = (await stays(service, { rooms: 2 }))[0]!
  expect((await assign(manager, [late])).body.items).toEqual([
    { code: late, roomNumbers: [], missing: 2 },
  ])
  const { deskHistory, revisions } = await readBooking(manager, group[0]!)
  expect(deskHistory).toMatchObject([{ after: { roomNumber: '203, 205' } }])
  expect(revisions).toHaveLength(1)
  expect(await assign(house.bravoManager, group)).toBeProblem(404, 'not_found')
  expect((await assign(manager, [late, late.toLowerCase()])).status).toBe(422)
})

test('two bookings exchange rooms in one act, one may give none, and a third who has one of them is named', async () => {
  await using house = await startHouse()
  const { service, manager } = house
  const [bir, iki, uc] = await stays(
    service,
    { checkout: '2027-04-03' },
    { checkout: '2027-04-06' },
    { checkin: '2027-04-04', checkout: '2027-04-06' },
  )
  await note(manager, bir!, { roomNumbers: ['201'] })
  await note(manager, iki!, { roomNumbers: ['202'] })
  const { status, body } = await swap(manager, [bir!, '201'], [iki!, '202'])
  expect([status, body.items.map(({ roomNumbers }: any) => roomNumbers)]).toEqual([
    ...[200, [['202'], ['201']]],
  ])
  expect(await swap(manager, [bir!, '201'], [iki!, '202'])).toBeProblem(409, 'revision_conflict')
  // The third comes into the room of the first once they have left; the second stays longer.
  await note(manager, uc!, { roomNumbers: ['202'] })
  const refused = await swap(manager, [bir!, '202'], [iki!, '201'])
  expect(refused).toBeProblem(409, 'room_taken')
  expect(refused.body.takenBy.code).toBe(uc)
  expect(await roomsOf(manager, iki!)).toEqual(['201'])
  // Whoever has none takes the other's.
  await note(manager, uc!, { roomNumbers: [] })
  expect((await swap(manager, [uc!, null], [iki!, '201'])).body.items).toEqual([
    { code: uc!, roomNumbers: ['201'], missing: 0 },
    { code: iki!, roomNumbers: [], missing: 1 },
  ])
  expect((await swap(manager, [uc!, null], [bir!, '202'])).status).toBe(422)
  expect((await swap(manager, [uc!, '201'], [uc!, null])).status).toBe(422)
  expect(await swap(house.bravoManager, [bir!, '202'], [uc!, '201'])).toBeProblem(404, 'not_found')
})

test('a change of dates keeps the room if it is free, and drops it if another has it; the change itself stands', async () => {
  await using house = await startHouse()
  const { service, manager } = house
  const [bir, iki] = await stays(
    service,
    { checkout: '2027-04-03' },
    { checkin: '2027-04-05', checkout: '2027-04-07' },
  )
  for (const code of [bir!, iki!]) await note(manager, code, { roomNumbers: ['201'] })
  const change = (code: string, body: object) =>
    manager.call('PATCH', `/v1/bookings/${code}`, { body })
  expect((await change(bir!, { checkout: '2027-04-05' })).status).toBe(200)
  expect(await roomsOf(manager, bir!)).toEqual(['201'])
  expect((await change(bir!, { checkout: '2027-04-06' })).body.checkout).toBe('2027-04-06')
  const { desk, deskHistory } = await readBooking(manager, bir!)
  expect([desk.roomNumber, desk.roomNumbers, desk.sharedRooms]).toEqual([null, [], []])
  expect(deskHistory[0]).toMatchObject({
    ...{ before: { roomNumber: '201' }, after: { roomNumber: null } },
    actor: { id: manager.user.id },
  })
  // Of another type it was promised for another price, and a room less is one number less.
  expect((await change(iki!, { roomCode: 'STE' })).status).toBe(200)
  expect(await roomsOf(manager, iki!)).toEqual([])
  const [two] = await stays(service, { rooms: 2 })
  await note(manager, two!, { roomNumbers: ['204', '205'] })
  expect((await change(two!, { rooms: 1, adults: 1 })).status).toBe(200)
  expect(await roomsOf(manager, two!)).toEqual(['204'])
})

test('guests in house keep their room when they stay longer: both are marked, and the desk decides', async () => {
  await using house = await startHouse()
  const { service } = house
  const [bir, iki] = await stays(service, {}, { checkin: '2027-04-03', checkout: '2027-04-05' })
  for (const code of [bir!, iki!]) await note(house.manager, code, { roomNumbers: ['201'] })
  service.clock.nowMs = Date.parse('2027-04-02T12:00:00Z')
  const manager = await signInAgain(service, house.manager)
  await note(manager, bir!, { arrivedAt: '2027-04-01T12:00:00Z' })
  const body = { checkout: '2027-04-04' }
  expect((await manager.call('PATCH', `/v1/bookings/${bir}`, { body })).status).toBe(200)
  expect((await readBooking(manager, bir!)).desk).toMatchObject({
    ...{ roomNumbers: ['201'], sharedRooms: [{ code: iki, number: '201' }] },
  })
  expect((await readBooking(manager, iki!)).desk.sharedRooms).toMatchObject([{ code: bir }])
})

test('a booking that is reinstated has its room again, unless another got it meanwhile', async () => {
  await using house = await startHouse()
  const { service, manager } = house
  const [bir, iki, uc] = await stays(service, {}, {}, {})
  await note(manager, bir!, { roomNumbers: ['201'] })
  await note(manager, iki!, { roomNumbers: ['202'] })
  for (const code of [bir!, iki!])
    await manager.call('POST', `/v1/bookings/${code}/cancel`, { body: {} })
  await note(manager, uc!, { roomNumbers: ['202'] })
  for (const code of [bir!, iki!])
    expect(
      (await manager.call('POST', `/v1/panel/bookings/${code}/reinstate`, { body: {} })).status,
    ).toBe(200)
  expect([await roomsOf(manager, bir!), await roomsOf(manager, iki!)]).toEqual([['201'], []])
})

test('of 32 who give one room at the same time one succeeds, and the others hear who has it', async () => {
  await using house = await startHouse()
  const { service, manager } = house
  const codes = await stays(service, ...Array(32).fill({}))
  const answers = await Promise.all(
    codes.map((code) => note(manager, code, { roomNumbers: ['201'] })),
  )
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([200, ...Array(31).fill(409)])
  const winner = codes[answers.findIndex(({ status }) => status === 200)]
  for (const { status, body } of answers)
    if (status === 409) expect([body.code, body.takenBy.code]).toEqual(['room_taken', winner])
})

test('of 32 presses of “assign all” at the same time no room is given twice', async () => {
  await using house = await startHouse(Array.from({ length: 40 }, (_, at) => `${101 + at}`))
  const { service, manager } = house
  const codes = await stays(service, ...Array(32).fill({}))
  const answers = await Promise.all(codes.map((code) => assign(manager, [code])))
  const rooms = answers.flatMap(({ body }) => body.items[0].roomNumbers)
  expect([rooms.length, new Set(rooms).size]).toEqual([32, 32])
})
