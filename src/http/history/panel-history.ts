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

/** Adds the history of a hotel (audit log, days, bookings), for its staff (issue 17, part 4; issue 18, part 4). */
export function panelHistoryRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/history', hotelDoor(context), 'Panel')

  route('GET', '', {
    id: 'listHotelHistory',
    isVisit: true,
    memberRole: 'not_read_only',
    summary: 'History of the hotel',
    description:
      'Changes of the hotel, newest first. Filters: kind (`entity`), account (`userId`), days in the hotel’s time zone. Kinds: the hotel and its taxes (`hotel`), room types, photos (`photo`), rates, members (`member`), invitations (`invitation`), API keys and connected vendors (`api_key`), webhooks, replies (`review`), desk records (`desk`), exports (`export`); pushes and edits of days and rate days (`days`), kept 90 days: `after.parts` has one item per room type or rate with first and last day, number of nights, and per field the number of nights and the new value, at most 20, plus the number of `more`; and bookings (`booking`, outcome in `after.what`). Owners read everything; `revenue` days, rates, room types and photos; `front_desk` bookings and desk. `before` is null for a new object. Accounts appear by name; an admin whose name is an e-mail address has none.',
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

/**
 * Returns the instants at which days of a hotel begin and end in its time zone.
 *
 * @throws AppError `validation_failed`
 */
function readInstants({ timezone }: Hotel, { from, to }: Days) {
  if (from && to) readRange({ from, to })
  return {
    fromMs: from && instantAt(from, '00:00', timezone),
    untilMs: to && endOfDay(to, timezone),
  }
}

/** Removes the hotel's internal database id from a state. */
function withoutHotelId(state: unknown): unknown {
  if (state === null) return null
  const { hotelId: _, ...rest } = state as Record<string, unknown>
  return rest
}
