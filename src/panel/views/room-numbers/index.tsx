import type { Answer, RoomType, WholeHotel } from '../../../client/call.ts'
import { roomWord } from '../../../domain/bookings/room-numbers.ts'
import { asProblem, call } from '../../lib/api.ts'
import { number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { nameIn } from '../../lib/names.ts'
import { useRooms } from '../../lib/rooms.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Badge, Empty, Read } from '../../parts/note.tsx'
import { Back, PageHead } from '../../parts/page-head.tsx'
import { type Column, RowName, Table } from '../../parts/table.tsx'
import { say, sayWrong } from '../../parts/toast.tsx'
import { AddRooms } from './add.tsx'
import type { Room } from './pasted.ts'

type RoomList = Answer<'listRoomNumbers'>
type Listed = RoomList['items'][number]

/** The hotel's rooms by number: a list is pasted, a room is put out of use, and the desk chooses from them. */
export function RoomNumbersView({ hotel }: { hotel: WholeHotel }) {
  const read = useCall('listRoomNumbers', { hotel: hotel.slug })
  const types = useRooms(hotel.slug)
  return (
    <>
      <Back to={{ view: 'rooms' }}>{t('rooms.title')}</Back>
      <PageHead title={t('roomNumbers.title')} />
      <Read of={read}>
        {(list) => (
          <Read of={types}>
            {(rooms) => <Rooms {...{ hotel, list, types: rooms }} show={read.set} />}
          </Read>
        )}
      </Read>
    </>
  )
}

type RoomsProps = {
  hotel: WholeHotel
  list: RoomList
  types: RoomType[]
  /** Gets the list as it then is. */
  show: (list: RoomList) => void
}

function Rooms({ hotel, list, types, show }: RoomsProps) {
  const { items, revision } = list
  const isMine = may(hotel, 'revenue')
  /** Writes the whole list; if others have changed it, the page shows theirs and says so. */
  const write = async (rooms: readonly Room[], said: string): Promise<boolean> => {
    const body = { revision, items: rooms.map(sentRoom) }
    try {
      show(await call('writeRoomNumbers', { hotel: hotel.slug }, { body }))
      say(said)
      return true
    } catch (error) {
      sayWrong(error)
      if (asProblem(error).code === 'revision_conflict')
        show(await call('listRoomNumbers', { hotel: hotel.slug }))
      return false
    }
  }
  const others = (room: Listed) => items.filter((each) => each !== room)
  const act = {
    turn: (room: Listed) =>
      write(
        items.map((each) => (each === room ? { ...each, active: !each.active } : each)),
        t(room.active ? 'roomNumbers.turnedOff' : 'roomNumbers.turnedOn', { number: room.number }),
      ),
    remove: (room: Listed) =>
      write(others(room), t('roomNumbers.removed', { number: room.number })),
  }
  const add = (rooms: readonly Room[]) =>
    write(merged(items, rooms), t('roomNumbers.added', { count: rooms.length }))
  return (
    <>
      <p class="dim">{t('roomNumbers.about')}</p>
      {isMine && <AddRooms types={types} known={items} onAdd={add} />}
      {items.length === 0 ? (
        <Empty title={t('roomNumbers.none')}>{t('roomNumbers.noneText')}</Empty>
      ) : (
        <>
          <Totals items={items} types={types} />
          <Table
            caption={t('roomNumbers.title')}
            rows={items}
            keyOf={(room) => room.number}
            columns={columnsOf(types, isMine ? act : undefined)}
          />
        </>
      )}
    </>
  )
}

/** A room without the members that say nothing, so that a list of a thousand fits into a request. */
const sentRoom = ({ number, roomCode, floor, active }: Room): Room => ({
  number,
  roomCode,
  ...(floor && { floor }),
  ...(active === false && { active }),
})

/** Adds rooms to a list; a number that it has is replaced. Numbers are sorted as people count. */
function merged(items: readonly Room[], rooms: readonly Room[]): Room[] {
  const all = new Map(items.map((room) => [roomWord(room.number), room]))
  for (const room of rooms) {
    const word = roomWord(room.number)
    all.set(word, { ...all.get(word), ...room })
  }
  const order = new Intl.Collator(undefined, { numeric: true })
  return [...all.values()].sort((a, b) => order.compare(a.number, b.number))
}

/** How many rooms of each type have a number, beside how many the hotel has. */
function Totals({ items, types }: { items: readonly Listed[]; types: readonly RoomType[] }) {
  return (
    <p class="beside">
      {types.map(({ roomCode, totalRooms, ...room }) => {
        const count = items.filter((each) => each.roomCode === roomCode).length
        return (
          <Badge key={roomCode} tone={count > (totalRooms ?? count) ? 'warn' : 'neutral'}>
            {nameIn(room)}{' '}
            {totalRooms === null
              ? number(count)
              : t('roomNumbers.of', { count: number(count), total: number(totalRooms) })}
          </Badge>
        )
      })}
    </p>
  )
}

type Acts = Record<'turn' | 'remove', (room: Listed) => unknown>

function columnsOf(types: readonly RoomType[], act?: Acts): Column<Listed>[] {
  const names = new Map(types.map((type) => [type.roomCode, nameIn(type)]))
  const columns: Column<Listed>[] = [
    {
      head: t('desk.room'),
      isName: true,
      cell: (room) => (
        <RowName name={room.number}>
          {room.floor && t('roomNumbers.floorOf', { floor: room.floor })}
        </RowName>
      ),
    },
    { head: t('list.roomType'), cell: ({ roomCode }) => names.get(roomCode) ?? roomCode },
    {
      head: t('list.state'),
      cell: (room) =>
        act ? (
          <label class="check">
            <input type="checkbox" checked={room.active} onChange={() => act.turn(room)} />
            <span>
              {t('roomNumbers.active')} <span class="sr-only">{room.number}</span>
            </span>
          </label>
        ) : (
          <Badge tone={room.active ? 'good' : 'neutral'}>
            {t(room.active ? 'roomNumbers.active' : 'roomNumbers.off')}
          </Badge>
        ),
    },
  ]
  if (act)
    columns.push({
      head: t('list.actions'),
      cell: (room) => (
        <Button
          kind="quiet"
          aria-label={t('roomNumbers.remove', { number: room.number })}
          onClick={() => act.remove(room)}
        >
          <Icon name="close" />
        </Button>
      ),
    })
  return columns
}
