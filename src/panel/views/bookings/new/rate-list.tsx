import { useLayoutEffect, useRef } from 'preact/hooks'
import type { WholeHotel } from '../../../../client/call.ts'
import { addDays, type CalendarDate } from '../../../../domain/kernel/date.ts'
import { amount, money, todayIn } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { termsText } from '../../rates/text.ts'
import { AddStep } from './add-step.tsx'
import type { StayAsk } from './ask.ts'
import { type Line, placeOf } from './basket.ts'
import { type Offer, type RoomOffers, rateText } from './offers.ts'
import type { OffersRead } from './use-offers.ts'

/** Nights whose prices fit beside each other. */
const NIGHTS_SHOWN = 4

type RateListProps = {
  room: RoomOffers
  read: OffersRead
  hotel: WholeHotel
  stay: StayAsk
  lines: readonly Line[]
  /** Rooms that are left besides those in the basket. */
  left: number | undefined
  stop: string
  onLess: (id: string) => void
}

/** The rates of an opened room type; the keyboard goes to the first of them. */
export function RateList({ room, ...props }: RateListProps) {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => list.current?.querySelector<HTMLElement>('[data-stop]')?.focus(), [])
  return (
    <ul class="offer-list" ref={list}>
      {room.offers.map((offer) => (
        <Rate key={offer.key} {...props} offer={offer} />
      ))}
      {room.refused.map(({ rateName, against }) => (
        <li key={rateName} class="offer is-refused">
          <span class="two">
            <span>{rateName}</span>
            <span class="dim">{against}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Rate({ offer, ...props }: Omit<RateListProps, 'room'> & { offer: Offer }) {
  const { hotel, stay, read, lines, left, stop, onLess } = props
  const { key, totalCents, cancellation } = offer
  const id = placeOf(offer, stay)
  return (
    <li class="offer">
      <span class="two">
        <strong>{rateText(offer)}</strong>
        {cancellation && <TermsLine {...{ cancellation, hotel }} checkin={stay.checkin} />}
      </span>
      <span class="two from">
        <strong>{money(totalCents, hotel.currency)}</strong>
        <span class="dim">{nightlyText(offer, hotel.currency)}</span>
      </span>
      <AddStep
        name={`${offer.roomName}, ${rateText(offer)}`}
        count={lines.find((line) => line.id === id)?.rooms ?? 0}
        place={key}
        stop={stop}
        isOff={left !== undefined && left < 1}
        isBusy={read.waitingKey === key}
        onMore={() => read.add(key)}
        onLess={() => onLess(id)}
      />
    </li>
  )
}

/** Cancellation terms: green while cancelling is free. */
export function TermsLine(props: {
  cancellation: NonNullable<Offer['cancellation']>
  hotel: Pick<WholeHotel, 'timezone'>
  checkin: string
}) {
  const { cancellation, hotel, checkin } = props
  const { freeUntilDays: days, penalty } = cancellation
  const isFree =
    penalty === 'none' ||
    (days !== null && addDays(checkin as CalendarDate, -days) >= todayIn(hotel.timezone))
  return (
    <span class={isFree ? 'terms is-free' : 'terms'}>
      {termsText(cancellation, checkin, hotel.timezone)}
    </span>
  )
}

/** The prices of the nights: each while they are few and differ, else one of them or their mean. */
function nightlyText({ nightly, totalCents }: Offer, currency: string): string {
  const prices = nightly?.map(({ priceCents }) => priceCents) ?? []
  if (prices.length < 2) return ''
  if (new Set(prices).size > 1 && prices.length <= NIGHTS_SHOWN)
    return prices.map((cents) => amount(cents, currency)).join(' · ')
  const mean = Math.round(totalCents / prices.length)
  return t('desk.perNight', { amount: money(mean, currency) })
}
