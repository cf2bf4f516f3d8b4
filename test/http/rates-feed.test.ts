import { expect, test } from 'bun:test'
import { addDay, book, events, sell } from '../support/bookings.ts'
import { changes, type Entry, walk } from '../support/changes.ts'
import { patch, push } from '../support/http.ts'
import { addRates } from '../support/rate-days.ts'
import { startService, type TestService, TODAY } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { addWebhook } from '../support/webhooks.ts'

const NIGHT = '2027-04-01'
const PLACE = { roomCode: 'DBL', date: NIGHT }
const NONE = {
  ...{ priceCents: null, closed: false, minStay: null, minStayThrough: null },
  ...{ maxStay: null, minAdvanceDays: null, maxAdvanceDays: null },
  ...{ closedToArrival: null, closedToDeparture: null },
}

async function start() {
  const service = await startService()
  await addRates(service, service.alfa, { rateCode: 'OWN' })
  return service
}
/** What an entry is, in a word and the number of its days. */
const brief = ({ type, days }: Entry) => (days ? `${type} ${days.length}` : type)

test('days of rates are an entry of their own, as they are stored, after the days of the same push (contract §2)', async () => {
  await using service = await start()
  const { alfa } = service
  const { body } = await patch(alfa, [
    { ...PLACE, rateCode: 'OWN', priceCents: 9_000 },
    { ...PLACE, available: 2, priceCents: 8_000, closedToArrival: true },
  ])
  const entries = await walk(alfa)
  expect(entries.map(brief)).toEqual(['availability 1', 'rates 2'])
  const [days, rates] = entries
  expect(rates).toEqual({
    ...{ cursor: rates!.cursor, type: 'rates', at: days!.at, actor: days!.actor },
    pushId: body.pushId,
    days: [
      { ...PLACE, rateCode: 'OWN', ...NONE, priceCents: 9_000 },
      { ...PLACE, rateCode: 'STD', ...NONE, closedToArrival: true },
    ],
  })
  await patch(alfa, [{ ...PLACE, minStay: 2 }])
  expect((await walk(alfa, { from: rates!.cursor })).map(brief)).toEqual(['rates 1'])
})

test('a hotel without rates and restrictions has no such entry, nor does another see it (contract-rates)', async () => {
  await using service = await start()
  await sell(service)
  await book(service.call)
  await push(service.bravo, [{ ...PLACE, available: 1, priceCents: 100 }])
  await patch(service.alfa, [{ ...PLACE, minStay: 2 }])
  expect((await walk(service.bravo)).map(brief)).toEqual(['availability 1'])
})

test('500 days are an entry; wherever a reader stops and with whatever limit, each comes once and in order (contract §2)', async () => {
  await using service = await start()
  const { alfa } = service
  const range = (nights: number) => ({
    ...{ roomCode: 'DBL', dateFrom: TODAY, dateTo: addDay(TODAY, nights - 1) },
  })
  // Days, then rates: 620 and 1,220 of one change, 500 and 500, none and 7, 7 and none.
  await patch(alfa, [
    { ...range(620), priceCents: 100, minStay: 2 },
    { ...range(600), rateCode: 'OWN', priceCents: 200 },
  ])
  await patch(alfa, [{ ...range(500), priceCents: 300, minStay: 3 }])
  await patch(alfa, [{ ...range(7), rateCode: 'OWN', closed: true }])
  await patch(alfa, [{ ...range(7), priceCents: 400 }])
  const all = await walk(alfa)
  expect(all.map(brief)).toEqual([
    ...['availability 500', 'availability 120', 'rates 500', 'rates 500', 'rates 220'],
    ...['availability 500', 'rates 500', 'rates 7', 'availability 7'],
  ])
  const told = all.filter(({ type }) => type === 'rates').slice(0, 3)
  const names = told.flatMap(({ days }) =>
    days.map(({ rateCode, date }: any) => `${rateCode} ${date}`),
  )
  expect(names).toEqual(names.toSorted())
  expect(new Set(names).size).toBe(1_220)
  for (const limits of [[1], [2], [3, 1], [500]]) expect(await walk(alfa, { limits })).toEqual(all)
  for (const [index, { cursor }] of all.entries())
    expect(await walk(alfa, { from: cursor, limits: [1, 2] })).toEqual(all.slice(index + 1))
})

test('a page is bounded by its days, those of rates among them (contract §2)', async () => {
  await using service = await startService({
    rooms: Array.from({ length: 12 }, (_, index) => ({ roomCode: `R${index + 10}` })),
  })
  const { alfa } = service
  for (let room = 10; room < 22; room++)
    await patch(alfa, [
      {
        ...{ roomCode: `R${room}`, dateFrom: TODAY, dateTo: addDay(TODAY, 599) },
        ...{ priceCents: 100, minStay: 2 },
      },
    ])
  const page = await changes(alfa, '?limit=500')
  const days = page.body.changes.flatMap((entry: Entry) => entry.days)
  expect(page.body.hasMore).toBe(true)
  expect(days.length).toBeLessThanOrEqual(10_000)
  expect(days.length).toBeGreaterThan(9_000)
  const all = await walk(alfa)
  expect(all.flatMap((entry) => entry.days)).toHaveLength(14_400)
  expect(await walk(alfa, { limits: [1, 7] })).toEqual(all)
})

test('a booking comes before its days, and a cursor within a change with rates may be sent with counts (contract-counts)', async () => {
  await using service = await start()
  const { alfa } = service
  await sell(service, { available: 4 })
  await patch(alfa, [{ ...PLACE, priceCents: 500, minStay: 2 }])
  const all = await walk(alfa)
  const within = all.find(({ days }) => days?.[0].priceCents === 500)!
  await book(service.call, { rooms: 1 })
  const { body } = await patch(alfa, [{ ...PLACE, available: 4 }], { seenThrough: within.cursor })
  expect(body.warnings).toMatchObject([{ code: 'sold_meanwhile', sent: 4, available: 3 }])
})

test('the panel reads them, too', async () => {
  await using service = await start()
  const { manager } = await hireStaff(service)
  await patch(service.alfa, [{ ...PLACE, minStay: 2 }])
  const { body } = await manager.call('GET', '/v1/panel/changes')
  expect(body.changes.map(brief)).toEqual(['rates 1'])
})

const readFeed = async (service: TestService) =>
  (await events(service)).filter(({ event }) => event === 'availability.changed')

test('availability.changed tells of days of rates beside days, at most 500 of each (contract §4)', async () => {
  await using service = await start()
  const { manager } = await hireStaff(service)
  await addWebhook(service.alfa, { events: ['availability.changed'] })
  const send = (update: object) =>
    manager.call('PATCH', '/v1/panel/availability', { body: { updates: [update] } })
  await send({ ...PLACE, rateCode: 'OWN', priceCents: 9_000 })
  await send({ ...PLACE, priceCents: 8_000 })
  const range = { roomCode: 'DBL', dateFrom: TODAY, dateTo: addDay(TODAY, 599) }
  await send({ ...range, priceCents: 7_000, maxStay: 9 })
  const [rates, days, ...both] = (await readFeed(service)).map(({ data }) => data)
  expect(rates).toMatchObject({ days: [], actor: { type: 'user' } })
  expect(rates.rates).toEqual([{ ...PLACE, rateCode: 'OWN', ...NONE, priceCents: 9_000 }])
  expect(days.days).toHaveLength(1)
  expect(days).not.toHaveProperty('rates')
  expect(both.map((each) => [each.days.length, each.rates.length])).toEqual([
    [500, 500],
    [100, 100],
  ])
})
