import { Type } from 'typebox'
import { WEB_COUNTS_KEPT_DAYS } from '../../domain/strangers/web-counts.ts'
import { findWebFigures } from '../../service/strangers/web-figures.ts'
import { listWebCounts } from '../../store/strangers/web-counts.ts'
import type { Context } from '../api/context.ts'
import { DateParameter } from '../api/query.ts'
import { readRange } from '../api/range.ts'
import { routes } from '../api/route.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { showWebDays, WebDaySchema } from './web-day-shape.ts'
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
      const { strangerLimits: limits, publicPages, publicUrl } = context
      const pageUrl = publicPages ? `${publicUrl}/stay/${hotel.slug}` : null
      return showWebBookings(hotel, figures, { limits, pageUrl })
    },
  })

  route('GET', '/days', {
    id: 'listWebDays',
    memberRole: 'any',
    summary: 'Statistics of the hotel’s page by day',
    description: `Every day of the hotel from \`from\` to \`to\`, at most ${WEB_COUNTS_KEPT_DAYS}, which is as long as they are kept. A minute behind; nothing about visitors is kept, and bots that name themselves do not count.`,
    query: { from: DateParameter, to: DateParameter },
    says: 'The days.',
    answer: Type.Object({ items: Type.Array(WebDaySchema) }),
    handle: async ({ hotel, query }) => {
      const range = readRange(query, WEB_COUNTS_KEPT_DAYS)
      return { items: showWebDays(range, await listWebCounts(context.store, hotel.id, range)) }
    },
  })

  return app
}
