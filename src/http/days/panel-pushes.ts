import { Type } from 'typebox'
import { AppError } from '../../domain/kernel/errors.ts'
import { findPush, listPushes } from '../../store/days/pushes.ts'
import type { Context } from '../api/context.ts'
import { page, pageParameters } from '../api/paging.ts'
import { routes } from '../api/route.ts'
import { pageOf } from '../api/schema.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { LoggedPushSchema, PushEntrySchema, showPush } from './push-shape.ts'

/** Adds the log of pushes of a hotel, by partners and the panel, with the reports returned (contract §5). */
export function panelPushRoutes(context: Context) {
  const { store } = context
  const { app, route } = routes('/v1/panel/pushes', hotelDoor(context), 'Panel')

  route('GET', '', {
    id: 'listPushes',
    memberRole: 'revenue',
    summary: 'Log of pushes, newest first',
    description:
      'Every push of days by a partner or in the panel within 30 days, including dry runs (`dryRun`) and refused pushes. A request that cannot be read as a push is not logged.',
    query: {
      rejected: Type.Boolean({
        default: false,
        description: '`true`: only pushes with refused elements.',
      }),
      ...pageParameters(),
    },
    says: 'A page.',
    answer: pageOf(PushEntrySchema),
    handle: async ({ hotel, query }) => {
      const filter = { hotelId: hotel.id, isRejectedOnly: query.rejected }
      return await page(query, {
        of: ['pushes', filter],
        by: { atMs: 0, id: '' },
        rows: (before, limit) => listPushes(store, filter, { before, limit }),
        show: showPush,
      })
    },
  })

  route('GET', '/:id', {
    id: 'getPush',
    memberRole: 'revenue',
    summary: 'A push with its report',
    description: 'With the errors and warnings of the report to its sender.',
    says: 'The push.',
    answer: LoggedPushSchema,
    handle: async ({ hotel, params: { id } }) => {
      const push = await findPush(store, { hotelId: hotel.id, id })
      if (!push) throw new AppError('not_found', 'This hotel has no such push in its log.')
      const { errors, warnings, truncated, ...entry } = push
      return { ...showPush(entry), errors, warnings, ...(truncated && { truncated }) }
    },
  })

  return app
}
