import { expect, spyOn, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { latest, listenersOf } from '../support/changes.ts'
import { day } from '../support/days.ts'
import { eventually, push } from '../support/http.ts'
import { startService, type TestHotel, type TestService } from '../support/service.ts'
import { addVendor, connect, disconnect, type TestVendor } from '../support/vendors.ts'

// contract-groups, *Vendors*: many feeds in one call.

type Asked = { hotel: string; cursor?: string }
type Told = {
  hotel: string
  changes: any[]
  nextCursor: string | null
  hasMore: boolean
  problem?: any
}

const read = (vendor: TestVendor, hotels: Asked[], more: object = {}) =>
  vendor.call('POST', '/changes/read', { body: { hotels, ...more } })
const slugs = (told: Told[]) => told.map(({ hotel }) => hotel)

/** Does something once when the next call has looked up its connections, and has not read a feed yet. */
function duringNextRead({ store }: TestService, act: () => Promise<unknown>) {
  const select = store.db.select.bind(store.db) as (columns?: object) => any
  let isDone = false
  const spy = spyOn(store.db, 'select')
  spy.mockImplementation(((columns?: object) => {
    const query = select(columns)
    if (isDone || Object.keys(columns ?? {}).join() !== 'hotelId,seq,atMs') return query
    isDone = true
    const from = query.from.bind(query)
    query.from = (table: unknown) => {
      const rows = from(table)
      const then = rows.then.bind(rows)
      const acted = act()
      // biome-ignore lint/suspicious/noThenProperty: the rows are read after the act.
      rows.then = async (...told: unknown[]) => {
        await acted
        return await then(...told)
      }
      return rows
    }
    return query
  }) as never)
  return { isDone: () => isDone, [Symbol.dispose]: () => spy.mockRestore() }
}

/** A vendor at both hotels, and the ends of their feeds. */
async function stage(service: TestService) {
  const { alfa, bravo } = service
  const vendor = await addVendor(service)
  const at: TestHotel[] = [
    await connect(service, vendor, alfa),
    await connect(service, vendor, bravo),
  ]
  const cursors: Asked[] = []
  for (const hotel of at) cursors.push({ hotel: hotel.slug, cursor: await latest(hotel) })
  return { vendor, at, cursors }
}

test('one call reads many hotels, those with news first, each by its own order and cursor (contract-groups, *Vendors*)', async () => {
  await using service = await startService()
  const { bravo } = service
  const { vendor, at, cursors } = await stage(service)
  expect((await read(vendor, cursors)).body).toEqual({
    hotels: cursors.map(({ hotel, cursor }) => ({
      ...{ hotel, changes: [], nextCursor: cursor, hasMore: false },
    })),
    more: false,
  })

  await push(bravo, [day(1)])
  const { status, body } = await read(vendor, cursors)
  expect(status).toBe(200)
  expect(slugs(body.hotels)).toEqual(['bravo', 'alfa'])
  const own = await at[1]!.call('GET', `/changes?cursor=${cursors[1]!.cursor}`)
  expect(body.hotels[0].changes).toEqual(own.body.changes)
  expect(body.hotels[0].nextCursor).toBe(own.body.nextCursor)
  // Good as `seenThrough`.
  const seenThrough = body.hotels[0].nextCursor
  const counted = await at[1]!.call('PUT', '/availability', {
    body: { updates: [day(2)], seenThrough },
  })
  expect(counted.status).toBe(200)
})

test('hotels with news share the limit, and walking with any limit misses and repeats nothing (contract-groups, *Vendors*)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const { vendor, at, cursors } = await stage(service)
  for (let n = 1; n <= 7; n++) await push(alfa, [day(n)])
  await push(bravo, [day(1)])

  const first = (await read(vendor, cursors, { limit: 4 })).body
  expect(slugs(first.hotels).toSorted()).toEqual(['alfa', 'bravo'])
  expect(first.hotels.every(({ changes }: Told) => changes.length > 0)).toBe(true)
  expect(first.more).toBe(true)

  for (const limit of [1, 2, 3, 500]) {
    const places = new Map(cursors.map(({ hotel, cursor }) => [hotel, cursor!]))
    const told = new Map<string, any[]>([
      ['alfa', []],
      ['bravo', []],
    ])
    for (let more = true, step = 0; more; step++) {
      expect(step).toBeLessThan(20)
      const asked = [...places].map(([hotel, cursor]) => ({ hotel, cursor }))
      const { body } = await read(vendor, asked, { limit })
      for (const { hotel, changes, nextCursor } of body.hotels as Told[]) {
        told.get(hotel)!.push(...changes)
        places.set(hotel, nextCursor!)
      }
      more = body.more
    }
    for (const [n, hotel] of at.entries()) {
      const own = await hotel.call('GET', `/changes?cursor=${cursors[n]!.cursor}`)
      expect([limit, told.get(hotel.slug)]).toEqual([limit, own.body.changes])
    }
  }
})

test('a call that waits is answered by the first hotel that has something, and looks at no other (contract-groups, *Vendors*)', async () => {
  await using service = await startService()
  const { alfa, bravo, call } = service
  await sell(service)
  const { vendor, cursors } = await stage(service)
  const listening = listenersOf(service, `changes:${bravo.id}`)
  const answer = read(vendor, cursors, { waitSeconds: 25 })
  await eventually(() => listening() === 1)
  const { body: booking } = await book(call, { hotelSlug: alfa.slug })
  const { body } = await answer
  expect(body.hotels[0]).toMatchObject({ hotel: 'alfa', changes: [{ booking }, {}] })
  expect(body.hotels[1]).toMatchObject({ hotel: 'bravo', changes: [] })
  expect(listening()).toBe(0)
})

test('a hotel that is not connected is the 404 of its element, also after a wait, and the others are answered (contract-groups, *Vendors*)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const { vendor, cursors } = await stage(service)
  await push(bravo, [day(1)])
  const asked = [{ hotel: 'nowhere' }, ...cursors]
  const { status, body } = await read(vendor, asked)
  expect(status).toBe(207)
  expect(slugs(body.hotels)).toEqual(['bravo', 'nowhere', 'alfa'])
  const { problem: nowhere } = body.hotels[1]
  expect(nowhere).toMatchObject({ status: 404, code: 'not_found' })

  const bravoCursor = body.hotels[0].nextCursor
  const listening = listenersOf(service, `changes:${bravo.id}`)
  const answer = read(vendor, [cursors[0]!, { hotel: 'bravo', cursor: bravoCursor }], {
    waitSeconds: 25,
  })
  await eventually(() => listening() === 1)
  await disconnect(service, vendor, bravo)
  await push(bravo, [day(2)])
  const after = await answer
  expect(after.body.hotels[0]).toEqual({
    ...{ hotel: 'bravo', changes: [], nextCursor: null, hasMore: false, problem: nowhere },
  })
  // The hotel’s own key is one hotel alone.
  const own = await alfa.call('POST', '/changes/read', { body: { hotels: cursors } })
  expect(own.body.hotels.map(({ problem }: Told) => problem?.code)).toEqual([
    'not_found',
    undefined,
  ])
})

test('a hotel that is not connected ends no wait of the others, and its coming back does (contract-groups, *Vendors*)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const { vendor, cursors } = await stage(service)
  await disconnect(service, vendor, bravo)
  const asked = [{ hotel: 'nowhere' }, cursors[0]!, { hotel: 'bravo' }]
  const listening = listenersOf(service, `changes:${alfa.id}`)
  let isAnswered = false
  const ask = async (hotels: Asked[]) => {
    isAnswered = false
    const answer = await read(vendor, hotels, { waitSeconds: 25 })
    isAnswered = true
    return answer
  }

  const first = ask(asked)
  await eventually(() => listening() === 1)
  expect(isAnswered).toBe(false)
  await push(alfa, [day(1)])
  const { status, body } = await first
  expect(status).toBe(207)
  expect(slugs(body.hotels)).toEqual(['alfa', 'nowhere', 'bravo'])

  const cursor = body.hotels[0].nextCursor
  const second = ask([{ hotel: 'nowhere' }, { hotel: 'alfa', cursor }, { hotel: 'bravo' }])
  await eventually(() => listening() === 1)
  expect(isAnswered).toBe(false)
  await connect(service, vendor, bravo)
  const back = (await second).body.hotels.find(({ hotel }: Told) => hotel === 'bravo')
  expect(back).toMatchObject({ changes: [], nextCursor: expect.any(String) })
  expect(back.problem).toBeUndefined()

  // Where all are dead it waits as well, or a vendor whose last hotel has left would ask without end.
  await disconnect(service, vendor, bravo)
  const waiting = listenersOf(service, `vendor:${vendor.id}`)
  const third = ask([{ hotel: 'bravo' }])
  await eventually(() => waiting() === 1)
  expect(isAnswered).toBe(false)
  await connect(service, vendor, bravo)
  expect((await third).body.hotels[0].problem).toBeUndefined()
})

test('a cursor of another hotel, a missing scope and a hotel named twice are refused (contract-groups, *Vendors*)', async () => {
  await using service = await startService()
  const { vendor, cursors } = await stage(service)
  const crossed = [{ hotel: 'alfa', cursor: cursors[1]!.cursor! }, cursors[1]!]
  const { body } = await read(vendor, crossed)
  expect(body.hotels[0]).toMatchObject({ hotel: 'alfa', problem: { status: 422 } })
  expect(await read(vendor, [cursors[0]!, cursors[0]!])).toBeProblem(422, 'validation_failed')

  const other = await addVendor(service, 'Hooks')
  await connect(service, other, service.alfa, ['webhooks'])
  const hooks = await read(other, [{ hotel: 'alfa' }])
  expect(hooks.body.hotels[0].problem).toMatchObject({ status: 403, code: 'scope_missing' })
})

test('a connection made anew begins anew: a cursor before it is 410 with its place, in every feed and as seenThrough (contract-groups, *Vendors*)', async () => {
  await using service = await startService()
  const { alfa } = service
  const { vendor, at, cursors } = await stage(service)
  const before = cursors[0]!.cursor!
  await disconnect(service, vendor, alfa)
  await push(alfa, [day(1)])
  await connect(service, vendor, alfa)

  const listed = (await vendor.call('GET', '/hotels')).body.hotels[0]
  const place = listed.connection.cursor
  expect(place).toBe(listed.feedCursor)
  const refused = await at[0]!.call('GET', `/changes?cursor=${before}`)
  expect(refused).toBeProblem(410, 'cursor_expired')
  expect(refused.body.oldestCursor).toBe(place)
  const { problem } = (await read(vendor, [{ hotel: 'alfa', cursor: before }])).body.hotels[0]
  expect(problem).toMatchObject({ status: 410, code: 'cursor_expired', oldestCursor: place })
  const count = (seenThrough: string) =>
    at[0]!.call('PUT', '/availability', { body: { updates: [day(3)], seenThrough } })
  expect(await count(before)).toBeProblem(410, 'cursor_expired')
  // The place is good itself, and where a vendor without a cursor begins; a key's cursors are as they were.
  expect((await count(place)).status).toBe(200)
  const [from, oldest] = (
    await Promise.all([
      read(vendor, [{ hotel: 'alfa', cursor: place }]),
      read(vendor, [{ hotel: 'alfa' }]),
    ])
  ).map(({ body }) => body.hotels[0])
  expect(from.changes).toHaveLength(1)
  expect(oldest).toEqual(from)
  expect((await alfa.call('GET', `/changes?cursor=${before}`)).body.changes).toHaveLength(2)
})

test('a cursor with the number at which a connection begins and another time is of a change that was lost, in every feed and as seenThrough (contract-counts)', async () => {
  await using service = await startService()
  const { vendor, at } = await stage(service)
  const [alfa] = at as [TestHotel]
  await sell(service)
  await disconnect(service, vendor, alfa)
  const again = await connect(service, vendor, alfa)
  const begin = await latest(again)
  const [owner, seq, entries, atMs] = JSON.parse(Buffer.from(begin, 'base64url').toString())
  // As after a restore, when new changes have taken the numbers of those that it lost.
  const lost = Buffer.from(JSON.stringify([owner, seq, entries, atMs - 1])).toString('base64url')

  const one = await again.call('GET', `/changes?cursor=${lost}`)
  expect(one).toBeProblem(410, 'cursor_expired')
  expect(one.body).toMatchObject({ reason: 'history_lost', cursor: begin, oldestCursor: begin })
  const many = await read(vendor, [{ hotel: alfa.slug, cursor: lost }])
  expect(many.body.hotels).toMatchObject([{ problem: { status: 410, reason: 'history_lost' } }])
  const counts = await again.call('PUT', '/availability', {
    body: { updates: [day(2)], seenThrough: lost },
  })
  expect(counts).toBeProblem(409, 'cursor_ahead')
  expect((await again.call('GET', `/changes?cursor=${begin}`)).status).toBe(200)
})

test('a hotel that leaves and comes back while its feed is read is read anew: nothing of between, nothing missed (contract-groups, *Vendors*)', async () => {
  await using service = await startService()
  const { alfa } = service
  const { vendor } = await stage(service)
  await push(alfa, [day(1)])
  const comeAnew = async () => {
    await disconnect(service, vendor, alfa)
    await push(alfa, [day(2)])
    await connect(service, vendor, alfa)
    await push(alfa, [day(3)])
  }
  const readDuring = async (asked: Asked, act: () => Promise<unknown>) => {
    using during = duringNextRead(service, act)
    const { body } = await read(vendor, [asked])
    expect(during.isDone()).toBe(true)
    return (body.hotels as Told[])[0]!
  }

  const told = await readDuring({ hotel: 'alfa' }, comeAnew)
  const dates = told.changes.flatMap(({ days }) => days.map((each: any) => each.date))
  expect([told.problem, dates]).toEqual([undefined, [day(3).date]])
  const after = (await read(vendor, [{ hotel: 'alfa', cursor: told.nextCursor! }])).body.hotels[0]
  expect(after.changes).toEqual([])

  // A cursor of before is refused with the place of the connection that stands by then.
  const refused = await readDuring({ hotel: 'alfa', cursor: told.nextCursor! }, comeAnew)
  const { cursor: place } = (await vendor.call('GET', '/hotels')).body.hotels[0].connection
  expect(refused).toMatchObject({
    ...{ changes: [], nextCursor: null },
    problem: { code: 'cursor_expired', oldestCursor: place },
  })

  const left = await readDuring({ hotel: 'alfa' }, () => disconnect(service, vendor, alfa))
  expect(left).toMatchObject({ changes: [], nextCursor: null, problem: { code: 'not_found' } })
})

test('the bucket of a vendor’s calls without a hotel is 60 and 10 more for each hotel, at most 600 (contract-groups, *Vendors*)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const vendor = await addVendor(service)
  const policy = async () =>
    (await read(vendor, [{ hotel: 'alfa' }])).headers.get('ratelimit-policy')
  expect(await policy()).toContain('"default";q=60;w=60')
  await connect(service, vendor, alfa)
  await connect(service, vendor, bravo)
  expect(await policy()).toContain('"default";q=80;w=60')
  await disconnect(service, vendor, bravo)
  expect(await policy()).toContain('"default";q=70;w=60')
})

test('a vendor without a hotel is told its limits (contract §8)', async () => {
  await using service = await startService()
  const vendor = await addVendor(service)
  await connect(service, vendor, service.alfa)
  const { status, body } = await vendor.call('GET', '/limits')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    key: { id: vendor.id, name: vendor.name, scopes: [] },
    requests: { perMinute: 70, remaining: 69 },
    pushedDays: null,
  })
  const at = (await vendor.call('GET', '/limits?hotel=alfa')).body
  expect(at.key.id).not.toBe(vendor.id)
  expect(at.pushedDays.remaining).toBeGreaterThan(0)
})
