import { HOTEL_AMENITY_CODES } from '../../domain/catalog/hotel-amenities.ts'
import { type CalendarDate, parseDate } from '../../domain/kernel/date.ts'
import { LANGUAGES, type Language } from '../../domain/kernel/language.ts'
import type { Problem } from '../../http/guests/page-shape.ts'
import { readAges } from '../lib/ages.ts'

// The address of a page of `/stay`: all that a guest has chosen, so that a link, a bookmark and a step back keep it.

/** A room type at a rate with a board, chosen for one party. */
export type Choice = { roomCode: string; rateCode: string; boardCode: string | null }

/** The choices of a guest so far, as the address has them. */
export type StayAddress = {
  /** The words of the search: a city or a name. */
  q: string
  checkin: CalendarDate | null
  checkout: CalendarDate | null
  /** One for each room: adults, then the age of each child, separated by commas. At least one. */
  parties: string[]
  /** The choices for the first parties, in their order. */
  choices: Choice[]
  stars: string[]
  /** Codes of the amenities that a hotel must have. */
  amenities: string[]
  board: string | null
  sort: string | null
  cursor: string | null
  /** The first month of the calendar, `2026-12`. */
  month: string | null
  lang: Language | null
  /** The most that the whole stay may cost, in whole units of `currency`. */
  max: number | null
  currency: string | null
  /** Typed ages of the children of a room that are none, by the place of the room. */
  wrongAges: ReadonlyMap<number, string>
  /** True while the parties are being changed: their field is open. */
  isEdit: boolean
  /** True if more parties were asked for than one form takes: those past the limit are left out. */
  isCut: boolean
}

/** Rooms that one form asks for; hotels may let guests book fewer. */
export const PARTIES_MAX = 8
const PARTY = '2'
const TEXT_MAX = 200
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/
const STAR = /^[0-5]$/
const CURRENCY = /^[A-Z]{3}$/
/** Highest price of a stay that a search bounds, in whole units. */
const PRICE_MAX = 999_999_999

/** Reads an address; what no page wrote is left out. */
export function readAddress(query: URLSearchParams): StayAddress {
  const text = (name: string) => query.get(name)?.trim().slice(0, TEXT_MAX) || null
  const day = (name: string) => parseDate(text(name) ?? '') ?? null
  const lang = LANGUAGES.find((each) => each === query.get('lang')) ?? null
  const { parties, wrongAges, isCut } = readParties(query)
  const currency = text('currency')
  const typedMax = Number(text('max')?.replaceAll(/[.,\s]/g, ''))
  const isBound = Number.isInteger(typedMax) && typedMax > 0 && typedMax <= PRICE_MAX
  const month = text('month')
  const [checkin, checkout] = [day('checkin'), day('checkout')]
  return {
    q: text('q') ?? '',
    ...{ checkin, checkout },
    parties,
    choices: query.getAll('pick').slice(0, parties.length).flatMap(readChoice),
    stars: query.getAll('stars').filter((each) => STAR.test(each)),
    amenities: HOTEL_AMENITY_CODES.filter((each) => text('amenities')?.split(',').includes(each)),
    board: text('board'),
    // Without dates there is no total to order by.
    sort: text('sort') === 'price' && !(checkin && checkout) ? null : text('sort'),
    cursor: text('cursor'),
    month: month && MONTH.test(month) ? month : null,
    ...{ lang, wrongAges },
    max: isBound ? typedMax : null,
    // The currency is the bound's alone.
    currency: isBound && currency && CURRENCY.test(currency) ? currency : null,
    isEdit: query.has('edit') || wrongAges.size > 0,
    isCut: query.has('cut') || isCut,
  }
}

/** True if both dates are chosen: then a stay has a total. */
export const isDated = ({ checkin, checkout }: StayAddress): boolean =>
  checkin !== null && checkout !== null

/** True if a form wrote the query: then a redirect leads to its address. */
export const isFormQuery = (query: URLSearchParams): boolean => query.has('adults1')

/** The problem of a form in which the ages of children are none; it is said at its field. */
export const WRONG_AGES = { status: 422, code: 'validation_failed' } as Problem

/** Returns the address of a page with some changes of what was chosen. */
export function addressOf(
  path: string,
  from: StayAddress,
  changes: Partial<StayAddress> = {},
): string {
  const { q, parties, choices, stars, amenities, max, ...rest } = { ...from, ...changes }
  let query = ''
  const add = (name: string, value: string) => {
    query += `${query ? '&' : '?'}${name}=${PLAIN.test(value) ? value : formEncoded(value)}`
  }
  if (q) add('q', q)
  for (const name of ['checkin', 'checkout'] as const) if (rest[name]) add(name, rest[name])
  if (parties.join(' ') !== PARTY) for (const party of parties) add('party', party)
  for (const choice of choices) add('pick', writeChoice(choice))
  for (const star of stars) add('stars', star)
  if (amenities.length > 0) add('amenities', amenities.join())
  if (max !== null) add('max', String(max))
  for (const name of ['currency', 'board', 'sort', 'cursor', 'month', 'lang'] as const)
    if (rest[name]) add(name, rest[name])
  if (changes.isEdit) add('edit', '1')
  if (changes.isCut) add('cut', '1')
  return path + query
}

/** A value that needs no encoding; a page has a hundred addresses, of which most have no other values. */
const PLAIN = /^[\w.-]*$/
const formEncoded = (value: string) => new URLSearchParams([['', value]]).toString().slice(1)

/** Returns the parameters that ask the API for the stay; empty unless both dates are chosen. */
export function stayParameters({ checkin, checkout, parties }: StayAddress): URLSearchParams {
  const query = new URLSearchParams()
  if (!checkin || !checkout) return query
  query.set('checkin', checkin)
  query.set('checkout', checkout)
  for (const party of parties) query.append('party', party)
  return query
}

/** Returns the adults and the ages of the children of a party. */
export function partyOf(text: string): { adults: number; childAges: number[] } {
  const [adults = 2, ...childAges] = text.split(',').map(Number)
  return { adults, childAges }
}

type Parties = Pick<StayAddress, 'parties' | 'wrongAges' | 'isCut'>

/** Reads the parties that a link names, or those of the fields of a form, where a button adds or removes a room. */
function readParties(query: URLSearchParams): Parties {
  const linked = query.getAll('party').filter((each) => /^\d{1,3}(,\d{1,2})*$/.test(each))
  const typed: string[] = []
  const wrongAges = new Map<number, string>()
  for (let room = 1; query.has(`adults${room}`); room++) {
    const adults = Math.max(
      1,
      Math.min(99, Number.parseInt(query.get(`adults${room}`) ?? '', 10) || 2),
    )
    if (query.get('less') === String(room)) continue
    const agesText = (query.get(`ages${room}`) ?? '').slice(0, TEXT_MAX)
    const ages = readAges(agesText)
    if (ages === null && typed.length < PARTIES_MAX) wrongAges.set(typed.length, agesText)
    typed.push([adults, ...(ages ?? [])].join())
  }
  if (query.has('more')) typed.push(PARTY)
  const parties = typed.length > 0 ? typed : linked
  const all = parties.length > 0 ? parties.slice(0, PARTIES_MAX) : [PARTY]
  return { parties: all, wrongAges, isCut: parties.length > PARTIES_MAX }
}

/** Parts are separated by a sign that stands in none of them. */
export const writeChoice = ({ roomCode, rateCode, boardCode }: Choice): string =>
  [roomCode, rateCode, boardCode ?? ''].map(writePart).join('~')

const writePart = (text: string) => encodeURIComponent(text).replaceAll('~', '%7E')

/** Reads a choice of a link or a form; none of a broken one. */
export function readChoice(text: string): Choice[] {
  try {
    const [roomCode, rateCode, boardCode] = text.split('~').map(decodeURIComponent)
    return roomCode && rateCode ? [{ roomCode, rateCode, boardCode: boardCode || null }] : []
  } catch {
    return []
  }
}
