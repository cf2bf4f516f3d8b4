import { Type } from 'typebox'
import { roleIn } from '../../domain/accounts/user.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { type CalendarDate, endOfDay, instantAt } from '../../domain/kernel/date.ts'
import { AuditEntrySchema, showAuditEntry } from '../api/audit-shape.ts'
import type { Context } from '../api/context.ts'
import { page, pageParameters } from '../api/paging.ts'
import { oneOf } from '../api/query.ts'
import { rangeParameters, readRange } from '../api/range.ts'
import { routes } from '../api/route.ts'
import { searchPageOf } from '../api/schema.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { LOG_KINDS, type LogPlace, listHotelLog } from './hotel-log.ts'

const NEWEST_FIRST: LogPlace = { atMs: 0, of: 0, seq: 0 }

/** Who changed what of a hotel, for its people (issue 17, part 4; issue 18, part 4). */
export function panelHistoryRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/history', hotelDoor(context), 'Panel')

  route('GET', '', {
    id: 'listHotelHistory',
    isVisit: true,
    memberRole: 'not_read_only',
    summary: 'Who changed what of the hotel',
    description:
      'What was changed of the hotel, newest first: of one kind, by one account (`userId`), of days of the hotel. Of the hotel and its taxes (`hotel`), room types, their and the hotel’s pictures (`photo`), rates, people (`member`), invitations (`invitation`), API keys and connected vendors (`api_key`), webhooks, replies (`review`), what the desk keeps beside bookings (`desk`), who took what out of the system (`export`); what a push or somebody did to days and days of rates (`days`: `after.parts` has a room type, or one of its rates, each, with its first and last day, how many nights, and by field of how many nights it changed to what; at most 20, and how many `more`), for 90 days; and what became of bookings (`booking`: `after.what`). Owners read all of it, `revenue` days, rates, room types and pictures, `front_desk` bookings and desk. `before` is null for what was made. Accounts stand by their names; an admin whose name is an e-mail address has none.',
    query: {
      ...pageParameters(),
      ...rangeParameters,
      entity: Type.Optional(oneOf(...LOG_KINDS)),
      userId: Type.Optional(Type.String()),
    },
    says: 'A page.',
    answer: searchPageOf(AuditEntrySchema),
    handle: async ({ user, hotel, query }) => {
      const role = roleIn(user, hotel.id)!
      const { entity, userId } = query
      const filter = { entity, userId, ...readInstants(hotel, query) }
      return await page(query, {
        of: ['history of a hotel', hotel.id, filter, role],
        by: NEWEST_FIRST,
        rows: (after, limit) =>
          listHotelLog(context.store.long, hotel.id, filter, role, { after, limit }),
        show: ({ of: _, ...entry }) =>
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
