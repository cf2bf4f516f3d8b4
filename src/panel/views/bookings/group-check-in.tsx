import { useRef, useState } from 'preact/hooks'
import type { PanelBooking, PanelBookingGroup, WholeHotel } from '../../../client/call.ts'
import { numbersText } from '../../../domain/bookings/room-numbers.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { now } from './desk/marks.ts'
import { RoomChoice } from './desk/room-choice.tsx'
import { roomTextOf } from './desk/room-text.ts'
import { expectedOf } from './group-acts.tsx'
import { nameOf } from './parts/model.ts'

type CheckInGroupProps = {
  hotel: WholeHotel
  group: PanelBookingGroup
  reload: () => void
  onClose: () => void
}

/** Marks the guests of all stays of today as arrived, each in the rooms that it is given. */
export function CheckInGroup({ hotel, group, reload, onClose }: CheckInGroupProps) {
  const [stays] = useState(() => expectedOf(group, hotel))
  const [rooms, setRooms] = useState<Record<string, string>>({})
  /** Those that are in already, where a later one was refused. */
  const done = useRef(new Set<string>())
  const textOf = ({ code, desk }: PanelBooking) => rooms[code] ?? numbersText(desk) ?? ''
  const name = nameOf(group)
  const checkIn = async () => {
    try {
      for (const stay of stays.filter(({ code }) => !done.current.has(code))) {
        const body = {
          ...{ arrivedAt: now(), roomNumber: roomTextOf(textOf(stay)) },
          expected: { roomNumber: numbersText(stay.desk) },
        }
        await call('writeDesk', { hotel: hotel.slug, code: stay.code }, { body })
        done.current.add(stay.code)
      }
    } finally {
      if (done.current.size > 0) reload()
    }
    return t('desk.checkedIn', { name })
  }
  return (
    <Confirm
      title={t('desk.checkInOf', { name })}
      action={t('desk.checkIn')}
      kind="primary"
      isWide
      act={checkIn}
      onClose={onClose}
    >
      {() =>
        stays.map((stay) => (
          <fieldset key={stay.code} class="stay-rooms">
            <legend>{roomNameOf(stay)}</legend>
            <RoomChoice
              {...{ hotel }}
              isOpen
              booking={stay}
              problem={undefined}
              value={textOf(stay)}
              onText={(text) => setRooms((now) => ({ ...now, [stay.code]: text }))}
            />
          </fieldset>
        ))
      }
    </Confirm>
  )
}
