import { may } from '../../lib/may.ts'
import type { ViewProps } from '../../lib/router.ts'
import { NotYours } from '../../parts/note.tsx'
import { BookingDetail } from './detail.tsx'
import { BookingList } from './list.tsx'
import { NewBooking } from './new/index.tsx'

/** The hotel's bookings: `#/<hotel>/bookings` the list, `…/<code>` one of them, `…/new` one to be made. */
export function BookingsView(props: ViewProps) {
  const code = props.route.rest[0]
  if (code === 'new')
    return may(props.hotel, 'front_desk') ? <NewBooking {...props} /> : <NotYours />
  return code ? <BookingDetail key={code} {...props} code={code} /> : <BookingList {...props} />
}
