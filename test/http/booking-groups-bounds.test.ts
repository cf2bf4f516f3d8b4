import { expect, test } from 'bun:test'
import { readAvailable, sell } from '../support/bookings.ts'
import {
  type Booking,
  change,
  DOUBLE,
  type Group,
  place,
  placesOf,
  ROOMS,
  read,
  SUITE,
  startGroup,
} from '../support/own-group.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

test('changes of two groups at the same time take the last room once, and each is whole (contract-groups)', async () => {
  await using service = await startService({ rooms: ROOMS })
  await sell(service)
  await sell(service, { roomCode: 'SUI', available: 1 })
  const groups: Group[] = []
  for (const _ of ['one', 'two']) groups.push((await place(service, [DOUBLE, DOUBLE])).body)
  const answers = await Promise.all(
    groups.map((group) =>
      change(service, group, {
        guest: { firstName: 'Ada' },
        stays: [
          { code: group.bookings[0]!.code, checkout: '2027-04-04' },
          { code: group.bookings[1]!.code, roomCode: 'SUI' },
        ],
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  for (const [index, { status, body }] of answers.entries()) {
    const now = await read(service, groups[index]!)
    if (status === 200) expect(now).toEqual(body)
    else expect(now.bookings).toEqual(groups[index]!.bookings)
  }
  // 3 doubles on both first nights, 1 on the added one.
  expect(await readAvailable(service, { to: '2027-04-03' })).toEqual([2, 2, 4])
  expect(await readAvailable(service, { roomCode: 'SUI', to: '2027-04-02' })).toEqual([0, 0])
})

test('changes of one group at the same time are kept one after another (contract-groups)', async () => {
  await using scene = await startGroup([DOUBLE, DOUBLE])
  const { service, group } = scene
  const answers = await Promise.all(
    ['17:00', '18:00', '19:00'].map((arrivalTime) => change(service, group, { arrivalTime })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { bookings } = await read(service, group)
  expect(bookings.map(({ revision }: Booking) => revision)).toEqual([4, 4])
  expect(bookings[0].arrivalTime).toBe(bookings[1].arrivalTime)
})

test('a guest makes a group no larger than one web booking, stay by stay neither (contract-access)', async () => {
  await using scene = await startGroup([DOUBLE, DOUBLE, SUITE])
  const { service, group } = scene
  const { manager } = await hireStaff(service)
  const bounds = { body: { webMaxRooms: 5 } }
  expect((await manager.call('PATCH', '/v1/panel/hotel', bounds)).status).toBe(200)
  const [one, two] = group.bookings
  const more = { rooms: 4, adults: 4 }
  const lone = await service.call('PATCH', `/v1/bookings/${one!.code}`, {
    body: { manageToken: group.manageToken, ...more },
  })
  expect(placesOf(lone)).toEqual([['/rooms', 'stay_too_large']])
  const stays = [{ code: two!.code, ...more }]
  expect(placesOf(await change(service, group, { stays }))).toEqual([['/stays', 'stay_too_large']])
  expect((await change(service, group, { stays: [{ code: two!.code, rooms: 2 }] })).status).toBe(
    200,
  )
})

test('the desk makes no group of more than 100 rooms or 600 room-nights: placed, changed, stay by stay (contract-groups, *Several rooms*)', async () => {
  await using scene = await startGroup([DOUBLE, DOUBLE])
  const { service, group } = scene
  const { manager } = await hireStaff(service)
  const large = (rooms: number) => ({ rooms, adults: rooms })
  const placed = await place(manager, [{ ...DOUBLE, ...large(100) }, DOUBLE])
  expect(placesOf(placed)).toEqual([['/stays', 'group_too_large']])
  const long = { ...large(100), checkout: '2027-04-08' }
  expect(placesOf(await place(manager, [{ ...DOUBLE, ...long }]))).toEqual(placesOf(placed))
  const [one, two] = group.bookings
  const path = `/v1/panel/booking-groups/${group.code}?hotel=alfa`
  const stays = [{ code: two!.code, ...large(100) }]
  const changed = await manager.call('PATCH', path, { body: { stays } })
  expect(placesOf(changed)).toEqual([['/stays', 'group_too_large']])
  const lone = await manager.call('PATCH', `/v1/bookings/${one!.code}`, { body: large(100) })
  expect(placesOf(lone)).toContainEqual(['/rooms', 'group_too_large'])
})

test('the holds of an option group move together, and a stay added ends with them (contract-groups, *Options*)', async () => {
  await using service = await startService({ rooms: ROOMS })
  await sell(service)
  const { manager } = await hireStaff(service)
  const untilOf = (hours: number) => new Date(service.clock.nowMs + hours * 3_600_000).toISOString()
  const placed = await place(manager, [DOUBLE, DOUBLE], { holdUntil: untilOf(30) })
  const path = `/v1/panel/booking-groups/${placed.body.code}?hotel=alfa`
  const moved = await manager.call('PATCH', path, { body: { holdUntil: untilOf(50) } })
  const ends = ({ body }: { body: { bookings: { holdUntil: string }[] } }) =>
    body.bookings.map(({ holdUntil }) => Date.parse(holdUntil))
  expect(moved.status).toBe(200)
  expect(ends(moved)).toEqual([Date.parse(untilOf(50)), Date.parse(untilOf(50))])
  const added = await manager.call('POST', path.replace('?', '/stays?'), { body: DOUBLE })
  expect(added.status).toBe(201)
  expect(ends(added)).toEqual(Array(3).fill(Date.parse(untilOf(50))))
  const past = await manager.call('PATCH', path, { body: { holdUntil: untilOf(-1) } })
  expect(placesOf(past)).toEqual([['/holdUntil', 'option_in_past']])
})
