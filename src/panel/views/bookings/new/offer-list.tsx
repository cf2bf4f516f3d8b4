import type { HotelPage, WholeHotel } from '../../../../client/call.ts'
import { boardText, money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import type { Loaded } from '../../../lib/load.ts'
import { CheckField } from '../../../parts/field.tsx'
import { Empty, Loading, ProblemNote } from '../../../parts/note.tsx'
import { termsText } from '../../rates/text.ts'
import type { RoomOffers } from './offers.ts'

type OffersProps = {
  read: Loaded<HotelPage>
  rooms: readonly RoomOffers[] | undefined
  hotel: WholeHotel
  nights: number
  checkin: string
  value: string
  onPick: (key: string) => void
  /** Whether no restriction and no rule of the party is asked for. */
  override: boolean
  setOverride: (isOn: boolean) => void
}

/** The room types with their rates and prices for a stay: one choice among all of them. */
export function Offers(props: OffersProps) {
  const { read, rooms, override, setOverride } = props
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
      {(override || rooms?.some(({ isRestricted }) => isRestricted)) && (
        <CheckField label={t('booking.override')} checked={override} onCheck={setOverride} />
      )}
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
  rooms = [],
  hotel,
  nights,
  checkin,
  value,
  onPick,
}: OffersProps & { room: RoomOffers }) {
  const { name, left, offers } = room
  const column = rooms.flatMap((each) => each.offers.map(({ totalCents }) => totalCents))
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
            {boardCode && ` · ${boardText(boardCode)}`}
          </span>
          <span class="dim">
            {[
              nights > 1 &&
                t('desk.perNight', {
                  amount: money(Math.round(totalCents / nights), hotel.currency),
                }),
              cancellation &&
                cancellation.penalty !== 'none' &&
                termsText(cancellation, checkin, hotel.timezone),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <strong>{money(totalCents, hotel.currency, column)}</strong>
        </label>
      ))}
    </fieldset>
  )
}
