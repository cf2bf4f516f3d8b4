import { COUNTRIES } from '../kernel/countries.ts'
import type { CalendarDate } from '../kernel/date.ts'
import { type Flaw, flaw } from '../kernel/errors.ts'
import type { Booking } from './booking.ts'

export const IDENTITIES_KEPT_DAYS = 90

/** Kinds of identity documents shown at the desk. */
export const DOCUMENT_KINDS = [
  'identity_card',
  'passport',
  'driving_licence',
  'residence_permit',
  'other',
] as const

/** Values of the Turkish identity notification (KBS). */
export const GENDERS = ['female', 'male'] as const

/** A guest's identity, which hotels in Türkiye report daily (law 1774). */
export type GuestIdentity = {
  firstName: string
  lastName: string
  /** ISO 3166-1 alpha-2. */
  nationality: string
  documentKind: (typeof DOCUMENT_KINDS)[number]
  documentNumber: string
  /** Null only for a Turkish identity card, whose number implies it. */
  birthDate: CalendarDate | null
  gender: (typeof GENDERS)[number] | null
}

/** The earliest accepted date of birth. */
const BORN_FIRST = '1900-01-01'

/** Returns the flaws in the identities of a booking's guests; empty if there are none. */
export function checkIdentities(
  guests: readonly GuestIdentity[],
  { adults, children }: Pick<Booking, 'adults' | 'children'>,
  today: CalendarDate,
): Flaw[] {
  const max = adults + children
  if (guests.length > max)
    return [flaw('/guests', 'too_many', `The booking is of ${max} guests.`, { max })]
  return guests.flatMap((guest, index) => checkIdentity(guest, `/guests/${index}`, today))
}

function checkIdentity(
  { nationality, documentKind, documentNumber, birthDate }: GuestIdentity,
  path: string,
  today: CalendarDate,
): Flaw[] {
  const flaws: Flaw[] = []
  const add = (...[name, ...rest]: Parameters<typeof flaw>) =>
    flaws.push(flaw(`${path}/${name}`, ...rest))
  const isTurkishCard = nationality === 'TR' && documentKind === 'identity_card'
  if (!COUNTRIES.has(nationality))
    add('nationality', 'unknown_country', 'No country has this ISO 3166-1 code.')
  if (isTurkishCard && !isTurkishNumber(documentNumber))
    add('documentNumber', 'wrong_number', 'This is no T.C. kimlik no.: its digits do not fit.')
  if (birthDate === null && !isTurkishCard)
    add('birthDate', 'required', 'Without a Turkish identity card the date of birth is needed.')
  if (birthDate !== null && birthDate > today)
    add('birthDate', 'in_future', 'This has not happened yet.')
  if (birthDate !== null && birthDate < BORN_FIRST)
    add('birthDate', 'date_in_past', `Not before ${BORN_FIRST}.`, { date: BORN_FIRST })
  return flaws
}

/**
 * True if a text is a Turkish identity number: eleven digits, the first not 0, the tenth equal to 7 × (1st + 3rd + 5th
 * + 7th + 9th) − (2nd + 4th + 6th + 8th), the last the sum of the ten before it, both modulo 10.
 */
function isTurkishNumber(text: string): boolean {
  if (!/^[1-9]\d{10}$/.test(text)) return false
  const digits = [...text].map(Number)
  const sum = (from: number, step: number, until: number) => {
    let all = 0
    for (let at = from; at < until; at += step) all += digits[at]!
    return all
  }
  const tenth = (7 * sum(0, 2, 9) - sum(1, 2, 8)) % 10
  return (tenth + 10) % 10 === digits[9] && sum(0, 1, 10) % 10 === digits[10]
}
