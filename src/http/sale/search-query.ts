import { type Static, type TObject, Type } from 'typebox'
import { agencyOf, type User, unboundAt } from '../../domain/accounts/user.ts'
import { checkCodes } from '../../domain/catalog/catalog-rules.ts'
import {
  amenitiesInOrder,
  HOTEL_AMENITIES,
  HOTEL_AMENITY_CODES,
  type HotelAmenity,
} from '../../domain/catalog/hotel-amenities.ts'
import { type Flaw, refused } from '../../domain/kernel/errors.ts'
import { foldWords } from '../../domain/kernel/search-text.ts'
import { type Place, SORTS, type Sort } from '../../domain/sale/search.ts'
import { checkStayDates } from '../../domain/sale/stay.ts'
import type { SearchCity } from '../../store/sale/search-catalog.ts'
import type { Context } from '../api/context.ts'
import { pageParameters } from '../api/paging.ts'
import { oneOf } from '../api/query.ts'
import type { SearchRequest } from './hotel-search.ts'
import {
  count,
  readBoard,
  readNamedParties,
  readStay,
  refuseDates,
  type SearchStay,
  stayQuery,
} from './stay-query.ts'

const TEXT_LENGTH_MAX = 200
/** Each amenity once, with room to spare. */
const AMENITIES_LENGTH_MAX = 1_000
/** Half the circumference of the earth. */
const RADIUS_KM_MAX = 20_040
/** The time zones in which a day begins last and first. */
const WESTERNMOST = 'Etc/GMT+12'
const EASTERNMOST = 'Etc/GMT-14'

/** Schema of a search text. */
const text = (description: string, example?: string) =>
  Type.Optional(
    Type.String({ maxLength: TEXT_LENGTH_MAX, description, ...(example && { example }) }),
  )
const measure = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Number({ minimum, maximum, description }))
const total = (which: string) =>
  count(
    0,
    Number.MAX_SAFE_INTEGER,
    `${which} total of the stay in minor units; needs dates, and \`currency\` where the hotels' currencies differ.`,
  )

export const citiesQuery = {
  q: text('Part of a name; case and accents do not matter.', 'istan'),
  ...pageParameters(),
}
export const searchQuery = {
  city: Type.Optional(Type.String({ description: 'Slug of the city.', example: 'istanbul' })),
  q: text('Words of the name or city; case and accents do not matter.'),
  ...stayQuery,
  currency: Type.Optional(
    Type.String({ description: 'Only hotels with prices in this currency (ISO 4217).' }),
  ),
  minPriceCents: total('Lowest'),
  maxPriceCents: total('Highest'),
  stars: Type.Optional(
    Type.Array(oneOf('0', '1', '2', '3', '4', '5'), { description: 'May be repeated.' }),
  ),
  amenities: Type.Optional(
    Type.String({
      maxLength: AMENITIES_LENGTH_MAX,
      description:
        'Codes of `GET /v1/amenities` with commas between them; a hotel has all of them.',
      example: 'pool,parking',
    }),
  ),
  sort: Type.Optional({
    ...oneOf(...SORTS),
    description:
      'Default: `price` with dates, else `distance` with a place, else `rating`. `price` and `-price` need dates; with several currencies hotels are grouped by currency, then sorted by price.',
  }),
  lat: measure(-90, 90, 'Latitude in degrees; with `lng`.'),
  lng: measure(-180, 180, 'Longitude in degrees; with `lat`.'),
  radiusKm: measure(0, RADIUS_KM_MAX, 'Only hotels within this distance of `lat`, `lng`.'),
  ...pageParameters(),
}

/** The query of a search. */
export type SearchQuery = Static<TObject<typeof searchQuery>>

/**
 * Reads a search from its query.
 *
 * @throws AppError `validation_failed` naming the parameter
 */
export async function readSearch(
  context: Context,
  query: SearchQuery,
  { cities, user }: { cities: readonly SearchCity[]; user: User | undefined },
): Promise<SearchRequest> {
  const stay = readStay(query)
  if (stay) refuseDates(flawsEverywhere(context, stay))
  const near = readPlace(query)
  const [minPriceCents, maxPriceCents] = readPrices(query, stay !== null)
  return {
    cityId: cityIdOf(query.city, cities),
    filter: {
      words: wordsOf(query.q),
      stars: [...new Set(query.stars?.map(Number))].sort(),
      near,
      radiusKm: readRadius(query, near),
      board: await readBoard(context, query.board),
      amenities: readAmenities(query.amenities),
      currency: readCurrency(query),
      parties: stay?.parties ?? readNamedParties(query),
    },
    stay,
    minPriceCents,
    maxPriceCents,
    sort: readSort(query.sort, { hasStay: stay !== null, hasPlace: near !== null }),
    unbound: unboundAt(user),
    viewer: agencyOf(user),
    seller: null,
  }
}

/** Returns the folded words of a text; a text without letters and digits matches nothing. */
export function wordsOf(text = ''): string[] {
  const words = foldWords(text)
  return words.length === 0 && text.trim() !== '' ? [text] : words
}

/** Returns the flaws that the dates of a stay have in every time zone. */
function flawsEverywhere({ today }: Context, stay: SearchStay): Flaw[] {
  const isFar = ({ code }: Flaw) => code === 'date_too_far'
  return [
    ...checkStayDates(stay, today(WESTERNMOST)).filter((flaw) => !isFar(flaw)),
    ...checkStayDates(stay, today(EASTERNMOST)).filter(isFar),
  ]
}

function readPrices(query: SearchQuery, hasStay: boolean): [min: number, max: number] {
  const { minPriceCents: min = 0, maxPriceCents: max = Number.MAX_SAFE_INTEGER } = query
  if (!hasStay && query.minPriceCents !== undefined) throw needsDates('minPriceCents')
  if (!hasStay && query.maxPriceCents !== undefined) throw needsDates('maxPriceCents')
  if (max < min)
    throw refused('?maxPriceCents', 'range_reversed', 'The highest price is below the lowest.')
  return [min, max]
}

/** Reads codes of amenities, in the order of their table. @throws AppError `validation_failed` */
function readAmenities(text = ''): HotelAmenity[] {
  if (text === '') return []
  const codes = text.split(',').map((code) => code.trim())
  const unknown = codes.find((code) => !Object.hasOwn(HOTEL_AMENITIES, code))
  if (unknown !== undefined)
    throw refused('?amenities', 'unknown_value', `Amenities are ${HOTEL_AMENITY_CODES.join(', ')}.`)
  return amenitiesInOrder(codes)
}

function readCurrency({ currency }: SearchQuery): string | null {
  const [flaw] = checkCodes(currency === undefined ? {} : { currency })
  if (flaw) throw refused('?currency', flaw.code, flaw.message)
  return currency ?? null
}

function readPlace({ lat, lng }: SearchQuery): Place | null {
  if (lat === undefined && lng === undefined) return null
  if (lat === undefined) throw refused('?lat', 'required', 'Goes with lng.')
  if (lng === undefined) throw refused('?lng', 'required', 'Goes with lat.')
  return { lat, lng }
}

function readRadius({ radiusKm }: SearchQuery, near: Place | null): number | null {
  if (radiusKm === undefined) return null
  if (!near) throw refused('?lat', 'required', 'radiusKm needs lat and lng.')
  return radiusKm
}

function readSort(sort: Sort | undefined, has: { hasStay: boolean; hasPlace: boolean }): Sort {
  if (sort === 'distance' && !has.hasPlace)
    throw refused('?lat', 'required', 'Sorting by distance needs lat and lng.')
  if ((sort === 'price' || sort === '-price') && !has.hasStay) throw needsDates('sort')
  return sort ?? (has.hasStay ? 'price' : has.hasPlace ? 'distance' : 'rating')
}

function cityIdOf(slug: string | undefined, cities: readonly SearchCity[]): number | null {
  if (slug === undefined) return null
  const city = cities.find((each) => each.slug === slug)
  if (!city) throw refused('?city', 'unknown_city', 'No city has this slug.')
  return city.id
}

const needsDates = (name: string) =>
  refused(`?${name}`, 'needs_dates', 'Prices need checkin and checkout.')
