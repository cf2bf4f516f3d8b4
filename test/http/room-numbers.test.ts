import { expect, test } from 'bun:test'
import { book, events, sell } from '../support/bookings.ts'
import { note } from '../support/desk.ts'
import { BOOKINGS, readBooking } from '../support/panel-booking.ts'
import { listRooms, readRooms } from '../support/room-numbers.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, historyOf, signInAgain } from '../support/staff.ts'

// The rooms of a hotel by number, and the numbers that bookings have (contract-groups, Room numbers of the desk).

/** A stay of a guest at Alfa. @returns its code */
async function stay(
  { call }: TestService,
  lastName: string,
  checkin = '2027-04-01',
  checkout = '2027-04-03',
  more: Record<string, unknown> = {},
): Promise<string> {
  const guest = { firstName: 'Ada', lastName, email: `${lastName.toLowerCase()}@example.com` }
  const { status, body } = await book(call, { guest, checkin, checkout, ...more })
  expect(status).toBe(201)
  return body.code
}

/** Alfa with rooms 201 to 204 and two stays, of Bir and of Iki, that share the night of 2 April. */
async function startHouse() {
  const service = await startService({ rooms: [{ roomCode: 'DBL' }, { roomCode: 'STE' }] })
  const staff = await hireStaff(service)
  await sell(service, { nights: 20, available: 9 })
  await sell(service, { nights: 20, available: 9, roomCode: 'STE' })
  const { status } = await listRooms(staff.manager, [
    ...['201', '202', '203'],
    { number: 'Villa 4', roomCode: 'STE', floor: 'Garden' },
    { number: '205', active: false },
  ])
  expect(status).toBe(200)
  const bir = await stay(service, 'Bir')
  const iki = await stay(service, 'Iki', '2027-04-02', '2027-04-05')
  return {
    service,
    ...staff,
    bir,
    iki,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

test('the list of rooms is written as a whole, by who has seen the newest, and its history says what differs', async () => {
  await using service = await startService()
  const { manager, admin, bravoManager } = await hireStaff(service)
  expect(await readRooms(manager)).toEqual({ revision: 0, items: [] })
  const first = await listRooms(manager, ['101', { number: '102', floor: '1' }])
  expect([first.status, first.body]).toEqual([
    200,
    {
      revision: 1,
      items: [
        { number: '101', floor: null, roomCode: 'DBL', active: true },
        { number: '102', floor: '1', roomCode: 'DBL', active: true },
      ],
    },
  ])
  // A repeat after a lost answer, and somebody who has not seen it.
  expect((await listRooms(manager, ['101', { number: '102', floor: '1' }])).body.revision).toBe(1)
  const late = await listRooms(manager, ['101'])
  expect(late).toBeProblem(409, 'revision_conflict')
  expect(late.body.revision).toBe(1)
  await listRooms(manager, ['101', { number: '103', active: false }], 1)
  expect(await historyOf(admin, '?entity=room_type')).toMatchObject([
    {
      id: 'alfa/DBL',
      before: { roomNumbers: ['102'], floors: ['102: 1'], outOfUse: [] },
      after: { roomNumbers: ['103'], floors: [], outOfUse: ['103'] },
    },
    { before: { roomNumbers: [] }, after: { roomNumbers: ['101', '102'] } },
  ])
  expect(await readRooms(bravoManager)).toEqual({ revision: 0, items: [] })
})

test('a list with a number twice, a number of signs alone, an unknown room type or too many rooms is refused', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const flaws = async (rooms: Parameters<typeof listRooms>[1]) => {
    const answer = await listRooms(manager, rooms)
    expect(answer).toBeProblem(422, 'validation_failed')
    return answer.body.errors.map(({ path, code }: any) => [path, code])
  }
  expect(await flaws(['B-12', 'b12'])).toEqual([['/items/1/number', 'repeated']])
  expect(await flaws(['--'])).toEqual([['/items/0/number', 'wrong_text']])
  expect(await flaws([{ number: '1', roomCode: 'NONE' }])).toEqual([
    ['/items/0/roomCode', 'unknown_room'],
  ])
  expect(await flaws(['1,2'])).toEqual([['/items/0/number', 'wrong_format']])
  const many = Array.from({ length: 1_001 }, (_, at) => `${at}`)
  expect((await flaws(many))[0]).toEqual(['/items', 'wrong_length'])
})

test('a booking has up to as many numbers as rooms, all of the list; the first is its roomNumber', async () => {
  await using house = await startHouse()
  const { service, manager, bir } = house
  const two = await stay(service, 'Two', '2027-04-05', '2027-04-07', { rooms: 2, adults: 4 })
  const told = (await events(service)).length
  const { status, body } = await note(manager, two, { roomNumbers: ['villa4', '202'] })
  expect([status, body.roomNumber, body.roomNumbers]).toEqual([
    ...[200, 'Villa 4'],
    ['Villa 4', '202'],
  ])
  const { deskHistory, revisions } = await readBooking(manager, two)
  expect(deskHistory).toMatchObject([
    { before: { roomNumber: null }, after: { roomNumber: 'Villa 4, 202' } },
  ])
  expect([revisions.length, (await events(service)).length]).toEqual([1, told])
  for (const q of ['villa', '202']) {
    const { body: found } = await manager.call('GET', `${BOOKINGS}?q=${q}`)
    expect(found.items.map(({ code }: any) => code)).toEqual([two])
  }
  for (const [wrong, flaw] of [
    [{ roomNumbers: ['201', '202'] }, 'too_many'],
    [{ roomNumbers: ['299'] }, 'unknown_room_number'],
    [{ roomNumbers: ['205'] }, 'unknown_room_number'],
    [{ roomNumber: '299' }, 'unknown_room_number'],
    [{ roomNumber: '201, 202' }, 'too_many'],
    [{ roomNumber: '201', roomNumbers: ['201'] }, 'conflicting_fields'],
  ] as const) {
    const answer = await note(manager, bir, wrong)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect([wrong, answer.body.errors[0].code]).toEqual([wrong, flaw])
  }
  expect((await note(manager, two, { roomNumbers: ['202', '202'] })).body.errors[0].code).toBe(
    'repeated',
  )
  // By the text, too, that older programs send.
  expect((await note(manager, bir, { roomNumber: '201' })).body.roomNumbers).toEqual(['201'])
  expect((await note(manager, bir, { roomNumber: null })).body.roomNumbers).toEqual([])
  expect((await note(manager, two, { roomNumbers: [] })).body.roomNumber).toBeNull()
})

test('a room that another booking has on a night of both is refused, and by whom it is taken', async () => {
  await using house = await startHouse()
  const { service, manager, bir, iki } = house
  expect((await note(manager, bir, { roomNumbers: ['201'] })).status).toBe(200)
  const answer = await note(manager, iki, { roomNumbers: ['201'] })
  expect(answer).toBeProblem(409, 'room_taken')
  expect(answer.body).toMatchObject({
    roomNumber: '201',
    takenBy: {
      ...{ code: bir, guest: { firstName: 'Ada', lastName: 'Bir' } },
      ...{ checkin: '2027-04-01', checkout: '2027-04-03' },
    },
  })
  expect(await note(manager, iki, { roomNumber: '201' })).toBeProblem(409, 'room_taken')
  const taken = (await readRooms(manager, iki)).items.map(({ number, takenBy }: any) => [
    number,
    takenBy?.guest.lastName ?? null,
  ])
  expect(taken).toEqual([
    ['201', 'Bir'],
    ['202', null],
    ['203', null],
    ['Villa 4', null],
    ['205', null],
  ])
  // Who arrives on the day of departure has no night with them, and a cancelled booking has none at all.
  const next = await stay(service, 'Next', '2027-04-03', '2027-04-04')
  expect((await note(manager, next, { roomNumbers: ['201'] })).status).toBe(200)
  await manager.call('POST', `/v1/bookings/${bir}/cancel`, { body: {} })
  await manager.call('POST', `/v1/bookings/${next}/cancel`, { body: {} })
  expect((await note(manager, iki, { roomNumbers: ['201'] })).status).toBe(200)
})

test('the nights of guests who left early are free from that day on, and nights that have passed do not matter', async () => {
  await using house = await startHouse()
  const { service, bir, iki } = house
  await note(house.manager, bir, { roomNumbers: ['201'] })
  await note(house.manager, iki, { roomNumbers: ['202'] })
  service.clock.nowMs = Date.parse('2027-04-02T12:00:00Z')
  const manager = await signInAgain(service, house.manager)
  expect(await note(manager, iki, { roomNumbers: ['201'] })).toBeProblem(409, 'room_taken')
  const left = { arrivedAt: '2027-04-01T12:00:00Z', leftAt: '2027-04-02T11:00:00Z' }
  expect((await note(manager, bir, left)).status).toBe(200)
  expect((await note(manager, iki, { roomNumbers: ['201'] })).body.sharedRooms).toEqual([])
  // Taken back by the guests who had left: both have it, and the desk is told.
  expect((await note(manager, bir, { leftAt: null })).body.sharedRooms).toMatchObject([
    { code: iki, number: '201' },
  ])
  // On the day after the last night of both, the room of yesterday's guests is given to whom stays.
  service.clock.nowMs = Date.parse('2027-04-03T12:00:00Z')
  const later = await signInAgain(service, house.manager)
  expect((await readBooking(later, iki)).desk.sharedRooms).toEqual([])
})

test('without a list room numbers are free text, and a room given twice is told, not refused', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service, { nights: 20, available: 9 })
  const [bir, iki] = [await stay(service, 'Bir'), await stay(service, 'Iki')]
  const typed = (await note(manager, bir, { roomNumber: '204, B-12' })).body
  expect([typed.roomNumber, typed.roomNumbers]).toEqual(['204, B-12', ['204', 'B-12']])
  const { status, body } = await note(manager, iki, { roomNumber: 'b12' })
  expect([status, body.sharedRooms]).toMatchObject([200, [{ code: bir, number: 'B-12' }]])
  // Whoever sends numbers wants them judged.
  expect(await note(manager, iki, { roomNumbers: ['204'] })).toBeProblem(409, 'room_taken')
  expect((await note(manager, iki, { roomNumbers: ['205'] })).status).toBe(200)
})
