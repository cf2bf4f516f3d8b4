import type { Booking, BookingGroup } from '../../../client/call.ts'
import { t } from '../../lib/i18n.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { listText } from './parts/model.ts'
import { type Place, placeOf } from './place.ts'

type TabsProps = { group: Pick<BookingGroup, 'bookings'>; code: string; place: Place }

/** The stays of a reservation as tabs, after one for the whole of it. */
export function GroupTabs({ group, code, place }: TabsProps) {
  const tab = (of: { code: string; isWhole: boolean }) => ({
    href: placeOf(of.code, { ...place, isWhole: of.isWhole }),
    ...(of.isWhole === place.isWhole &&
      (of.isWhole || of.code === code) && { 'aria-current': 'page' as const }),
  })
  return (
    <nav class="tabs stay-tabs" aria-label={t('group.stays')}>
      <a {...tab({ code, isWhole: true })}>{t('group.whole')}</a>
      {group.bookings.map((booking) => (
        <a key={booking.code} {...tab({ code: booking.code, isWhole: false })}>
          {roomNameOf(booking)} <small>{whoOf(booking)}</small>
        </a>
      ))}
    </nav>
  )
}

/** The first names of who sleeps in a stay; where none are known, its rooms and guests. */
function whoOf({ guest, guestNames, group, rooms, adults, children }: Booking): string {
  const lead = guest && group?.position === 1 ? [guest.firstName] : []
  const names = [...lead, ...guestNames.map(({ firstName }) => firstName)]
  if (guestNames.length > 0) return listText(names.slice(0, 3))
  const guests = t('booking.guests', { count: adults + children })
  return rooms > 1 ? `${t('bookings.rooms', { count: rooms })}, ${guests}` : guests
}
