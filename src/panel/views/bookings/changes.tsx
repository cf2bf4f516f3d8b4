import type { Guest } from '../../../domain/booking.ts'
import { date } from '../../lib/format.ts'
import { t, type WordKey } from '../../lib/i18n.ts'
import { type BookingRecord, type BookingStatus, priceText, type Revision } from './model.ts'

type Line = { name: WordKey; before: string; after: string }

const LABELS: Partial<Record<string, WordKey>> = {
  status: 'bookings.status',
  roomName: 'bookings.room',
  boardCode: 'booking.board',
  rooms: 'booking.rooms',
  checkin: 'bookings.checkin',
  checkout: 'bookings.checkout',
  adults: 'booking.adults',
  children: 'booking.children',
  totalPriceCents: 'bookings.total',
  specialRequests: 'booking.requests',
  cancelReason: 'booking.cancelReason',
}
const GUEST_LABELS: Record<keyof Guest, WordKey> = {
  firstName: 'booking.firstName',
  lastName: 'booking.lastName',
  email: 'list.email',
  phone: 'booking.phone',
  country: 'list.country',
}

/** What a revision changed, field by field, in a reader's words; what follows from other fields is left out. */
export function ChangeLines({
  changes,
  booking,
}: {
  changes: NonNullable<Revision['changes']>
  booking: BookingRecord
}) {
  const lines = changes.flatMap((change) => linesOf(change, booking))
  if (lines.length === 0) return null
  return (
    <ul>
      {lines.map(({ name, before, after }) => (
        <li key={name}>
          <span class="dim">{t(name)}</span> <del>{before}</del>
          <span aria-hidden="true"> → </span>
          <span class="sr-only">{t('booking.becomes')}</span>
          <ins>{after}</ins>
        </li>
      ))}
    </ul>
  )
}

function linesOf(
  { field, before, after }: NonNullable<Revision['changes']>[number],
  booking: BookingRecord,
): Line[] {
  if (field === 'guest') return guestLines(before as Guest, after as Guest)
  const name = LABELS[field]
  if (!name) return []
  return [{ name, before: show(field, before, booking), after: show(field, after, booking) }]
}

const guestLines = (before: Guest, after: Guest): Line[] =>
  (Object.keys(GUEST_LABELS) as (keyof Guest)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      name: GUEST_LABELS[field],
      before: before[field] ?? t('booking.nothing'),
      after: after[field] ?? t('booking.nothing'),
    }))

function show(field: string, value: unknown, booking: BookingRecord): string {
  if (value === null || value === '') return t('booking.nothing')
  if (field === 'status') return t(`bookings.${value as BookingStatus}`)
  if (field === 'checkin' || field === 'checkout') return date(String(value))
  if (field === 'totalPriceCents') return priceText(Number(value), booking)
  return String(value)
}
