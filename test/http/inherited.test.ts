import { expect, test } from 'bun:test'
import { addDay, book, events, sell } from '../support/bookings.ts'
import { type Entry, latest, walk } from '../support/changes.ts'
import { patch } from '../support/http.ts'
import { makeRate } from '../support/rates.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { addWebhook } from '../support/webhooks.ts'

const NIGHT = '2027-04-01'
const on = (days: number) => addDay(NIGHT, days)
const range = (from: number, to: number, roomCode = 'DBL') => ({
  roomCode,
  dateFrom: on(from),
  dateTo: on(to),
})

/** Alfa with two derived rates, one of them of one room type alone and off sale, and one of its own prices. */
async function start(): Promise<TestService> {
  const service = await startService({ rooms: [{ roomCode: 'DBL' }, { roomCode: 'SGL' }] })
  await makeRate(service, { rateCode: 'FLEX' })
  await makeRate(service, { rateCode: 'NRF', roomCodes: ['DBL'], active: false })
  await makeRate(service, { rateCode: 'OWN', pricing: { type: 'own' } })
  return service
}

/** What the entries since a cursor say of rates that inherit. */
const inheritedSince = async ({ alfa }: TestService, from: string) =>
  (await walk(alfa, { from })).map(({ type, inherited }: Entry) => [type, inherited])

test('a price of STD is read with the derived rates that it moved, and the days as ranges (I6; contract-groups)', async () => {
  await using service = await start()
  const { alfa } = service
  const from = await latest(alfa)
  await patch(alfa, [
    { ...range(0, 6), priceCents: 9_000 },
    { ...range(10, 11), priceCents: 9_000 },
    { ...range(3, 4, 'SGL'), priceCents: 5_000 },
  ])
  expect(await inheritedSince(service, from)).toEqual([
    [
      'availability',
      [
        { rateCodes: ['FLEX', 'NRF'], ranges: [range(0, 6), range(10, 11)] },
        { rateCodes: ['FLEX'], ranges: [range(3, 4, 'SGL')] },
      ],
    ],
  ])
})

test('restrictions of STD are handed down by their entry, those of another rate by none (I6; contract-groups)', async () => {
  await using service = await start()
  const { alfa } = service
  await sell(service)
  const from = await latest(alfa)
  await patch(alfa, [{ ...range(0, 2), minStay: 2 }])
  await patch(alfa, [{ ...range(0, 2), rateCode: 'FLEX', minStay: 3 }])
  await patch(alfa, [{ ...range(0, 2), rateCode: 'OWN', priceCents: 7_000 }])
  expect(await inheritedSince(service, from)).toEqual([
    ['rates', [{ rateCodes: ['FLEX', 'NRF'], ranges: [range(0, 2)] }]],
    ['rates', undefined],
    ['rates', undefined],
  ])
})

test('rooms left are nothing that a rate inherits: a count, a sale and the same price hand nothing down, a closed day does (I6)', async () => {
  await using service = await start()
  const { alfa, call } = service
  await patch(alfa, [{ ...range(0, 2), available: 3, priceCents: 9_000, closed: false }])
  const from = await latest(alfa)
  await patch(alfa, [{ ...range(0, 2), available: 4, priceCents: 9_000 }])
  await book(call, { checkout: on(1) })
  await patch(alfa, [
    { ...range(0, 2), available: 2 },
    { ...range(1, 1), closed: true },
  ])
  expect(await inheritedSince(service, from)).toEqual([
    ['availability', undefined],
    ['booking', undefined],
    ['availability', undefined],
    ['availability', [{ rateCodes: ['FLEX', 'NRF'], ranges: [range(1, 1)] }]],
  ])
})

test('it is worked out when it is read: by the rates of then, for a change of before, and nothing is kept of it (I6; contract-groups)', async () => {
  await using service = await start()
  const { alfa, store } = service
  const from = await latest(alfa)
  await patch(alfa, [{ ...range(0, 0), priceCents: 9_000 }])
  await makeRate(service, { rateCode: 'AAA' })
  const [entry] = await inheritedSince(service, from)
  expect(entry![1]).toMatchObject([{ rateCodes: ['AAA', 'FLEX', 'NRF'] }])
  expect(await store.db.select().from(store.t.rateDayHistory)).toEqual([])
})

test('a hotel without derived rates reads what it did, and each entry is as its schema says (contract-rates)', async () => {
  await using service = await start()
  const from = await latest(service.bravo)
  await patch(service.bravo, [{ roomCode: 'DBL', date: NIGHT, priceCents: 9_000 }])
  expect((await walk(service.bravo, { from }))[0]).not.toHaveProperty('inherited')
})

test('availability.changed says it likewise, of prices and restrictions together (I6; contract-groups)', async () => {
  await using service = await start()
  const { alfa } = service
  await addWebhook(alfa, { events: ['availability.changed'] })
  await addWebhook(service.bravo, { events: ['availability.changed'] })
  const { manager } = await hireStaff(service)
  const send = (...updates: object[]) =>
    manager.call('PATCH', '/v1/panel/availability', { body: { updates } })
  await send({ ...range(0, 599), priceCents: 9_000 }, { ...range(200, 620), maxStay: 9 })
  await send({ ...range(0, 2), available: 4 })
  const told = (await events(service)).map(({ data: { inherited } }) => inherited)
  const of = (from: number, to: number) => [
    { rateCodes: ['FLEX', 'NRF'], ranges: [range(from, to)] },
  ]
  // 500 days and 421 of rates, then the other 100.
  expect(told).toEqual([of(0, 620), of(500, 599), undefined])
})
