import { useState } from 'preact/hooks'
import { api, type Page } from '../lib/api.ts'
import { money, number } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { usePages } from '../lib/load.ts'
import type { Hotel, Room } from '../lib/types.ts'
import { Button } from '../parts/button.tsx'
import { Empty } from '../parts/note.tsx'
import { PagedTable, SaleBadge } from './admin-parts.tsx'
import { RoomForm } from './admin-room-form.tsx'

/** A hotel's room types: listed, made and changed. */
export function AdminRooms({ hotel }: { hotel: Hotel }) {
  const [open, setOpen] = useState<Room | 'new'>()
  const query = { hotel: hotel.slug }
  const pages = usePages(
    (_, signal) => api.get<Page<Room>>('/v1/panel/rooms', { query, signal }),
    [hotel.slug],
  )
  const { currency } = hotel
  return (
    <section class="card stack">
      <div class="section-head">
        <h2>{t('admin.rooms')}</h2>
        <Button onClick={() => setOpen('new')}>{t('admin.newRoom')}</Button>
      </div>
      <PagedTable
        pages={pages}
        caption={t('admin.rooms')}
        keyOf={({ roomCode }) => roomCode}
        empty={<Empty title={t('admin.noRooms')}>{t('admin.noRoomsText')}</Empty>}
        columns={[
          {
            head: t('rooms.room'),
            isName: true,
            cell: ({ name, roomCode }) => (
              <span class="two">
                <bdi>{name}</bdi>
                <span class="dim">{roomCode}</span>
              </span>
            ),
          },
          {
            head: t('rooms.sleeps'),
            isNumber: true,
            cell: ({ maxOccupancy }) => number(maxOccupancy),
          },
          {
            head: t('rooms.total'),
            isNumber: true,
            cell: ({ totalRooms }) => (totalRooms === null ? '–' : number(totalRooms)),
          },
          {
            head: t('rooms.basePrice'),
            isNumber: true,
            cell: ({ basePriceCents }) =>
              basePriceCents === null ? '–' : money(basePriceCents, currency),
          },
          { head: t('rooms.boards'), cell: ({ boards }) => boards.join(', ') },
          { head: t('admin.state'), cell: ({ active }) => <SaleBadge isOn={active} /> },
          {
            head: t('admin.actions'),
            cell: (room) => (
              <Button
                aria-label={t('rooms.editNamed', { name: room.name })}
                onClick={() => setOpen(room)}
              >
                {t('rooms.edit')}
              </Button>
            ),
          },
        ]}
      />
      {open && (
        <RoomForm
          hotel={hotel}
          room={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
          onSaved={pages.reload}
        />
      )}
    </section>
  )
}
