import type { ViewProps } from '../../lib/router.ts'
import { BookingDetail } from './detail.tsx'
import { BookingList } from './list.tsx'

/** The hotel's bookings: `#/<hotel>/bookings` the list, `#/<hotel>/bookings/<code>` one of them. */
export function BookingsView(props: ViewProps) {
  const code = props.route.rest[0]
  return code ? <BookingDetail key={code} {...props} code={code} /> : <BookingList {...props} />
}
