import type { WordKey } from '../../lib/i18n.ts'
import type { BookingRecord } from '../../lib/types.ts'

/** The fields of a booking's form in their order, and what each is called. */
export const LABELS = {
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
} as const satisfies Record<string, WordKey>

type Field = keyof typeof LABELS

/** A booking as its form has it: all texts. */
export type Draft = Record<Field, string>

const FIELDS = Object.keys(LABELS) as Field[]
const COUNTS: readonly Field[] = ['rooms', 'adults', 'children']
const GUEST: readonly Field[] = ['firstName', 'lastName', 'email', 'phone']

/** A booking as a form begins with it. */
export function draftOf({ guest, ...booking }: BookingRecord): Draft {
  const all: Record<string, unknown> = { ...guest, ...booking }
  return Object.fromEntries(FIELDS.map((field) => [field, String(all[field] ?? '')])) as Draft
}

/** The fields of a form that say something else than the booking, in the form's order. */
export function changedFields(booking: BookingRecord, draft: Draft): Field[] {
  const before = draftOf(booking)
  return FIELDS.filter((field) => draft[field].trim() !== before[field].trim())
}

/** What a form changed, as the body of `PATCH /v1/bookings/:code`; undefined when nothing. */
export function changesOf(booking: BookingRecord, draft: Draft) {
  const changed = changedFields(booking, draft)
  if (changed.length === 0) return undefined
  const { guest, stay = [] } = Object.groupBy(changed, (field) =>
    GUEST.includes(field) ? 'guest' : 'stay',
  )
  const read = (fields: readonly Field[]) =>
    Object.fromEntries(fields.map((field) => [field, readField(field, draft[field].trim())]))
  return { ...read(stay), ...(guest && { guest: read(guest) }) }
}

/** What is no number goes out as it is: the service says which field it is. */
const readField = (field: Field, text: string): number | string =>
  COUNTS.includes(field) && /^\d{1,6}$/.test(text) ? Number(text) : text
