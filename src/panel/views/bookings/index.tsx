import { may } from '../../lib/may.ts'
import type { ViewProps } from '../../lib/router.ts'
import { useStore } from '../../lib/store.ts'
import { NotYours } from '../../parts/note.tsx'
import { filterOf } from './filters.tsx'
import { BookingList } from './list.tsx'
import { NewBooking } from './new/index.tsx'
import { BookingPage } from './page.tsx'
import { isWide } from './place.ts'

/**
 * The hotel's bookings: `#/<hotel>/bookings` the list, `…/<code>` one of them, `…?beside=<code>` one beside the list,
 * `…/new` one to be made. With `whole=true` a booking is shown with its whole reservation.
 */
export function BookingsView(props: ViewProps) {
  const { hotel, route } = props
  const isBeside = useStore(isWide)
  const code = route.rest[0] ?? ((!isBeside && route.query.get('beside')) || undefined)
  if (code === 'new') return may(hotel, 'front_desk') ? <NewBooking {...props} /> : <NotYours />
  const isWhole = route.query.get('whole') === 'true'
  return code ? (
    <BookingPage key={code} {...{ hotel, code, isWhole }} filter={filterOf(route.query)} />
  ) : (
    <BookingList {...props} />
  )
}
