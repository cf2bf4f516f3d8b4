import { useState } from 'preact/hooks'
import type { RoomType } from '../../client/call.ts'
import { t } from '../lib/i18n.ts'
import { nameIn } from '../lib/names.ts'
import { href, type ViewProps } from '../lib/router.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import type { Column } from '../parts/table.tsx'
import { Photos } from './photos/photos.tsx'
import { RoomNumbersView } from './room-numbers/index.tsx'
import { Rooms } from './room-types.tsx'

/** The manager's page of the hotel's room types, and the page of its rooms by number. */
export function RoomsView(props: ViewProps) {
  return props.route.rest[0] === NUMBERS ? (
    <RoomNumbersView hotel={props.hotel} />
  ) : (
    <RoomTypes {...props} />
  )
}

/** The part of the address that leads to the rooms by number. */
const NUMBERS = 'numbers'

function RoomTypes({ hotel }: ViewProps) {
  const [room, setRoom] = useState<RoomType>()
  const title = room && t('photos.of', { name: nameIn(room) })
  const photos: Column<RoomType> = {
    head: t('photos.title'),
    cell: (row) => (
      <Button
        kind="quiet"
        aria-label={t('photos.of', { name: nameIn(row) })}
        onClick={() => setRoom(row)}
      >
        {t('photos.title')}
      </Button>
    ),
  }
  return (
    <>
      <Rooms
        hotel={hotel}
        isAdmin={false}
        more={[photos]}
        beside={<a href={href({ view: 'rooms', rest: [NUMBERS] })}>{t('roomNumbers.title')}</a>}
      />
      {room && (
        <Dialog title={title!} isWide onClose={() => setRoom(undefined)}>
          <Photos hotel={hotel} room={room} />
        </Dialog>
      )}
    </>
  )
}
