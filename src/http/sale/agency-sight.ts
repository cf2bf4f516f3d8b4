import type { User } from '../../domain/accounts/user.ts'
import { type Deal, dealOf } from '../../domain/agencies/terms.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { isFreeToday, ownLeft } from '../../domain/sale/room-offers.ts'
import { publicRatesOf } from '../../domain/sale/search.ts'
import { askOf } from '../../domain/sale/search-stay.ts'
import { type Agency, findAgency } from '../../store/agencies/agencies.ts'
import { findTerms, listActiveTerms } from '../../store/agencies/terms.ts'
import { batch } from '../../store/engine/pace.ts'
import type { CachedHotel } from '../../store/sale/search-catalog.ts'
import type { Context } from '../api/context.ts'
import type { DealAt, StaySearch } from './agency-hotels.ts'
import type { Search, Seller } from './hotel-search.ts'
import type { Hit } from './search-hit.ts'
import { readSearch, type SearchQuery } from './search-query.ts'
import type { SearchStay } from './stay-query.ts'

/** The order that only an agency's search has: hotels with rooms of its own first, each part by price. */
export const OWN_FIRST = 'allotment'

/** Query of an agency's search. */
export type AgencyQuery = Omit<SearchQuery, 'sort'> & {
  sort?: SearchQuery['sort'] | typeof OWN_FIRST
  freeCancellation?: boolean | undefined
  ownAllotment?: boolean | undefined
}

/** A search of an agency's user. */
type AgencyAsk = {
  query: AgencyQuery
  agency: Agency
  user: User
}

/**
 * Reads the search of an agency over the hotels and rates that it may sell.
 *
 * @throws AppError `validation_failed` naming the parameter
 */
export async function readAgencySearch(
  context: Context,
  search: Search,
  { query, agency, user }: AgencyAsk,
): Promise<{ ask: StaySearch; dealAt: DealAt }> {
  const { freeCancellation: isFree = false, ownAllotment: isOwn = false, sort, ...more } = query
  const isOwnFirst = sort === OWN_FIRST
  const usual = { ...more, ...(sort !== undefined && { sort: isOwnFirst ? 'price' : sort }) }
  const { stay, ...rest } = await readSearch(context, usual, {
    cities: await search.cities(),
    user,
  })
  if (!stay) throw refused('?checkin', 'required', 'An agency searches by dates.')
  const terms = await listActiveTerms(context.store, agency.id)
  const dealAt = (hotelId: number) => dealOf(agency, terms.get(hotelId))
  const see = (hotel: CachedHotel) => {
    const { rateCodes, stopSale } = dealAt(hotel.id)
    if (stopSale) return undefined
    const seen = withRates(hotel, rateCodes)
    return isFree ? withFreeRates(seen, stay.checkin, context.today(hotel.timezone)) : seen
  }
  const keep = async (hits: Hit[]) => {
    const own = await withOwnRooms(search, hits, stay, agency.id)
    return isOwn ? own : ownFirst(hits, new Set(own))
  }
  const seller: Seller = {
    name: `${agency.id} ${isFree} ${isOwn} ${isOwnFirst}`,
    see,
    ...((isOwn || isOwnFirst) && { keep }),
  }
  return { ask: { ...rest, stay, seller }, dealAt }
}

/** Returns the hits at which an agency has rooms of its own left on every night of a stay. */
async function withOwnRooms(search: Search, hits: Hit[], stay: SearchStay, agencyId: number) {
  const some = hits.filter(({ hotel }) => hotel.usesAllotments)
  const ask = askOf({ ...stay, party: stay.parties[0]! }, null)
  const blocks = await search.blocksOf(
    some.map(({ hotel }) => hotel),
    ask,
    agencyId,
  )
  return some.filter(({ hotel }, index) =>
    hotel.rooms.some((_, room) => ownLeft(room, blocks[index]!, ask) > 0),
  )
}

/**
 * Reads what an agency has at a hotel to sell by.
 *
 * @param agencyId see `agencyOf`
 * @returns null for callers without an agency
 */
export async function readDeal(
  { store }: Pick<Context, 'store'>,
  agencyId: number | null,
  { id }: Pick<CachedHotel, 'id'>,
): Promise<Deal | null> {
  if (agencyId === null) return null
  const [agency, terms] = await batch(findAgency(store, agencyId), findTerms(store, id, agencyId))
  return dealOf(agency!, terms)
}

/** Returns hits in groups that sort those of the agency's own rooms first. */
const ownFirst = (hits: readonly Hit[], own: ReadonlySet<Hit>): Hit[] =>
  hits.map((hit) => ({ ...hit, group: `${own.has(hit) ? 0 : 1} ${hit.group}` }))

/** Returns a hotel with rates that are not public, too. */
export function withRates(hotel: CachedHotel, own: readonly string[]): CachedHotel {
  const { rooms, rates } = hotel
  return rates && own.length > 0
    ? { ...hotel, publicRates: publicRatesOf(rooms, rates, own) }
    : hotel
}

/** Returns a hotel with those of its rates that are cancelled without a penalty today. */
function withFreeRates(
  hotel: CachedHotel,
  checkin: CalendarDate,
  today: CalendarDate,
): CachedHotel {
  const { rates } = hotel
  if (!rates) return hotel
  const isFree = rates.map(({ cancellation }) => isFreeToday(cancellation, checkin, today))
  const publicRates = hotel.publicRates.map((own) => own.filter(({ place }) => isFree[place]))
  return { ...hotel, publicRates }
}
