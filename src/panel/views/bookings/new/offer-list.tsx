import { money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import type { Loaded } from '../../../lib/load.ts'
import type { HotelPage } from '../../../lib/types.ts'
import { Empty, Loading, ProblemNote } from '../../../parts/note.tsx'
import { termsText } from '../../rates/text.ts'
import type { RoomOffers } from './offers.ts'

type OffersProps = {
  read: Loaded<HotelPage>
  rooms: readonly RoomOffers[] | undefined
  currency: string
  nights: number
  checkin: string
  value: string
  onPick: (key: string) => void
}

/** The room types with their rates and prices for a stay: one choice among all of them. */
export function Offers(props: OffersProps) {
  const { read, rooms } = props
  const sold = rooms?.filter(({ offers }) => offers.length > 0) ?? []
  const unsold = rooms?.filter(({ offers, against }) => offers.length === 0 && against) ?? []
  return (
    <section class="card offers" aria-busy={read.isBusy}>
      <h2>{t('desk.offers')}</h2>
      <ProblemNote problem={read.problem} onRetry={read.reload} />
      {!rooms && !read.problem && <Loading />}
      {rooms && sold.length === 0 && !read.problem && (
        <Empty title={t('desk.noOffers')}>{t('desk.noOffersText')}</Empty>
      )}
      {!read.problem && sold.map((room) => <Room key={room.roomCode} {...props} room={room} />)}
      {unsold.length > 0 && !read.problem && (
        <details>
          <summary>{t('desk.notSold')}</summary>
          <ul>
            {unsold.map(({ roomCode, name, against }) => (
              <li key={roomCode}>
                <bdi>{name}</bdi> <span class="dim">{against}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function Room({
  room,
  currency,
  nights,
  checkin,
  value,
  onPick,
}: OffersProps & { room: RoomOffers }) {
  const { name, left, offers } = room
  return (
    <fieldset>
      <legend>
        <bdi>{name}</bdi>{' '}
        {left !== undefined && <span class="dim">{t('desk.left', { count: left })}</span>}
      </legend>
      {offers.map(({ key, rateName, boardCode, totalCents, cancellation }) => (
        <label key={key}>
          <input
            type="radio"
            name="offer"
            value={key}
            checked={key === value}
            onChange={() => onPick(key)}
          />
          <span>
            {rateName}
            {boardCode && ` · ${boardCode}`}
          </span>
          <span class="dim">
            {[
              nights > 1 &&
                t('desk.perNight', { amount: money(Math.round(totalCents / nights), currency) }),
              cancellation && cancellation.penalty !== 'none' && termsText(cancellation, checkin),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <strong>{money(totalCents, currency)}</strong>
        </label>
      ))}
    </fieldset>
  )
}
