import { expect, test } from 'bun:test'
import { sell } from '../support/bookings.ts'
import { type Element, history, push } from '../support/http.ts'
import { NOW_MS, startService, type TestHotel } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const DATE = '2027-04-01'
const DBL = { roomCode: 'DBL', date: DATE }

/** Pushes counts one after the other, the clock a second later each time. */
async function pushCounts(hotel: TestHotel, clock: { advance: (ms: number) => void }, to: number) {
  for (let available = 1; available <= to; available++) {
    await push(hotel, [{ ...DBL, available, priceCents: 100 }])
    clock.advance(1_000)
  }
}

const countsOf = ({ body }: { body: any }) =>
  body.items.map(({ after }: { after: Element }) => after.available)

test('every change of a day is listed newest first: before, after, who, which push, when (contract §2)', async () => {
  await using service = await startService()
  const { alfa, clock } = service

  const first = await push(alfa, [{ ...DBL, available: 4, priceCents: 12900 }])
  clock.advance(61_001)
  const second = await push(alfa, [{ ...DBL, available: 0, closed: true }])

  const answer = await history(alfa, 'DBL', DATE)
  expect(answer.status).toBe(200)
  const actor = { type: 'key', id: alfa.keyId, name: 'alfa key' }
  const open = { available: 4, priceCents: 12900, closed: false, shortfall: 0 }
  expect(answer.body).toEqual({
    roomCode: 'DBL',
    date: DATE,
    items: [
      {
        before: open,
        after: { available: 0, priceCents: 12900, closed: true, shortfall: 0 },
        actor,
        pushId: second.body.pushId,
        at: new Date(NOW_MS + 61_001).toISOString(),
      },
      {
        before: null,
        after: open,
        actor,
        pushId: first.body.pushId,
        at: new Date(NOW_MS).toISOString(),
      },
    ],
    nextCursor: null,
  })
})

test('a price that was never given stays null in the history, though a pull shows a number (contract §2)', async () => {
  await using service = await startService()
  await push(service.alfa, [{ ...DBL, available: 0, closed: true }])

  const { body } = await history(service.alfa, 'DBL', DATE)
  expect(body.items[0].after).toMatchObject({ available: 0, priceCents: null, closed: true })
})

test('a partner reads of the hotel’s people their ids, never a name or an e-mail, of a day and of one of a rate (contract §2)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const change = (day: Element) =>
    manager.call('PATCH', '/v1/panel/availability', { body: { updates: [{ ...DBL, ...day }] } })
  expect((await change({ available: 3 })).status).toBe(200)
  expect((await change({ rateCode: 'STD', minStay: 2 })).status).toBe(200)

  for (const rate of ['', '&rateCode=STD']) {
    const { body, text } = await history(service.alfa, 'DBL', DATE, rate)
    expect(body.items[0].actor).toEqual({ type: 'user', id: manager.user.id, name: null })
    expect(text).not.toMatch(/manager-alfa|@example\.com/)
  }
})

test('one push leaves one entry a day it changed, with the state at its end (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  await push(alfa, [
    { ...DBL, available: 1, priceCents: 100 },
    { ...DBL, date: '2027-04-02', available: 9, priceCents: 900 },
    { ...DBL, available: 2, priceCents: 200 },
  ])

  const { items } = (await history(alfa, 'DBL', DATE)).body
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ before: null, after: { available: 2, priceCents: 200 } })
  const [other] = (await history(alfa, 'DBL', '2027-04-02')).body.items
  expect(other.pushId).toBe(items[0].pushId)
})

test('what changes nothing leaves no entry: unchanged, back and forth, refused (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  const open = { ...DBL, available: 4, priceCents: 100 }
  await push(alfa, [open])

  await push(alfa, [open])
  await push(alfa, [{ ...open, available: 5 }, open])
  await push(alfa, [{ ...open, available: -5 }])
  expect((await history(alfa, 'DBL', DATE)).body.items).toHaveLength(1)
})

test('each entry begins where the one before it ended (contract §2)', async () => {
  await using service = await startService()
  const { alfa, clock } = service
  await pushCounts(alfa, clock, 30)

  const { items } = (await history(alfa, 'DBL', DATE, '&limit=100')).body
  expect(items).toHaveLength(30)
  for (const [index, { before }] of items.entries())
    expect(before).toEqual(items[index + 1]?.after ?? null)
})

test('a page holds 20 entries unless limit says otherwise, at most 100 (contract §5)', async () => {
  await using service = await startService()
  const { alfa, clock } = service
  await pushCounts(alfa, clock, 21)

  expect((await history(alfa, 'DBL', DATE)).body.items).toHaveLength(20)
  const one = await history(alfa, 'DBL', DATE, '&limit=1')
  expect(countsOf(one)).toEqual([21])
  const all = await history(alfa, 'DBL', DATE, '&limit=100')
  expect(all.body.items).toHaveLength(21)
  expect(all.body.nextCursor).toBeNull()
  const exact = await history(alfa, 'DBL', DATE, '&limit=21')
  expect(exact.body.nextCursor).toBeNull()
})

test('the cursor leads through all pages, each entry once, also while the day goes on changing (contract §5)', async () => {
  await using service = await startService()
  const { alfa, clock } = service
  await pushCounts(alfa, clock, 10)

  const seen: number[] = []
  let cursor = ''
  do {
    const page = await history(alfa, 'DBL', DATE, `&limit=3${cursor}`)
    seen.push(...countsOf(page))
    await push(alfa, [{ ...DBL, available: 100 + seen.length, priceCents: 100 }])
    cursor = page.body.nextCursor && `&cursor=${page.body.nextCursor}`
  } while (cursor)

  expect(seen).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
})

test('a cursor that is not of this list is refused, whatever it decodes to (contract §5)', async () => {
  await using service = await startService()
  const { alfa } = service
  const encode = (text: string) => Buffer.from(text).toString('base64url')

  for (const cursor of [
    '',
    'x',
    '%00',
    encode('1'),
    encode('[]'),
    encode('[1,2]'),
    encode('["x"]'),
    encode('["1"]'),
    encode('[null]'),
    encode('[-1]'),
    encode('[1.5]'),
    encode('[1e30]'),
    encode('{"0":1}'),
  ]) {
    const answer = await history(alfa, 'DBL', DATE, `&cursor=${cursor}`)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path: '?cursor', code: 'invalid_cursor' }])
  }
})

test('a day without changes and a room type that is switched off list what they have (contract §2)', async () => {
  await using service = await startService({
    rooms: [{ roomCode: 'DBL' }, { roomCode: 'OLD', active: false }],
  })
  const { alfa } = service

  expect((await history(alfa, 'DBL', DATE)).body).toEqual({
    roomCode: 'DBL',
    date: DATE,
    items: [],
    nextCursor: null,
  })
  await push(alfa, [{ roomCode: 'OLD', date: DATE, available: 1, priceCents: 100 }])
  expect((await history(alfa, 'OLD', DATE)).body.items).toHaveLength(1)
})

test('an unknown room type is refused and the nearest named (contract §2)', async () => {
  await using service = await startService()

  const answer = await history(service.alfa, 'DBK', DATE)
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors).toMatchObject([{ path: '?roomCode', code: 'unknown_room' }])
  expect(answer.body.detail).toContain('"DBL"')
})

test('the same room code and date of the hotel next door has its own history (contract §1)', async () => {
  await using service = await startService()
  const { alfa, bravo, clock } = service
  await pushCounts(alfa, clock, 3)
  const page = await history(alfa, 'DBL', DATE, '&limit=1')

  expect((await history(bravo, 'DBL', DATE)).body.items).toEqual([])
  const withCursor = `&cursor=${page.body.nextCursor}`
  expect(await history(bravo, 'DBL', DATE, withCursor)).toBeProblem(422, 'validation_failed')
  await push(bravo, [{ ...DBL, available: 9, priceCents: 100 }])
  expect(countsOf(await history(bravo, 'DBL', DATE))).toEqual([9])
  expect(countsOf(await history(alfa, 'DBL', DATE))).toEqual([3, 2, 1])
})
