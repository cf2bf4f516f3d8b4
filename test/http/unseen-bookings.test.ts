import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { latest } from '../support/changes.ts'
import { push } from '../support/http.ts'
import { NOW_MS, startService, type TestService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

const PLACE = { roomCode: 'DBL', date: '2027-04-01' }
const DAY_MS = 24 * 60 * 60_000

async function start(): Promise<{ service: TestService; code: string }> {
  const service = await startService({
    rooms: [{ roomCode: 'DBL', totalRooms: null, basePriceCents: 10_000 }],
  })
  await sell(service, { available: 6 })
  const { body } = await book(service.call)
  return { service, code: body.code }
}

test('counts without a cursor name, once, the bookings of their nights that nobody acknowledged (contract-counts, unseen_bookings)', async () => {
  const { service, code } = await start()
  await using _ = service
  const { body } = await push(service.alfa, [
    { ...PLACE, date: '2027-04-05', available: 5 },
    { ...PLACE, available: 5 },
    { ...PLACE, date: '2027-04-02', available: 5 },
  ])
  expect(body).toMatchObject({ applied: 1, unchanged: 2, corrected: 0 })
  expect(body.warnings).toEqual([
    {
      index: 1,
      ...PLACE,
      code: 'unseen_bookings',
      message:
        'Counts came without seenThrough for nights of 1 booking that you have not acknowledged; make sure that they know of them.',
      values: { bookings: 1 },
      bookings: [code],
    },
  ])
})

test('not of what was acknowledged, is over, is a day old, or is guarded by a cursor (contract-counts, unseen_bookings)', async () => {
  const { service, code } = await start()
  await using _ = service
  const warnings = async (body: object = {}) =>
    (
      await service.alfa.call('PUT', '/availability', {
        body: { updates: [{ ...PLACE, available: 5 }], ...body },
      })
    ).body.warnings
  expect(await warnings()).toHaveLength(1)
  expect(await warnings({ seenThrough: await latest(service.alfa) })).toEqual([])
  await service.alfa.call('POST', `/bookings/${code}/ack`, { body: { revision: 1 } })
  expect(await warnings()).toEqual([])
  const { body: other } = await book(service.call)
  expect((await warnings())[0].bookings).toEqual([other.code])
  service.clock.advance(DAY_MS + 1)
  expect(await warnings()).toEqual([])
})

test('an option is named among what is sold, newest first, until it is acknowledged or a day old (contract-counts, unseen_bookings)', async () => {
  const { service, code } = await start()
  await using _ = service
  const { call } = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const holdUntil = new Date(NOW_MS + 5 * DAY_MS).toISOString()
  const made = [code]
  for (const more of [{ holdUntil }, {}, { holdUntil }])
    made.unshift((await book(call, more)).body.code)
  const named = async () =>
    (await push(service.alfa, [{ ...PLACE, available: 6 }])).body.warnings.find(
      (warning: { code: string }) => warning.code === 'unseen_bookings',
    )?.bookings
  expect(await named()).toEqual(made)
  await service.alfa.call('POST', `/bookings/${made[0]}/ack`, { body: { revision: 1 } })
  expect(await named()).toEqual(made.slice(1))
  service.clock.advance(DAY_MS + 1)
  expect(await named()).toBeUndefined()
})
