import { useState } from 'preact/hooks'
import type { DayStay, WholeHotel } from '../../../../client/call.ts'
import { money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { Confirm } from '../../../parts/dialog.tsx'
import { TextField } from '../../../parts/field.tsx'
import { nameOf } from '../parts/model.ts'
import { checkOut, type Leaving, now, writeDesk } from './marks.ts'
import { SharedRooms } from './shared-rooms.tsx'

type Arriving = Pick<DayStay, 'code' | 'guest'> & { desk: Pick<DayStay['desk'], 'roomNumber'> }

type MarkProps<Of> = {
  hotel: WholeHotel
  booking: Of
  onClose: () => void
  onDone: (text: string) => void
}

/** Marks guests as arrived, in the room that they are given. @param typed the room, where it is typed beside it already */
export function CheckInDialog(props: MarkProps<Arriving> & { typed?: string | undefined }) {
  const { hotel, booking, onClose, onDone, typed } = props
  const name = nameOf(booking)
  const [room, setRoom] = useState(typed ?? booking.desk.roomNumber ?? '')
  const checkIn = async () => {
    const roomNumber = room.trim() || null
    const expected = { roomNumber: booking.desk.roomNumber }
    await writeDesk(hotel, booking.code, { arrivedAt: now(), roomNumber, expected })
    onDone(t('desk.checkedIn', { name }))
  }
  return (
    <Confirm
      title={t('desk.checkInOf', { name })}
      action={t('desk.checkIn')}
      kind="primary"
      act={checkIn}
      onClose={onClose}
    >
      {(problem) => (
        <>
          <TextField
            label={t('desk.roomNumber')}
            maxLength={60}
            autocomplete="off"
            value={room}
            problem={problem}
            path="/roomNumber"
            onText={setRoom}
          />
          <SharedRooms hotel={hotel} code={booking.code} roomNumber={room} />
        </>
      )}
    </Confirm>
  )
}

/** Marks guests as gone though they have not paid all, or are to be given something back. */
export function CheckOutDialog(props: MarkProps<Leaving> & { currency: string }) {
  const { hotel, booking, currency, onClose, onDone } = props
  const { dueCents } = booking.desk
  const name = nameOf(booking)
  const leave = async () => {
    await checkOut(hotel, booking)
    onDone(t('desk.checkedOut', { name }))
  }
  return (
    <Confirm
      title={t('desk.checkOutOf', { name })}
      action={t('desk.checkOut')}
      kind="primary"
      act={leave}
      onClose={onClose}
    >
      <p>
        {t(dueCents < 0 ? 'desk.overAsk' : 'desk.dueAsk', {
          amount: money(Math.abs(dueCents), currency),
        })}
      </p>
    </Confirm>
  )
}
