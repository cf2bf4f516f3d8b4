import { expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { SQL } from 'bun'
import { indexBookings } from '../../src/service/bookings/index-words.ts'
import {
  findLastIndexed,
  indexNext,
  isMended,
  mendNext,
} from '../../src/store/bookings/word-index.ts'
import type { Tx } from '../../src/store/engine/engine.ts'
import { lockHotel } from '../../src/store/engine/locks.ts'
import { reserveNumbers } from '../../src/store/engine/shared.ts'
import { book, bookGroup, sell } from '../support/bookings.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { startService } from '../support/service.ts'

setDefaultTimeout(120_000)

const TAKEN = 'ZZZZZZZZZZ'

test('a booking that is committed after a later one comes into the index of words; an id that nobody used holds nothing up', async () => {
  await using server = await startPostgres()
  const target = { url: server.url, directUrl: server.url, prepare: true }
  await using service = await startService({ target })
  await sell(service, { available: 100 })
  const { store, nowMs } = service.deps
  const index = async (lateMs = 0) => {
    const deps = { store, nowMs: () => nowMs() + lateMs }
    await indexBookings(deps, new AbortController().signal)
  }
  await using own = new SQL({ url: server.url, max: 2 })
  const indexed = async () => {
    const rows = await own`select distinct booking_id from booking_word order by booking_id`
    return rows.map((row: { booking_id: string }) => Number(row.booking_id))
  }
  await book(service.call)
  await index()

  const [{ columns }] = await own`
    select string_agg(quote_ident(column_name), ',') as columns from information_schema.columns
    where table_name = 'booking' and column_name not in ('id', 'code')`
  await own.begin(async (tx) => {
    await tx.unsafe(
      `insert into booking (code, ${columns}) select $1, ${columns} from booking limit 1`,
      [TAKEN],
    )
    await book(service.call)
    await index()
  })
  await index()
  expect(await indexed()).toEqual([1, 2, 3])

  await own`select nextval('booking_id_seq')`
  await book(service.call)
  await index()
  expect(await indexed()).toEqual([1, 2, 3])
  await index(61_000)
  expect(await indexed()).toEqual([1, 2, 3, 5])
})

test('a booking gets no id that was reserved before the index of words may have passed it', async () => {
  await using server = await startPostgres()
  const target = { url: server.url, directUrl: server.url, prepare: true }
  await using service = await startService({ target })
  await sell(service, { available: 100 })
  const { store, nowMs } = service.deps
  const index = () => indexBookings({ store, nowMs }, new AbortController().signal)
  await using own = new SQL({ url: server.url, max: 1 })
  const list = async (query: string) =>
    (await own.unsafe(query)).map((row: { id: string }) => Number(row.id))
  let aheadMs = 0
  const realMs = performance.now.bind(performance)
  using _ = spyOn(performance, 'now').mockImplementation(() => realMs() + aheadMs)
  const advance = (ms: number) => {
    aheadMs += ms
    service.clock.advance(ms)
  }
  const hotelId = service.alfa.id
  const reserve = (isBooking: boolean) => async (tx: Tx) => {
    await lockHotel(tx, hotelId)
    await reserveNumbers(tx, hotelId, { isBooking })
  }
  const bodies = Array.from({ length: 12 }, (_, n) => reserve(n === 0))
  const reserveTogether = () => Promise.all(bodies.map((body) => store.tx(body, { hotelId })))

  // The first body reserves ids for all; the others leave theirs, again and again.
  await reserveTogether()
  await bookGroup(service.call)
  for (let n = 0; n < 8; n++) {
    advance(8_000)
    await reserveTogether()
  }
  await index()
  const passed = await list('select id from booking order by id')
  expect(passed[0]).toBeGreaterThan(12)
  expect(await list('select distinct booking_id as id from booking_word order by 1')).toEqual(
    passed,
  )

  await book(service.call)
  advance(61_000)
  await index()
  const all = await list('select id from booking order by id')
  expect(all.length).toBe(passed.length + 1)
  expect(await list('select distinct booking_id as id from booking_word order by 1')).toEqual(all)
})

test('bookings that the index of words had missed come into it behind, once, and from where the pass had stopped', async () => {
  await using server = await startPostgres()
  const target = { url: server.url, directUrl: server.url, prepare: true }
  await using service = await startService({ target })
  await sell(service, { available: 100 })
  await using own = new SQL({ url: server.url, max: 1 })
  const words = async () => (await own`select * from booking_word order by booking_id, word`).length
  const { deps } = service
  const index = () => indexBookings(deps, new AbortController().signal)
  await book(service.call)
  await own`select setval('booking_id_seq', 2500)`
  await book(service.call)
  await deps.store.tx((tx) => indexNext(tx, deps.nowMs() + 61_000))
  const whole = await words()

  // As a service of before has left it.
  await own`delete from booking_word where booking_id > 1`
  await own`delete from meta where key = 'booking_words_whole'`
  await own`insert into meta (key, value) values ('booking_words_mended', 'done')
    on conflict (key) do update set value = 'done'`
  expect(await deps.store.tx(mendNext)).toBe(true)
  expect(await words()).toBeLessThan(whole)
  await index()
  expect(await words()).toBe(whole)
  expect(await isMended(deps.store)).toBe(true)

  await own`delete from booking_word where booking_id > 1`
  await index()
  expect(await words()).toBeLessThan(whole)
})

test.each([
  ['a few', undefined],
  ['many at once', { all: 3, part: 2 }],
])(
  'the index of words waits for no booking that somebody holds, of %s: it comes once that one is let go, with its new words alone (issue 35)',
  async (_, size) => {
    await using server = await startPostgres()
    const target = { url: server.url, directUrl: server.url, prepare: true }
    await using service = await startService({ target })
    await sell(service, { available: 100 })
    const { store, nowMs } = service.deps
    const index = (lateMs = 61_000) =>
      indexBookings({ store, nowMs: () => nowMs() + lateMs }, new AbortController().signal, size)
    await using own = new SQL({ url: server.url, max: 2 })
    const wordsOf = async (id: number) =>
      (await own`select word from booking_word where booking_id = ${id}`).map(
        ({ word }: { word: string }) => word,
      )
    for (let n = 0; n < 3; n++) await book(service.call)

    await own.begin(async (tx) => {
      await tx`update booking set last_name = 'Yenisoy' where id = 2`
      const askedMs = performance.now()
      await index()
      // As long as a statement waits for a lock.
      expect(performance.now() - askedMs).toBeLessThan(1_500)
      expect(await findLastIndexed(store)).toBe(size ? 0 : 1)
      expect(await wordsOf(2)).toEqual([])
      // It has let go of those that it has read.
      const [free] = await own`select count(*)::int as n from (
        select 1 from booking for update skip locked) as free`
      expect(free.n).toBe(2)
    })
    await index()
    expect(await findLastIndexed(store)).toBe(3)
    for (const id of [1, 3]) expect(await wordsOf(id)).toContain('celik')
    const words = await wordsOf(2)
    expect(words).toContain('yenisoy')
    expect(words).not.toContain('celik')
  },
)
