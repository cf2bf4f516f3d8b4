import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { ROWS_SEARCHED_MAX } from '../../src/domain/kernel/search-text.ts'
import { indexBookings } from '../../src/service/bookings/index-words.ts'
import { findLastIndexed, indexNext } from '../../src/store/bookings/word-index.ts'
import { indexThese, planIndexing } from '../../src/store/bookings/word-plan.ts'
import { writeMeta } from '../../src/store/engine/meta.ts'
import { book, sell } from '../support/bookings.ts'
import { startService } from '../support/service.ts'
import { rowsOf } from '../support/sql.ts'
import { hireStaff } from '../support/staff.ts'
import { addUnindexed } from '../support/unindexed.ts'

type Item = Record<string, any>

const OLDEST = { firstName: 'Zeynep', lastName: 'Ağaoğlu', email: 'zeynep@example.com' }

test('a search looks through 50,000 bookings, says until when it has searched, and goes on from there (issue 12)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  await sell(service)
  const { code } = (await book(service.call, { guest: OLDEST })).body
  service.clock.advance(1_000)
  const { createdAt } = (await book(service.call)).body
  await addUnindexed(service, ROWS_SEARCHED_MAX)

  for (const query of ['q=zeynep', 'status=confirmed&to=2027-04-01&q=agaoglu']) {
    const first = (await admin.call('GET', `/v1/admin/bookings?${query}`)).body
    expect(first.items).toEqual([])
    // The copies are a millisecond apart, and all of them were looked at.
    expect(first.searchedUntil).toBe(new Date(Date.parse(createdAt) + 1).toISOString())
    const path = `/v1/admin/bookings?${query}&cursor=${first.nextCursor}`
    const next = (await admin.call('GET', path)).body
    expect(next.items.map((item: Item) => item.code)).toEqual([code])
    expect(next.nextCursor).toBeNull()
    expect(next).not.toHaveProperty('searchedUntil')
  }
  const page = (await admin.call('GET', '/v1/admin/bookings?q=carla&limit=1')).body
  expect(page.items).toHaveLength(1)
  expect(page).not.toHaveProperty('searchedUntil')
}, 60_000)

test('bookings older than the index of words are found while they are added to it, and then by it (issue 12)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { code } = (await book(service.call, { guest: OLDEST })).body
  await book(service.call)
  await addUnindexed(service, 350)
  const find = async (q: string) =>
    (await manager.call('GET', `/v1/panel/bookings?q=${q}`)).body.items.map((it: Item) => it.code)
  const words = async () =>
    (await service.store.db.select().from(service.store.t.bookingWord)).length

  expect(await find('ağa')).toEqual([code])
  // As a process that stops in between leaves it.
  await indexBookings(service.deps, AbortSignal.abort())
  expect(await words()).toBe(0)
  expect(await find('ağa')).toEqual([code])
  await indexBookings(service.deps, new AbortController().signal)
  expect(await words()).toBe(352 * 5)
  expect(await find('ağa')).toEqual([code])
  expect(await find('n350')).toEqual(['N350'])

  // One that is made after is found at once, and added with the next pass.
  const late = { ...OLDEST, firstName: 'Ümit' }
  const { code: lateCode } = (await book(service.call, { guest: late })).body
  expect(await find('ümit')).toEqual([lateCode])
  expect(await words()).toBe(352 * 5)
  await indexBookings(service.deps, new AbortController().signal)
  expect(await words()).toBe(352 * 5 + 6)
  expect(await find('ümit')).toEqual([lateCode])
  expect((await find('ağaoğlu')).toSorted()).toEqual([code, lateCode].toSorted())
  await indexBookings(service.deps, new AbortController().signal)
  expect(await words()).toBe(352 * 5 + 6)
})

test('many bookings come into the index of words hotel by hotel, as they would one by one, also after a stop on the way', async () => {
  await using service = await startService()
  await sell(service)
  await book(service.call)
  await addUnindexed(service, 1_000)
  const { store, deps } = service
  const { bookingWord } = store.t
  await store.tx((tx) => rowsOf(tx, sql`update ${tx.t.booking} set hotel_id = 1 + id % 2`))
  service.clock.advance(120_000)
  const wordsOf = async () => {
    const rows = await store.db.select().from(bookingWord)
    return rows.map((row) => JSON.stringify(row)).toSorted()
  }
  while (await store.tx((tx) => indexNext(tx, deps.nowMs())));
  const expected = await wordsOf()
  const begun = () =>
    store.tx(async (tx) => {
      await rowsOf(tx, sql`delete from ${bookingWord}`)
      await writeMeta(tx, 'booking_words_through', '0')
    })

  await begun()
  const size = { all: 300, part: 70 }
  const parts = (await planIndexing(store, deps.nowMs(), size))!
  expect(parts.map(({ ids }) => ids.length)).toEqual([70, 70, 70, 70, 20])
  expect(parts.map(({ through }) => through).filter(Boolean)).toEqual([300])
  // As a process that stops in between leaves it.
  await store.tx((tx) => indexThese(tx, parts[2]!))
  expect(await findLastIndexed(store)).toBe(0)
  await indexBookings(deps, new AbortController().signal, size)
  expect(await wordsOf()).toEqual(expected)
  expect(await findLastIndexed(store)).toBe(1_001)

  // One with a lower id may still come: none is planned.
  service.clock.advance(-120_000)
  await begun()
  expect(await planIndexing(store, deps.nowMs(), size)).toBeUndefined()
})

test('a guest whose name is changed is found by the new one alone (issue 12)', async () => {
  await using service = await startService()
  const { guest, manager } = await hireStaff(service)
  await sell(service)
  const { code } = (await book(guest.call)).body
  const find = async (q: string) =>
    (await manager.call('GET', `/v1/panel/bookings?q=${q}`)).body.items.length

  const change = { guest: { lastName: 'Şahin', phone: '+90 532 111 22 33' } }
  const changed = await guest.call('PATCH', `/v1/bookings/${code}`, { body: change })
  expect(changed.status).toBe(200)
  expect([await find('carla%20sahin'), await find('532'), await find('celik')]).toEqual([1, 1, 0])
})

test('a word that hundreds of bookings have is found newest first, page after page, wherever they stand', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  await book(service.call)
  service.clock.advance(60_000)
  await addUnindexed(service, 2_900)
  // One stretch of the list has another name, so that the newest bookings do not fill each page.
  await service.store.tx((tx) =>
    rowsOf(
      tx,
      sql`update ${tx.t.booking} set first_name = 'Zeynep', email = 'z@example.com' where id between 200 and 500 and id % 50 <> 0`,
    ),
  )
  await indexBookings(service.deps, new AbortController().signal)
  for (const [q, count] of [
    ['carla', 2_901 - 294],
    ['zeynep', 294],
    ['carla%20n9', 111],
  ] as const) {
    const codes: string[] = []
    let cursor = ''
    do {
      const path = `/v1/panel/bookings?limit=40&q=${q}${cursor}`
      const { items, nextCursor } = (await manager.call('GET', path)).body
      codes.push(...items.map(({ code }: Item) => code))
      cursor = nextCursor && `&cursor=${nextCursor}`
    } while (cursor)
    expect([q, codes.length, new Set(codes).size]).toEqual([q, count, count])
    const numbers = codes.filter((code) => /^N\d+$/.test(code)).map((code) => Number(code.slice(1)))
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
  }
})
