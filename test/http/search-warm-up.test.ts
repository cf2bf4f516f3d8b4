import { expect, test } from 'bun:test'
import { addDays } from '../../src/domain/kernel/date.ts'
import { unfoldOffers } from '../../src/http/sale/folded-offers.ts'
import { createSearch } from '../../src/http/sale/hotel-search.ts'
import { firstOf } from '../../src/http/sale/search-hit.ts'
import { readSearch } from '../../src/http/sale/search-query.ts'
import { createSearchWarmUp } from '../../src/http/sale/warm-search.ts'
import { createCacheBudget } from '../../src/store/engine/cache-budget.ts'
import { createSearchCatalog } from '../../src/store/sale/search-catalog.ts'
import { addRates } from '../support/rate-days.ts'
import { addCity, addHotel, putDays } from '../support/search.ts'
import { startService, type TestService, TODAY } from '../support/service.ts'
import { date } from '../support/store.ts'

const HOTELS = 20
const CHECKIN = addDays(date(TODAY), 1)
const CHECKOUT = addDays(date(TODAY), 3)

/** A search of its own, with the number of its snapshots: one for each batch of hotels or days that it reads. */
function searchOf({ context, store }: TestService) {
  const seen = { snapshots: 0 }
  const counting: TestService['store'] = {
    ...store,
    snapshot: (read) => {
      seen.snapshots++
      return store.snapshot(read)
    },
  }
  const parts = { store: counting, catalog: createSearchCatalog(counting) }
  const own = { ...context, ...parts, caches: createCacheBudget(64_000_000) }
  const search = createSearch(own)
  const find = async () => {
    const cities = await search.cities()
    const query = { city: 'here', checkin: CHECKIN, checkout: CHECKOUT, limit: 20 }
    const found = await search.find(await readSearch(own, query, { cities, user: undefined }))
    return firstOf(found, found.length).map((hit) => [
      hit.hotel.slug,
      unfoldOffers(hit.offers).lowest?.totalCents,
    ])
  }
  return { seen, find, warmUp: createSearchWarmUp(own, search) }
}

async function start() {
  const service = await startService()
  const cityId = await addCity(service, 'here')
  const ids: number[] = []
  for (let at = 0; at < HOTELS; at++)
    ids.push(await addHotel(service, { cityId, slug: `hotel-${at}` }))
  for (const id of ids) {
    const days = Array(40).fill({ available: 2, priceCents: 9_000 + id })
    await putDays(service, id, 'DBL', days, TODAY)
    await addRates(service, { id }, { rateCode: 'NET', pricing: null })
  }
  return { service, ids }
}

test('after a warm-up the first search of the next weeks reads nothing, and shows what was committed since (issue 35)', async () => {
  const { service, ids } = await start()
  await using _ = service
  const { seen, find, warmUp } = searchOf(service)
  await warmUp(new AbortController().signal)
  expect(seen.snapshots).toBeGreaterThan(4)

  seen.snapshots = 0
  const found = await find()
  expect(found).toHaveLength(HOTELS)
  expect(seen.snapshots).toBe(0)
  await putDays(service, ids[1]!, 'DBL', Array(3).fill({ available: 2, priceCents: 5_000 }), TODAY)
  expect((await find())[0]).toEqual(['hotel-1', 10_000])
  expect(await find()).toEqual(await searchOf(service).find())
})

test('a warm-up ends with the first search, and with the service', async () => {
  const { service } = await start()
  await using _ = service
  const used = searchOf(service)
  await used.find()
  used.seen.snapshots = 0
  await used.warmUp(new AbortController().signal)
  // The hotels of other cities, without their days.
  expect(used.seen.snapshots).toBe(1)

  const { seen, warmUp } = searchOf(service)
  await warmUp(AbortSignal.abort())
  expect(seen.snapshots).toBe(0)
})
