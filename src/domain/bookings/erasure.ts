// Erasure of a guest's data (GDPR art. 17; issue 37 item 6): sums, nights and room numbers stay.

import type { Hotel } from '../catalog/catalog.ts'
import { instantAt } from '../kernel/date.ts'
import { foldWords } from '../kernel/search-text.ts'
import type { Booking } from './booking.ts'
import { bookingWords } from './booking-words.ts'
import { isShort, readRecord, shortText } from './stored-record.ts'

/** Bookings that one request erases or exports. */
export const ERASED_AT_ONCE_MAX = 200

/** The fewest and the most years after the stay in which a hotel may have its guests erased. */
export const GUEST_DATA_YEARS = { minimum: 1, maximum: 30 } as const

/** True if a booking stands, so that its guest's data is needed: also a no-show before its check-out. */
export function isStanding(
  { status, checkout }: Pick<Booking, 'status' | 'checkout'>,
  { checkoutTime, timezone }: Pick<Hotel, 'checkoutTime' | 'timezone'>,
  nowMs: number,
): boolean {
  if (status === 'no_show') return nowMs < instantAt(checkout, checkoutTime, timezone)
  return status === 'pending' || status === 'confirmed'
}

/** The fields of a record that hold a guest's data, as they are after an erasure. */
const ERASED = {
  ...{ guest: null, guestNames: [], arrivalTime: null, company: null },
  ...{ specialRequests: null, cancelReason: null },
}

type JsonObject = Record<string, unknown>

/** Returns the text of a stored record without its guest, in the form that it has. */
export const eraseSnapshot = (text: string): string =>
  isShort(text)
    ? shortText(erasedRecord(readRecord(text)))
    : JSON.stringify(erasedRecord(JSON.parse(text)))

/** Returns the text of a booking's event without its guest: in its record, and in the values before the change. */
export function eraseEvent(body: string): string {
  const event = JSON.parse(body) as { data: JsonObject & { previous?: JsonObject } }
  const { previous } = event.data
  const data = erasedRecord(event.data)
  return JSON.stringify({
    ...event,
    data: previous ? { ...data, previous: blank(previous) } : data,
  })
}

const erasedRecord = <Of extends object>(record: Of) => ({
  ...blank(record),
  erased: true as const,
})

/** Blanks the fields of a guest that an object has. */
function blank<From extends { payment?: object | null }>(from: From): From {
  const had = Object.entries(ERASED).filter(([name]) => name in from)
  const { payment } = from
  return {
    ...from,
    ...Object.fromEntries(had),
    ...(payment ? { payment: noReference(payment) } : {}),
  }
}

/** The reference of a guarantee is a free text; its kind and amount stay. */
function noReference(payment: object): object {
  const { guarantee } = payment as { guarantee?: object | null }
  return guarantee ? { ...payment, guarantee: { ...guarantee, reference: null } } : payment
}

/** Values of the desk's history that name nobody, whatever was typed; all other texts and lists are dropped. */
const PLAIN_FIELDS = ['roomNumber', 'method', 'link', 'identities', 'proof', 'guest']

/** Returns the JSON of a state in the desk's history without texts that the desk typed; null stays null. */
export function eraseDeskState(text: string | null): string | null {
  if (text === null) return null
  const kept = Object.entries(JSON.parse(text) as JsonObject).filter(
    ([name, value]) => PLAIN_FIELDS.includes(name) || !(typeof value === 'string' || isList(value)),
  )
  return JSON.stringify(Object.fromEntries(kept))
}

const isList = (value: unknown) => typeof value === 'object' && value !== null

/** The words that are a guest's: of the name, the e-mail address and the telephone number, without the codes. */
export function guestWords({ guest }: Pick<Booking, 'guest'>): Set<string> {
  const words = bookingWords({ code: '', groupCode: null, guest })
  return new Set(words.filter((word) => word.length > 1))
}

/** Returns a text of a review, or its reply; empty if it names the guest. */
export const eraseText = (text: string, words: ReadonlySet<string>): string =>
  foldWords(text).some((word) => words.has(word)) ? '' : text
