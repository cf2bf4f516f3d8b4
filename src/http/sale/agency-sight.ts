import type { User } from '../../domain/accounts/user.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { isFreeToday } from '../../domain/sale/room-offers.ts'
import type { Agency } from '../../store/agencies/agencies.ts'
import type { CachedHotel } from '../../store/sale/search-catalog.ts'
import type { Context } from '../api/context.ts'
import type { CommissionAt, StaySearch } from './agency-hotels.ts'
import type { Search, Seller } from './hotel-search.ts'
import { readSearch, type SearchQuery } from './search-query.ts'

/** A search of an agency's user. */
type AgencyAsk = {
  query: SearchQuery & { freeCancellation?: boolean }
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
): Promise<{ ask: StaySearch; bpAt: CommissionAt }> {
  const { freeCancellation: isFree = false } = query
  const { stay, ...rest } = await readSearch(context, query, {
    cities: await search.cities(),
    user,
  })
  if (!stay) throw refused('?checkin', 'required', 'An agency searches by dates.')
  const seller: Seller = {
    name: `${agency.id} ${isFree}`,
    see: (hotel) =>
      isFree ? withFreeRates(hotel, stay.checkin, context.today(hotel.timezone)) : hotel,
  }
  return { ask: { ...rest, stay, seller }, bpAt: () => agency.commissionBasisPoints }
}

/** Returns a hotel with those of its rates that are cancelled without a penalty today. */
function withFreeRates(hotel: CachedHotel, checkin: CalendarDate, today: CalendarDate) {
  const { rates } = hotel
  if (!rates) return hotel
  const isFree = rates.map(({ cancellation }) => isFreeToday(cancellation, checkin, today))
  const publicRates = hotel.publicRates.map((own) => own.filter(({ place }) => isFree[place]))
  return { ...hotel, publicRates }
}
