import { expect, test } from 'bun:test'
import { insertRoomType } from '../../src/store/catalog/catalog.ts'
import { pull, push } from '../support/http.ts'
import { room, startService, type TestHotel } from '../support/service.ts'

const RANGE = '/availability?from=2027-04-01&to=2027-04-30'
const OPEN = { roomCode: 'DBL', date: '2027-04-01', available: 4, priceCents: 12900 }

const pullIf = (hotel: TestHotel, ifNoneMatch: string) =>
  hotel.call('GET', RANGE, { headers: { 'if-none-match': ifNoneMatch } })

const etagOf = async (hotel: TestHotel) =>
  (await hotel.call('GET', RANGE)).headers.get('etag') ?? ''

test('a pull carries a strong entity tag that stays while nothing changes (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service

  const etag = await etagOf(alfa)
  expect(etag).toMatch(/^"[\w-]+"$/)
  expect(await etagOf(alfa)).toBe(etag)
  const other = await pull(alfa, '2027-04-01', '2027-04-29')
  expect(other.headers.get('etag')).not.toBe(etag)
})

test('a pull with the tag it had is 304 without a body, with its tag and an id (contract §2, §6)', async () => {
  await using service = await startService()
  const { alfa } = service
  const etag = await etagOf(alfa)

  const answer = await pullIf(alfa, etag)
  expect(answer.status).toBe(304)
  expect(answer.text).toBe('')
  expect(answer.headers.get('etag')).toBe(etag)
  expect(answer.headers.get('content-type')).toBeNull()
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  expect(answer.headers.get('x-request-id')).toBeTruthy()
})

test('If-None-Match takes a list, a weak form of the tag and a star (RFC 9110 §13.1.2)', async () => {
  await using service = await startService()
  const { alfa } = service
  const etag = await etagOf(alfa)

  for (const [header, status] of [
    [`"x", ${etag}`, 304],
    [`"x",${etag},"y"`, 304],
    [`W/${etag}`, 304],
    ['*', 304],
    ['"x"', 200],
    ['"x", "y"', 200],
    [etag.slice(1, -1), 200],
    [etag.slice(0, -1), 200],
    ['', 200],
  ] as const) {
    const answer = await pullIf(alfa, header)
    expect([header, answer.status]).toEqual([header, status])
  }
})

test('after a push that changes a day of the range the old tag is answered with the new days (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  const before = await etagOf(alfa)
  await push(alfa, [OPEN])

  const answer = await pullIf(alfa, before)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('etag')).not.toBe(before)
  expect(answer.body.rooms[0].days[0]).toMatchObject({ available: 4, priceCents: 12900 })

  // The same days again are the same answer, under the same tag as before.
  await push(alfa, [{ ...OPEN, available: 5 }])
  await push(alfa, [OPEN])
  expect((await pullIf(alfa, answer.headers.get('etag')!)).status).toBe(304)
})

test('pushes that leave the range as it was leave its tag: unchanged, refused, dry, elsewhere (contract §2)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  await push(alfa, [OPEN])
  const etag = await etagOf(alfa)

  await push(alfa, [OPEN])
  await push(alfa, [{ ...OPEN, available: -1 }])
  await push(alfa, [{ ...OPEN, available: 7 }, {}], '?mode=atomic')
  await push(alfa, [{ ...OPEN, available: 7 }], '?dryRun=true')
  await push(alfa, [{ ...OPEN, date: '2027-05-01' }])
  await push(bravo, [{ ...OPEN, available: 7 }])
  expect((await pullIf(alfa, etag)).status).toBe(304)
})

test('after a new room type the old tag is answered with it (contract §2)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }] })
  const { alfa, store } = service
  const before = await etagOf(alfa)
  await store.tx((tx) => insertRoomType(tx, alfa.id, room({ roomCode: 'NEW' })))

  const answer = await pullIf(alfa, before)
  expect(answer.status).toBe(200)
  expect(answer.body.rooms.map(({ roomCode }: { roomCode: string }) => roomCode)).toEqual([
    'DBL',
    'NEW',
  ])
})

test('the tag of one hotel says nothing about another, nor of one filter about another (contract §2)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  await push(alfa, [OPEN])

  expect((await pullIf(bravo, await etagOf(alfa))).status).toBe(200)
  const filtered = await alfa.call('GET', `${RANGE}&roomCode=DBL`, {
    headers: { 'if-none-match': await etagOf(alfa) },
  })
  expect(filtered.status).toBe(200)
})
