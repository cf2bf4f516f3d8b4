import { Type } from 'typebox'
import type { Hotel } from '../../domain/catalog.ts'
import { type CalendarDate, endOfDay, instantAt } from '../../domain/date.ts'
import {
  type AuditPlace,
  HOTEL_ENTITIES,
  type HotelAuditFilter,
  listHotelAudit,
} from '../../store/catalog/audit.ts'
import type { Context } from '../context.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { page, pageParameters } from '../request/paging.ts'
import { oneOf } from '../request/query.ts'
import { rangeParameters, readRange } from '../request/range.ts'
import { routes } from '../route.ts'
import { AuditEntrySchema, showAuditEntry } from '../shapes/audit.ts'
import { pageOf } from '../shapes/schema.ts'

const NEWEST_FIRST: AuditPlace = { atMs: 0, seq: 0 }

/** Who changed what of a hotel, for its owners (issue 17, part 4). */
export function panelHistoryRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/history', hotelDoor(context), 'Panel')

  route('GET', '', {
    id: 'listHotelHistory',
    memberRole: 'owner',
    summary: 'Who changed what of the hotel',
    description:
      'Changes of the hotel and its taxes (`hotel`), room types, rates, people (`member`), invitations (`invitation`), API keys and connected vendors (`api_key`), webhooks, replies (`review`) and what the desk keeps beside bookings (`desk`), and who took what out of the system (`export`), newest first: of one kind, of one account (`userId`), of days of the hotel. `before` is null for what was made. Accounts stand by their names; an admin whose name is an e-mail address has none.',
    query: {
      ...pageParameters(),
      ...rangeParameters,
      entity: Type.Optional(oneOf(...HOTEL_ENTITIES)),
      userId: Type.Optional(Type.String()),
    },
    says: 'A page.',
    answer: pageOf(AuditEntrySchema),
    handle: async ({ hotel, query }) => {
      const { entity, userId } = query
      const filter: HotelAuditFilter = { entity, userId, ...readInstants(hotel, query) }
      return await page(query, {
        of: ['history of a hotel', hotel.id, filter],
        by: NEWEST_FIRST,
        rows: (after, limit) =>
          listHotelAudit(context.store.long, hotel.id, filter, { after, limit }),
        show: (entry) =>
          showAuditEntry({
            ...entry,
            before: withoutHotelId(entry.before),
            after: withoutHotelId(entry.after),
          }),
      })
    },
  })

  return app
}

type Days = { from?: CalendarDate | undefined; to?: CalendarDate | undefined }

/** When days of a hotel begin and end, by its own clock. @throws AppError `validation_failed` */
function readInstants({ timezone }: Hotel, { from, to }: Days) {
  if (from && to) readRange({ from, to })
  return {
    fromMs: from && instantAt(from, '00:00', timezone),
    untilMs: to && endOfDay(to, timezone),
  }
}

/** The number by which the database knows the hotel is nobody else's matter. */
function withoutHotelId(state: unknown): unknown {
  if (state === null) return null
  const { hotelId: _, ...rest } = state as Record<string, unknown>
  return rest
}
