import { findWebFigures } from '../../service/strangers/web-figures.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { showWebBookings, WebBookingsSchema } from './web-rules-shape.ts'

/** The hotel's limits on unproven web bookings, with figures (`contract-access`, *What strangers may take*). */
export function panelWebRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/web-bookings', hotelDoor(context), 'Panel')

  route('GET', '', {
    id: 'getWebBookings',
    memberRole: 'any',
    summary: 'Limits and use of web bookings',
    description:
      'The settings, which `PATCH /v1/panel/hotel` changes, and the resulting figures now.',
    says: 'Settings and figures.',
    answer: WebBookingsSchema,
    handle: async ({ hotel, rooms }) => {
      const figures = await context.store.snapshot((handle) =>
        findWebFigures(handle, context, { hotel, rooms }),
      )
      return showWebBookings(hotel, figures, context.strangerLimits)
    },
  })

  return app
}
