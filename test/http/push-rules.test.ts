import { expect, test } from 'bun:test'
import { insertRoomType } from '../../src/store/catalog/catalog.ts'
import { daysOf, type Element, eventually, pull, push } from '../support/http.ts'
import { room, startService, type TestHotel } from '../support/service.ts'

const DATE = '2027-04-01'
const DBL = { roomCode: 'DBL', date: DATE }

const dayOf = async (hotel: TestHotel, roomCode = 'DBL') =>
  daysOf(await pull(hotel, DATE), roomCode)[0]

/** Code and field of every error and warning of a report, by index. */
const errorsOf = ({ body }: { body: any }) =>
  body.errors.map(({ index, field, code }: Element) => [index, field, code])
const warningsOf = ({ body }: { body: any }) =>
  body.warnings.map(({ index, code }: Element) => [index, code])

test('priceCents and closed left out keep what is stored (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service

  await push(alfa, [{ ...DBL, available: 4, priceCents: 12900, closed: false }])
  await push(alfa, [{ ...DBL, available: 3 }])
  expect(await dayOf(alfa)).toMatchObject({ available: 3, priceCents: 12900, closed: false })
  await push(alfa, [{ ...DBL, available: 2, closed: true }])
  expect(await dayOf(alfa)).toMatchObject({ available: 2, priceCents: 12900, closed: true })
  await push(alfa, [{ ...DBL, available: 2, priceCents: 9900 }])
  expect(await dayOf(alfa)).toMatchObject({ available: 2, priceCents: 9900, closed: true })
  await push(alfa, [{ ...DBL, available: 2, closed: false }])
  expect(await dayOf(alfa)).toMatchObject({ available: 2, priceCents: 9900, closed: false })
})

test('a day pushed for the first time takes the base price and is open (contract §2)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL', basePriceCents: 9900 }] })
  const { alfa } = service

  expect((await push(alfa, [{ ...DBL, available: 4 }])).status).toBe(200)
  expect(await dayOf(alfa)).toEqual({
    date: DATE,
    available: 4,
    priceCents: 9900,
    closed: false,
  })
  await push(alfa, [{ ...DBL, available: 4, priceCents: 12900 }])
  await push(alfa, [{ ...DBL, available: 5 }])
  expect(await dayOf(alfa)).toMatchObject({ available: 5, priceCents: 12900 })
})

test('an open day that would have no price is refused, also one of price 0 (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service

  const answer = await push(alfa, [
    { ...DBL, available: 4 },
    { ...DBL, date: '2027-04-02', available: 4, priceCents: 0 },
    { ...DBL, date: '2027-04-03', available: 4, priceCents: 1 },
  ])
  expect(answer.status).toBe(207)
  expect(errorsOf(answer)).toEqual([
    [0, 'priceCents', 'price_required'],
    [1, 'priceCents', 'price_required'],
  ])
  expect(await dayOf(alfa)).toMatchObject({ available: 0, closed: true })
})

test('a day needs no price while it is closed or has nothing to sell, and needs it to open (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service

  expect((await push(alfa, [{ ...DBL, available: 4, closed: true }])).status).toBe(200)
  expect(errorsOf(await push(alfa, [{ ...DBL, available: 4, closed: false }]))).toEqual([
    [0, 'priceCents', 'price_required'],
  ])
  expect((await push(alfa, [{ ...DBL, available: 0, closed: false }])).status).toBe(200)
  expect(errorsOf(await push(alfa, [{ ...DBL, available: 1 }]))).toEqual([
    [0, 'priceCents', 'price_required'],
  ])
  expect((await push(alfa, [{ ...DBL, available: 1, priceCents: 100 }])).status).toBe(200)
  expect(errorsOf(await push(alfa, [{ ...DBL, available: 1, priceCents: 0 }]))).toEqual([
    [0, 'priceCents', 'price_required'],
  ])
  expect(await dayOf(alfa)).toMatchObject({ available: 1, priceCents: 100, closed: false })
})

test('a count for a day that is closed applies with a warning, and the day stays closed (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  await push(alfa, [{ ...DBL, available: 0, closed: true }])

  const count = await push(alfa, [{ ...DBL, available: 4, priceCents: 100 }])
  expect(count.status).toBe(200)
  expect(count.body.applied).toBe(1)
  expect(count.body.warnings).toEqual([
    { index: 0, ...DBL, code: 'day_still_closed', message: expect.any(String) },
  ])
  expect(await dayOf(alfa)).toMatchObject({ available: 4, priceCents: 100, closed: true })

  expect(warningsOf(await push(alfa, [{ ...DBL, available: 4, closed: true }]))).toEqual([])
  expect(warningsOf(await push(alfa, [{ ...DBL, available: 4, closed: false }]))).toEqual([])
  expect(warningsOf(await push(alfa, [{ ...DBL, available: 3 }]))).toEqual([])
})

test('of two elements for one day the last wins and the earlier is warned of (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service

  const answer = await push(alfa, [
    { ...DBL, available: 1, priceCents: 100 },
    { roomCode: 'SGL', date: DATE, available: 5, priceCents: 500 },
    { ...DBL, available: 2, priceCents: 200 },
    { ...DBL, available: 3 },
  ])
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ received: 4, rejected: 0 })
  expect(warningsOf(answer)).toEqual([
    [0, 'duplicate_element'],
    [2, 'duplicate_element'],
  ])
  // Applied in order: the last has no price of its own and keeps that of the one before.
  expect(await dayOf(alfa)).toMatchObject({ available: 3, priceCents: 200 })
  expect(await dayOf(alfa, 'SGL')).toMatchObject({ available: 5, priceCents: 500 })
})

test('a refused element neither wins over a good one for its day nor warns of it (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service

  const answer = await push(alfa, [
    { ...DBL, available: 1, priceCents: 100 },
    { ...DBL, available: -1 },
    { ...DBL, available: 2, priceCents: 0 },
  ])
  expect(answer.status).toBe(207)
  expect(answer.body).toMatchObject({ received: 3, applied: 1, unchanged: 0, rejected: 2 })
  expect(warningsOf(answer)).toEqual([])
  expect(await dayOf(alfa)).toMatchObject({ available: 1, priceCents: 100 })
})

test('a count above the rooms there are is refused, the count itself is not (contract §2)', async () => {
  await using service = await startService({
    rooms: [
      { roomCode: 'DBL', totalRooms: 10 },
      { roomCode: 'SGL', totalRooms: null },
      { roomCode: 'NIL', totalRooms: 0 },
    ],
  })
  const { alfa } = service
  const of = (roomCode: string, available: number, more: Element = {}) => ({
    roomCode,
    date: DATE,
    available,
    priceCents: 100,
    ...more,
  })

  const answer = await push(alfa, [
    of('DBL', 11),
    of('DBL', 11, { closed: true }),
    of('DBL', 10),
    of('SGL', 9999),
    of('NIL', 1),
    of('NIL', 0),
  ])
  expect(answer.status).toBe(207)
  expect(errorsOf(answer)).toEqual([
    [0, 'available', 'above_capacity'],
    [1, 'available', 'above_capacity'],
    [4, 'available', 'above_capacity'],
  ])
  expect(answer.body.errors[0].message).toContain('10')
  expect(await dayOf(alfa)).toMatchObject({ available: 10 })
  expect(await dayOf(alfa, 'SGL')).toMatchObject({ available: 9999 })
})

test('an unknown room type is refused and the nearest of the hotel is named (contract §2)', async () => {
  await using service = await startService({
    rooms: [{ roomCode: 'DBL-SEA' }, { roomCode: 'SGL' }],
  })

  const answer = await push(service.alfa, [
    { roomCode: 'DBLSEA', date: DATE, available: 1, priceCents: 100 },
    { roomCode: 'sgl', date: DATE, available: 1, priceCents: 100 },
  ])
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(errorsOf(answer)).toEqual([
    [0, 'roomCode', 'unknown_room'],
    [1, 'roomCode', 'unknown_room'],
  ])
  expect(answer.body.errors[0].message).toContain('"DBL-SEA"')
  expect(answer.body.errors[1].message).toContain('"SGL"')
})

test('in a hotel without room types every code is unknown, and no nearest is invented (contract §2)', async () => {
  await using service = await startService({ rooms: [] })

  const answer = await push(service.alfa, [{ ...DBL, available: 1 }])
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors[0]).toMatchObject({ code: 'unknown_room' })
  expect(answer.body.errors[0].message).not.toContain('nearest')
})

test('a push is checked against the room types as they are when its body has come (contract §2)', async () => {
  await using service = await startService({ rooms: [] })
  const { alfa, context, store } = service
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const send = (text: string) => writer.write(new TextEncoder().encode(text))

  const answer = alfa.call('PUT', '/availability', { raw: readable })
  await send('{"updates":[')
  await eventually(() => context.keyUses.size > 0)
  await store.tx((tx) => insertRoomType(tx, alfa.id, room({ roomCode: 'DBL' })))
  await send(`${JSON.stringify({ ...DBL, available: 1, priceCents: 100 })}]}`)
  await writer.close()
  expect((await answer).status).toBe(200)
})
