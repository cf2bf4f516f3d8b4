import type { Static } from 'typebox'
import { agencyOf, isUnbound, type User, unboundAt } from '../../domain/accounts/user.ts'
import type { Deal } from '../../domain/agencies/terms.ts'
import { addDays, datesBetween } from '../../domain/kernel/date.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { PUSH_FUTURE_DAYS_MAX } from '../../domain/kernel/limits.ts'
import { NIGHTS_MAX } from '../../domain/kernel/night.ts'
import type { Viewer } from '../../domain/sale/aside-block.ts'
import {
  CALENDAR_DAYS_MAX,
  type CalendarAsk,
  calendarBlocks,
  type PricedDay,
  priceCalendar,
} from '../../domain/sale/price-calendar.ts'
import { cached } from '../../store/cache.ts'
import { runSliced } from '../../store/engine/pace.ts'
import type { CachedHotel } from '../../store/sale/search-catalog.ts'
import type { Context } from '../api/context.ts'
import { readRange } from '../api/range.ts'
import { readDeal, withRates } from './agency-sight.ts'
import type { Search } from './hotel-search.ts'
import type { CalendarQuery, CalendarSchema } from './price-calendar-shape.ts'
import { stopSaleOn, TOO_LARGE } from './room-quotes.ts'
import { readParties } from './stay-query.ts'

/** A cached calendar: its JSON text, the key of its entry, and the topics that invalidate it. */
type CachedCalendar = { text: string; name: string; topics: string[] }

/** Memory of a cache entry besides its text and key, in bytes; these take a byte per character. */
const ENTRY_OVERHEAD = 500

/**
 * Creates the price calendars of hotels on sale, cached until a change of the hotel, its days or its rates, or until
 * its midnight.
 *
 * @returns a reader of the JSON text. It throws AppError `not_found`, `validation_failed` naming the parameter
 */
export function createPriceCalendars(context: Context, search: Search) {
  const { store, today: todayIn, caches } = context
  const share = caches.share('calendars')
  const calendars = cached<CachedCalendar>(store, {
    topics: ({ topics }) => topics,
    max: share.maxBytes,
    sizeOf: ({ text, name }) => text.length + name.length + ENTRY_OVERHEAD,
    watch: share.watch,
  })
  const hotelOf = async (slug: string): Promise<CachedHotel> => {
    const snapshot = await context.hotelOfSlug(slug)
    const [hotel] = snapshot ? await search.hotelsOf([snapshot.hotel.id]) : []
    if (hotel) return hotel
    throw new AppError('not_found', 'There is no hotel with this slug.')
  }

  return async (slug: string, query: CalendarQuery, user: User | undefined): Promise<string> => {
    const range = readRange(query, CALENDAR_DAYS_MAX)
    const parties = readParties(query)
    const known = await hotelOf(slug)
    const { id, timezone, usesAllotments } = known
    const today = todayIn(timezone)
    const viewer = agencyOf(user)
    const deal = await readDeal(context, viewer, known)
    const isBound = !isUnbound(unboundAt(user), id)
    const asked = query.party?.join(' ') ?? ''
    const name = `${id} ${today} ${range.from} ${range.to} ${isBound} ${asked} ${usesAllotments && viewer} ${nameOf(deal)}`
    const calendar = await calendars(name, async () => {
      // Read after the cache noted its version: if the hotel changes meanwhile, the answer is not cached.
      const cached = await hotelOf(slug)
      const hotel = deal ? withRates(cached, deal.rateCodes) : cached
      const { topic, daysTopic, rateDaysTopic } = hotel
      const isTooLarge = isBound && parties.length > hotel.webMaxRooms
      const last = addDays(today, PUSH_FUTURE_DAYS_MAX)
      const ask = { parties, today, last, nightsMax: isBound ? hotel.webMaxNights : NIGHTS_MAX }
      const against = isTooLarge ? TOO_LARGE : deal?.stopSale ? stopSaleOn([]) : null
      const priced = against ? [] : await price(search, hotel, { ...range, ...ask, viewer })
      const pricedOn = new Map(priced.map((day) => [day.date, day]))
      const answer: Static<typeof CalendarSchema> = {
        ...range,
        currency: hotel.currency,
        ...(deal && { commissionBp: deal.commissionBp }),
        reason: against,
        days: datesBetween(range.from, range.to).map((date) => {
          const { lowestCents = null, minStay = null } = pricedOn.get(date) ?? {}
          return { date, lowestCents, minStay, arrival: minStay !== null }
        }),
      }
      return { text: JSON.stringify(answer), name, topics: [topic, daysTopic, rateDaysTopic] }
    })
    return calendar!.text
  }
}

/** Returns what tells the calendars of an agency's users apart: callers with the same share one. */
const nameOf = (deal: Deal | null) =>
  deal && `${deal.commissionBp} ${deal.stopSale} ${deal.rateCodes.join()}`

/** Prices the days of a calendar that can be on sale: from today to the last day that can be sold. */
async function price(
  search: Search,
  hotel: CachedHotel,
  { viewer, ...ask }: CalendarAsk & { viewer: Viewer },
): Promise<PricedDay[]> {
  let { from, to } = ask
  if (from < ask.today) from = ask.today
  if (to > ask.last) to = ask.last
  if (from > to) return []
  const numbers = calendarBlocks({ from, to })
  const asked = { blocks: numbers, ratedBlocks: numbers }
  const [blocks] = await search.blocksOf([hotel], asked, viewer)
  return await runSliced(priceCalendar(hotel, blocks!, { ...ask, from, to }))
}
