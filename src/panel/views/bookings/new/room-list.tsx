import { useId, useState } from 'preact/hooks'
import type { WholeHotel } from '../../../../client/call.ts'
import { money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { Icon } from '../../../parts/icon.tsx'
import { Badge, Empty, Loading, ProblemNote } from '../../../parts/note.tsx'
import { OverrideBox } from '../parts/override.tsx'
import { nightsOf, type StayAsk } from './ask.ts'
import { type Line, roomsTaken } from './basket.ts'
import { onListKey } from './list-keys.ts'
import type { RoomOffers } from './offers.ts'
import { RateList } from './rate-list.tsx'
import type { OffersRead } from './use-offers.ts'

export type RoomListProps = {
  read: OffersRead
  hotel: WholeHotel
  lines: readonly Line[]
  /** True if a field of the stay has a text that was not asked for. */
  isWrong: boolean
  /** Takes one room of a stay out of the basket. */
  onLess: (id: string) => void
  /** True if restrictions and party rules are ignored. */
  override: boolean
  setOverride: (isOn: boolean) => void
}

/** The room types for the asked stay, the cheapest first, one a row; a row opens to its rates. */
export function RoomList(props: RoomListProps) {
  const { read, override, setOverride } = props
  const { problem, data } = read
  if (props.isWrong || problem?.errors.length)
    return (
      <section class="card rooms" aria-busy="false">
        <Empty title={t('problem.validation')} />
      </section>
    )
  const rooms = problem ? [] : (data?.rooms ?? [])
  const sold = rooms
    .filter(({ offers }) => offers.length > 0)
    .toSorted((one, other) => lowestOf(one) - lowestOf(other))
  return (
    <section class="card rooms" aria-busy={!read.isFresh && !problem}>
      <h2 class="sr-only">{t('new.rooms')}</h2>
      <ProblemNote problem={problem} onRetry={read.reload} />
      {!data && !problem && <Loading />}
      {data && !problem && sold.length === 0 && (
        <Empty title={t('desk.noOffers')}>{t('desk.noOffersText')}</Empty>
      )}
      {data && sold.length > 0 && <Types {...props} sold={sold} stay={data.stay} />}
      <div class="fold">
        <OverrideBox
          codes={rooms.flatMap(({ waivable }) => waivable)}
          isOn={override}
          onCheck={setOverride}
        />
      </div>
      <Unsold rooms={rooms.filter(({ offers }) => offers.length === 0)} />
    </section>
  )
}

/** The price of the cheapest offer of a room type. */
const lowestOf = ({ offers }: RoomOffers): number =>
  Math.min(...offers.map(({ totalCents }) => totalCents))

/** A room type that is shown, with what it takes to draw it. */
type TypesProps = RoomListProps & { sold: RoomOffers[]; stay: StayAsk }

/** The rows: one stop for Tab, walked with the arrow keys. */
function Types({ sold, ...props }: TypesProps) {
  const [at, setAt] = useState('')
  const [open, setOpen] = useState<string>()
  const id = useId()
  const isThere = sold.some(({ roomCode, offers }) =>
    [roomCode, ...(roomCode === open ? offers.map(({ key }) => key) : [])].includes(at),
  )
  const stop = isThere ? at : sold[0]!.roomCode
  return (
    <>
      <ul
        aria-label={t('new.rooms')}
        aria-describedby={id}
        onKeyDown={onListKey}
        onFocusIn={({ target }) => {
          const found = (target as HTMLElement).dataset.stop
          if (found) setAt(found)
        }}
      >
        {sold.map((room) => (
          <Type
            key={room.roomCode}
            {...{ ...props, room, stop }}
            isOpen={room.roomCode === open}
            onOpen={(isOn) => setOpen(isOn ? room.roomCode : undefined)}
          />
        ))}
      </ul>
      <p class="hint keys" id={id}>
        {t('new.keys')}
      </p>
    </>
  )
}

type TypeProps = Omit<TypesProps, 'sold'> & {
  room: RoomOffers
  stop: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

function Type({ room, isOpen, onOpen, ...props }: TypeProps) {
  const { hotel, lines, stay, stop } = props
  const { roomCode, name, facts, photo, left, offers } = room
  const added = roomsTaken(lines, roomCode, stay)
  const count = nightsOf(stay)
  const toGo = left === undefined ? undefined : Math.max(0, left - added)
  return (
    <li class={isOpen ? 'type is-open' : 'type'}>
      <button
        type="button"
        data-stop={roomCode}
        tabIndex={stop === roomCode ? 0 : -1}
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      >
        <span class="photo">{photo ? <img src={photo} alt="" /> : <Icon name="rooms" />}</span>
        <span class="two">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <span class="dim">{facts}</span>
        </span>
        <span class="left">
          {added > 0 && <Badge tone="info">{t('new.added', { count: added })}</Badge>}{' '}
          {toGo !== undefined && (
            <span class={toGo < 3 ? 'few' : undefined}>{t('desk.left', { count: toGo })}</span>
          )}
        </span>
        <span class="two from">
          <strong>{money(lowestOf(room), hotel.currency)}</strong>
          <span class="dim">
            {t(offers.length > 1 ? 'new.from' : 'bookings.nights', {
              count,
              nights: t('bookings.nights', { count }),
            })}
          </span>
        </span>
        <Icon name="down" />
      </button>
      {isOpen && <RateList {...props} room={room} left={toGo} />}
    </li>
  )
}

/** The room types that are not sold for the stay, folded away. */
function Unsold({ rooms }: { rooms: RoomOffers[] }) {
  const unsold = rooms.filter(({ against }) => against)
  if (unsold.length === 0) return null
  return (
    <details class="fold">
      <summary>
        {t('desk.notSold')}: {unsold.map(({ name }) => name).join(', ')}
      </summary>
      <ul>
        {unsold.map(({ roomCode, name, against }) => (
          <li key={roomCode}>
            <bdi>{name}</bdi> <span class="dim">{against}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
