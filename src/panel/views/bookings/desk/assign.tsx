import type { PanelBooking, WholeHotel } from '../../../../client/call.ts'
import { ASSIGNED_AT_ONCE_MAX } from '../../../../domain/bookings/room-numbers.ts'
import { call } from '../../../lib/api.ts'
import { t } from '../../../lib/i18n.ts'
import { useAction, useCall } from '../../../lib/load.ts'
import { may } from '../../../lib/may.ts'
import { Button } from '../../../parts/button.tsx'
import { say, sayWrong } from '../../../parts/toast.tsx'

type RoomedStay = Pick<PanelBooking, 'code' | 'rooms'> & {
  desk: Pick<PanelBooking['desk'], 'roomNumbers'>
}

type AssignProps = { hotel: WholeHotel; stays: readonly RoomedStay[]; reload: () => void }

/** How many rooms of the stay have no number yet. */
const lacksOf = ({ desk, rooms }: RoomedStay): number =>
  Math.max(0, rooms - desk.roomNumbers.length)

/** True if a room of the stay has no number yet. */
export const isRoomless = (stay: RoomedStay): boolean => lacksOf(stay) > 0

/** Gives free rooms to all of these stays that have none, in a hotel that lists its rooms. */
export function AssignRooms({ hotel, stays, reload }: AssignProps) {
  const roomless = stays.filter(isRoomless).slice(0, ASSIGNED_AT_ONCE_MAX)
  const isOffered = roomless.length > 0 && may(hotel, 'front_desk')
  return isOffered && <AssignButton {...{ hotel, reload }} stays={roomless} />
}

function AssignButton({ hotel, stays, reload }: AssignProps) {
  const { data } = useCall('listRoomNumbers', { hotel: hotel.slug })
  const { run, isBusy } = useAction(async () => {
    const body = { codes: stays.map(({ code }) => code) }
    const lacking = stays.reduce((sum, stay) => sum + lacksOf(stay), 0)
    try {
      const { items } = await call('assignRooms', { hotel: hotel.slug }, { body })
      say(assignedText(items, lacking))
    } catch (error) {
      sayWrong(error)
    }
    reload()
  })
  if (!data || data.items.length === 0) return null
  return (
    <Button isBusy={isBusy} onClick={run}>
      {t('roomChoice.assign')}
    </Button>
  )
}

/** Says how many of the lacking rooms have a number now, and how many still have none. */
function assignedText(items: readonly { missing: number }[], lacking: number): string {
  const missing = items.reduce((sum, item) => sum + item.missing, 0)
  const text = t('roomChoice.assigned', { count: lacking - missing })
  return missing > 0 ? `${text} ${t('roomChoice.missing', { count: missing })}` : text
}
