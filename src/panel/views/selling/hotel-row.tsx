import type { AgencyHotel } from '../../../client/call.ts'
import { t } from '../../lib/i18n.ts'
import { nameIn } from '../../lib/names.ts'
import { useShowsNet } from '../../lib/prices-shown.ts'
import { Icon } from '../../parts/icon.tsx'
import { Badge } from '../../parts/note.tsx'
import { countedText } from '../bookings/parts/model.ts'
import type { SellAsk } from './ask.ts'
import { cheapestNames, cheapestOwn } from './offers.ts'
import { PriceCells } from './price-cells.tsx'
import { ShortTerms } from './short-terms.tsx'

type RowProps = {
  hotel: AgencyHotel
  ask: SellAsk
  /** Rooms of it in the offer. */
  added: number
  isOpen: boolean
  isStop: boolean
  onOpen: () => void
}

/** A hotel of the results: its cheapest rooms for all parties and their prices; a press opens its rates. */
export function HotelRow({ hotel, ask, added, isOpen, isStop, onOpen }: RowProps) {
  const { slug, name, city, stars, photo, cheapest, currency } = hotel
  const terms = strictestOf(hotel)
  const own = useShowsNet() ? cheapestOwn(hotel) : 0
  return (
    <button
      type="button"
      class="hotel-row"
      data-stop={slug}
      tabIndex={isStop ? 0 : -1}
      aria-expanded={isOpen}
      onClick={onOpen}
    >
      <span class="photo">{photo ? <img src={photo.url} alt="" /> : <Icon name="hotels" />}</span>
      <span class="two">
        <span>
          <strong>
            <bdi>{name}</bdi>
          </strong>{' '}
          <Stars of={stars} /> <span class="dim">{nameIn(city)}</span>
        </span>
        <span class="dim">
          <span>{countedText(cheapestNames(hotel))}</span>
          {own > 0 && <Badge tone="good">{t('sell.own', { count: own })}</Badge>}
          {added > 0 && <Badge tone="info">{t('new.added', { count: added })}</Badge>}
        </span>
        {terms && <ShortTerms of={terms} hotel={hotel} checkin={ask.from} />}
      </span>
      {cheapest && <PriceCells of={cheapest} currency={currency} />}
      <Icon name="down" />
    </button>
  )
}

/** The stars of a hotel. */
export const Stars = ({ of }: { of: number }) =>
  of > 0 ? (
    <span class="stars" role="img" aria-label={t('sell.stars', { count: of })}>
      {'★'.repeat(of)}
    </span>
  ) : null

/** The terms of the cheapest rooms that end first. */
function strictestOf({ cheapest }: AgencyHotel) {
  const rank = ({ cancellation: { freeUntilDays, penalty } }: Stay) =>
    penalty === 'none' ? -1 : (freeUntilDays ?? Number.MAX_SAFE_INTEGER)
  return cheapest?.stays.toSorted((one, other) => rank(other) - rank(one))[0]?.cancellation
}

type Stay = NonNullable<AgencyHotel['cheapest']>['stays'][number]
