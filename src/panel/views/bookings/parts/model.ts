import type { Booking, BookingTrail } from '../../../../client/call.ts'
import type { BookingStatus } from '../../../../domain/bookings/booking.ts'
import { ACK_DUE_MS } from '../../../../domain/bookings/booking.ts'
import { rangeText } from '../../../lib/format.ts'
import { language, t } from '../../../lib/i18n.ts'

/** A revision of a booking. */
export type Revision = BookingTrail['revisions'][number]

/** The states of a booking, in the order of a choice. */
export const STATUSES: BookingStatus[] = [
  'confirmed',
  'pending',
  'completed',
  'cancelled',
  'no_show',
  'expired',
]

/** The acknowledgement of the newest revision by the channel manager; undefined if none is expected. */
export function ackState(
  booking: Pick<Booking, 'status' | 'revision' | 'ackedRevision' | 'updatedAt' | 'confirmedAt'>,
  nowMs = Date.now(),
): 'acked' | 'unacked' | 'overdue' | undefined {
  const { status, revision, ackedRevision, updatedAt, confirmedAt } = booking
  if (status === 'pending' || status === 'expired') return undefined
  if ((ackedRevision ?? 0) >= revision) return 'acked'
  // A hold that was cancelled before it was confirmed is not acknowledged.
  if (confirmedAt === null) return undefined
  return nowMs - Date.parse(updatedAt) >= ACK_DUE_MS ? 'overdue' : 'unacked'
}

/** A thing of a guest; null: erased. */
export type OfGuest = { guest: { firstName: string; lastName: string } | null }

/** A guest's name; of an erased guest, that it was erased. */
export const nameOf = ({ guest }: OfGuest): string =>
  guest && (guest.firstName || guest.lastName)
    ? `${guest.firstName} ${guest.lastName}`
    : t('bookings.erasedGuest')

/** The stays of a reservation that are held. */
export const heldOf = <Stay extends Pick<Booking, 'status'>>({
  bookings,
}: {
  bookings: readonly Stay[]
}): Stay[] => bookings.filter(({ status }) => status === 'pending')

/** The rooms of some stays. */
export const roomsOf = (bookings: readonly Pick<Booking, 'rooms'>[]): number =>
  bookings.reduce((sum, { rooms }) => sum + rooms, 0)

/** The address that calls a telephone number. */
export const telOf = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`

/** `3 – 5 Dec 2026`. */
export const stayText = ({ checkin, checkout }: Pick<Booking, 'checkin' | 'checkout'>) =>
  rangeText(checkin, checkout, { dateStyle: 'medium' })

type Party = Pick<Booking, 'adults' | 'children'> & Partial<Pick<Booking, 'childAges'>>

/** `2 adults, 1 child (aged 7)`. */
export function partyText({ adults, children: count, childAges }: Party): string {
  const ages = childAges?.join(', ')
  const ofChildren = ages
    ? t('bookings.childrenAged', { count, ages })
    : t('bookings.children', { count })
  return listText([t('bookings.adults', { count: adults }), ...(count > 0 ? [ofChildren] : [])])
}

/** Nights as text; days in a row become a range: `3 – 5 Dec, 9 Dec`. */
export function nightsText(dates: readonly string[]): string {
  const runs: string[][] = []
  for (const day of dates) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (last && Date.parse(day) - Date.parse(last) === DAY_MS) run!.push(day)
    else runs.push([day])
  }
  return listText(runs.map((run) => rangeText(run[0]!, run.at(-1)!, SHORT)))
}

/** `a, b, c`: browsers list units in Turkish without commas. */
export const listText = (parts: readonly string[]): string => parts.join(', ')

/** Names in a row, each once with its number: `2 × Double, Twin`. */
export const countedText = (names: readonly string[]): string =>
  listText(
    [...new Set(names)].map((name) => {
      const count = names.filter((each) => each === name).length
      return count > 1 ? t('sell.times', { count, name }) : name
    }),
  )

/** The unit of an extra's price within a line: `per night`. */
export const perText = (per: Booking['extras'][number]['per']): string =>
  t(`extras.per.${per}`).toLocaleLowerCase(language.get())

/** A country's name. */
export const countryText = (code: string): string =>
  new Intl.DisplayNames(language.get(), { type: 'region', fallback: 'code' }).of(code) ?? code

const DAY_MS = 86_400_000
const SHORT: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
