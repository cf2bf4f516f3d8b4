import type { OfferedExtra } from '../../../client/call.ts'
import type { Problem } from '../../lib/api.ts'
import { money, percentOf, rangeText } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { nameIn } from '../../lib/names.ts'
import { useShowsNet } from '../../lib/prices-shown.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import type { Line } from '../bookings/new/basket.ts'
import { ExtraLines } from '../bookings/new/basket-card.tsx'
import { ExtrasCard } from '../bookings/new/extras-card.tsx'
import { problemOfStay } from '../bookings/new/flaws.ts'
import { LineRow } from '../bookings/new/line-row.tsx'
import { type Choice, pricesOf, roomsOf, type SoldHotel } from './offers.ts'
import { extrasOf, type HotelPages } from './use-pages.ts'

type OfferProps = {
  choice: Choice | undefined
  /** The extras that its hotel sells. */
  extras: readonly OfferedExtra[]
  problem: Problem | undefined
  isTried: boolean
  onLine: (line: Line) => void
  onRemove: (id: string) => void
}

/** The rooms and extras that are booked by the deed, and their sums. */
export function OfferCard({ choice, extras, problem, isTried, ...acts }: OfferProps) {
  const lines = choice?.lines ?? []
  const rooms = roomsOf(lines)
  const isOneStay = new Set(lines.map(({ checkin, checkout }) => checkin + checkout)).size === 1
  return (
    <>
      <header>
        <h2>{t('sell.offer')}</h2>
        <span class="dim" role="status">
          {rooms > 0 && t('bookings.rooms', { count: rooms })}
        </span>
        {isOneStay && (
          <span class="dim days">{rangeText(lines[0]!.checkin, lines[0]!.checkout)}</span>
        )}
      </header>
      {choice ? (
        <>
          <p class="dim of-hotel">
            <bdi>{choice.hotel.name}</bdi>, {nameIn(choice.hotel.city)}
          </p>
          <ul>
            {lines.map((line, index) => (
              <LineRow
                key={line.id}
                {...{ line, isTried, ...acts }}
                hotel={choice.hotel}
                mayPrice={false}
                hasDays={!isOneStay}
                problem={problemOfStay(problem, index)}
              />
            ))}
          </ul>
          <ExtrasCard isFold {...{ lines, extras }} hotel={choice.hotel} onLine={acts.onLine} />
          <ExtraLines {...{ lines, extras }} hotel={choice.hotel} />
          <OfferSums {...{ choice, extras }} />
        </>
      ) : (
        <p class="dim nothing">{t('sell.empty')}</p>
      )}
    </>
  )
}

type SumsProps = { choice: Choice; extras: readonly OfferedExtra[] }

function OfferSums({ choice: { hotel, lines }, extras }: SumsProps) {
  const { netCents, commissionCents, grossCents } = pricesOf(lines, extras)
  const isOwn = useShowsNet()
  const row = (name: string, cents: number) => (
    <p class="sum dim">
      <span>{name}</span>
      <span>{money(cents, hotel.currency)}</span>
    </p>
  )
  return (
    <div class="sums-of">
      {isOwn && row(t('sell.toHotel'), netCents)}
      {isOwn && row(t('sell.margin', { rate: percentOf(hotel.commissionBp) }), commissionCents)}
      <p class="sum to-pay">
        <strong>{t(isOwn ? 'sell.gross' : 'sell.total')}</strong>
        <strong>{money(grossCents, hotel.currency)}</strong>
      </p>
    </div>
  )
}

type CollectProps = SumsProps & {
  collect: string
  setCollect: (who: string) => void
  problem: Problem | undefined
}

/** The choice of who takes the client's money, at hotels that give the agency credit; and the rest of that credit. */
export function CollectField({
  choice: { hotel, lines },
  extras,
  collect,
  setCollect,
  problem,
}: CollectProps) {
  const isOwn = useShowsNet()
  const { creditLeftCents: left, currency, name } = hotel
  if (!isOwn || left === 0) return null
  return (
    <div class="collect">
      <SelectField
        label={t('sell.collect')}
        value={collect}
        problem={problem}
        path="/payment/collect"
        options={[
          { value: 'hotel', text: t('sell.collectHotel') },
          { value: 'agency', text: t('sell.collectAgency') },
        ]}
        onPick={setCollect}
      />
      {collect === 'agency' && left !== null && (
        <p class="dim">
          {t('sell.creditThen', {
            name,
            amount: money(left - pricesOf(lines, extras).netCents, currency),
          })}
        </p>
      )}
    </div>
  )
}

/** The other hotels of the offer sheet: each may be booked instead, or taken out. */
export function OtherChoices(props: {
  choices: readonly Choice[]
  pages: HotelPages
  onFirst: (hotel: SoldHotel) => void
  onRemove: (hotel: SoldHotel) => void
}) {
  const { choices, pages, onFirst, onRemove } = props
  return (
    <ul class="other-choices">
      {choices.slice(1).map((choice, index) => {
        const { hotel, lines } = choice
        const { grossCents } = pricesOf(lines, extrasOf(pages, choice))
        return (
          <li key={hotel.slug} class="card">
            <p class="sum">
              <strong>
                <bdi>{hotel.name}</bdi>
              </strong>
              <strong>{money(grossCents, hotel.currency)}</strong>
            </p>
            <p class="sum">
              <span class="dim">{t('sell.choice', { number: index + 2 })}</span>
              <Button
                kind="quiet"
                aria-label={t('new.remove', { name: hotel.name })}
                onClick={() => onRemove(hotel)}
              >
                <Icon name="close" />
              </Button>
            </p>
            <Button onClick={() => onFirst(hotel)}>{t('sell.first')}</Button>
          </li>
        )
      })}
    </ul>
  )
}
