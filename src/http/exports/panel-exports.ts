import { Type } from 'typebox'
import { searchWords } from '../../domain/bookings/booking-words.ts'
import { roomWordOf } from '../../domain/bookings/desk.ts'
import type { Range } from '../../domain/dashboards/dashboard.ts'
import { daysBetween } from '../../domain/kernel/date.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { LANGUAGES, type Language } from '../../domain/kernel/language.ts'
import { type ExportFilter, readBookingExport } from '../../store/exports/booking-export.ts'
import type { Context } from '../api/context.ts'
import { DateParameter, oneOf } from '../api/query.ts'
import { rangeParameters, readRange } from '../api/range.ts'
import { routes } from '../api/route.ts'
import {
  AgencyParameter,
  agencyIdOf,
  bookingListQuery,
  SourceParameter,
} from '../bookings/booking-list-query.ts'
import { refuseAdmin } from '../bookings/panel-identities.ts'
import { type AddPanelRoute, hotelDoor, type Member } from '../doors/panel-hotel.ts'
import { bookingHeads, bookingRows } from './booking-rows.ts'
import { calendarHeads, calendarRows } from './calendar-rows.ts'
import { IDENTITY_LISTS, identityHeads, identityRows } from './identity-rows.ts'
import { createExports, type ExportJob } from './take-export.ts'

/** Maximum days of one CSV export (issue 18). */
const EXPORT_DAYS_MAX = 366

type TakeExport = ReturnType<typeof createExports>

const { limit, cursor, from: _, to: __, ...filters } = bookingListQuery
/** The days of a file. */
export const days = { from: DateParameter, to: DateParameter }
/** The language of a file. */
export const language = Type.Optional({
  ...oneOf(...LANGUAGES),
  description:
    'Language of words, cell separator and decimal mark; default from `Accept-Language`.',
})

const ABOUT = `A CSV file for spreadsheets: UTF-8 with a byte order mark, CRLF, cells as in RFC 4180; Turkish uses \`;\` and a decimal comma, English \`,\` and a point. A text that a spreadsheet would read as a formula gets a leading apostrophe. The file is one snapshot of at most ${EXPORT_DAYS_MAX} days (\`range_too_large\`). An account has one export at a time, until it is downloaded or cancelled (429). The hotel's history, for owners, records each export.`

/** Reference of the other exports. */
const AS_BOOKINGS = 'Format and limits as in `GET /v1/panel/exports/bookings`.'

/** The parts that all files share. */
export const csvFile = {
  says: 'The file.',
  media: 'text/csv',
  answer: Type.String(),
  headers: ['Content-Disposition'],
} as const

const file = {
  memberRole: 'not_read_only',
  ...csvFile,
} as const

/** Adds the CSV exports of a hotel, for its staff (issue 18, part 4). */
export function panelExportRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/exports', hotelDoor(context), 'Panel')
  const take = createExports(context)

  route('GET', '/bookings', {
    id: 'exportBookings',
    stepUp: 'guest_export',
    ...file,
    summary: 'Bookings as a file',
    description: `The booking list with its filters over a range of days, in the order of \`dateField\`. ${ABOUT}`,
    query: {
      ...filters,
      unacked: Type.Boolean({ default: false }),
      unproven: Type.Boolean({ default: false }),
      agency: AgencyParameter,
      source: SourceParameter,
      ...days,
      language,
    },
    handle: async ({ query, ...caller }) => {
      const { status = [], q, unacked, unproven, agency, source, dateField: field } = query
      const unackedOn = unacked ? context.today(caller.hotel.timezone) : undefined
      const agencyId = await agencyIdOf(context, agency)
      const filter = { field, source, status, unackedOn, unproven, agencyId, ...wordsOf(q) }
      return await takeBookings(take, caller, {
        ...readBounded(query),
        ...{ what: 'bookings', language: languageOf(caller.request, query) },
        filter: {
          dateField: field,
          ...(status.length > 0 && { status }),
          q,
          ...(unacked && { unacked }),
          ...(unproven && { unproven }),
          ...(agency !== undefined && { agency }),
          ...(source && { source }),
        },
        which: filter,
      })
    },
  })
  addMovements(route, context, take)
  addIdentities(route, context, take)

  route('GET', '/calendar', {
    id: 'exportCalendar',
    ...file,
    summary: 'The calendar as a file',
    description: `Every day of each room type and rate on sale: price, rooms left, closed flag, restrictions, as in \`GET /v1/panel/rates/days\`. ${AS_BOOKINGS}`,
    query: { ...days, language },
    handle: async ({ query, user, ...caller }) => {
      const range = readBounded(query)
      const language = languageOf(caller.request, query)
      return await take(
        { userId: user.id, ...caller },
        {
          ...{ what: 'calendar', language, heads: calendarHeads(language), ...range },
          rows: (handle, snapshot) => calendarRows(handle, snapshot, range, language),
        },
      )
    },
  })

  return app
}

/** Adds the exports of arrivals and departures: confirmed and completed bookings. */
function addMovements(route: AddPanelRoute, context: Context, take: TakeExport): void {
  for (const [what, field, id] of [
    ['arrivals', 'checkin', 'exportArrivals'],
    ['departures', 'checkout', 'exportDepartures'],
  ] as const)
    route('GET', `/${what}`, {
      id,
      stepUp: 'guest_export',
      ...file,
      summary: `${what === 'arrivals' ? 'Arrivals' : 'Departures'} as a file`,
      description: `Confirmed and completed bookings by ${field === 'checkin' ? 'check-in' : 'check-out'} day: default today, or \`from\` alone. ${AS_BOOKINGS}`,
      query: { ...rangeParameters, language },
      handle: async ({ query, ...caller }) => {
        const from = query.from ?? query.to ?? context.today(caller.hotel.timezone)
        return await takeBookings(take, caller, {
          ...readBounded({ from, to: query.to ?? from }),
          ...{ what, language: languageOf(caller.request, query) },
          which: { field, status: ['confirmed', 'completed'], words: [] },
        })
      },
    })
}

/** Adds the identity report of a day (issue 18), for the front desk and owners alone. */
function addIdentities(route: AddPanelRoute, context: Context, take: TakeExport): void {
  route('GET', '/identities', {
    id: 'exportIdentities',
    stepUp: 'guest_export',
    ...file,
    memberRole: 'front_desk',
    summary: 'Identity report of a day as a file',
    description: `A row per guest with an identity, and one per booking with missing guests: those in house on \`date\` (default today), or arriving on it, by the check-in marks of the desk. ${AS_BOOKINGS}`,
    query: {
      date: Type.Optional(DateParameter),
      list: { ...oneOf(...IDENTITY_LISTS), default: 'in_house' as const },
      language,
    },
    handle: async ({ query, user, ...caller }) => {
      refuseAdmin(user)
      const { date = context.today(caller.hotel.timezone), list } = query
      const language = languageOf(caller.request, query)
      return await take(
        { userId: user.id, ...caller },
        {
          ...{ what: 'identities', language, from: date, to: date, filter: { list } },
          heads: identityHeads(language),
          rows: (handle, { hotel }) =>
            identityRows(handle, context.vault, { hotel, date, list, language }),
        },
      )
    },
  })
}

function takeBookings(
  take: TakeExport,
  { user, ...caller }: Member & { request: Request },
  {
    which,
    ...job
  }: Omit<ExportJob, 'heads' | 'rows'> & { which: Omit<ExportFilter, 'hotelId' | keyof Range> },
): Promise<Response> {
  const { from, to, language } = job
  return take(
    { userId: user.id, ...caller },
    {
      ...job,
      heads: bookingHeads(language),
      async *rows(handle, snapshot) {
        const row = bookingRows(snapshot, language)
        const filter = { ...which, hotelId: snapshot.hotel.id, from, to }
        for await (const part of readBookingExport(handle, filter)) yield part.map(row)
      },
    },
  )
}

/** Reads the range of an export. @throws AppError `validation_failed`, with `range_too_large` past the maximum */
export function readBounded({ from, to }: Range): Range {
  readRange({ from, to })
  const max = EXPORT_DAYS_MAX
  if (daysBetween(from, to) + 1 > max)
    throw refused('?to', 'range_too_large', `An export spans at most ${max} days.`, { max })
  return { from, to }
}

/** Returns the words of a search; a text of punctuation alone matches nothing. */
export function wordsOf(q: string | undefined): Pick<ExportFilter, 'words' | 'room'> {
  if (q === undefined) return { words: [] }
  const words = searchWords(q)
  return { words: words.length > 0 ? words : [q], room: roomWordOf(q) }
}

/** Returns the requested language, otherwise the first supported one of `Accept-Language`, otherwise English. */
export function languageOf(request: Request, query: { language?: Language | undefined }): Language {
  const preferred = (request.headers.get('accept-language') ?? '').toLowerCase().split(',')
  const known = preferred.map((tag) => LANGUAGES.find((each) => tag.trim().startsWith(each)))
  return query.language ?? known.find(Boolean) ?? 'en'
}
