import { type ComponentChildren, Fragment } from 'preact'
import type { Booking, WholeHotel } from '../../../client/call.ts'
import { isUnproven } from '../../../domain/strangers/web-nights.ts'
import { rangeText, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { Badge, type Tone } from '../../parts/note.tsx'
import { ackState, nameOf } from './parts/model.ts'
import { isExpected, isInHouse } from './parts/next-step.ts'
import { AckBadge, isStanding, ProofBadge, statusLook } from './status.tsx'

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

/** The states that stays of a reservation have, each once: of those that stand, or of all where none does. */
export function GroupBadges({ bookings, hotel }: { bookings: readonly Stay[]; hotel: WholeHotel }) {
  const standing = bookings.filter(isStanding)
  const states = (standing.length > 0 ? standing : bookings).map((stay) => stateOf(stay, hotel))
  const unproven = standing.find(isUnproven)
  const late = bookings.find((stay) => ackState(stay) === 'overdue')
  return (
    <>
      {[...new Map(states.map((state) => [state.text, state])).values()].map(({ tone, text }) => (
        <Fragment key={text}>
          <Badge tone={tone}>{text}</Badge>{' '}
        </Fragment>
      ))}
      {unproven && <ProofBadge booking={unproven} />} {late && <AckBadge booking={late} isLate />}
    </>
  )
}

function StayBadge({ booking, hotel }: { booking: Stay; hotel: WholeHotel }) {
  const { tone, text } = stateOf(booking, hotel)
  return <Badge tone={tone}>{text}</Badge>
}

/** The state of a stay as the desk says it: on its day it arrives, is in house, or has left. */
function stateOf(booking: Stay, hotel: WholeHotel): { tone: Tone; text: string } {
  const today = todayIn(hotel.timezone)
  const { status, checkin, arrivalTime, desk } = booking
  if (isExpected(booking, today) && checkin === today) {
    const text = arrivalTime ? t('booking.arrivesAt', { time: arrivalTime }) : t('booking.arrives')
    return { tone: 'info', text }
  }
  if (isInHouse(booking)) return { tone: 'good', text: t('booking.inHouse') }
  if (desk.leftAt && (status === 'confirmed' || status === 'completed'))
    return { tone: 'neutral', text: t('desk.leftAt') }
  return statusLook(status)
}
