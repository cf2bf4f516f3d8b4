import type { Booking, RoomType } from '../../../client/call.ts'
import type { Booking as StoredBooking } from '../../../domain/bookings/booking.ts'
import { swapNights } from '../../../domain/bookings/booking-change.ts'
import { type CalendarDate, daysBetween } from '../../../domain/kernel/date.ts'
import { NIGHTS_MAX } from '../../../domain/kernel/night.ts'
import { STD } from '../../../domain/rates/rate.ts'
import { number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import type { Draft } from './draft.ts'
import { nightsText } from './parts/model.ts'

/** Shows the nights that a change takes from sale or gives back, before it is sent; nothing if it moves no rooms. */
export function Moves({
  booking,
  draft,
  rooms,
}: {
  booking: Booking
  draft: Draft
  rooms: readonly Pick<RoomType, 'roomCode' | 'name'>[]
}) {
  // Nights that move the same number of rooms are shown together.
  const moves = movesOf(booking, draft).flatMap(({ is, roomCode, nights }) =>
    [...Map.groupBy(nights, (night) => night.rooms)].map(([count, group]) => {
      return { is, roomCode, count, dates: group.map(({ date }) => date).toSorted() }
    }),
  )
  const nameOf = (code: string) =>
    code === booking.roomCode
      ? roomNameOf(booking)
      : (rooms.find(({ roomCode }) => roomCode === code)?.name ?? code)
  return (
    <div role="status" class="alert-slot stack">
      {moves.map(({ is, roomCode, count, dates }) => (
        <p key={`${is} ${count}`} class="note">
          {t(`booking.${is}`, {
            rooms: `${number(count)} × ${nameOf(roomCode)}`,
            count: dates.length,
            dates: nightsText(dates),
          })}
        </p>
      ))}
    </div>
  )
}

/** The nights that a change takes or gives back; empty while the form holds no valid stay. */
function movesOf({ roomCode, boardCode, rooms, nightly }: Booking, draft: Draft) {
  const next = {
    roomCode: draft.roomCode,
    rateCode: STD,
    boardCode: draft.boardCode || null,
    rooms: Number(draft.rooms),
    checkin: draft.checkin as CalendarDate,
    checkout: draft.checkout as CalendarDate,
    adults: Number(draft.adults),
    children: Number(draft.children),
    childAges: null,
  }
  const isStay =
    Number.isInteger(next.rooms) &&
    next.rooms > 0 &&
    next.checkin !== '' &&
    next.checkin < next.checkout &&
    daysBetween(next.checkin, next.checkout) <= NIGHTS_MAX
  if (!isStay) return []
  // The rule reads no other members of a booking.
  const now = { roomCode, boardCode, rooms, nightly } as StoredBooking
  const { take, give } = swapNights(now, next)
  return [
    { is: 'takes' as const, roomCode: next.roomCode, nights: take },
    { is: 'givesBack' as const, roomCode, nights: give },
  ]
}
