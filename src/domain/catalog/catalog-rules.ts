import { COUNTRIES } from '../kernel/countries.ts'
import { type Flaw, flaw } from '../kernel/errors.ts'
import type { Tax } from '../rates/tax.ts'
import { TAXES_BP_MAX } from '../rates/tax.ts'
import type { Hotel, RoomType } from './catalog.ts'
import { checkHouseRules, checkOrigins, type HotelPage } from './hotel-page.ts'

/** Room types of one hotel. */
export const ROOM_TYPES_MAX = 500

/** Room types, or rates, counted as users of a board. */
export const USES_COUNTED_MAX = 1_000

/** Computed on demand: the list takes some 4 ms, too long for start-up. */
const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code)
const isTimezone = (name: string) => Intl.supportedValuesOf('timeZone').includes(name)

/** Codes of a place or hotel that are checked against international lists; absent ones are not checked. */
export type WorldCodes = Partial<Pick<Hotel, 'currency' | 'timezone'> & { country: string }>

/**
 * Returns the flaws in codes of country (ISO 3166), currency (ISO 4217) and time zone (IANA); empty if there are none.
 */
export function checkCodes({ country, currency, timezone }: WorldCodes): Flaw[] {
  const flaws: Flaw[] = []
  if (country !== undefined && !COUNTRIES.has(country))
    flaws.push(flaw('/country', 'unknown_country', 'No country has this ISO 3166-1 code.'))
  if (currency !== undefined && !isCurrency(currency))
    flaws.push(flaw('/currency', 'unknown_currency', 'No currency has this ISO 4217 code.'))
  if (timezone !== undefined && !isTimezone(timezone))
    flaws.push(flaw('/timezone', 'unknown_timezone', unknownTimezone(timezone)))
  return flaws
}

/** Returns the flaws in the taxes of a hotel taken together; empty if there are none. */
export function checkTaxes(taxes: readonly Tax[]): Flaw[] {
  const codes = taxes.map(({ code }) => code)
  const twice = findRepeats(codes, (at) => `/taxes/${at}/code`, 'A code may appear only once.')
  const sum = taxes.reduce((all, { percentBp }) => all + percentBp, 0)
  if (sum <= TAXES_BP_MAX) return twice
  const message = `All together are at most ${TAXES_BP_MAX} basis points, not ${sum}.`
  return [...twice, flaw('/taxes', 'out_of_range', message, { min: 0, max: TAXES_BP_MAX })]
}

/** Returns the flaws in a room type's party, boards, beds and amenities, in any hotel; empty if there are none. */
export function checkRoom(
  room: Pick<
    RoomType,
    'maxAdults' | 'maxChildren' | 'maxOccupancy' | 'boards' | 'beds' | 'amenities'
  >,
  knownBoards: readonly string[],
): Flaw[] {
  const { maxAdults, maxChildren, maxOccupancy, boards } = room
  const flaws: Flaw[] = []
  const [min, max] = [maxAdults, maxAdults + maxChildren]
  if (maxOccupancy < min || maxOccupancy > max) {
    const message = `Must be ${min} to ${max}: at least the adults, at most all.`
    flaws.push(flaw('/maxOccupancy', 'out_of_range', message, { min, max }))
  }
  const known = `Known are ${knownBoards.join(', ') || 'none'}.`
  for (const [index, code] of boards.entries())
    if (!knownBoards.includes(code)) flaws.push(flaw(`/boards/${index}`, 'unknown_board', known))
    else if (boards.indexOf(code) < index)
      flaws.push(flaw(`/boards/${index}`, 'repeated', 'A board may appear only once.'))
  const kinds = room.beds.map(({ kind }) => kind)
  return [
    ...flaws,
    ...findRepeats(kinds, (at) => `/beds/${at}/kind`, 'A kind of bed stands once.'),
    ...findRepeats(room.amenities, (at) => `/amenities/${at}`, 'An amenity stands once.'),
  ]
}

/** Returns the flaws in what a hotel's page lists, and in its house rules; empty if there are none. */
export const checkPage = ({ amenities, widgetOrigins, houseRules }: HotelPage): Flaw[] => [
  ...findRepeats(amenities, (at) => `/amenities/${at}`, 'An amenity stands once.'),
  ...findRepeats(widgetOrigins, (at) => `/widgetOrigins/${at}`, 'An origin stands once.'),
  ...checkOrigins(widgetOrigins),
  ...checkHouseRules(houseRules),
]

/** Returns the repeated entries of a list. */
const findRepeats = (list: readonly string[], pathOf: (at: number) => string, message: string) =>
  list.flatMap((each, at) =>
    list.indexOf(each) < at ? [flaw(pathOf(at), 'repeated', message)] : [],
  )

/** Names the zone that an older name or another case means. */
function unknownTimezone(timezone: string): string {
  const start = 'This is no IANA time zone'
  try {
    const meant = new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone
    return isTimezone(meant) ? `${start}; use ${meant}.` : `${start}.`
  } catch {
    return `${start}.`
  }
}
