import type { ComponentChildren } from 'preact'
import type { RoomType, WholeHotel } from '../../client/call.ts'
import { boardText, money } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useList } from '../lib/load.ts'
import { may } from '../lib/may.ts'
import { nameIn, note } from '../lib/names.ts'
import { ListHead, useCrud } from '../parts/crud.tsx'
import { Two } from '../parts/facts.tsx'
import { Empty, SaleBadge } from '../parts/note.tsx'
import { type Column, PagedTable, RowName } from '../parts/table.tsx'
import { partyText } from './bookings/parts/model.ts'
import { contentText } from './room-content.tsx'
import { roomsOf } from './room-entity.tsx'

type RoomsProps = {
  hotel: WholeHotel
  isAdmin: boolean
  more?: Column<RoomType>[]
  /** The content beside the title of the page. */
  beside?: ComponentChildren
}

/** A hotel's room types, and the form that makes and changes one; for admins a section of the hotel's page. */
export function Rooms({ hotel, isAdmin, more = [], beside }: RoomsProps) {
  const of = roomsOf(hotel, isAdmin)
  const pages = useList('listPanelRooms', { hotel: hotel.slug })
  const { startMaking, edit, dialogs } = useCrud(of, (saved) => {
    note('room', saved)
    pages.reload()
  })
  const list = (
    <>
      <ListHead isPage={!isAdmin} of={of} onMake={startMaking}>
        {beside}
      </ListHead>
      {dialogs}
      <PagedTable
        pages={pages}
        caption={of.title}
        keyOf={of.keyOf}
        columns={[...columnsOf(may(hotel, 'revenue') ? edit : undefined), ...more]}
        empty={<Empty title={t('rooms.none')}>{t('rooms.noneText')}</Empty>}
      />
    </>
  )
  return isAdmin ? <section class="card">{list}</section> : list
}

const columnsOf = (edit?: (room: RoomType) => void): Column<RoomType>[] => [
  {
    head: t('list.roomType'),
    isName: true,
    cell: (room) => (
      <RowName name={nameIn(room)} onEdit={edit && (() => edit(room))}>
        <code>{room.roomCode}</code>
      </RowName>
    ),
  },
  {
    head: t('rooms.sleeps'),
    cell: ({ maxAdults: adults, maxChildren: children, maxOccupancy: all, ...room }) => (
      <Two
        over={
          partyText({ adults, children }) +
          (all < adults + children ? ` (${t('rooms.inAll', { all })})` : '')
        }
      >
        {contentText(room)}
      </Two>
    ),
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
    cell: ({ basePriceCents: cents, currency }, rooms) =>
      cents === null ? (
        <Unknown />
      ) : (
        money(
          cents,
          currency,
          rooms.map((each) => each.basePriceCents ?? 0),
        )
      ),
  },
  { head: t('rooms.boards'), cell: ({ boards }) => boards.map(boardText).join(', ') || '–' },
  {
    head: t('list.state'),
    cell: ({ active }) => <SaleBadge isOn={active} off="rooms.inactive" />,
  },
]

const Unknown = () => <span class="dim">{t('rooms.unknown')}</span>
