import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { totalOf } from '../../src/domain/kernel/night.ts'
import { isSoldWith } from '../../src/domain/rates/rate.ts'
import { quoteAtRate, REASONS } from '../../src/domain/sale/quote.ts'
import { NOTHING_ASIDE } from '../../src/service/agencies/rooms-aside.ts'
import { readOffer } from '../../src/service/bookings/rate-offer.ts'
import { putRateDays } from '../support/rate-rows.ts'
import { buildHotels, putRate } from '../support/rated-hotels.ts'
import {
  datesOf,
  FIRST,
  type RatedChange,
  ROOMS,
  ratedQueryText,
  ratedWorld,
  type StayQuery,
} from '../support/rated-world.ts'
import { rounds } from '../support/rounds.ts'
import { find, hotelPage, putDays } from '../support/search.ts'
import { startService, type TestService } from '../support/service.ts'
import { date } from '../support/store.ts'
import { addAgency, signIn, type TestUser } from '../support/users.ts'

/** Worlds that the long form tries. */
const WORLDS = 100
/** No agency has an allotment here. */
const REACHED = REASONS.filter((code) => code !== 'set_aside')

type World = TestService & { admin: TestUser; agent: TestUser }

async function obey(service: TestService, hotelId: number, change: RatedChange): Promise<void> {
  if ('rate' in change) return await putRate(service, hotelId, change.rate)
  const roomCode = ROOMS[change.room]!
  const none = Array.from({ length: change.night }, () => undefined)
  if ('day' in change)
    return await putDays(service, hotelId, roomCode, [...none, change.day], FIRST)
  const { rateCode, rateDay } = change
  await putRateDays(service, { hotelId, roomCode, rateCode }, [...none, rateDay], FIRST)
}

/** What `quoteAtRate` says of each room type at each active rate from the rows as they are, and its total. */
async function quotesOf({ context, store }: TestService, hotelId: number, query: StayQuery) {
  const { hotel, rooms, rates } = await context.hotelOf(hotelId)
  const { checkin, checkout } = datesOf(query)
  const { adults, children, ages: childAges, rooms: asked, board: boardCode } = query
  const party = { adults, children, childAges, rooms: asked, boardCode }
  const stay = { ...party, checkin: date(checkin), checkout: date(checkout) }
  return await Promise.all(
    rooms.flatMap((room) =>
      rates
        .filter((rate) => rate.active && isSoldWith(rate, room.roomCode))
        .map(async (rate) => {
          const offer = await readOffer(store, { hotel }, { room, rate }, stay, NOTHING_ASIDE)
          const { reasons, nightly, boardCode } = quoteAtRate(
            offer,
            stay,
            context.today(hotel.timezone),
          )
          const totalCents = reasons.length > 0 ? null : totalOf(nightly, asked)
          return { roomCode: room.roomCode, rate, boardCode, nightly, reasons, totalCents }
        }),
    ),
  )
}

type Expected = Awaited<ReturnType<typeof quotesOf>>

/** What a search must show of a hotel: of equally cheap offers the first. */
function cheapest(quotes: Expected) {
  const offers = quotes.filter(({ rate, totalCents }) => rate.public && totalCents !== null)
  const sorted = offers.toSorted((a, b) => a.totalCents! - b.totalCents!)
  const from = sorted.find(({ rate }) => rate.pricing === null)
  const [lowest] = sorted
  return {
    fromTotalCents: from?.totalCents ?? null,
    roomCode: from?.roomCode ?? null,
    boardCode: from?.boardCode ?? null,
    lowestTotalCents: lowest?.totalCents ?? null,
    lowest: lowest && {
      roomCode: lowest.roomCode,
      rateCode: lowest.rate.rateCode,
      boardCode: lowest.boardCode,
    },
  }
}

/** The rates of a page, by room type and code, as far as they are quoted. */
const shownOf = (rooms: any[]) =>
  rooms.flatMap(({ roomCode, rates }) =>
    rates
      .map(({ rateCode, boardCode, totalPriceCents, nightly, reason, reasons }: any) => ({
        ...{
          roomCode,
          rateCode,
          boardCode,
          totalPriceCents,
          nightly,
          reason: reason?.code ?? null,
        },
        reasons: reasons.map(({ code, dates }: any) => ({ code, dates })),
      }))
      .toSorted((a: any, b: any) => (a.rateCode < b.rateCode ? -1 : 1)),
  )

const expectedOf = (quotes: Expected) =>
  quotes
    .map(({ roomCode, rate: { rateCode }, boardCode, nightly, reasons, totalCents }) => ({
      ...{ roomCode, rateCode, boardCode, totalPriceCents: totalCents },
      nightly: totalCents === null ? null : nightly,
      ...{ reason: reasons[0]?.code ?? null, reasons },
    }))
    .toSorted((a, b) => (`${a.roomCode} ${a.rateCode}` < `${b.roomCode} ${b.rateCode}` ? -1 : 1))

/** The offers that an agency is shown, and what it must be shown: what can be booked, at its commission of 10 %. */
const offersOf = (rooms: any[]) =>
  rooms
    .flatMap(({ roomCode, rates }) =>
      rates.map(({ rateCode, boardCode, prices: [{ grossCents, netCents }] }: any) => ({
        ...{ roomCode, rateCode, boardCode, grossCents, netCents },
      })),
    )
    .toSorted((a, b) => (`${a.roomCode} ${a.rateCode}` < `${b.roomCode} ${b.rateCode}` ? -1 : 1))

const soldOf = (quotes: Expected) =>
  quotes
    .filter(({ rate, totalCents }) => rate.public && totalCents !== null)
    .map(({ roomCode, rate: { rateCode }, boardCode, totalCents }) => ({
      ...{ roomCode, rateCode, boardCode, grossCents: totalCents! },
      netCents: totalCents! - Math.floor((totalCents! + 5) / 10),
    }))
    .toSorted((a, b) => (`${a.roomCode} ${a.rateCode}` < `${b.roomCode} ${b.rateCode}` ? -1 : 1))

/** Compares the search and the pages of some hotels with the stored rows. @returns the offers found */
async function compare(service: World, ids: readonly number[], query: StayQuery) {
  const text = ratedQueryText(query)
  const { items } = (await find(service, `city=izmir&${text}`)).body
  const found = new Map(items.map((item: any) => [item.slug, item]))
  const seen = { offers: 0, otherRates: 0, reasons: [] as string[] }
  for (const [index, id] of ids.entries()) {
    const quotes = await quotesOf(service, id, query)
    const expected = cheapest(quotes)
    const hit: any = found.get(`h${index}`)
    if (expected.lowestTotalCents === null) expect(hit).toBeUndefined()
    else expect(hit).toMatchObject(expected)
    if (hit) seen.offers++
    if (hit && hit.lowest.rateCode !== 'STD') seen.otherRates++
    const path = `/v1/hotels/h${index}?${text}`
    const all = shownOf((await service.admin.call('GET', path)).body.rooms)
    expect(all).toEqual(expectedOf(quotes))
    const open = shownOf((await hotelPage(service, `h${index}`, text)).body.rooms)
    expect(open).toEqual(expectedOf(quotes.filter(({ rate }) => rate.public)))
    const sold = await service.agent.call('GET', `/v1/acenta/search/h${index}?${text}`)
    expect(offersOf(sold.body.rooms)).toEqual(soldOf(quotes))
    seen.reasons.push(...all.flatMap(({ reasons }: any) => reasons.map(({ code }: any) => code)))
  }
  return seen
}

test('search, the pages of hotels with rates and an agency’s offers say what quoteAtRate says of the rows, over changing days and rates (contract-rates)', async () => {
  const seen = { offers: 0, otherRates: 0, reasons: new Set<string>() }
  await fc.assert(
    fc.asyncProperty(ratedWorld, async ({ hotels, rounds }) => {
      await using service = await startService()
      const admin = await signIn(service, 'admin')
      const agencyId = await addAgency(service)
      const agent = await signIn(service, 'agency_user', { agencyId })
      const ids = await buildHotels(service, hotels)
      for (const { changes, query } of rounds) {
        for (const { hotel, change } of changes)
          await obey(service, ids[hotel % ids.length]!, change)
        const { offers, otherRates, reasons } = await compare(
          { ...service, admin, agent },
          ids,
          query,
        )
        seen.offers += offers
        seen.otherRates += otherRates
        for (const reason of reasons) seen.reasons.add(reason)
      }
    }),
    { numRuns: rounds(WORLDS) },
  )
  // Enough was found for the agreement to mean something.
  expect(seen.offers).toBeGreaterThan(rounds(WORLDS))
  expect(seen.otherRates).toBeGreaterThan(rounds(50))
  expect([...seen.reasons].sort()).toEqual([...REACHED].sort())
}, 120_000)
