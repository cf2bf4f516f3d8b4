import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { addDays, type CalendarDate } from '../../src/domain/kernel/date.ts'
import { placeOfDate } from '../../src/domain/sale/day-block.ts'
import { NO_OFFERS } from '../../src/domain/sale/search-rates.ts'
import { readAgencySearch } from '../../src/http/sale/agency-sight.ts'
import { foldOffers, unfoldOffers } from '../../src/http/sale/folded-offers.ts'
import { createSearch, type SearchRequest } from '../../src/http/sale/hotel-search.ts'
import { createKeptOffers } from '../../src/http/sale/kept-offers.ts'
import { rankedOf } from '../../src/http/sale/ranking.ts'
import { firstOf } from '../../src/http/sale/search-hit.ts'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { findAgency } from '../../src/store/agencies/agencies.ts'
import { createCacheBudget } from '../../src/store/engine/cache-budget.ts'
import { type CachedHotel, createSearchCatalog } from '../../src/store/sale/search-catalog.ts'
import { setAside, startWithAgencies } from '../support/allotments.ts'
import { book } from '../support/bookings.ts'
import { addRates } from '../support/rate-days.ts'
import { setRateDay } from '../support/rates.ts'
import { rounds } from '../support/rounds.ts'
import { addCity, addHotel, putDays } from '../support/search.ts'
import { startService, type TestService } from '../support/service.ts'
import { date } from '../support/store.ts'
import { putTerms } from '../support/terms.ts'

setDefaultTimeout(60_000)

/** Of eight nights the first three are the last of a block of days. */
const FIRST = date('2027-03-29')
const ACTOR = { type: 'user', id: 'admin' } as const

const night = fc.nat({ max: 7 })
const hotel = fc.nat({ max: 3 })
const change = fc.oneof(
  fc.record({
    ...{ type: fc.constant('day' as const), hotel, night },
    available: fc.nat({ max: 2 }),
    priceCents: fc.integer({ min: 9_000, max: 9_005 }),
  }),
  fc.record({ type: fc.constant('book' as const), hotel, night }),
  fc.record({ type: fc.constant('stars' as const), hotel, stars: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ type: fc.constant('aside' as const), night, rooms: fc.nat({ max: 2 }) }),
  fc.record({ type: fc.constant('rates' as const), hotel }),
  fc.record({ type: fc.constant('restrict' as const), night, closed: fc.boolean() }),
  // A look at one of few stays, so that most are asked for again.
  fc.record({
    ...{ type: fc.constant('look' as const), night: fc.constantFrom(0, 2) },
    nights: fc.constantFrom(1, 3),
    sort: fc.constantFrom('price' as const, 'stars' as const),
    adults: fc.constantFrom(2, 2, 1),
    stars: fc.constantFrom([], [3, 4]),
  }),
)
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

/** Prices of the night that is looked at first, by hotels in turn: chance alone leaves them out in a quarter of all runs. */
const PRICES: Change[] = Array.from({ length: 8 }, (_, n) => ({
  ...{ type: 'day', hotel: n % 4, night: 2, available: 2, priceCents: 9_001 + n },
}))

const newSearch = ({ deps, context }: TestService, caches = createCacheBudget(64_000_000)) =>
  createSearch({
    ...{ store: deps.store, today: context.today, caches },
    catalog: createSearchCatalog(deps.store),
  })

function askOf(cityId: number, look: Extract<Change, { type: 'look' }>): SearchRequest {
  const checkin = addDays(FIRST, look.night)
  const parties = [{ rooms: 1, adults: look.adults, children: 0, childAges: [] }]
  const nothing = { words: [], near: null, radiusKm: null, board: null, amenities: [] }
  return {
    cityId,
    filter: { ...nothing, currency: null, stars: look.stars, parties },
    stay: { checkin, checkout: addDays(checkin, look.nights), parties },
    ...{ minPriceCents: 0, maxPriceCents: Number.MAX_SAFE_INTEGER, sort: look.sort },
    ...{ unbound: [], viewer: null, seller: null },
  }
}

/** All that a search shows of its hits, whose texts are written once. */
async function seen(search: ReturnType<typeof createSearch>, ask: SearchRequest) {
  const found = await search.find(ask)
  return firstOf(found, found.length).map((hit, index) => {
    hit.text ??= JSON.stringify([hit.hotel.stars, unfoldOffers(hit.offers)])
    return [found.hotelAt(index).slug, hit.text, hit.key, found.keyAt(index), found.groupAt(index)]
  })
}

test('what is kept of searches never shows in what they find, whatever changes between them (contract §5, issue 35)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 20, maxLength: 40 }), async (changes) => {
      const { service, staff } = await startWithAgencies()
      await using _ = service
      const cityId = await addCity(service, 'here')
      const ids = [service.alfa.id]
      await changeHotel(service.deps, ACTOR, 'alfa', { city: 'here' })
      for (const slug of ['h1', 'h2', 'h3']) ids.push(await addHotel(service, { cityId, slug }))
      await setAside(staff.manager, { rooms: 1 })
      const lasting = newSearch(service)
      const slugs = ['alfa', 'h1', 'h2', 'h3']
      const obey = async (each: Exclude<Change, { type: 'look' }>): Promise<void> => {
        const on = 'night' in each ? addDays(FIRST, each.night) : FIRST
        if (each.type === 'aside') await setAside(staff.manager, { date: on, rooms: each.rooms })
        else if (each.type === 'day') await putDays(service, ids[each.hotel]!, 'DBL', [each], on)
        else if (each.type === 'restrict')
          await setRateDay(service, { date: on, closed: each.closed, rateCode: 'NET' })
        else if (each.type === 'rates')
          await addRates(service, { id: ids[each.hotel]! }, { rateCode: 'NET', pricing: null })
        else if (each.type === 'stars')
          await changeHotel(service.deps, ACTOR, slugs[each.hotel]!, { stars: each.stars })
        else
          await book(service.call, {
            ...{ hotelSlug: slugs[each.hotel]!, checkin: on, checkout: addDays(on, 1) },
          })
      }
      for (const id of ids)
        await putDays(service, id, 'DBL', Array(8).fill({ available: 2, priceCents: 9_000 }), FIRST)
      await addRates(service, service.alfa, { rateCode: 'NET', pricing: null })
      let last = askOf(cityId, {
        type: 'look',
        night: 2,
        nights: 1,
        sort: 'price',
        adults: 2,
        stars: [],
      })
      for (const each of changes) {
        // A search under way while the change commits.
        const racing = lasting.find(last)
        if (each.type === 'look') last = askOf(cityId, each)
        else await obey(each)
        await racing
        expect(await seen(lasting, last)).toEqual(await seen(newSearch(service), last))
      }
    }),
    { numRuns: rounds(24), examples: [[PRICES]] },
  )
})

test('a commit between the reading of days and the keeping of their prices is not overlooked (contract §5, issue 35)', async () => {
  await using service = await startService()
  const { store, alfa, bravo } = service
  const catalog = createSearchCatalog(store)
  const share = createCacheBudget(64_000_000).share('search_offers')
  const kept = createKeptOffers(store, share, catalog)
  const { block } = placeOfDate(FIRST)
  const stay = { name: 'one', ratedBlocks: [block], aheadIn: () => 20 }
  const hotels = await catalog.hotelsOf([alfa.id, bravo.id])
  const hit = (hotel: CachedHotel) => foldOffers(hotel, NO_OFFERS)
  const found = () => hotels.map((each) => kept(stay).offersOf(each) !== undefined)
  const sell = (from: CalendarDate) => putDays(service, alfa.id, 'DBL', [{ available: 1 }], from)

  kept(stay).beginOffers()(hotels.map(hit))
  expect(found()).toEqual([true, true])

  const { beginOffers, beginRanking } = kept(stay)
  const [keepOffers, keepRanking] = [beginOffers(), beginRanking('by price', hotels)]
  await sell(FIRST)
  // Another search of the same stay knows of the commit.
  expect(found()).toEqual([false, true])
  keepOffers(hotels.map(hit))
  keepRanking(rankedOf([]))
  expect(found()).toEqual([false, true])
  expect([...kept(stay).rankingOf('by price', hotels)!.changed]).toEqual([alfa.id])

  kept(stay).beginOffers()(hotels.map(hit))
  await sell(addDays(FIRST, 30))
  expect(found()).toEqual([true, true])
  await sell(FIRST)
  expect(found()).toEqual([false, true])
  // After midnight.
  const other = kept({ ...stay, aheadIn: () => 19 })
  expect(hotels.map((each) => other.offersOf(each))).toEqual([undefined, undefined])
})

test('a search with rates of an agency keeps nothing, and leaves what is kept of the same stay (issue 35)', async () => {
  const { service, staff } = await startWithAgencies()
  await using _ = service
  const { store, alfa } = service
  await putDays(service, alfa.id, 'DBL', Array(8).fill({ available: 2, priceCents: 9_000 }), FIRST)
  const bound = { freeUntilDays: 90, penalty: 'all' } as const
  const at = (percentBp: number) => ({ type: 'derived', percentBp }) as const
  await addRates(
    service,
    alfa,
    { rateCode: 'CUT', pricing: at(-5_000), cancellation: bound },
    { rateCode: 'NET', pricing: at(-7_500), public: false },
  )
  const caches = createCacheBudget(64_000_000)
  const search = newSearch(service, caches)
  const bytesKept = () => Object.fromEntries(caches.taken()).search_offers
  const agency = (await findAgency(store, staff.deltaId))!
  const { user } = staff.agent
  const find = async (nights: number, freeCancellation = false) => {
    const dates = { checkin: FIRST, checkout: addDays(FIRST, nights) }
    const query = { ...dates, adults: 2, limit: 20, city: 'alfa-city', freeCancellation }
    const { ask } = await readAgencySearch(service.context, search, { query, agency, user })
    const [hit] = firstOf(await search.find(ask), 1)
    return { ask, hotel: hit!.hotel, offers: hit!.offers, cents: hit!.offers.lowestCents }
  }

  const { ask, hotel, offers, cents } = await find(2)
  expect(cents).toBe(9_000)
  const bytes = bytesKept()
  expect((await find(2, true)).cents).toBe(18_000)
  expect(search.keptFor(ask)!.offersOf(hotel)).toBe(offers)
  expect((await find(2)).cents).toBe(9_000)

  await putTerms(staff.manager, { rateCodes: ['NET'] })
  for (const nights of [1, 2, 3, 4]) expect((await find(nights)).cents).toBe(2_250 * nights)
  expect((await find(2, true)).cents).toBe(4_500)
  expect(bytesKept()).toBe(bytes)
})
