import { expect, test } from 'bun:test'
import { tellOversold } from '../../src/service/days/tell-oversold.ts'
import { addDay, book, events, sell } from '../support/bookings.ts'
import { run } from '../support/retention.ts'
import { startService, type TestService, TODAY } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const YESTERDAY = addDay(TODAY, -1)
const NIGHTS = 103

/** What was told of oversold nights, oldest first. */
const told = async (service: TestService) =>
  (await events(service)).filter(({ event }) => event === 'booking.oversold')

test('nights that the migration found oversold are told of by a start, once, and those told already are not (contract-counts, the cap)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL', totalRooms: 5 }] })
  const { admin } = await hireStaff(service)
  await sell(service, { from: YESTERDAY, nights: NIGHTS })
  const stay = { checkin: TODAY, checkout: addDay(TODAY, 60), rooms: 3, adults: 3 }
  const { body } = await book(service.call, stay)
  await admin.call('PATCH', '/v1/admin/hotels/alfa/rooms/DBL', {
    body: { totalRooms: 2, expected: { totalRooms: 5 } },
  })
  expect(await told(service)).toHaveLength(60)
  // As the migration leaves them: it sets the alarm, also of a night that is over by now, and tells nobody.
  await run(service, 'update day set oversold = true, live = 3')

  await tellOversold(service.deps)
  const more = (await told(service)).slice(60)
  const last = addDay(YESTERDAY, NIGHTS - 1)
  expect(more).toHaveLength(NIGHTS - 1 - 60)
  expect(more.map(({ data }) => data.date)).toEqual(
    Array.from({ length: NIGHTS - 61 }, (_, index) => addDay(TODAY, 60 + index)),
  )
  expect(more.at(-1)!.data).toEqual({
    roomCode: 'DBL',
    date: last,
    totalRooms: 2,
    overbookingRooms: 0,
    sold: 3,
    bookings: [],
  })
  expect((await told(service))[0]!.data.bookings).toEqual([body.code])

  // Kept no longer than any event, and still not told of again.
  await run(service, 'delete from outbox')
  await tellOversold(service.deps)
  expect(await told(service)).toEqual([])
})

test('more nights of a hotel than one transaction tells of are all told of (contract-counts, the cap)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL', totalRooms: 2 }] })
  await sell(service, { from: TODAY, nights: 230, available: 2 })
  await run(service, 'update day set oversold = true, live = 3')
  await tellOversold(service.deps)
  const dates = (await told(service)).map(({ data }) => data.date)
  expect(dates).toEqual(Array.from({ length: 230 }, (_, index) => addDay(TODAY, index)))
})
