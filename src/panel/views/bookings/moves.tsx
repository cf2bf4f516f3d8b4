import type { Booking } from '../../../domain/booking.ts'
import { swapNights } from '../../../domain/booking-change.ts'
import { type CalendarDate, daysBetween } from '../../../domain/date.ts'
import { NIGHTS_MAX } from '../../../domain/limits.ts'
import { number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import type { BookingRecord, Room } from '../../lib/types.ts'
import type { Draft } from './draft.ts'
import { nightsText } from './model.ts'

/** Nights of which as many rooms are taken, or go back on sale. */
type Move = {
  is: 'takes' | 'givesBack'
  roomCode: string
  rooms: number
  dates: CalendarDate[]
}

/** Says what a change does to the rooms before it is made; nothing when it moves none. */
export function Moves({
  booking,
  draft,
  rooms,
}: {
  booking: BookingRecord
  draft: Draft
  rooms: readonly Room[]
}) {
  const moves = movesOf(booking, draft)
  const nameOf = (code: string) =>
    code === booking.roomCode
      ? booking.roomName
      : (rooms.find(({ roomCode }) => roomCode === code)?.name ?? code)
  return (
    <div role="status" class="alert-slot stack">
      {moves.map(({ is, roomCode, rooms: count, dates }) => (
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

/** What a change does to the rooms, by how many of them move; empty while the form holds no stay. */
function movesOf({ roomCode, boardCode, rooms, nightly }: BookingRecord, draft: Draft): Move[] {
  const next = {
    roomCode: draft.roomCode,
    boardCode: draft.boardCode || null,
    rooms: Number(draft.rooms),
    checkin: draft.checkin as CalendarDate,
    checkout: draft.checkout as CalendarDate,
    adults: Number(draft.adults),
    children: Number(draft.children),
  }
  const isStay =
    Number.isInteger(next.rooms) &&
    next.rooms > 0 &&
    next.checkin !== '' &&
    next.checkin < next.checkout &&
    daysBetween(next.checkin, next.checkout) <= NIGHTS_MAX
  if (!isStay) return []
  // All that the rule reads of a booking.
  const now = { roomCode, boardCode, rooms, nightly } as Booking
  const { take, give } = swapNights(now, next)
  return [...grouped('takes', next.roomCode, take), ...grouped('givesBack', roomCode, give)]
}

function grouped(
  is: Move['is'],
  roomCode: string,
  nights: { date: CalendarDate; rooms: number }[],
): Move[] {
  const groups = Map.groupBy(nights, ({ rooms }) => rooms)
  return [...groups].map(([rooms, group]) => ({
    is,
    roomCode,
    rooms,
    dates: group.map(({ date }) => date).toSorted(),
  }))
}
