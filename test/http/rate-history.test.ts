import { expect, test } from 'bun:test'
import { patch } from '../support/http.ts'
import { addRates } from '../support/rate-days.ts'
import { NOW_MS, startService, type TestHotel } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const NIGHT = '2027-04-01'
const OWN = { roomCode: 'DBL', date: NIGHT, rateCode: 'OWN' }
const NONE = {
  ...{ priceCents: null, closed: false, minStay: null, minStayThrough: null },
  ...{ maxStay: null, minAdvanceDays: null, maxAdvanceDays: null },
  ...{ closedToArrival: null, closedToDeparture: null },
}
const historyOf = (hotel: TestHotel, rateCode: string, more = '') =>
  hotel.call('GET', `/availability/history?roomCode=DBL&date=${NIGHT}&rateCode=${rateCode}${more}`)

test('every change of a day of a rate is listed newest first: before, after, who, which push, when (contract §2)', async () => {
  await using service = await startService()
  const { alfa, clock } = service
  await addRates(service, alfa, { rateCode: 'OWN' })
  const first = await patch(alfa, [{ ...OWN, priceCents: 9_000, minStay: 2 }])
  clock.advance(1_000)
  const second = await patch(alfa, [{ ...OWN, closed: true, closedToArrival: true }])
  await patch(alfa, [{ ...OWN, closed: true }])
  const answer = await historyOf(alfa, 'OWN')
  expect(answer.status).toBe(200)
  const actor = { type: 'key', id: alfa.keyId, name: 'alfa key' }
  const before = { ...NONE, priceCents: 9_000, minStay: 2 }
  expect(answer.body).toEqual({
    ...OWN,
    items: [
      {
        before,
        after: { ...before, closed: true, closedToArrival: true },
        actor,
        pushId: second.body.pushId,
        at: new Date(NOW_MS + 1_000).toISOString(),
      },
      {
        before: null,
        after: before,
        actor,
        pushId: first.body.pushId,
        at: new Date(NOW_MS).toISOString(),
      },
    ],
    nextCursor: null,
  })
})

test('of STD they are its restrictions; without a rate the day is as it was (contract-rates)', async () => {
  await using service = await startService()
  const { alfa } = service
  const place = { roomCode: 'DBL', date: NIGHT }
  await patch(alfa, [{ ...place, priceCents: 9_000, minStay: 2 }])
  const { body } = await historyOf(alfa, 'STD')
  expect(body.items).toMatchObject([{ before: null, after: { ...NONE, minStay: 2 } }])
  const day = await alfa.call('GET', `/availability/history?roomCode=DBL&date=${NIGHT}`)
  expect(day.body.rateCode).toBeUndefined()
  expect(day.body.items).toMatchObject([
    { after: { available: 0, priceCents: 9_000, closed: false, shortfall: 0 } },
  ])
})

test('it is read page by page, each page of its own list (contract §5)', async () => {
  await using service = await startService()
  const { alfa } = service
  await addRates(service, alfa, { rateCode: 'OWN' })
  for (const priceCents of [1, 2, 3]) await patch(alfa, [{ ...OWN, priceCents }])
  const first = await historyOf(alfa, 'OWN', '&limit=2')
  const rest = await historyOf(alfa, 'OWN', `&limit=2&cursor=${first.body.nextCursor}`)
  const prices = [first, rest].map(({ body }) =>
    body.items.map(({ after }: any) => after.priceCents),
  )
  expect(prices).toEqual([[3, 2], [1]])
  expect(await historyOf(alfa, 'STD', `&cursor=${first.body.nextCursor}`)).toBeProblem(
    422,
    'validation_failed',
  )
})

test('an unknown rate is refused; Bravo sees nothing of Alfa; the panel names people (contract §1)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const { manager, bravoManager } = await hireStaff(service)
  await addRates(service, alfa, { rateCode: 'OWN' })
  const path = `/v1/panel/availability/history?roomCode=DBL&date=${NIGHT}&rateCode=OWN`
  await manager.call('PATCH', '/v1/panel/availability', {
    body: { updates: [{ ...OWN, priceCents: 7_000 }] },
  })
  for (const answer of [await historyOf(bravo, 'OWN'), await bravoManager.call('GET', path)]) {
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path: '?rateCode', code: 'unknown_rate' }])
  }
  const [panel, partner] = [await manager.call('GET', path), await historyOf(alfa, 'OWN')]
  expect(panel.body.items[0].actor).toMatchObject({ type: 'user', name: expect.any(String) })
  expect(partner.body.items[0].actor).toMatchObject({ type: 'user', name: null })
})
