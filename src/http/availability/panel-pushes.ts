import { Elysia, t } from 'elysia'
import { instantText } from '../../domain/date.ts'
import { AppError } from '../../domain/errors.ts'
import { findPush, listPushes, type PushEntry } from '../../store/availability/pushes.ts'
import type { Context } from '../context.ts'
import { HotelQuery, hotelQuery, panelHotel } from '../doors/panel-hotel.ts'
import { publicLimit } from '../doors/public-limit.ts'
import { signedIn } from '../doors/session.ts'
import { page, pageQuery } from '../request/paging.ts'
import { onceEach, oneOf } from '../request/query.ts'
import * as docs from './panel-pushes-docs.ts'

const PushesQuery = t.Object(
  { ...hotelQuery, ...pageQuery, rejected: t.Optional(oneOf('true', 'false')) },
  { additionalProperties: false },
)
const IdParams = t.Object({ id: t.String() })

/** The log of pushes: what partners and the panel sent to a hotel's days, and what was answered (contract §5). */
export function panelPushRoutes(context: Context) {
  const { store } = context
  return new Elysia({ prefix: '/v1/panel/pushes' })
    .use(publicLimit(context))
    .use(signedIn(context, 'hotel_manager', 'admin'))
    .get(
      '',
      async ({ user, query }) => {
        const { hotel } = await panelHotel(context, user, query)
        const filter = { hotelId: hotel.id, isRejectedOnly: query.rejected === 'true' }
        return await page(query, {
          of: ['pushes', filter],
          like: [0, ''] as [number, string],
          rows: (after, limit) =>
            listPushes(store, filter, {
              before: after && { atMs: after[0], id: after[1] },
              limit,
            }),
          keys: ({ atMs, id }) => [atMs, id],
          show: showPush,
        })
      },
      { transform: onceEach(), query: PushesQuery, detail: docs.list },
    )
    .get(
      '/:id',
      async ({ user, query, params: { id } }) => {
        const { hotel } = await panelHotel(context, user, query)
        const push = await findPush(store, { hotelId: hotel.id, id })
        if (!push) throw new AppError('not_found', 'This hotel has no such push in its log.')
        const { errors, warnings, truncated, ...entry } = push
        return { ...showPush(entry), errors, warnings, ...(truncated && { truncated }) }
      },
      { transform: onceEach(), params: IdParams, query: HotelQuery, detail: docs.read },
    )
}

/** A push as the log shows it, named as its sender was told. */
function showPush({ id, hotelId, atMs, actor, ...push }: PushEntry) {
  return { pushId: id, at: instantText(atMs), actor, ...push }
}
