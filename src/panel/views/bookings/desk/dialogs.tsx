import { useState } from 'preact/hooks'
import type { DayStay, WholeHotel } from '../../../../client/call.ts'
import { numbersText } from '../../../../domain/bookings/room-numbers.ts'
import { call } from '../../../lib/api.ts'
import { money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { ActOnBooking } from '../parts/act.tsx'
import { nameOf, type OfGuest } from '../parts/model.ts'
import { checkOut, type Leaving, now } from './marks.ts'
import { RoomChoice } from './room-choice.tsx'
import { roomTextOf, roomToGive } from './room-text.ts'
import { SharedRooms } from './shared-rooms.tsx'

type Arriving = Pick<DayStay, 'code' | 'roomCode' | 'rooms'> &
  OfGuest & {
    desk: Pick<DayStay['desk'], 'roomNumber' | 'roomNumbers'>
  }

type MarkProps<Stay> = {
  hotel: WholeHotel
  booking: Stay
  onClose: () => void
  onDone: (text: string) => void
}

/** Marks guests as arrived, in the room that they are given. @param typed the room, where it is typed beside it already */
export function CheckInDialog(props: MarkProps<Arriving> & { typed?: string | undefined }) {
  const { hotel, booking, typed, ...dialog } = props
  const { code, desk } = booking
  const name = nameOf(booking)
  const [seen, setSeen] = useState(numbersText(desk))
  const [own, setOwn] = useState(desk.roomNumbers)
  const [room, setRoom] = useState(typed ?? seen ?? '')
  const checkIn = () => {
    const roomNumber = roomTextOf(room)
    const body = { arrivedAt: now(), roomNumber, expected: { roomNumber: seen } }
    return call('writeDesk', { hotel: hotel.slug, code }, { body })
  }
  return (
    <ActOnBooking
      {...dialog}
      title={t('desk.checkInOf', { name })}
      action={t('desk.checkIn')}
      kind="primary"
      send={checkIn}
      said={t('desk.checkedIn', { name })}
    >
      {(problem) => (
        <>
          <RoomChoice {...{ hotel, booking, problem }} isOpen value={room} onText={setRoom} />
          <SharedRooms
            {...{ hotel, booking, roomNumber: room }}
            gives={roomToGive(own, room, booking.rooms)}
            onSwapped={({ roomNumbers }) => {
              const text = roomNumbers.join(', ')
              setOwn(roomNumbers)
              setSeen(text)
              setRoom(text)
            }}
          />
        </>
      )}
    </ActOnBooking>
  )
}

/** Marks guests as gone who still owe something or are to get something back. */
export function CheckOutDialog(props: MarkProps<Leaving> & { currency: string }) {
  const { hotel, booking, currency, ...dialog } = props
  const { dueCents } = booking.desk
  const name = nameOf(booking)
  const amount = money(Math.abs(dueCents), currency)
  return (
    <ActOnBooking
      {...dialog}
      title={t('desk.checkOutOf', { name })}
      action={t('desk.checkOut')}
      kind="primary"
      send={() => checkOut(hotel, booking)}
      said={t('desk.checkedOut', { name })}
    >
      <p>{t(dueCents < 0 ? 'desk.overAsk' : 'desk.dueAsk', { amount })}</p>
    </ActOnBooking>
  )
}
