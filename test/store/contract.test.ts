import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { insertCity } from '../../src/store/catalog/catalog.ts'
import { upsertDays } from '../../src/store/days/availability.ts'
import { listHistory, writeChange } from '../../src/store/days/history.ts'
import type { Tx } from '../../src/store/engine/engine.ts'
import { lockHotel } from '../../src/store/engine/locks.ts'
import { findMeta, writeMeta } from '../../src/store/engine/meta.ts'
import { HOTEL, outcomes, put } from '../support/contract.ts'
import { rowsOf } from '../support/sql.ts'
import { allDays, change, date, startStore } from '../support/store.ts'

// What every engine owes (house-style §2): written over `openStore`, so that a second one passes the same files.

test('a rollback leaves nothing in any table, and its caller gets the very error', async () => {
  await using test = await startStore(12)
  const { store } = test
  const error = new Error('no')
  const days = [change('DBL', '2027-05-01')]
  const head = { hotelId: HOTEL, actor: { type: 'system' as const, id: 'test' }, pushId: null }

  const { reasons } = await outcomes([
    store.tx(async (tx) => {
      await insertCity(tx, { slug: 'c', name: 'C', country: 'TR' })
      await lockHotel(tx, HOTEL)
      await writeChange(tx, { ...head, atMs: 1 }, days)
      await writeMeta(tx, 'demo_seeded_at', '1')
      throw error
    }),
  ])

  expect(reasons[0]).toBe(error)
  expect(await store.db.select().from(store.t.city)).toEqual([])
  expect(await allDays(store, HOTEL, 'DBL')).toEqual([])
  const day = { hotelId: HOTEL, roomCode: 'DBL', date: days[0]!.date, limit: 9 }
  expect(await listHistory(store, day)).toEqual([])
  expect(await findMeta(store, 'demo_seeded_at')).toBeUndefined()
})

test('a long answer that is read in parts is of one moment, whoever commits between them; the next one sees it', async () => {
  await using test = await startStore(12)
  const { store } = test
  const write = (value: string) => store.tx((tx) => writeMeta(tx, 'demo_seeded_at', value))
  await write('1')
  const read = await store.long.snapshot(async (handle) => {
    const before = await findMeta(handle, 'demo_seeded_at')
    await write('2')
    return [before, await findMeta(handle, 'demo_seeded_at')]
  })
  expect(read).toEqual(['1', '1'])
  expect(await store.long.snapshot((handle) => findMeta(handle, 'demo_seeded_at'))).toBe('2')
})

test('bodies that fail harm no other that shares their commit', async () => {
  await using test = await startStore(12)
  const { store } = test
  const wrongs = [
    async () => {
      throw new Error('thrown later')
    },
    () => {
      throw new Error('thrown at once')
    },
    (tx: Tx) => upsertDays(tx, HOTEL, [change('DBL', '2027-05-01', { available: -5 })]),
  ]
  const numbers = Array.from({ length: 150 }, (_, n) => n)
  const codes = numbers.map((n) => `R${String(n).padStart(3, '0')}`)
  const calls = numbers.map((n) =>
    store.tx(async (tx) => {
      await upsertDays(tx, HOTEL, [change(codes[n]!, '2027-05-01')])
      if (n % 3 === 1) await wrongs[((n - 1) / 3) % wrongs.length]!(tx)
      return n
    }),
  )

  const settled = await Promise.allSettled(calls)

  const good = settled.flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []))
  expect(good).toEqual(numbers.filter((n) => n % 3 !== 1))
  const stored = (await allDays(store, HOTEL, ...codes)).map(({ roomCode }) => roomCode)
  expect(stored).toEqual(good.map((n) => codes[n]!))
  expect(await test.daysSeenOutside()).toBe(100)
})

test('whoever is answered finds the own row through any other connection: nobody is answered before the commit', async () => {
  await using test = await startStore(12)
  const { store } = test
  let seenTooFew = 0
  let answered = 0
  const calls = Array.from({ length: 200 }, async (_, n) => {
    await put(store, change(`R${n}`, '2027-05-01'))
    if ((await test.daysSeenOutside()) < ++answered) seenTooFew++
    expect(await allDays(store, HOTEL, `R${n}`)).toHaveLength(1)
  })

  await Promise.all(calls)

  expect(seenTooFew).toBe(0)
})

test('a body reads what it wrote, and readers do not until it is committed', async () => {
  await using test = await startStore(12)
  const { store } = test

  const seen = await store.tx(async (tx) => {
    await upsertDays(tx, HOTEL, [change('DBL', '2027-05-01')])
    return { within: await allDays(tx, HOTEL, 'DBL'), without: await allDays(store, HOTEL, 'DBL') }
  })

  expect(seen.within).toHaveLength(1)
  expect(seen.without).toEqual([])
  expect(await allDays(store, HOTEL, 'DBL')).toHaveLength(1)
})

test('a tx inside a tx throws instead of waiting for itself, also through a helper, and harms nobody', async () => {
  await using test = await startStore(12)
  const { store } = test
  const helper = async () => {
    await Promise.resolve()
    await put(store, change('SGL', '2027-05-01'))
  }
  const calls = [
    store.tx(async () => await put(store, change('SGL', '2027-05-01'))),
    store.tx(async (tx) => {
      await upsertDays(tx, HOTEL, [change('DBL', '2027-05-01')])
      await helper()
    }),
    store.tx(() => store.tx(async () => 1)),
    put(store, change('TRP', '2027-05-01')),
  ]

  const { done, reasons } = await outcomes(calls)

  expect(done).toBe(1)
  for (const reason of reasons) expect(reason.message).toMatch(/tx inside a tx/)
  const left = await allDays(store, HOTEL, 'DBL', 'SGL', 'TRP')
  expect(left.map(({ roomCode }) => roomCode)).toEqual(['TRP'])
})

test('the reader cannot write', async () => {
  await using test = await startStore(12)
  const { store } = test
  const { t, db } = store
  const row = { hotelId: 1, roomCode: 'DBL', date: date('2027-05-01'), priceCents: 1 }
  const writes = [
    async () => await db.insert(t.day).values({ ...row, available: 1, closed: false }),
    async () => await db.update(t.meta).set({ value: '' }),
    async () => await db.delete(t.day),
    async () => await rowsOf(store, sql`create table other (id integer)`),
  ]

  const { done } = await outcomes(writes.map((write) => write()))

  expect(done).toBe(0)
  expect(await test.daysSeenOutside()).toBe(0)
})

test('changes are numbered in the order of their commits, and a number is used once', async () => {
  await using test = await startStore(12)
  const { store } = test
  const days = [change('DBL', '2027-05-01')]
  const actor = { type: 'system' as const, id: 'test' }
  /** Whose turn it was, one after another. */
  const order: number[] = []
  const calls = Array.from({ length: 60 }, (_, n) =>
    store.tx(async (tx) => {
      await lockHotel(tx, HOTEL)
      order.push(n)
      await writeChange(tx, { hotelId: HOTEL, actor, pushId: String(n), atMs: n }, days)
      if (n % 4 === 0) throw new Error('no')
    }),
  )

  await Promise.allSettled(calls)

  const { change: changed } = store.t
  const entries = await store.db.select().from(changed).orderBy(changed.seq)
  const pushIds = order.filter((n) => n % 4 !== 0)
  expect(entries.map(({ pushId }) => pushId)).toEqual(pushIds.map(String))
  const seqs = entries.map(({ seq }) => seq)
  expect(new Set(seqs).size).toBe(45)
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
})
