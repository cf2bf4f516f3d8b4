import type { Booking } from '../../../client/call.ts'
import { boardText, rangeText } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { keptName } from '../../lib/names.ts'
import { partyText, roomsOf } from './parts/model.ts'

// Parts of the page of a reservation of several stays, at the hotel and at its agency.

type Stays = { group: { bookings: readonly Booking[] } }

/** `22 – 25 Nov` and `2 rooms · 4 guests`, over all stays. */
export function GroupLine({ group: { bookings } }: Stays) {
  const days = bookings.flatMap(({ checkin, checkout }) => [checkin, checkout]).toSorted()
  const guests = bookings.reduce((sum, { adults, children }) => sum + adults + children, 0)
  return (
    <>
      <span>{rangeText(days[0]!, days.at(-1)!)}</span>
      <span>
        {t('bookings.rooms', { count: roomsOf(bookings) })} ·{' '}
        {t('booking.guests', { count: guests })}
      </span>
    </>
  )
}

/** The days, guests, rate and board of a stay in words. */
export function aboutOf(booking: Booking): string {
  const { guestNames, checkin, checkout, rateCode, rateName, boardCode } = booking
  const names = guestNames.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  return [
    rangeText(checkin, checkout),
    names.length > 0 ? names.join(', ') : partyText(booking),
    keptName('rate', rateCode, rateName),
    boardCode && boardText(boardCode),
  ]
    .filter(Boolean)
    .join(' · ')
}
