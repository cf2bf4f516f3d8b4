import type { Booking, GroupStay } from '../../../client/call.ts'
import type { WordKey } from '../../lib/i18n.ts'
import { DETAIL_LABELS, detailsOf, readDetails } from './parts/details-draft.ts'

/** The fields of a booking's form in their order, with their labels. */
export const LABELS = {
  checkin: 'bookings.checkin',
  checkout: 'bookings.checkout',
  roomCode: 'bookings.room',
  rateCode: 'rates.one',
  boardCode: 'booking.board',
  rooms: 'booking.rooms',
  adults: 'booking.adults',
  children: 'booking.children',
  childAges: 'booking.childAges',
  firstName: 'booking.firstName',
  lastName: 'booking.lastName',
  email: 'list.email',
  phone: 'booking.phone',
  specialRequests: 'booking.requests',
  ...DETAIL_LABELS,
} as const satisfies Record<string, WordKey>

type Field = keyof typeof LABELS

/** The booking's form: a text per field. */
export type Draft = Record<Field, string>

const FIELDS = Object.keys(LABELS) as Field[]
const COUNTS: readonly Field[] = ['rooms', 'adults', 'children']
const GUEST: readonly Field[] = ['firstName', 'lastName', 'email', 'phone']
const isDetail = (field: Field): boolean => field in DETAIL_LABELS

/** The form as it is filled in at first. */
export function draftOf(booking: Booking): Draft {
  const all: Record<string, unknown> = { ...booking.guest, ...booking, ...detailsOf(booking) }
  const textOf = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''))
  return Object.fromEntries(FIELDS.map((field) => [field, textOf(all[field])])) as Draft
}

/** The fields whose text differs from the booking, in the form's order. */
export function changedFields(booking: Booking, draft: Draft): Field[] {
  const before = draftOf(booking)
  return FIELDS.filter((field) => draft[field].trim() !== before[field].trim())
}

/** The form's changes as the body of `PATCH /v1/bookings/:code`; undefined if there are none. */
export function changesOf(booking: Booking, draft: Draft) {
  const changed = changedFields(booking, draft)
  if (changed.length === 0) return undefined
  const { guest, stay = [] } = Object.groupBy(changed, (field) =>
    GUEST.includes(field) ? 'guest' : isDetail(field) ? 'detail' : 'stay',
  )
  const read = (fields: readonly Field[]) =>
    Object.fromEntries(fields.map((field) => [field, readField(field, draft[field].trim())]))
  const { childAges, ...rest } = read(stay)
  const isPartyOther = stay.includes('children') || stay.includes('childAges')
  return {
    ...rest,
    ...(isPartyOther && childrenOf(draft)),
    ...(guest && { guest: read(guest) }),
    ...readDetails(draft, changed, booking),
  }
}

/** The form's stay as the body of a further one. */
export function stayOf(draft: Draft, hasBoard: boolean) {
  const stay = ['checkin', 'checkout', 'roomCode', 'rateCode', 'rooms', 'adults'] as const
  const read = Object.fromEntries(
    stay.map((field) => [field, readField(field, draft[field].trim())]),
  )
  return {
    ...(read as Pick<GroupStay, (typeof stay)[number]>),
    ...(hasBoard && draft.boardCode !== '' && { boardCode: draft.boardCode }),
    ...(Number(draft.children) > 0 && (childrenOf(draft) as Pick<GroupStay, 'children'>)),
  } as GroupStay
}

/** The children and their ages; without ages only their number, because the former ages no longer hold. */
function childrenOf({ children, childAges }: Draft) {
  const ages = childAges.split(/[\s,;]+/).filter(Boolean)
  const count = readField('children', children.trim())
  return ages.length === 0
    ? { children: count }
    : { children: count, childAges: ages.map((age) => (/^\d{1,2}$/.test(age) ? Number(age) : age)) }
}

/** Reads a field. A text that is no number is sent as it is, so that the service names the field; an empty e-mail is null. */
function readField(field: Field, text: string): number | string | null {
  if (field === 'email' && text === '') return null
  return COUNTS.includes(field) && /^\d{1,6}$/.test(text) ? Number(text) : text
}
