import type { Booking } from '../../../client/call.ts'
import type { BookingStatus, Guest } from '../../../domain/bookings/booking.ts'
import type { Terms } from '../../../domain/rates/rate.ts'
import { detailsText } from '../../lib/details.ts'
import { boardText, date, dateTime, money } from '../../lib/format.ts'
import { t, type WordKey } from '../../lib/i18n.ts'
import { keptName } from '../../lib/names.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { termsText } from '../rates/text.ts'
import { LABELS } from './draft.ts'
import type { Revision } from './parts/model.ts'

/** The codes behind names that changed. */
type Codes = Pick<Booking, 'roomCode' | 'rateCode'>

type Change = NonNullable<Revision['changes']>[number]

const { roomCode: _, rateCode: __, ...FORM } = LABELS
/** The labels of the fields that are shown; a field that follows from others is left out. */
const LABEL_OF: Partial<Record<string, WordKey>> = {
  ...FORM,
  status: 'bookings.status',
  roomName: 'bookings.room',
  rateName: 'rates.one',
  cancellation: 'rates.cancellation',
  penaltyCents: 'booking.penalty',
  totalPriceCents: 'bookings.total',
  cancelReason: 'booking.cancelReason',
  country: 'list.country',
  arrivalTime: 'details.arrivalTime',
  guestNames: 'details.guestNames',
  company: 'details.company',
  extras: 'details.extras',
  payment: 'details.payment',
  holdUntil: 'booking.heldUntil',
}
const GUEST = ['firstName', 'lastName', 'email', 'phone', 'country'] as const

/** The changes of a revision, field by field. */
export function ChangeLines({
  changes,
  booking,
  timezone,
}: {
  changes: readonly Change[]
  booking: Booking
  /** Of the hotel. */
  timezone: string
}) {
  const lines = changes.flatMap(withoutGuest).filter(isShown)
  if (lines.length === 0) return null
  const codesOf = (side: 'before' | 'after'): Codes => {
    const codeOf = (name: keyof Codes) =>
      String(changes.find(({ field }) => field === name)?.[side] ?? booking[name])
    return { roomCode: codeOf('roomCode'), rateCode: codeOf('rateCode') }
  }
  return (
    <ul>
      {lines.map(({ field, before, after }) => (
        <li key={field}>
          <span class="dim">{t(LABEL_OF[field]!)}</span>{' '}
          <del>{show(field, before, { ...booking, timezone }, codesOf('before'))}</del>
          <span aria-hidden="true"> → </span>
          <span class="sr-only">{t('booking.becomes')}</span>
          <ins>{show(field, after, { ...booking, timezone }, codesOf('after'))}</ins>
        </li>
      ))}
    </ul>
  )
}

/** True for a field with a label. The end of an option is shown where it was moved: a hold that ends has its status. */
const isShown = ({ field, before, after }: Change): boolean =>
  field in LABEL_OF && (field !== 'holdUntil' || (before !== null && after !== null))

/** Splits a change of the guest into one change per field. The guest may be erased while the revisions are read. */
function withoutGuest(change: Change): Change[] {
  if (change.field !== 'guest') return [change]
  const [before, after] = [change.before as Guest | null, change.after as Guest | null]
  return GUEST.filter((field) => before?.[field] !== after?.[field]).map((field) => ({
    field,
    before: before?.[field] ?? null,
    after: after?.[field] ?? null,
  }))
}

type Priced = Pick<Booking, 'currency'> & { timezone: string }

function show(field: string, value: unknown, { currency, timezone }: Priced, codes: Codes): string {
  if (value == null || value === '') return t('booking.nothing')
  if (field === 'roomName') return roomNameOf({ ...codes, roomName: String(value) })
  if (field === 'rateName') return keptName('rate', codes.rateCode, String(value))
  if (field === 'boardCode') return boardText(String(value))
  if (field === 'status') return t(`bookings.${value as BookingStatus}`)
  if (field === 'checkin' || field === 'checkout') return date(String(value))
  if (field === 'holdUntil') return dateTime(String(value), timezone)
  if (field === 'cancellation') return termsText(value as Terms)
  const details = detailsText(field, value, currency)
  if (details !== undefined) return details || t('booking.nothing')
  if (field === 'company') return (value as { name: string }).name
  if (Array.isArray(value)) return value.map(partText).join(', ')
  if (field === 'totalPriceCents' || field === 'penaltyCents') return money(Number(value), currency)
  return String(value)
}

/** An element of a list: an age, a guest by name, or pieces of an extra. */
function partText(part: unknown): string {
  if (typeof part !== 'object' || part === null) return String(part)
  const { firstName, lastName, name, quantity } = part as Record<string, unknown>
  return firstName ? `${firstName} ${lastName}` : `${quantity} × ${name}`
}
