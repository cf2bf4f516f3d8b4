import { useLayoutEffect, useRef } from 'preact/hooks'
import type { AgencyHotel } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { useShowsNet } from '../../lib/prices-shown.ts'
import { Button } from '../../parts/button.tsx'
import { ProblemNote } from '../../parts/note.tsx'
import { AddStep } from '../bookings/new/add-step.tsx'
import type { StayAsk } from '../bookings/new/ask.ts'
import { type Line, placeOf, roomsTaken } from '../bookings/new/basket.ts'
import { rateText } from '../bookings/new/offers.ts'
import { partyText } from '../bookings/parts/model.ts'
import { partyWord, type SellAsk, stayQueryOf } from './ask.ts'
import { cheapestOf, offersByParty, type PartyOffers, type SoldOffer } from './offers.ts'
import { PriceCells } from './price-cells.tsx'
import { ShortTerms } from './short-terms.tsx'

/** Rates that a search lists of a hotel: one with so many may have more. */
const RATES_LISTED = 30

type OffersProps = {
  hotel: AgencyHotel
  ask: SellAsk
  lines: readonly Line<SoldOffer>[]
  stop: string
  onAdd: (hotel: AgencyHotel, offer: SoldOffer, stay: StayAsk) => void
  onLess: (id: string) => void
  /** Gets the hotel with all of its rates. */
  onWhole: (hotel: AgencyHotel) => void
}

/** The rates of an opened hotel for each party; the keyboard goes to the first of them. */
export function HotelOffers({ hotel, ask, onWhole, ...props }: OffersProps) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => list.current?.querySelector<HTMLElement>('[data-stop]')?.focus(), [])
  const parties = inAskOrder(offersByParty(hotel), ask)
  const rates = hotel.rooms.reduce((count, room) => count + room.rates.length, 0)
  const whole = useAction(async () =>
    onWhole(await call('getAgencyHotel', { slug: hotel.slug, ...stayQueryOf(ask) })),
  )
  return (
    <div class="hotel-offers" ref={list}>
      {ask.parties.length > 1 && <AddAll {...{ hotel, ask, ...props }} />}
      {parties.map((each) => (
        <section key={each.key}>
          {parties.length > 1 && <h3>{t('sell.for', { party: partyText(each.party) })}</h3>}
          <ul>
            {each.offers.map((offer, index) => (
              <OfferRow
                key={offer.key}
                {...{ hotel, ask, offer, of: each, ...props }}
                isSameRoom={each.offers[index - 1]?.roomCode === offer.roomCode}
              />
            ))}
          </ul>
        </section>
      ))}
      {rates === RATES_LISTED && (
        <Button kind="quiet" isBusy={whole.isBusy} onClick={whole.run}>
          {t('sell.allRates')}
        </Button>
      )}
      <ProblemNote problem={whole.problem} />
    </div>
  )
}

/** The offers in the order in which the parties were asked for. */
function inAskOrder(offers: PartyOffers[], { parties }: SellAsk): PartyOffers[] {
  const words = parties.map(partyWord)
  const place = ({ party: { adults, childAges = [] } }: PartyOffers) =>
    words.indexOf([adults, ...childAges].join())
  return offers.toSorted((one, other) => place(one) - place(other))
}

/** Adds the cheapest rooms for all parties by one press. */
function AddAll({ hotel, ask, stop, onAdd }: Omit<OffersProps, 'lines' | 'onLess' | 'onWhole'>) {
  const all = cheapestOf(hotel)
  if (all.length === 0) return null
  const place = `${hotel.slug} all`
  return (
    <p class="add-all">
      <button
        type="button"
        class="button"
        data-stop={place}
        tabIndex={stop === place ? 0 : -1}
        onClick={() => {
          for (const { offer, party } of all)
            onAdd(hotel, offer, { checkin: ask.from, checkout: ask.to, ...party })
        }}
      >
        {t('sell.addAll', { count: all.length })}
      </button>
    </p>
  )
}

type OfferProps = Omit<OffersProps, 'onWhole'> & {
  offer: SoldOffer
  of: PartyOffers
  /** True if the row above is of the same room type. */
  isSameRoom: boolean
}

function OfferRow(props: OfferProps) {
  const { hotel, ask, offer, of, lines, stop, isSameRoom, onAdd, onLess } = props
  const stay = { checkin: ask.from, checkout: ask.to, ...of.party }
  const id = placeOf(offer, stay)
  const toGo = Math.max(0, offer.left - roomsTaken(lines, offer.roomCode, stay))
  const { totalCents: grossCents, commissionCents, netCents } = offer
  const isOwn = useShowsNet()
  return (
    <li class={isSameRoom ? 'offer-row is-same' : 'offer-row'}>
      <span class="two of-room">
        {!isSameRoom && (
          <>
            <strong>
              <bdi>{offer.roomName}</bdi>
            </strong>
            <span class="dim">
              {isOwn && offer.own > 0 && `${t('sell.yours', { count: offer.own })}, `}
              {t('desk.left', { count: toGo })}
            </span>
          </>
        )}
      </span>
      <span class="two">
        <strong>{rateText(offer)}</strong>
        {offer.cancellation && (
          <ShortTerms of={offer.cancellation} checkin={ask.from} {...{ hotel }} />
        )}
      </span>
      <PriceCells of={{ grossCents, commissionCents, netCents }} currency={hotel.currency} />
      <AddStep
        name={`${hotel.name}, ${offer.roomName}, ${rateText(offer)}`}
        count={lines.find((line) => line.id === id)?.rooms ?? 0}
        place={`${hotel.slug} ${of.key} ${offer.key}`}
        stop={stop}
        isOff={toGo < 1}
        isBusy={false}
        onMore={() => onAdd(hotel, offer, stay)}
        onLess={() => onLess(id)}
      />
    </li>
  )
}
