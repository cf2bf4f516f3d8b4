import type { ViewProps } from '../../lib/router.ts'
import { filterOf } from '../bookings/filters.tsx'
import { AgencyBookingPage } from './booking.tsx'
import { AgencyList } from './list.tsx'

/** The agency's bookings: the list, `…/<code>` one of them, with `whole=true` its whole reservation. */
export function AcentaBookings(props: ViewProps) {
  const { route, user, hotel } = props
  const [code] = route.rest
  const isWhole = route.query.get('whole') === 'true'
  const place = { isBeside: false, filter: filterOf(route.query), isWhole }
  return code === undefined ? (
    <AgencyList {...props} />
  ) : (
    <AgencyBookingPage key={code} {...{ code, user, hotel, place }} />
  )
}
