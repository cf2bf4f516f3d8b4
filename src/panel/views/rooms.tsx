import { boardText, money } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { usePages } from '../lib/load.ts'
import { may } from '../lib/may.ts'
import type { ViewProps } from '../lib/router.ts'
import type { Hotel, Room } from '../lib/types.ts'
import { ListHead, useCrud } from '../parts/crud.tsx'
import { Two } from '../parts/facts.tsx'
import { Empty, SaleBadge } from '../parts/note.tsx'
import { type Column, PagedTable, RowButton } from '../parts/table.tsx'
import { partyText } from './bookings/model.ts'
import { roomsOf } from './room-entity.tsx'

/** The manager's page of the hotel's room types. */
export function RoomsView({ hotel }: ViewProps) {
  return <Rooms hotel={hotel} isAdmin={false} />
}

/** A hotel's room types, and the form that changes one; admins make them too, in a section of the hotel's page. */
export function Rooms({ hotel, isAdmin }: { hotel: Hotel; isAdmin: boolean }) {
  const of = roomsOf(hotel, isAdmin)
  const pages = usePages<Room>('/v1/panel/rooms', { hotel: hotel.slug })
  const { startMaking, edit, dialogs } = useCrud(of, pages.reload)
  const list = (
    <>
      <ListHead isPage={!isAdmin} of={of} onMake={startMaking} />
      {dialogs}
      <PagedTable
        pages={pages}
        caption={of.title}
        keyOf={of.keyOf}
        columns={columnsOf(may(hotel, 'revenue') ? edit : undefined)}
        empty={
          <Empty title={t('rooms.none')}>
            {t(isAdmin ? 'admin.noRoomsText' : 'rooms.noneText')}
          </Empty>
        }
      />
    </>
  )
  return isAdmin ? <section class="card">{list}</section> : list
}

const columnsOf = (edit?: (room: Room) => void): Column<Room>[] => [
  {
    head: t('list.roomType'),
    isName: true,
    cell: (room) => (
      <Two
        over={
          edit ? (
            <RowButton label={t('rooms.editNamed', { name: room.name })} onOpen={() => edit(room)}>
              <bdi>{room.name}</bdi>
            </RowButton>
          ) : (
            <strong>
              <bdi>{room.name}</bdi>
            </strong>
          )
        }
      >
        <code>{room.roomCode}</code>
      </Two>
    ),
  },
  {
    head: t('rooms.sleeps'),
    cell: ({ maxAdults: adults, maxChildren: children, maxOccupancy: all }) =>
      partyText({ adults, children }) +
      (all < adults + children ? ` (${t('rooms.inAll', { all })})` : ''),
  },
  {
    head: t('booking.rooms'),
    isNumber: true,
    isTold: true,
    cell: ({ totalRooms }) => totalRooms ?? <Unknown />,
  },
  {
    head: t('rooms.basePrice'),
    isNumber: true,
    cell: ({ basePriceCents: cents, currency }) =>
      cents === null ? <Unknown /> : money(cents, currency),
  },
  { head: t('rooms.boards'), cell: ({ boards }) => boards.map(boardText).join(', ') || '–' },
  {
    head: t('list.state'),
    cell: ({ active }) => <SaleBadge isOn={active} off="rooms.inactive" />,
  },
]

const Unknown = () => <span class="dim">{t('rooms.unknown')}</span>
