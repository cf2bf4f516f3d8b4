import { useState } from 'preact/hooks'
import { money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import type { DayStay, Hotel } from '../../../lib/types.ts'
import { Confirm } from '../../../parts/dialog.tsx'
import { TextField } from '../../../parts/field.tsx'
import { nameOf } from '../model.ts'
import { now, writeDesk } from './marks.ts'

type Arriving = Pick<DayStay, 'code' | 'guest'> & { desk: Pick<DayStay['desk'], 'roomNumber'> }
type Leaving = Pick<DayStay, 'code' | 'guest'> & { desk: Pick<DayStay['desk'], 'dueCents'> }

type MarkProps<Of> = {
  hotel: Hotel
  booking: Of
  onClose: () => void
  onDone: (text: string) => void
}

/** Marks guests as arrived, in the room that they are given. */
export function CheckInDialog({ hotel, booking, onClose, onDone }: MarkProps<Arriving>) {
  const name = nameOf(booking)
  const [room, setRoom] = useState(booking.desk.roomNumber ?? '')
  const checkIn = async () => {
    const roomNumber = room.trim() || null
    await writeDesk(hotel, booking.code, { arrivedAt: now(), roomNumber })
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
        <TextField
          label={t('desk.roomNumber')}
          maxLength={60}
          autocomplete="off"
          value={room}
          problem={problem}
          path="/roomNumber"
          onText={setRoom}
        />
      )}
    </Confirm>
  )
}

/** Marks guests as gone though they have not paid all. */
export function CheckOutDialog(props: MarkProps<Leaving> & { currency: string }) {
  const { hotel, booking, currency, onClose, onDone } = props
  const name = nameOf(booking)
  const checkOut = async () => {
    await writeDesk(hotel, booking.code, { leftAt: now() })
    onDone(t('desk.checkedOut', { name }))
  }
  return (
    <Confirm
      title={t('desk.checkOutOf', { name })}
      action={t('desk.checkOut')}
      kind="primary"
      act={checkOut}
      onClose={onClose}
    >
      <p>{t('desk.dueAsk', { amount: money(booking.desk.dueCents, currency) })}</p>
    </Confirm>
  )
}
