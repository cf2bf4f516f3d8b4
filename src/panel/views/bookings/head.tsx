import type { ComponentChildren } from 'preact'
import type { Booking, WholeHotel } from '../../../client/call.ts'
import { rangeText, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { Badge } from '../../parts/note.tsx'
import { nameOf } from './parts/model.ts'
import { isExpected, isInHouse } from './parts/next-step.ts'
import { AckBadge, ProofBadge, StatusBadge } from './status.tsx'

type Stay = Booking & {
  desk: { arrivedAt: string | null; leftAt: string | null; dueCents: number }
}

/** The head of a booking's page: the guest, the stay in a line, and what can be done. */
export function BookingHead({
  guest,
  code,
  isBeside,
  children,
  actions,
}: {
  guest: Booking['guest']
  code: string
  /** True beside the list, whose title is the page's. */
  isBeside: boolean
  /** The parts of the line before the code, and the badges after it. */
  children: { line: ComponentChildren; badges: ComponentChildren }
  actions: ComponentChildren
}) {
  const Title = isBeside ? 'h2' : 'h1'
  return (
    <header class="booking-head">
      <div>
        <Title class="name">
          <bdi>{nameOf({ guest })}</bdi>
        </Title>
        <p class="about">
          {children.line}
          <span class="code">{code}</span>
          <span class="unbroken">{children.badges}</span>
        </p>
      </div>
      {actions}
    </header>
  )
}

/** `22 – 25 Nov · 3 nights` and `2 rooms · 4 guests`. */
export const StayLine = ({ booking }: { booking: Booking }) => {
  const { checkin, checkout, nights, rooms, adults, children } = booking
  return (
    <>
      <span>
        {rangeText(checkin, checkout)} · {t('bookings.nights', { count: nights })}
      </span>
      <span>
        {t('bookings.rooms', { count: rooms })} ·{' '}
        {t('booking.guests', { count: adults + children })}
      </span>
    </>
  )
}

/** The state of a stay, and what is wrong: an unproven guest, or an acknowledgement that is overdue. */
export const StayBadges = ({ booking, hotel }: { booking: Stay; hotel: WholeHotel }) => (
  <>
    <StayBadge {...{ booking, hotel }} /> <ProofBadge booking={booking} />{' '}
    <AckBadge booking={booking} isLate />
  </>
)

/** The state of a stay as the desk says it: on its day it arrives, is in house, or has left. */
function StayBadge({ booking, hotel }: { booking: Stay; hotel: WholeHotel }) {
  const today = todayIn(hotel.timezone)
  const { status, checkin, arrivalTime, desk } = booking
  if (isExpected(booking, today) && checkin === today)
    return (
      <Badge tone="info">
        {arrivalTime ? t('booking.arrivesAt', { time: arrivalTime }) : t('booking.arrives')}
      </Badge>
    )
  if (isInHouse(booking)) return <Badge tone="good">{t('booking.inHouse')}</Badge>
  if (desk.leftAt && (status === 'confirmed' || status === 'completed'))
    return <Badge>{t('desk.leftAt')}</Badge>
  return <StatusBadge status={status} />
}
