import type { WordKey } from '../../lib/i18n.ts'
import type { BookingRecord } from './model.ts'

/** A booking as its form has it: all texts. */
export type Draft = Record<
  | 'checkin'
  | 'checkout'
  | 'roomCode'
  | 'boardCode'
  | 'rooms'
  | 'adults'
  | 'children'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'phone'
  | 'specialRequests',
  string
>

/** What each field is called. */
export const LABELS: Record<keyof Draft, WordKey> = {
  checkin: 'bookings.checkin',
  checkout: 'bookings.checkout',
  roomCode: 'bookings.room',
  boardCode: 'booking.board',
  rooms: 'booking.rooms',
  adults: 'booking.adults',
  children: 'booking.children',
  firstName: 'booking.firstName',
  lastName: 'booking.lastName',
  email: 'list.email',
  phone: 'booking.phone',
  specialRequests: 'booking.requests',
}

const COUNTS = ['rooms', 'adults', 'children'] as const
const TEXTS = ['checkin', 'checkout', 'roomCode', 'boardCode', 'specialRequests'] as const
const GUEST = ['firstName', 'lastName', 'email', 'phone'] as const

/** A booking as a form begins with it. */
export function draftOf({ guest, ...booking }: BookingRecord): Draft {
  return {
    checkin: booking.checkin,
    checkout: booking.checkout,
    roomCode: booking.roomCode,
    boardCode: booking.boardCode ?? '',
    rooms: String(booking.rooms),
    adults: String(booking.adults),
    children: String(booking.children),
    firstName: guest.firstName,
    lastName: guest.lastName,
    email: guest.email,
    phone: guest.phone ?? '',
    specialRequests: booking.specialRequests ?? '',
  }
}

/** The fields of a form that say something else than the booking, in the form's order. */
export function changedFields(booking: BookingRecord, draft: Draft): (keyof Draft)[] {
  const before = draftOf(booking)
  const fields = Object.keys(LABELS) as (keyof Draft)[]
  return fields.filter((field) => draft[field].trim() !== before[field].trim())
}

/** What a form changed, as the body of `PATCH /v1/bookings/:code`; undefined when nothing. */
export function changesOf(booking: BookingRecord, draft: Draft) {
  const changed = changedFields(booking, draft)
  const pick = (fields: readonly (keyof Draft)[]) =>
    fields.filter((field) => changed.includes(field)).map((field) => [field, draft[field].trim()])
  const guest = Object.fromEntries(pick(GUEST))
  const body = {
    ...Object.fromEntries(pick(TEXTS)),
    // What is no number goes out as it is: the service says which field it is.
    ...Object.fromEntries(pick(COUNTS).map(([field, text]) => [field, countOf(text!)])),
    ...(Object.keys(guest).length > 0 && { guest }),
  }
  return Object.keys(body).length > 0 ? body : undefined
}

const countOf = (text: string): number | string => (/^\d{1,6}$/.test(text) ? Number(text) : text)
