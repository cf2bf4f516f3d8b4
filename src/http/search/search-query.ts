import { t } from 'elysia'
import type { Static } from 'typebox'
import { checkCodes } from '../../domain/catalog-rules.ts'
import type { CalendarDate } from '../../domain/date.ts'
import { AppError, type Flaw, refused } from '../../domain/errors.ts'
import { STAY_ROOMS_MAX } from '../../domain/limits.ts'
import { type Place, SORTS, type Sort } from '../../domain/search.ts'
import { foldWords } from '../../domain/search-text.ts'
import { checkStayDates, type Party } from '../../domain/stay.ts'
import { listBoards } from '../../store/catalog/catalog.ts'
import type { SearchCity } from '../../store/catalog/search-catalog.ts'
import type { Context } from '../context.ts'
import { oneOf, PageSize, queryDate, queryWords, whole } from '../request/query.ts'
import type { SearchAsk } from './hotel-search.ts'
import { parameters } from './search-docs.ts'

const strict = { additionalProperties: false }
const TEXT_LENGTH_MAX = 200
const PERSONS_MAX = 1_000
/** Half the way around the earth. */
const RADIUS_KM_MAX = 20_040
const STARS = ['0', '1', '2', '3', '4', '5'] as const
/** Where a day begins last, and where it begins first. */
const WESTERNMOST = 'Etc/GMT+12'
const EASTERNMOST = 'Etc/GMT-14'

const stayFields = {
  checkin: t.Optional(t.String({ format: 'date', ...parameters.checkin })),
  checkout: t.Optional(t.String({ format: 'date', ...parameters.checkout })),
  adults: t.Optional(whole(parameters.adults)),
  children: t.Optional(whole(parameters.children)),
  rooms: t.Optional(whole(parameters.rooms)),
  board: t.Optional(t.String(parameters.board)),
}
const pageFields = { limit: t.Optional(PageSize), cursor: t.Optional(t.String()) }

export const CitiesQuery = t.Object(
  {
    q: t.Optional(t.String({ maxLength: TEXT_LENGTH_MAX, ...parameters.cityText })),
    ...pageFields,
  },
  strict,
)
export const SearchQuery = t.Object(
  {
    city: t.Optional(t.String(parameters.city)),
    q: t.Optional(t.String({ maxLength: TEXT_LENGTH_MAX, ...parameters.text })),
    ...stayFields,
    currency: t.Optional(t.String(parameters.currency)),
    minPriceCents: t.Optional(whole(parameters.minPriceCents)),
    maxPriceCents: t.Optional(whole(parameters.maxPriceCents)),
    stars: t.Optional(t.Union([t.String(), t.Array(t.String())], parameters.stars)),
    sort: t.Optional({ ...oneOf(...SORTS), ...parameters.sort }),
    lat: t.Optional(t.Number(parameters.lat)),
    lng: t.Optional(t.Number(parameters.lng)),
    radiusKm: t.Optional(t.Number(parameters.radiusKm)),
    ...pageFields,
  },
  strict,
)
export const SlugParams = t.Object({ slug: t.String(parameters.slug) })
export const StayQuery = t.Object(stayFields, strict)
export const PageQuery = t.Object(pageFields, strict)

type Search = Static<typeof SearchQuery>
type StayFields = Static<typeof StayQuery>

/** A stay that is asked for in every hotel, or in one. */
export type AskedStay = { checkin: CalendarDate; checkout: CalendarDate; party: Party }

/**
 * A search as its query asks for it.
 *
 * @throws AppError `validation_failed` naming the parameter
 */
export async function readSearch(
  context: Context,
  query: Search,
  request: Request,
  cities: readonly SearchCity[],
): Promise<SearchAsk> {
  const stay = readStay(query)
  if (stay) refuseDates(datesNowhere(context, stay))
  const near = readPlace(query)
  const isPartyGiven = [query.adults, query.children, query.rooms].some((it) => it !== undefined)
  const [minPriceCents, maxPriceCents] = readPrices(query, stay !== null)
  return {
    cityId: cityIdOf(query.city, cities),
    filter: {
      words: wordsOf(query.q),
      stars: [...new Set(queryWords('stars', request, STARS).map(Number))].sort(),
      near,
      radiusKm: readRadius(query, near),
      board: await readBoard(context, query.board),
      currency: readCurrency(query),
      party: stay?.party ?? (isPartyGiven ? readParty(query) : null),
    },
    stay,
    minPriceCents,
    maxPriceCents,
    sort: readSort(query.sort, { hasStay: stay !== null, hasPlace: near !== null }),
  }
}

/** The stay of a query; null without dates. Whether a hotel can be booked on them is another question. */
export function readStay(query: StayFields): AskedStay | null {
  const { checkin, checkout } = query
  if (checkin === undefined && checkout === undefined) return null
  if (checkin === undefined) throw refused('?checkin', 'required', 'Goes with checkout.')
  if (checkout === undefined) throw refused('?checkout', 'required', 'Goes with checkin.')
  return {
    checkin: queryDate('checkin', checkin),
    checkout: queryDate('checkout', checkout),
    party: readParty(query),
  }
}

/** @throws AppError `validation_failed` when dates have flaws, told as parameters */
export function refuseDates(flaws: readonly Flaw[]): void {
  const errors = flaws.map(({ path, ...flaw }) => ({ path: `?${path.slice(1)}`, ...flaw }))
  if (errors.length > 0) throw new AppError('validation_failed', errors[0]!.message, { errors })
}

/** The board of a query; null when none is asked for. @throws AppError `validation_failed` */
export async function readBoard({ store }: Context, board: string | undefined) {
  if (board === undefined) return null
  const codes = (await listBoards(store)).map(({ code }) => code)
  if (codes.includes(board)) return board
  throw refused('?board', 'unknown_board', `Known are ${codes.join(', ') || 'none'}.`)
}

/** The folded words of a text; a text that has none of letters and digits finds nothing. */
export function wordsOf(text = ''): string[] {
  const words = foldWords(text)
  return words.length === 0 && text.trim() !== '' ? [text] : words
}

/** What is wrong with the dates of a stay wherever on earth it is. */
function datesNowhere({ today }: Context, stay: AskedStay): Flaw[] {
  const isFar = ({ code }: Flaw) => code === 'date_too_far'
  return [
    ...checkStayDates(stay, today(WESTERNMOST)).filter((flaw) => !isFar(flaw)),
    ...checkStayDates(stay, today(EASTERNMOST)).filter(isFar),
  ]
}

function readParty(query: StayFields): Party {
  const rooms = inRange('rooms', query.rooms ?? 1, 1, STAY_ROOMS_MAX)
  const adults = inRange('adults', query.adults ?? Math.max(2, rooms), 1, PERSONS_MAX)
  const children = inRange('children', query.children ?? 0, 0, PERSONS_MAX)
  if (adults < rooms)
    throw refused('?adults', 'out_of_range', `Every room has an adult: at least ${rooms}.`, {
      min: rooms,
    })
  return { rooms, adults, children }
}

function readPrices({ minPriceCents, maxPriceCents }: Search, hasStay: boolean): [number, number] {
  const min = inRange('minPriceCents', minPriceCents ?? 0, 0, Number.MAX_SAFE_INTEGER)
  const most = maxPriceCents ?? Number.MAX_SAFE_INTEGER
  const max = inRange('maxPriceCents', most, 0, Number.MAX_SAFE_INTEGER)
  if (!hasStay && minPriceCents !== undefined) throw needsDates('minPriceCents')
  if (!hasStay && maxPriceCents !== undefined) throw needsDates('maxPriceCents')
  if (max < min)
    throw refused('?maxPriceCents', 'range_reversed', 'The highest price is below the least.')
  return [min, max]
}

function readCurrency({ currency }: Search): string | null {
  const [flaw] = checkCodes(currency === undefined ? {} : { currency })
  if (flaw) throw refused('?currency', flaw.code, flaw.message)
  return currency ?? null
}

function readPlace({ lat, lng }: Search): Place | null {
  if (lat === undefined && lng === undefined) return null
  if (lat === undefined) throw refused('?lat', 'required', 'Goes with lng.')
  if (lng === undefined) throw refused('?lng', 'required', 'Goes with lat.')
  return { lat: inRange('lat', lat, -90, 90), lng: inRange('lng', lng, -180, 180) }
}

function readRadius({ radiusKm }: Search, near: Place | null): number | null {
  if (radiusKm === undefined) return null
  if (!near) throw refused('?lat', 'required', 'radiusKm needs lat and lng.')
  return inRange('radiusKm', radiusKm, 0, RADIUS_KM_MAX)
}

function readSort(sort: Sort | undefined, has: { hasStay: boolean; hasPlace: boolean }): Sort {
  if (sort === 'distance' && !has.hasPlace)
    throw refused('?lat', 'required', 'The order by distance needs lat and lng.')
  if ((sort === 'price' || sort === '-price') && !has.hasStay) throw needsDates('sort')
  return sort ?? (has.hasStay ? 'price' : has.hasPlace ? 'distance' : 'rating')
}

function cityIdOf(slug: string | undefined, cities: readonly SearchCity[]): number | null {
  if (slug === undefined) return null
  const city = cities.find((each) => each.slug === slug)
  if (!city) throw refused('?city', 'unknown_city', 'No city has this slug.')
  return city.id
}

function inRange(name: string, value: number, min: number, max: number): number {
  if (value >= min && value <= max) return value
  throw refused(`?${name}`, 'out_of_range', `Must be ${min} to ${max}.`, { min, max })
}

const needsDates = (name: string) =>
  refused(`?${name}`, 'needs_dates', 'There are prices only with checkin and checkout.')
