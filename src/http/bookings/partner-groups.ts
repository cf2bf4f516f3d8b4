import { noSuchBooking } from '../../service/bookings/ack-booking.ts'
import { listGroup } from '../../store/bookings/groups.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { witnessBookings } from '../api/test-mode.ts'
import { partnerDoor } from '../doors/partner-key.ts'
import { GroupSchema, showGroup } from './group-shape.ts'

/** Adds the partner's view of a reservation of several stays (contract-groups). */
export function partnerGroupRoutes(context: Context) {
  const door = partnerDoor(context)
  const { app, route } = routes('/v1/partner/booking-groups', door, 'Reservations')

  route('GET', '/:code', {
    id: 'getReservationGroup',
    scope: 'bookings:read',
    summary: 'One reservation of several stays',
    description:
      'Its bookings as they are now, holds included. Pulls, feed and events have each of them with `group {code, position}`.',
    says: 'The reservation.',
    answer: GroupSchema,
    handle: async ({ key, params, request }) => {
      const bookings = await listGroup(context.store, params.code.toUpperCase())
      if (bookings[0]?.hotelId !== key.hotelId) throw noSuchBooking()
      const group = await showGroup(context, bookings, { opener: 'session' })
      witnessBookings(request, () => group.bookings)
      return group
    },
  })

  return app
}
