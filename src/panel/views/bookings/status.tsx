import type { Booking } from '../../../client/call.ts'
import type { BookingStatus } from '../../../domain/bookings/booking.ts'
import { isUnproven } from '../../../domain/strangers/web-nights.ts'
import { t } from '../../lib/i18n.ts'
import { Badge, type Tone } from '../../parts/note.tsx'
import { ackState } from './parts/model.ts'

const TONES: Record<BookingStatus, Tone> = {
  pending: 'warn',
  confirmed: 'good',
  cancelled: 'neutral',
  expired: 'neutral',
  no_show: 'bad',
  completed: 'info',
}
const ACK_TONES = { acked: 'good', unacked: 'warn', overdue: 'bad' } as const

/** The look of a status as a badge. */
export const statusLook = (status: BookingStatus): { tone: Tone; text: string } => ({
  tone: TONES[status],
  text: t(`bookings.${status}`),
})

/** A booking's status. */
export function StatusBadge({ status }: { status: BookingStatus }) {
  const { tone, text } = statusLook(status)
  return <Badge tone={tone}>{text}</Badge>
}

/** The acknowledgement of the newest revision; a dash for a booking that is not acknowledged at all. @param isLate shows it only if it is overdue */
export function AckBadge({ booking, isLate = false }: { booking: Booking; isLate?: boolean }) {
  const state = ackState(booking)
  if (isLate && state !== 'overdue') return null
  return state ? <Badge tone={ACK_TONES[state]}>{t(`bookings.${state}`)}</Badge> : <>–</>
}

/** Marks a standing booking whose guest is unproven. */
export function ProofBadge({ booking }: { booking: Booking }) {
  if (!isStanding(booking) || !isUnproven(booking)) return null
  return <Badge>{t('bookings.unproven')}</Badge>
}

/** True if a booking holds rooms: it is pending or confirmed. */
export const isStanding = ({ status }: Pick<Booking, 'status'>): boolean =>
  status === 'confirmed' || status === 'pending'
