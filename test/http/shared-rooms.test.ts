import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { note } from '../support/desk.ts'
import { readBooking } from '../support/panel-booking.ts'
import { startService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'

// A room number that two bookings have on a night of both is warned of, and not refused (issue 18).

test('a room that two bookings have on a night of both is told beside each, before it is written too, and on the day', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service, { nights: 20, available: 9 })
  const make = async (checkin: string, checkout: string, lastName: string) => {
    const guest = { firstName: 'A', lastName, email: `${lastName}@example.com` }
    return (await book(service.call, { checkin, checkout, guest })).body.code as string
  }
  const first = await make('2027-04-01', '2027-04-04', 'First')
  const second = await make('2027-04-03', '2027-04-06', 'Second')
  const next = await make('2027-04-04', '2027-04-05', 'Next')
  service.clock.nowMs = Date.parse('2027-04-03T12:00:00Z')
  const manager = await signInAgain(service, staff.manager)
  const roomNumber = '204, B-12'
  expect((await note(manager, first, { roomNumber })).body.sharedRooms).toEqual([])

  const tried = await note(manager, second, { roomNumber: 'b12 300', simulate: true })
  const told = { code: first, firstName: 'A', lastName: 'First', roomNumber }
  const sharedRooms = [{ ...told, checkin: '2027-04-01', checkout: '2027-04-04' }]
  expect(tried.body).toMatchObject({ roomNumber: 'b12 300', sharedRooms })
  expect((await readBooking(manager, second)).desk).toMatchObject({
    ...{ roomNumber: null, sharedRooms: [] },
  })
  expect((await note(manager, second, { roomNumber: 'b12 300' })).body.sharedRooms).toHaveLength(1)
  expect((await readBooking(manager, first)).desk.sharedRooms).toMatchObject([{ code: second }])
  // Who leaves on the day on which another comes has no night with them, nor has another number that begins alike.
  expect((await note(manager, next, { roomNumber: '204' })).body.sharedRooms).toEqual([])
  expect((await note(manager, next, { roomNumber: '30' })).body.sharedRooms).toEqual([])

  const day = async (date: string) => {
    const { body } = await manager.call('GET', `/v1/panel/dashboard/desk?date=${date}`)
    const of = (list: string) =>
      body[list].items.map((stay: any) => [stay.guest.lastName, stay.sharesRoom])
    return { arrivals: of('arrivals'), departures: of('departures'), inHouse: of('inHouse') }
  }
  expect(await day('2027-04-03')).toEqual({
    ...{ arrivals: [['Second', true]], departures: [] },
    inHouse: [
      ['First', true],
      ['Second', true],
    ],
  })
  expect(await day('2027-04-04')).toMatchObject({ departures: [['First', false]] })
  // Whose guests have left has no room any more.
  await note(manager, first, { arrivedAt: '2027-04-02T10:00:00Z', leftAt: '2027-04-03T10:00:00Z' })
  expect((await readBooking(manager, second)).desk.sharedRooms).toEqual([])
  expect((await day('2027-04-03')).inHouse).toEqual([
    ['First', false],
    ['Second', false],
  ])
})
