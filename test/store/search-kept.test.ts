import { expect, setDefaultTimeout, test } from 'bun:test'
import type { CalendarDate } from '../../src/domain/kernel/date.ts'
import { partsOf } from '../../src/domain/sale/day-block.ts'
import { updateHotel, updateRoomType } from '../../src/store/catalog/catalog-edits.ts'
import { upsertDays } from '../../src/store/days/availability.ts'
import { writeChange } from '../../src/store/days/history.ts'
import type { Tx } from '../../src/store/engine/engine.ts'
import { lockHotel } from '../../src/store/engine/locks.ts'
import { padIds } from '../../src/store/engine/rows.ts'
import type { Store } from '../../src/store/open.ts'
import { createSearchCatalog } from '../../src/store/sale/search-catalog.ts'
import { createDayBlocks } from '../../src/store/sale/search-days.ts'
import { packAll } from '../support/packed-days.ts'
import {
  addCities,
  addHotels,
  BLOCKS,
  countQueries,
  HERE,
  parts,
  STAY,
  shareOf,
  slowDown,
} from '../support/search-kept.ts'
import { room } from '../support/service.ts'
import { change, startStore } from '../support/store.ts'

// On a busy machine too.
setDefaultTimeout(60_000)

test('a search that finds everything in memory asks the database nothing, also after a change; very many load one hotel (issue 3, issue 12)', async () => {
  await using test = await startStore()
  await addCities(test.store)
  const [first, ...others] = await addHotels(test.store, HERE, 5)
  const { store, seen, reset, close } = countQueries(test.file, test.store)
  const catalog = createSearchCatalog(store)
  const blocksOf = createDayBlocks(store, shareOf(1_000_000))
  const look = async () => await blocksOf(await catalog.hotelsIn(HERE), BLOCKS)
  await look()
  expect(seen.queries.length).toBeGreaterThan(3)

  reset()
  await look()
  expect(seen.queries).toEqual([])
  await test.store.tx((tx) =>
    upsertDays(tx, first!, [change('DBL', STAY.checkin, { available: 77 })]),
  )
  const shown = async () => (await look()).map(([block]) => block!.available[parts[0]!.first]!)
  expect(await shown()).toEqual([77, ...others])
  expect(seen.queries).toEqual([])
  const many = Array.from({ length: 1_001 }, (_, n) => change(`R${n}`, STAY.checkin))
  await test.store.tx((tx) =>
    upsertDays(tx, first!, [...many, change('DBL', STAY.checkin, { available: 78 })]),
  )
  expect(await shown()).toEqual([78, ...others])
  // The mark of packed blocks, and days.
  expect(seen.queries).toHaveLength(2)
  close()
})

test('behind a start the hotels are read in slices, then the first search of a city reads its list alone; a stop ends it (issue 35)', async () => {
  await using test = await startStore()
  await addCities(test.store)
  const hotels = await addHotels(test.store, HERE, 70)
  const { store, seen, reset, close } = countQueries(test.file, test.store)
  const catalog = createSearchCatalog(store)
  await catalog.warm(AbortSignal.abort())
  expect(seen.queries).toHaveLength(1)
  await catalog.warm(new AbortController().signal)
  reset()
  expect((await catalog.hotelsIn(HERE)).map(({ id }) => id)).toEqual(hotels)
  expect(seen.queries).toHaveLength(1)
  close()
})

test('the cost of a search does not grow with the hotels of other cities: nothing of theirs is looked at (issue 3)', async () => {
  await using test = await startStore()
  await addCities(test.store)
  await addHotels(test.store, HERE, 5)
  const [stranger] = await addHotels(test.store, 2, 1)
  const { store, seen, reset, close } = countQueries(test.file, test.store)
  const catalog = createSearchCatalog(store)
  const blocksOf = createDayBlocks(store, shareOf(1_000_000))
  const cost = async () => {
    reset()
    await blocksOf(await catalog.hotelsIn(HERE), BLOCKS)
    return { ...seen }
  }
  const cold = await cost()
  const warm = await cost()
  await addHotels(test.store, 2, 50)
  const listed = await cost()
  await test.store.tx((tx) => upsertDays(tx, stranger!, [change('DBL', STAY.checkin)]))
  const after = await cost()

  expect(cold.queries.length).toBe(6)
  expect(warm.queries).toEqual([])
  // A new hotel anywhere makes the city's list be read again: one query by its index.
  expect(listed.queries).toHaveLength(1)
  // After any commit the list that is kept looks at its own topic, and at those of its five hotels.
  expect(after).toEqual({ queries: [], versions: warm.versions + 7 })
  close()
})

test('days kept in memory are bounded, and what was dropped is read again (issue 3)', async () => {
  await using test = await startStore()
  await addCities(test.store)
  await addHotels(test.store, HERE, 20)
  const { store, seen, reset, close } = countQueries(test.file, test.store)
  const hotels = await createSearchCatalog(store).hotelsIn(HERE)
  const small = createDayBlocks(store, shareOf(1_000))
  const large = createDayBlocks(store, shareOf(1_000_000))
  const expected = await large(hotels, BLOCKS)
  for (let round = 0; round < 3; round++) {
    reset()
    expect(await small(hotels, BLOCKS)).toEqual(expected)
    expect(seen.queries).toHaveLength(2)
  }
  close()
})

test('what was read before a commit is not shown after it, wherever in a load the commit falls (contract §5)', async () => {
  await using test = await startStore()
  await addCities(test.store)
  const [id] = (await addHotels(test.store, HERE, 1)) as [number]
  const now = { available: id, stars: 3, maxAdults: 2 }
  /** One thing at a time, or the change of one would hide that another is outdated. */
  const writes = [
    (tx: Tx) => upsertDays(tx, id, [change('DBL', STAY.checkin, { available: ++now.available })]),
    (tx: Tx) => updateHotel(tx, id, { stars: ++now.stars }),
    (tx: Tx) => updateRoomType(tx, id, room({ roomCode: 'DBL', maxAdults: ++now.maxAdults })),
  ]
  let pauses = 0
  let commitAt = -1
  let write = writes[0]!
  const pause = async () => {
    if (pauses++ === commitAt) await test.store.tx(write)
  }
  const slow = { ...test.store, db: slowDown(test.store.db, pause) }
  const store: Store = { ...slow, snapshot: (read) => read(slow) }
  const catalog = createSearchCatalog(store)
  const blocksOf = createDayBlocks(store, shareOf(1_000_000))
  const look = async () => {
    const hotels = await catalog.hotelsIn(HERE)
    const [blocks] = await blocksOf(hotels, BLOCKS)
    const { stars, rooms } = hotels[0]!
    const available = blocks![0]!.available[parts[0]!.first]!
    return { available, stars, maxAdults: rooms[0]!.maxAdults }
  }
  await look()
  const pausesOfLoad = pauses
  expect(pausesOfLoad).toBe(12)
  for (write of writes)
    for (let at = 0; at < pausesOfLoad; at++) {
      // Everything is outdated and will be read again.
      for (const each of writes) await test.store.tx(each)
      pauses = 0
      commitAt = at
      await look()
      expect(pauses).toBeGreaterThan(at)
      commitAt = -1
      expect(await look()).toEqual(now)
    }
})

test('searches of the same days share one read, and one whose reader failed is read again (issue 35)', async () => {
  await using test = await startStore()
  await addCities(test.store)
  await addHotels(test.store, HERE, 5)
  const { store, seen, reset, close } = countQueries(test.file, test.store)
  const hotels = await createSearchCatalog(store).hotelsIn(HERE)
  let isFailing = false
  const snapshot: Store['snapshot'] = async (read) => {
    if (!isFailing) return await store.snapshot(read)
    isFailing = false
    throw new Error('gone')
  }
  const blocksOf = createDayBlocks({ ...store, snapshot }, shareOf(1_000_000))
  const next = { blocks: [BLOCKS.blocks[0]! + 1], ratedBlocks: [] }

  reset()
  const [one, same] = await Promise.all([blocksOf(hotels, BLOCKS), blocksOf(hotels, BLOCKS)])
  expect(same).toEqual(one)
  expect(seen.queries).toHaveLength(2)

  isFailing = true
  const [failed, read] = await Promise.allSettled([blocksOf(hotels, next), blocksOf(hotels, next)])
  expect([failed.status, read.status]).toEqual(['rejected', 'fulfilled'])
  close()
})

test('packed days are read in place of their rows, until a commit that the feed tells of (issue 35)', async () => {
  await using test = await startStore()
  await addCities(test.store)
  const [first, ...others] = (await addHotels(test.store, HERE, 5)) as [number, ...number[]]
  await packAll(test.store, STAY.checkin)
  const { store, seen, reset, close } = countQueries(test.file, test.store)
  const hotels = await createSearchCatalog(store).hotelsIn(HERE)
  const look = async () => {
    reset()
    // Nothing is in memory.
    const blocks = await createDayBlocks(store, shareOf(1_000_000))(hotels, BLOCKS)
    return blocks.map(([block]) => block!.available[parts[0]!.first]!)
  }
  const ofRows = () => seen.queries.filter((query) => query.includes('"day"')).length
  expect(await look()).toEqual([first, ...others])
  expect(ofRows()).toBe(0)

  const head = {
    hotelId: first,
    actor: { type: 'system', id: 'test' },
    pushId: null,
    atMs: 1,
  } as const
  await test.store.tx(async (tx) => {
    await lockHotel(tx, first)
    await writeChange(tx, head, [change('DBL', STAY.checkin, { available: 77 })])
  })
  expect(await look()).toEqual([77, ...others])
  expect(ofRows()).toBe(1)
  await packAll(test.store, STAY.checkin)
  expect(await look()).toEqual([77, ...others])
  expect(ofRows()).toBe(0)
  close()
})

test('blocks are cut where they should be: every night of a stay has its cell, whatever the dates', () => {
  for (let start = 0; start < 40; start++)
    for (const nights of [1, 2, 7, 8, 9, 17, 90]) {
      const checkin = new Date(Date.UTC(2027, 1, 10 + start)).toISOString().slice(0, 10)
      const checkout = new Date(Date.UTC(2027, 1, 10 + start + nights)).toISOString().slice(0, 10)
      const stay = partsOf({ checkin: checkin as CalendarDate, checkout: checkout as CalendarDate })
      expect(stay.reduce((sum, part) => sum + part.nights, 0)).toBe(nights)
      for (const [index, { block, first, nights }] of stay.entries()) {
        expect([first >= 0, nights > 0, first + nights <= 8]).toEqual([true, true, true])
        if (index > 0) expect([block, first]).toEqual([stay[index - 1]!.block + 1, 0])
      }
    }
})

test('a query of ids has one of few lengths, the ids themselves first', () => {
  expect(padIds([7])).toEqual([7])
  expect(padIds([7, 8])).toEqual([7, 8, 8, 8, 8, 8, 8, 8])
  const ids = Array.from({ length: 501 }, (_, index) => index)
  expect([padIds(ids.slice(0, 65)).length, padIds(ids)]).toEqual([500, ids])
})
