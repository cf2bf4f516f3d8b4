import { expect, test } from 'bun:test'
import type { Scope } from '../../src/domain/accounts/scope.ts'
import { withAnotherKey } from '../support/api-keys.ts'
import { book, sell } from '../support/bookings.ts'
import { changes, latest, walk } from '../support/changes.ts'
import { patch, push } from '../support/http.ts'
import { makeRate } from '../support/rates.ts'
import { startService, type TestHotel, type TestService } from '../support/service.ts'

const DATE = '2027-04-01'

const holding = (service: TestService, ...scopes: Scope[]): Promise<TestHotel> =>
  withAnotherKey(service, service.alfa, { scopes })

/** Days, rates and bookings of Alfa, turn by turn. */
async function happen(service: TestService): Promise<void> {
  const { alfa, call } = service
  await sell(service)
  await makeRate(service, { rateCode: 'FLEX' })
  for (const [price, minStay] of [
    [11_000, 2],
    [12_000, 3],
    [13_000, 1],
  ]) {
    await book(call)
    await patch(alfa, [{ roomCode: 'DBL', date: DATE, priceCents: price }])
    await patch(alfa, [{ roomCode: 'DBL', rateCode: 'FLEX', date: DATE, minStay }])
  }
}

test.each<[Scope, string[]]>([
  ['bookings:read', ['booking']],
  ['availability:read', ['availability', 'rates']],
])(
  'the feed of a key with %s alone has %p, as the whole feed has them (contract §8)',
  async (scope, types) => {
    await using service = await startService()
    await happen(service)
    const all = await walk(service.alfa)
    const wanted = all.filter(({ type }) => types.includes(type))
    const contents = (entries: typeof all) => entries.map(({ cursor, ...content }) => content)
    expect(new Set(all.map(({ type }) => type)).size).toBe(3)
    const key = await holding(service, scope)

    for (const limits of [[500], [1], [2, 3]])
      expect(contents(await walk(key, { limits }))).toEqual(contents(wanted))
  },
)

test.each<[Scope, Scope]>([
  ['bookings:read', 'availability:read'],
  ['availability:read', 'bookings:read'],
])(
  'a cursor of a key with %s leads past what it is not shown, and is good for a key with %s (contract §8)',
  async (scope, other) => {
    await using service = await startService()
    const key = await holding(service, scope)
    const begin = await latest(service.alfa)
    await happen(service)
    const { nextCursor, hasMore } = (await changes(key, `?cursor=${begin}`)).body

    expect(hasMore).toBe(false)
    expect(nextCursor).toBe(await latest(service.alfa))
    const others = await holding(service, other)
    expect((await changes(others, `?cursor=${nextCursor}`)).body.changes).toEqual([])
  },
)

test('a reader of bookings alone is not stopped by any number of changes of days: the cursor moves with them (contract §8)', async () => {
  await using service = await startService()
  const key = await holding(service, 'bookings:read')
  const begin = await latest(service.alfa)
  for (let price = 1; price <= 5; price++)
    await push(service.alfa, [{ roomCode: 'DBL', date: DATE, available: 3, priceCents: price }])

  const { body } = await changes(key, `?cursor=${begin}&limit=1`)
  expect(body).toMatchObject({ changes: [], hasMore: false })
  expect(body.nextCursor).not.toBe(begin)
  expect(body.nextCursor).toBe(await latest(service.alfa))
})

test('a reader that waits is not woken by what it is not shown, and is by what it is (contract §8)', async () => {
  await using service = await startService()
  await sell(service)
  const key = await holding(service, 'bookings:read')
  const answer = changes(key, `?cursor=${await latest(service.alfa)}&waitSeconds=25`)
  let isAnswered = false
  void answer.then(() => {
    isAnswered = true
  })
  for (const price of [1, 2, 3])
    await push(service.alfa, [{ roomCode: 'DBL', date: DATE, available: 3, priceCents: price }])
  expect(isAnswered).toBe(false)

  const { code } = (await book(service.call)).body
  const { body } = await answer
  expect(body.changes).toMatchObject([{ type: 'booking', booking: { code } }])
})

test('seenThrough needs bookings:read, beside the elements and in one, of PUT and of PATCH; nothing is written without it (contract §8)', async () => {
  await using service = await startService()
  await sell(service)
  const cursor = await latest(service.alfa)
  const [blind, seeing] = [
    await holding(service, 'availability:write'),
    await holding(service, 'availability:write', 'bookings:read'),
  ]
  const element = { roomCode: 'DBL', date: DATE, available: 2 }
  const before = await latest(service.alfa)

  for (const method of ['PUT', 'PATCH'])
    for (const body of [
      { updates: [element], seenThrough: cursor },
      { updates: [element, { ...element, seenThrough: cursor }] },
    ]) {
      const refused = await blind.call(method, '/availability', { body })
      expect(refused).toBeProblem(403, 'scope_missing')
      expect(refused.body.scopes).toEqual(['bookings:read'])
      expect(await latest(service.alfa)).toBe(before)
    }
  expect((await push(blind, [element])).status).toBe(200)
  for (const method of ['PUT', 'PATCH']) {
    const body = { updates: [element], seenThrough: cursor }
    expect((await seeing.call(method, '/availability', { body })).status).toBe(200)
  }
})

test('a report names bookings to a key that reads bookings and to no other: sold, on hold and unseen, applied, refused and answered again (contract-counts)', async () => {
  const dbl = { roomCode: 'DBL', totalRooms: 12, basePriceCents: 10_000 }
  await using service = await startService({ rooms: [dbl] })
  const { call } = service
  await sell(service)
  await book(call)
  await book(call, { hold: true })
  const [blind, seeing] = [
    await holding(service, 'availability:write'),
    await holding(service, 'availability:write', 'bookings:read'),
  ]
  const updates = [{ roomCode: 'DBL', date: DATE, available: 12 }]
  const report = async (key: TestHotel, query = '', idempotencyKey?: string) => {
    const headers = idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}
    const { body } = await key.call('PUT', `/availability${query}`, { body: { updates }, headers })
    return [...body.errors, ...body.warnings] as { code: string; bookings?: string[] }[]
  }
  const codes = ['held_meanwhile', 'sold_meanwhile', 'unseen_bookings']

  const told = await report(seeing, '?dryRun=true')
  expect(told.map(({ code, bookings }) => [code, bookings?.length])).toEqual([
    ['held_meanwhile', 1],
    ['sold_meanwhile', 1],
    ['unseen_bookings', 2],
  ])
  for (const answered of [
    await report(blind, '?dryRun=true'),
    await report(blind, '', 'once'),
    await report(blind, '', 'once'),
  ]) {
    expect(answered.map(({ code }) => code)).toEqual(codes)
    expect(answered.filter(({ bookings }) => bookings)).toEqual([])
  }
  const [refused] = await report(blind, '?onStale=refuse')
  expect(refused).toMatchObject({ code: 'sold_meanwhile', sent: 12, available: 10 })
  expect(refused).not.toHaveProperty('bookings')
})

test('a key that acknowledges without reading is not shown the booking (contract §8)', async () => {
  await using service = await startService()
  await sell(service)
  const { code } = (await book(service.call)).body
  const [blind, seeing] = [
    await holding(service, 'bookings:ack'),
    await holding(service, 'bookings:ack', 'bookings:read'),
  ]
  const ack = (key: TestHotel) =>
    key.call('POST', `/bookings/${code}/ack`, { body: { revision: 1 } })

  const done = await ack(blind)
  expect([done.status, done.text]).toEqual([204, ''])
  expect(done.headers.get('ratelimit')).toContain('"default";r=')
  const { body } = await service.alfa.call('GET', `/bookings/${code}`)
  expect(body.ackedRevision).toBe(1)
  expect((await ack(seeing)).body).toEqual(body)
})
