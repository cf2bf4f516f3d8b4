import { Elysia } from 'elysia'
import { staffOperation } from '../catalog/admin-docs-schemas.ts'
import type { Context } from '../context.ts'
import { HotelQuery, panelHotel } from '../doors/panel-hotel.ts'
import { publicLimit } from '../doors/public-limit.ts'
import { signedIn } from '../doors/session.ts'
import { onceEach } from '../request/query.ts'
import { HotelSchema, showHotel } from '../shapes/hotel.ts'

const detail = staffOperation({
  id: 'getPanelHotel',
  tag: 'Panel',
  summary: 'The hotel',
  description:
    'As the mapping shows it to partners. `hotel` names it by its slug; a manager of one hotel may leave it out.',
  answers: { 200: { description: 'The hotel.', schema: HotelSchema } },
  errors: ['not_found', 'validation_failed'],
})

/** The hotel that the panel shows: its name, currency and time zone (contract §2, §5). */
export function panelProfileRoutes(context: Context) {
  return new Elysia({ prefix: '/v1/panel' })
    .use(publicLimit(context))
    .use(signedIn(context, 'hotel_manager', 'admin'))
    .get(
      '/hotel',
      async ({ user, query }) => showHotel((await panelHotel(context, user, query)).hotel),
      { transform: onceEach(), query: HotelQuery, detail },
    )
}
