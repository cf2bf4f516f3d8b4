import { expect, test } from 'bun:test'
import { addDays, type CalendarDate } from '../../src/domain/kernel/date.ts'
import { daysOf, pull, push } from '../support/http.ts'
import { startService, TODAY } from '../support/service.ts'

const NEVER = { available: 0, priceCents: 0, closed: true }
const day = (days: number) => addDays(TODAY as CalendarDate, days)

test('the example of the specification: pull, push an open day, close one, pull again (specification §2, §4.1)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }] })
  const { alfa } = service
  const range = () => pull(alfa, '2027-04-01', '2027-04-03')
  const dates = ['2027-04-01', '2027-04-02', '2027-04-03']

  const never = await range()
  expect(never.status).toBe(200)
  expect(never.headers.get('content-type')).toBe('application/json')
  expect(never.body).toEqual({
    from: '2027-04-01',
    to: '2027-04-03',
    rooms: [{ roomCode: 'DBL', days: dates.map((date) => ({ date, ...NEVER })) }],
  })

  const open = {
    roomCode: 'DBL',
    date: '2027-04-01',
    available: 4,
    priceCents: 12900,
    closed: false,
  }
  const pushed = await push(alfa, [open])
  expect(pushed.status).toBe(200)
  expect(pushed.headers.get('content-type')).toStartWith('application/json')
  expect(pushed.body).toMatchObject({ received: 1, applied: 1, rejected: 0, errors: [] })
  const close = { roomCode: 'DBL', date: '2027-04-02', available: 0, closed: true }
  expect((await push(alfa, [close])).status).toBe(200)

  const after = await range()
  expect(after.body.rooms).toHaveLength(1)
  expect(daysOf(after, 'DBL')).toEqual([
    { date: '2027-04-01', available: 4, priceCents: 12900, closed: false },
    { date: '2027-04-02', available: 0, priceCents: 0, closed: true },
    { date: '2027-04-03', ...NEVER },
  ])
})

test('a pull has the fields of the specification and no others, in its order (specification §2.1, §2.2)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }] })
  const { text } = await pull(service.alfa, '2027-04-01')

  expect(text).toBe(
    '{"from":"2027-04-01","to":"2027-04-01","rooms":[{"roomCode":"DBL","days":[{"date":"2027-04-01","available":0,"priceCents":0,"closed":true}]}]}',
  )
})

test('every room type appears, by code, each with every date of the range in order (contract §2)', async () => {
  const codes = ['SGL', 'DBL-SEA', 'dbl', 'DBL', '10', '9', 'A,B', 'Ünlü oda', 'DBL/1']
  await using service = await startService({ rooms: codes.map((roomCode) => ({ roomCode })) })
  const { alfa } = service
  await push(alfa, [
    { roomCode: 'SGL', date: '2027-12-30', available: 1, priceCents: 100 },
    { roomCode: 'Ünlü oda', date: '2028-01-02', available: 2, priceCents: 200 },
    { roomCode: '10', date: '2027-12-30', available: 3, priceCents: 300 },
  ])

  const { body } = await pull(alfa, '2027-12-30', '2028-01-02')

  expect(body.rooms.map((room: { roomCode: string }) => room.roomCode)).toEqual(codes.toSorted())
  for (const room of body.rooms)
    expect(room.days.map(({ date }: { date: string }) => date)).toEqual([
      '2027-12-30',
      '2027-12-31',
      '2028-01-01',
      '2028-01-02',
    ])
  const open = body.rooms.flatMap((room: any) =>
    room.days.filter((each: any) => !each.closed).map((each: any) => [room.roomCode, each.date]),
  )
  expect(open).toEqual([
    ['10', '2027-12-30'],
    ['SGL', '2027-12-30'],
    ['Ünlü oda', '2028-01-02'],
  ])
})

test('both ends of the range are in it and nothing beside them (contract §2)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }] })
  const { alfa } = service
  const dates = ['2027-03-31', '2027-04-01', '2027-04-02', '2027-04-03']
  await push(
    alfa,
    dates.map((date, index) => ({ roomCode: 'DBL', date, available: index + 1, priceCents: 100 })),
  )

  const counts = async (from: string, to: string) =>
    daysOf(await pull(alfa, from, to), 'DBL').map(({ available }) => available)

  expect(await counts('2027-04-01', '2027-04-02')).toEqual([2, 3])
  expect(await counts('2027-04-01', '2027-04-01')).toEqual([2])
})

test('a pull spans 750 days, every day that can be pushed at once, and no more (contract §2)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }] })
  const { alfa } = service

  const longest = await pull(alfa, day(-1), day(748))
  expect(longest.status).toBe(200)
  expect(daysOf(longest, 'DBL')).toHaveLength(750)
  const longer = await pull(alfa, day(-1), day(749))
  expect(longer).toBeProblem(422, 'validation_failed')
  expect(longer.body.errors).toMatchObject([{ path: '?to', code: 'range_too_long' }])
})

test('a pull begins at most 366 days before the hotel-local today (contract §1, §2)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }] })
  const { alfa, clock } = service

  expect((await pull(alfa, day(-366))).status).toBe(200)
  const before = await pull(alfa, day(-367), day(0))
  expect(before).toBeProblem(422, 'validation_failed')
  expect(before.body.errors).toMatchObject([{ path: '?from', code: 'date_in_past' }])

  // Istanbul is three hours ahead: at 21:00 UTC its next day has begun.
  clock.nowMs = Date.parse('2027-03-10T21:00:00Z')
  expect((await pull(alfa, day(-365))).status).toBe(200)
  expect(await pull(alfa, day(-366))).toBeProblem(422, 'validation_failed')
  clock.nowMs -= 1
  expect((await pull(alfa, day(-366))).status).toBe(200)
})

test('a day never pushed shows the base price of its room type, and so does one pushed without (contract §2)', async () => {
  await using service = await startService({
    rooms: [{ roomCode: 'DBL', basePriceCents: 9900 }, { roomCode: 'SGL' }],
  })
  const { alfa } = service

  expect(daysOf(await pull(alfa, '2027-04-01'), 'DBL')).toEqual([
    { date: '2027-04-01', available: 0, priceCents: 9900, closed: true },
  ])
  await push(alfa, [
    { roomCode: 'DBL', date: '2027-04-01', available: 0, closed: true },
    { roomCode: 'SGL', date: '2027-04-01', available: 0, closed: true },
  ])
  const pushed = await pull(alfa, '2027-04-01')
  expect(daysOf(pushed, 'DBL')[0]).toMatchObject({ priceCents: 9900, closed: true })
  expect(daysOf(pushed, 'SGL')[0]).toMatchObject({ priceCents: 0, closed: true })
})

test('roomCode narrows a pull to one room type or several, each once (contract §2)', async () => {
  await using service = await startService({
    rooms: ['DBL', 'SGL', 'TRP', 'A,B', '[1]'].map((roomCode) => ({ roomCode })),
  })
  const codes = async (more: string) =>
    (await pull(service.alfa, '2027-04-01', '2027-04-02', more)).body.rooms.map(
      (room: { roomCode: string }) => room.roomCode,
    )

  expect(await codes('&roomCode=SGL')).toEqual(['SGL'])
  expect(await codes('&roomCode=TRP&roomCode=DBL')).toEqual(['DBL', 'TRP'])
  expect(await codes('&roomCode=DBL&roomCode=DBL')).toEqual(['DBL'])
  expect(await codes('&roomCode=A,B')).toEqual(['A,B'])
  expect(await codes('&roomCode=A%2CB&roomCode=SGL')).toEqual(['A,B', 'SGL'])
  expect(await codes('&roomCode=[1]')).toEqual(['[1]'])
})

test('an unknown roomCode is refused and the nearest known one is named (contract §2)', async () => {
  await using service = await startService({
    rooms: ['DBL', 'SGL', 'FAMILY'].map((roomCode) => ({ roomCode })),
  })
  const { alfa } = service

  for (const [asked, nearest] of [
    ['DBK', 'DBL'],
    ['SNGL', 'SGL'],
    ['FAMLY', 'FAMILY'],
    ['dbl', 'DBL'],
    ['Family', 'FAMILY'],
  ]) {
    const answer = await pull(alfa, '2027-04-01', '2027-04-01', `&roomCode=DBL&roomCode=${asked}`)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path: '?roomCode', code: 'unknown_room' }])
    expect(answer.body.detail).toContain(`"${asked}"`)
    expect(answer.body.detail).toContain(`"${nearest}"`)
  }
})

test('a room type that is switched off is not pulled, and a push to it applies with a warning (contract §2)', async () => {
  await using service = await startService({
    rooms: [{ roomCode: 'DBL' }, { roomCode: 'OLD', active: false }],
  })
  const { alfa } = service
  const update = { roomCode: 'OLD', date: '2027-04-01', available: 1, priceCents: 100 }

  const pushed = await push(alfa, [update])
  expect(pushed.status).toBe(200)
  expect(pushed.body.applied).toBe(1)
  expect(pushed.body.warnings).toMatchObject([{ index: 0, roomCode: 'OLD', code: 'room_inactive' }])
  const { body } = await pull(alfa, '2027-04-01')
  expect(body.rooms.map((room: { roomCode: string }) => room.roomCode)).toEqual(['DBL'])
  const asked = await pull(alfa, '2027-04-01', '2027-04-01', '&roomCode=OLD')
  expect(asked).toBeProblem(422, 'validation_failed')
  expect(asked.body.errors[0]).toMatchObject({ path: '?roomCode', code: 'room_inactive' })
})

test('a hotel without room types pulls an empty list (specification §2.2)', async () => {
  await using service = await startService({ rooms: [] })

  const { body } = await pull(service.alfa, '2027-04-01')
  expect(body).toEqual({ from: '2027-04-01', to: '2027-04-01', rooms: [] })
})
