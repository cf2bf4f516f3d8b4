import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays } from '../../src/domain/kernel/date.ts'
import type { RateDay } from '../../src/domain/rates/rate.ts'
import { partsOfCell } from '../../src/domain/sale/block-cells.ts'
import { bytesOf, partsOf } from '../../src/domain/sale/day-block.ts'
import { insertRoomType, reviseHotel } from '../../src/store/catalog/catalog.ts'
import { upsertDays } from '../../src/store/days/availability.ts'
import type { Tx } from '../../src/store/engine/engine.ts'
import type { Store } from '../../src/store/open.ts'
import { upsertRate } from '../../src/store/rates/rates.ts'
import { createSearchCatalog } from '../../src/store/sale/search-catalog.ts'
import { createDayBlocks } from '../../src/store/sale/search-days.ts'
import { addRates, rate } from '../support/rate-days.ts'
import { putRateDays } from '../support/rate-rows.ts'
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
import { change, startStore, type TestStore } from '../support/store.ts'

// On a busy machine too.
setDefaultTimeout(60_000)

const OWN = 'OWN'

/** A hotel that uses rates, with one of its own prices. @returns its id */
async function addRated(test: TestStore): Promise<number> {
  await addCities(test.store)
  const [id] = (await addHotels(test.store, HERE, 1)) as [number]
  await addRates(test, { id }, { rateCode: OWN })
  return id
}

const put = (store: Pick<Store, 'tx'>, hotelId: number, rateCode: string, day: Partial<RateDay>) =>
  putRateDays({ store: store as Store }, { hotelId, rateCode }, [day], STAY.checkin)

/** What search keeps of the first night. */
function keeping(store: Store, maxBytes = 1_000_000) {
  const catalog = createSearchCatalog(store)
  const blocksOf = createDayBlocks(store, shareOf(maxBytes))
  return async () => {
    const [hotel] = await catalog.hotelsIn(HERE)
    const [blocks] = await blocksOf([hotel!], BLOCKS)
    const { day, std, own } = partsOfCell(blocks![0]!, 1, parts[0]!.first)
    return {
      ...{ available: day!.available, priceCents: own?.priceCents ?? null },
      ...{ minStay: std?.minStay ?? null, closed: own?.closed ?? false },
      name: hotel!.rates![1]!.name,
    }
  }
}

test('days of rates in memory are changed where they are; very many are read again, as those of a changed rate are (issue 14)', async () => {
  await using test = await startStore()
  const id = await addRated(test)
  const { store, seen, reset, close } = countQueries(test.file, test.store)
  const look = keeping(store)
  const none = { available: id, priceCents: null, minStay: null, closed: false, name: 'Rate OWN' }
  expect(await look()).toEqual(none)

  reset()
  await put(test.store, id, OWN, { priceCents: 7_000, closed: true })
  await put(test.store, id, 'STD', { minStay: 3 })
  const set = { ...none, priceCents: 7_000, minStay: 3, closed: true }
  expect([await look(), seen.queries]).toEqual([set, []])
  const many = Array.from({ length: 1_001 }, () => ({ priceCents: 6_000 }))
  await putRateDays(test, { hotelId: id, rateCode: OWN }, many, STAY.checkin)
  expect(await look()).toEqual({ ...set, priceCents: 6_000, closed: false })
  // The mark of packed blocks, days, those of STD, those of the other rates.
  expect(seen.queries).toHaveLength(4)

  await test.store.tx(async (tx) => {
    await upsertRate(tx, id, rate({ rateCode: OWN, pricing: { type: 'derived' } }))
    await reviseHotel(tx, id)
  })
  expect(await look()).toMatchObject({ priceCents: null, minStay: 3 })
  close()
})

test('what was read before a commit of rates is not shown after it, wherever in a load the commit falls (contract §5)', async () => {
  await using test = await startStore()
  const id = await addRated(test)
  const now = { available: id, priceCents: 1, minStay: 1, closed: false, name: '' }
  const put = async (tx: Tx, rateCode: string, day: Partial<RateDay>) =>
    await putRateDays(
      { store: { tx: (body: (tx: Tx) => unknown) => body(tx) } as unknown as Store },
      { hotelId: id, rateCode },
      [day],
      STAY.checkin,
    )
  let renamed = 0
  /** One thing at a time, or the change of one would hide that another is outdated. */
  const writes = [
    (tx: Tx) => upsertDays(tx, id, [change('DBL', STAY.checkin, { available: ++now.available })]),
    (tx: Tx) => put(tx, OWN, { priceCents: ++now.priceCents }),
    (tx: Tx) => {
      now.minStay = (now.minStay % 90) + 1
      return put(tx, 'STD', { minStay: now.minStay })
    },
    async (tx: Tx) => {
      now.name = `Rate ${++renamed}`
      await upsertRate(tx, id, rate({ rateCode: OWN, name: now.name }))
      await reviseHotel(tx, id)
    },
  ]
  let pauses = 0
  let commitAt = -1
  let write = writes[0]!
  const pause = async () => {
    if (pauses++ === commitAt) await test.store.tx(write)
  }
  const look = keeping({ ...test.store, db: slowDown(test.store.db, pause) })
  await look()
  const pausesOfLoad = pauses
  for (write of writes)
    for (let at = 0; at < pausesOfLoad; at++) {
      // Everything is outdated and will be read again.
      for (const each of writes) await test.store.tx(each)
      pauses = 0
      commitAt = at
      await look()
      commitAt = -1
      expect(await look()).toEqual(now)
    }
})

test('what restrictions take in memory is counted, and what is not kept is read again (issue 14)', async () => {
  await using test = await startStore()
  const id = await addRated(test)
  const [hotel] = await createSearchCatalog(test.store).hotelsIn(HERE)
  const shares: (() => number)[] = []
  const share = { maxBytes: 1_000_000, watch: (bytes: () => number) => void shares.push(bytes) }
  const blocksOf = createDayBlocks(test.store, share)
  const [blocks] = await blocksOf([hotel!], BLOCKS)
  const before = shares[0]!()
  const bytes = bytesOf(blocks![0]!)
  await put(test.store, id, OWN, { minStay: 2 })
  expect(bytesOf(blocks![0]!) - bytes).toBe(shares[0]!() - before)
  expect(shares[0]!()).toBeGreaterThan(before)

  await put(test.store, id, OWN, { priceCents: 9_000 })
  const small = keeping(test.store, 100)
  for (let round = 0; round < 2; round++) expect(await small()).toMatchObject({ priceCents: 9_000 })
})

test('of a hotel with very many rates some blocks are read at a time, between which others have their turn (house-style §2)', async () => {
  await using test = await startStore()
  const id = await addRated(test)
  const roomCodes = ['DBL', 'R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7']
  await test.store.tx(async (tx) => {
    for (const roomCode of roomCodes.slice(1)) await insertRoomType(tx, id, room({ roomCode }))
  })
  const codes = Array.from({ length: 49 }, (_, at) => `Q${String(at).padStart(2, '0')}`)
  await addRates(test, { id }, ...codes.map((rateCode) => ({ rateCode, roomCodes })))
  const last = addDays(STAY.checkin, 89)
  await putRateDays(test, { hotelId: id, rateCode: 'Q48' }, [{ priceCents: 4_800 }], last)
  const { store, seen, reset, close } = countQueries(test.file, test.store)
  const [hotel] = await createSearchCatalog(store).hotelsIn(HERE)
  const stay = partsOf({ checkin: STAY.checkin, checkout: addDays(last, 1) })
  const ratedBlocks = stay.map(({ block }) => block)

  reset()
  let turns = 0
  const turn = () => {
    turns++
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  const blocksOf = createDayBlocks(store, shareOf(10_000_000))
  const [blocks] = await blocksOf([hotel!], { blocks: [], ratedBlocks })
  clearImmediate(next)
  // The mark of packed blocks; then of each days, those of STD, those of the other rates.
  expect(seen.queries).toHaveLength(1 + 3 * ratedBlocks.length)
  expect(turns).toBeGreaterThanOrEqual(ratedBlocks.length - 1)
  expect(blocks).toHaveLength(ratedBlocks.length)
  const { first, nights } = stay.at(-1)!
  const place = hotel!.rates!.findIndex(({ rateCode }) => rateCode === 'Q48')
  expect(partsOfCell(blocks!.at(-1)!, place, first + nights - 1).own?.priceCents).toBe(4_800)

  reset()
  await blocksOf([hotel!], { blocks: [], ratedBlocks })
  expect(seen.queries).toEqual([])
  close()
})
