import { useState } from 'preact/hooks'
import { api, type Page } from '../lib/api.ts'
import { money } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useLoad } from '../lib/load.ts'
import type { ViewProps } from '../lib/router.ts'
import type { Room } from '../lib/types.ts'
import { Button } from '../parts/button.tsx'
import { Badge, Empty, Loading, ProblemNote } from '../parts/note.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { say } from '../parts/toast.tsx'
import { partyText } from './bookings/model.ts'
import { RoomDialog } from './room-dialog.tsx'

/** The hotel's room types, and the form that changes one. */
export function RoomsView({ hotel }: ViewProps) {
  const { data, problem, reload, set } = useLoad(
    (signal) => api.get<Page<Room>>('/v1/panel/rooms', { query: { hotel: hotel.slug }, signal }),
    [hotel.slug],
  )
  const [edited, setEdited] = useState<Room>()
  const close = () => setEdited(undefined)
  const keep = (saved: Room) => {
    const items = data!.items.map((room) => (room.roomCode === saved.roomCode ? saved : room))
    set({ items, nextCursor: null })
    close()
    say(t('rooms.saved', { name: saved.name }))
  }
  return (
    <>
      <div class="view-head">
        <h1>{t('rooms.title')}</h1>
      </div>
      <ProblemNote problem={problem} onRetry={reload} />
      {data?.items.length === 0 ? (
        <Empty title={t('rooms.none')}>{t('rooms.noneText')}</Empty>
      ) : data ? (
        <Table
          caption={t('rooms.title')}
          columns={columnsOf(setEdited)}
          rows={data.items}
          keyOf={({ roomCode }) => roomCode}
        />
      ) : (
        !problem && <Loading />
      )}
      {edited && <RoomDialog hotel={hotel} room={edited} onClose={close} onSaved={keep} />}
    </>
  )
}

const columnsOf = (edit: (room: Room) => void): Column<Room>[] => [
  {
    head: t('rooms.room'),
    isName: true,
    cell: ({ name, roomCode, description }) => (
      <span class="two">
        <span>
          <strong>
            <bdi>{name}</bdi>
          </strong>{' '}
          <code class="dim">{roomCode}</code>
        </span>
        <span class="dim clipped">{description}</span>
      </span>
    ),
  },
  {
    head: t('rooms.sleeps'),
    cell: ({ maxAdults: adults, maxChildren: children, maxOccupancy: all }) =>
      `${partyText({ adults, children })} (${t('rooms.inAll', { all })})`,
  },
  {
    head: t('rooms.total'),
    isNumber: true,
    cell: ({ totalRooms }) => totalRooms ?? <Unknown />,
  },
  {
    head: t('rooms.basePrice'),
    isNumber: true,
    cell: ({ basePriceCents: cents, currency }) =>
      cents === null ? <Unknown /> : money(cents, currency),
  },
  { head: t('rooms.boards'), cell: ({ boards }) => boards.join(', ') || '–' },
  {
    head: t('rooms.state'),
    cell: ({ active }) => (
      <Badge tone={active ? 'good' : 'neutral'}>
        {t(active ? 'rooms.active' : 'rooms.inactive')}
      </Badge>
    ),
  },
  {
    head: t('rooms.edit'),
    cell: (room) => (
      <Button aria-label={t('rooms.editNamed', { name: room.name })} onClick={() => edit(room)}>
        {t('rooms.edit')}
      </Button>
    ),
  },
]

const Unknown = () => <span class="dim">{t('rooms.unknown')}</span>
