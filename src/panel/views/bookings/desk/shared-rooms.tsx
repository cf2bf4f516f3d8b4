import type { WholeDesk, WholeHotel } from '../../../../client/call.ts'
import { call } from '../../../lib/api.ts'
import { t } from '../../../lib/i18n.ts'
import { useLoad } from '../../../lib/load.ts'
import { useSettled } from '../../../lib/typing.ts'
import { nameOf, stayText } from '../parts/model.ts'

type SharedRoomsProps = {
  hotel: WholeHotel
  code: string
  roomNumber: string
  /** The bookings that share the saved number; undefined while a number is typed, for which the service is asked. */
  known?: WholeDesk['sharedRooms'] | undefined
}

/** Warns if the room is also assigned to other bookings on the same nights; the desk decides whether that is meant. */
export function SharedRooms({ hotel, code, roomNumber, known }: SharedRoomsProps) {
  const asked = useSettled(known ? '' : roomNumber)
  const { data = [] } = useLoad(
    async (signal) => {
      if (!asked) return []
      const body = { roomNumber: asked, simulate: true }
      return (await call('writeDesk', { hotel: hotel.slug, code }, { body, signal })).sharedRooms
    },
    [asked],
  )
  return (
    <div role="status" class="alert-slot stack">
      {(known ?? (asked === roomNumber.trim() ? data : [])).map((each) => (
        <p key={each.code} class="note warn">
          {t('desk.sharedRoom', {
            room: each.roomNumber ?? '',
            name: nameOf({ guest: each }),
            code: each.code,
            days: stayText(each),
          })}
        </p>
      ))}
    </div>
  )
}
