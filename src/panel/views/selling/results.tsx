import { useState } from 'preact/hooks'
import type { AgencyHotel } from '../../../client/call.ts'
import { t } from '../../lib/i18n.ts'
import { useShowsNet } from '../../lib/prices-shown.ts'
import { Button } from '../../parts/button.tsx'
import { Empty, Loading, ProblemNote } from '../../parts/note.tsx'
import type { StayAsk } from '../bookings/new/ask.ts'
import { onListKey } from '../bookings/new/list-keys.ts'
import type { SellAsk } from './ask.ts'
import { HotelOffers } from './hotel-offers.tsx'
import { HotelRow } from './hotel-row.tsx'
import type { Choice, SoldOffer } from './offers.ts'
import { roomsOf } from './offers.ts'
import { Refusals } from './refusals.tsx'
import type { HotelsRead } from './use-hotels.ts'

type ResultsProps = {
  read: HotelsRead
  ask: SellAsk
  choices: readonly Choice[]
  /** True if a field of the search has a text that was not searched for. */
  isWrong: boolean
  onAdd: (hotel: AgencyHotel, offer: SoldOffer, stay: StayAsk) => void
  onLess: (slug: string, id: string) => void
}

/** The hotels that can take all parties, one a row; a row opens to its rates. */
export function Results(props: ResultsProps) {
  const { read } = props
  const { problem, data, isFresh, hasMore } = read
  if (props.isWrong || problem?.errors.length)
    return (
      <section class="card rooms hotels" aria-busy="false">
        <Empty title={t('problem.validation')} />
      </section>
    )
  const hotels = data ?? []
  return (
    <section class="card rooms hotels" aria-busy={!isFresh && !problem}>
      <h2 class="sr-only">{t('sell.hotels')}</h2>
      <ProblemNote problem={problem} onRetry={read.reload} />
      {!data && !problem && <Loading />}
      {data && !problem && hotels.length === 0 && (
        <Empty title={t('sell.none')}>{t('sell.noneText')}</Empty>
      )}
      {hotels.length > 0 && <Hotels {...props} hotels={hotels} />}
      {hotels.length > 0 && hasMore && (
        <p class="fold">
          <Button isBusy={read.isMore} onClick={read.more}>
            {t('sell.more')}
          </Button>
        </p>
      )}
      {data && !problem && !hasMore && <Refusals asked={read.asked} isOpen={hotels.length === 0} />}
    </section>
  )
}

/** The rows: one stop for Tab, walked with the arrow keys. */
function Hotels({
  hotels,
  read,
  ask,
  choices,
  onAdd,
  onLess,
}: ResultsProps & { hotels: AgencyHotel[] }) {
  const [at, setAt] = useState('')
  const [open, setOpen] = useState<string>()
  const [whole, setWhole] = useState<{ of: unknown; hotel: AgencyHotel }>()
  const isOwn = useShowsNet()
  const isThere = hotels.some(
    ({ slug }) => at === slug || (slug === open && at.startsWith(`${slug} `)),
  )
  const stop = isThere ? at : hotels[0]!.slug
  return (
    <>
      <div class="hotel-heads" aria-hidden="true">
        <span>{t('sell.found', { count: hotels.length, more: read.hasMore ? '+' : '' })}</span>
        {isOwn && <span class="cents">{t('sell.net')}</span>}
        {isOwn && <span class="cents">{t('sell.commission')}</span>}
        <span class="cents">{t(isOwn ? 'sell.gross' : 'sell.price')}</span>
      </div>
      <ul
        class={isOwn ? 'has-net' : undefined}
        aria-label={t('sell.hotels')}
        onKeyDown={onListKey}
        onFocusIn={({ target }) => {
          const found = (target as HTMLElement).dataset.stop
          if (found) setAt(found)
        }}
      >
        {hotels.map((listed) => {
          const { slug } = listed
          const hotel = whole?.of === listed ? whole.hotel : listed
          const lines = choices.find((each) => each.hotel.slug === slug)?.lines ?? []
          return (
            <li key={slug} class={slug === open ? 'type is-open' : 'type'}>
              <HotelRow
                {...{ hotel, ask }}
                added={roomsOf(lines)}
                isOpen={slug === open}
                isStop={stop === slug}
                onOpen={() => setOpen(slug === open ? undefined : slug)}
              />
              {slug === open && (
                <HotelOffers
                  {...{ hotel, ask, lines, stop }}
                  onAdd={(...room) => read.isFresh && onAdd(...room)}
                  onLess={(id) => onLess(slug, id)}
                  onWhole={(hotel) => setWhole({ of: listed, hotel })}
                />
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
