import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { NO_RATE_DAY } from '../../src/domain/rates/rate.ts'
import { cached } from '../../src/store/cache.ts'
import { listDays, upsertDays } from '../../src/store/days/availability.ts'
import { type Handle, invalidate } from '../../src/store/engine/engine.ts'
import { lockHotel } from '../../src/store/engine/locks.ts'
import { ANY } from '../../src/store/engine/versions.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { invalidateRateDays, rateDaysTopic } from '../../src/store/rates/rate-days.ts'
import { allDays, change, date, startStore } from '../support/store.ts'

// On a busy machine too.
setDefaultTimeout(60_000)

// Topics, what is kept in memory by them, and the end of a store: also owed by every engine (house-style §2).

const HOTEL = 7
const DAY = change('DBL', '2027-05-01')
const PAUSE_MAX = 6
const NEVER = { topics: () => ['never touched'], max: 100 }

const setAvailable = (store: Store, available: number, hotelId = HOTEL) =>
  store.tx(async (tx) => {
    await lockHotel(tx, hotelId)
    // Whoever had its turn later may have been asked earlier.
    const most = Math.max(available, await readAvailable(tx, hotelId))
    await upsertDays(tx, hotelId, [
      { ...DAY, after: { available: most, priceCents: 1, closed: false, shortfall: 0 } },
    ])
  })

const readAvailable = async (store: Handle, hotelId = HOTEL) =>
  (await allDays(store, hotelId, 'DBL'))[0]?.available ?? 0

/** Lets so many promise callbacks run; the longest pause is a turn of the event loop, in which commits are made. */
async function pause(length: number): Promise<void> {
  if (length === PAUSE_MAX) await new Promise<void>((resolve) => setImmediate(resolve))
  else for (let n = 0; n < length; n++) await Promise.resolve()
}

test('a topic goes up once with each commit that touched it, and every commit counts for the topic of all', async () => {
  await using test = await startStore(12)
  const { store } = test
  const touching = (...topics: string[]) =>
    store.tx(async (tx) => {
      for (const topic of topics) invalidate(tx, topic)
    })

  expect(['a', 'b', 'c', 'd', ANY].map(store.version)).toEqual([0, 0, 0, 0, 0])
  await touching('a', 'b', 'a')
  await Promise.all([touching('a'), touching(), touching('c')])

  expect(['a', 'b', 'c', 'd', ANY].map(store.version)).toEqual([2, 1, 1, 0, 4])
})

test('nothing is kept of a topic that nobody has asked the version of, such as that of a delivery', async () => {
  await using test = await startStore(12)
  const { store } = test
  let heard = 0
  store.subscribe('delivery:1', () => heard++)
  const touched = () => store.tx(async (tx) => invalidate(tx, 'delivery:1'))

  await touched()
  expect([heard, store.version('delivery:1'), store.version(ANY)]).toEqual([1, 0, 0])
  await touched()
  expect([heard, store.version('delivery:1'), store.version(ANY)]).toEqual([2, 1, 1])
})

test('days of rates are told in the step of their commit, and their topic goes up; those rolled back are not', async () => {
  await using test = await startStore(12)
  const { store } = test
  const place = { roomCode: 'DBL', rateCode: 'FLEX', date: date('2027-05-01') }
  const row = { ...place, ...NO_RATE_DAY, priceCents: 9_000 }
  const told: unknown[] = []
  store.subscribeRateDays((changed) => told.push(changed))
  expect(store.version(rateDaysTopic(HOTEL))).toBe(0)

  await store.tx(async (tx) => invalidateRateDays(tx, HOTEL, [row]))
  const bad = store.tx(async (tx) => {
    invalidateRateDays(tx, HOTEL, [row])
    throw new Error('no')
  })
  await Promise.allSettled([bad])

  expect(told).toEqual([{ hotelId: HOTEL, rows: [row] }])
  expect(store.version(rateDaysTopic(HOTEL))).toBe(1)
})

test('a topic stands while its transaction is under way, and for ever when that is rolled back', async () => {
  await using test = await startStore(12)
  const { store } = test
  const during: number[] = []
  expect(store.version(ANY)).toBe(0)

  const good = store.tx(async (tx) => {
    invalidate(tx, 'good')
    during.push(store.version('good'))
  })
  const bad = store.tx(async (tx) => {
    invalidate(tx, 'bad')
    during.push(store.version('bad'))
    throw new Error('no')
  })
  await Promise.allSettled([good, bad])

  expect(during).toEqual([0, 0])
  expect([store.version('good'), store.version('bad'), store.version(ANY)]).toEqual([1, 0, 1])
})

test('whoever is answered finds the topic changed already', async () => {
  await using test = await startStore(12)
  const { store } = test
  const seen = await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      expect(store.version(`t${n}`)).toBe(0)
      await store.tx(async (tx) => invalidate(tx, `t${n}`))
      return store.version(`t${n}`)
    }),
  )
  expect(new Set(seen)).toEqual(new Set([1]))
})

test('a kept answer is loaded once while its topics stand, and again when one of them changes', async () => {
  await using test = await startStore(12)
  const { store } = test
  let loads = 0
  const kept = cached<{ loads: number }>(store, { topics: () => ['a', 'b'], max: 10 })
  const ask = async () => (await kept('key', async () => ({ loads: ++loads })))!.loads
  const touched = (topic: string) => store.tx(async (tx) => invalidate(tx, topic))

  expect([await ask(), await ask()]).toEqual([1, 1])
  await touched('c')
  expect(await ask()).toBe(1)
  await touched('b')
  expect([await ask(), await ask()]).toEqual([2, 2])
  await touched('a')
  expect(await ask()).toBe(3)
})

test('what is not there is never kept, and keys do not mix', async () => {
  await using test = await startStore(12)
  const kept = cached<{ of: string }>(test.store, NEVER)

  expect(await kept('a', async () => undefined)).toBeUndefined()
  expect(await kept('a', async () => ({ of: 'a' }))).toEqual({ of: 'a' })
  expect(await kept('b', async () => ({ of: 'b' }))).toEqual({ of: 'b' })
  expect(await kept('a', async () => ({ of: 'c' }))).toEqual({ of: 'a' })
})

test('what a load read before a commit is not kept after it', async () => {
  await using test = await startStore(12)
  const { store } = test
  const kept = cached<{ available: number }>(store, { topics: () => [`days:${HOTEL}`], max: 10 })
  const hasRead = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()

  const early = kept('key', async () => {
    const answer = { available: await readAvailable(store) }
    hasRead.resolve()
    await gate.promise
    return answer
  })
  await hasRead.promise
  await setAvailable(store, 5)
  gate.resolve()

  expect(await early).toEqual({ available: 0 })
  const late = await kept('key', async () => ({ available: await readAvailable(store) }))
  expect(late).toEqual({ available: 5 })
})

test('nothing kept is ever older than a commit that was answered before the question', async () => {
  const length = fc.nat(PAUSE_MAX)
  const pauses = fc.tuple(length, length)
  const step = fc.record({ isWrite: fc.boolean(), before: length, pauses })
  const steps = fc.array(step, { minLength: 2, maxLength: 30, size: 'max' })
  await using test = await startStore(12)
  const { store } = test
  // Each run has a hotel of its own: a database for each took a minute on PostgreSQL.
  let hotelId = HOTEL
  const interleaved = fc.asyncProperty(steps, async (steps) => {
    hotelId++
    const kept = cached<{ available: number }>(store, {
      topics: () => [`days:${hotelId}`],
      max: 10,
    })
    let answered = 0
    const write = async (available: number) => {
      await setAvailable(store, available, hotelId)
      answered = Math.max(answered, available)
    }
    const ask = async ([early, late]: [number, number]) => {
      const least = answered
      const answer = await kept('key', async () => {
        await pause(early)
        const available = await readAvailable(store, hotelId)
        await pause(late)
        return { available }
      })
      expect(answer!.available).toBeGreaterThanOrEqual(least)
    }
    const running: Promise<void>[] = []
    for (const [index, { isWrite, before, pauses }] of steps.entries()) {
      await pause(before)
      running.push(isWrite ? write(index + 1) : ask(pauses))
    }
    await Promise.all(running)
    await ask([0, 0])
  })
  await fc.assert(interleaved, { numRuns: 100 })
})

test('closing waits for the transactions under way, and what comes after is refused', async () => {
  const test = await startStore(12)
  const { store, target } = test
  const under = Array.from({ length: 130 }, (_, n) =>
    store.tx((tx) => upsertDays(tx, HOTEL, [change(`R${n}`, '2027-05-01')])),
  )
  await test.close()

  expect((await Promise.allSettled(under)).every(({ status }) => status === 'fulfilled')).toBe(true)
  expect((await Promise.allSettled([store.tx(async () => 1)]))[0].status).toBe('rejected')
  const reopened = await openStore(target)
  const codes = under.map((_, n) => `R${n}`)
  expect(await allDays(reopened, HOTEL, ...codes)).toHaveLength(130)
  await reopened.close()
  await test[Symbol.asyncDispose]()
})

test('a read that began before a commit and one that began after it see what was there then', async () => {
  await using test = await startStore(12)
  const { store } = test
  const range = { from: DAY.date, to: DAY.date }
  const read = () => listDays(store, { hotelId: HOTEL, roomCodes: ['DBL'], ...range })

  const before = await read()
  await setAvailable(store, 3)

  expect([before.length, (await read()).length]).toEqual([0, 1])
})
