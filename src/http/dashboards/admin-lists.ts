import { Elysia, t } from 'elysia'
import { countsOf, totalsOf } from '../../domain/dashboard.ts'
import { addDays, instantText } from '../../domain/date.ts'
import { refused } from '../../domain/errors.ts'
import { SUMS_DAYS_MAX } from '../../domain/limits.ts'
import { foldedAtMs } from '../../service/bookings/sums.ts'
import { countCatalog } from '../../store/bookings/dashboards.ts'
import { sumServiceBookings } from '../../store/bookings/sums.ts'
import { findAgencyByCode } from '../../store/catalog/agencies.ts'
import { type Entity, listCatalogHistory } from '../../store/catalog/catalog-history.ts'
import { type CatalogPage, listHotels, listUsers } from '../../store/catalog/catalog-lists.ts'
import {
  bookingListQuery,
  pageOfBookings,
  readBookingFilter,
} from '../bookings/booking-list-query.ts'
import type { Context } from '../context.ts'
import { publicLimit } from '../doors/public-limit.ts'
import { signedIn } from '../doors/session.ts'
import { page, pageQuery } from '../request/paging.ts'
import { onceEach, oneOf, queryDate } from '../request/query.ts'
import { readRange } from '../request/range.ts'
import { userViews } from '../shapes/account.ts'
import { showAuditEntry } from '../shapes/audit.ts'
import { bookingViews } from '../shapes/booking.ts'
import { showHotelEntry } from '../shapes/hotel.ts'
import * as docs from './admin-lists-docs.ts'

/** Days that an admin's dashboard looks back, unless it is told otherwise. */
const DASHBOARD_DAYS = 30

const strict = { additionalProperties: false }
const Search = t.Optional(t.String({ minLength: 1, maxLength: 100 }))
const HotelsQuery = t.Object(
  {
    ...pageQuery,
    city: t.Optional(t.String()),
    active: t.Optional(oneOf('true', 'false')),
    q: Search,
  },
  strict,
)
const UsersQuery = t.Object(
  {
    ...pageQuery,
    role: t.Optional(oneOf('guest', 'hotel_manager', 'agency_user', 'admin')),
    status: t.Optional(oneOf('active', 'blocked')),
    q: Search,
  },
  strict,
)
const BookingsQuery = t.Object(
  { ...bookingListQuery, hotel: t.Optional(t.String()), agency: t.Optional(t.String()) },
  strict,
)
const ENTITIES = [
  'city',
  'hotel',
  'room_type',
  'board',
  'user',
  'agency',
  'api_key',
  'review',
  'webhook',
] as const satisfies Entity[]
const HistoryQuery = t.Object(
  { ...pageQuery, entity: t.Optional(oneOf(...ENTITIES)), id: t.Optional(t.String()) },
  strict,
)
const RangeQuery = t.Object(
  {
    from: t.Optional(t.String({ format: 'date' })),
    to: t.Optional(t.String({ format: 'date' })),
  },
  strict,
)

/** What admins see of everything: figures, hotels, accounts, bookings and the history (specification §4.2). */
export function adminListRoutes(context: Context) {
  const { store } = context
  return new Elysia({ prefix: '/v1/admin' })
    .use(publicLimit(context))
    .use(signedIn(context, 'admin'))
    .get('/dashboard', async ({ query }) => await showDashboard(context, query), {
      transform: onceEach(),
      query: RangeQuery,
      detail: docs.dashboard,
    })
    .get(
      '/hotels',
      async ({ query }) => {
        const { city, active, q } = query
        const filter = { city, q, active: active === undefined ? undefined : active === 'true' }
        return await page(query, {
          of: ['hotels', filter],
          like: [0] as [number],
          rows: async (after, limit) =>
            stopped(await listHotels(store, filter, { afterId: after?.[0], limit })),
          keys: ({ id }) => [id],
          show: showHotelEntry,
        })
      },
      { transform: onceEach(), query: HotelsQuery, detail: docs.hotels },
    )
    .get(
      '/users',
      async ({ query: { limit: size, cursor, ...filter } }) =>
        await page(
          { limit: size, cursor },
          {
            of: ['users', filter],
            like: [''] as [string],
            rows: async (after, limit) =>
              stopped(await listUsers(store, filter, { afterId: after?.[0], limit })),
            keys: ({ id }) => [id],
            show: userViews(context),
          },
        ),
      { transform: onceEach(), query: UsersQuery, detail: docs.users },
    )
    .get(
      '/bookings',
      async ({ query, request }) => {
        const filter = {
          ...readBookingFilter(query, request),
          ...(await readOwners(context, query)),
        }
        const show = bookingViews(context)
        return await pageOfBookings(context, query, { name: 'bookings', filter, show })
      },
      { transform: onceEach('status'), query: BookingsQuery, detail: docs.bookings },
    )
    .get(
      '/history',
      async ({ query }) => {
        const { entity, id: entityId } = query
        if (entityId !== undefined && entity === undefined)
          throw refused('?entity', 'required', 'An id is one of a kind of thing: say which.')
        const filter = { entity, entityId }
        return await page(query, {
          of: ['history', filter],
          like: [0] as [number],
          rows: (after, limit) =>
            listCatalogHistory(store, filter, { beforeSeq: after?.[0], limit }),
          keys: ({ seq }) => [seq],
          show: showAuditEntry,
        })
      },
      { transform: onceEach(), query: HistoryQuery, detail: docs.history },
    )
}

/** A page of the catalogue with the cursor of where it stopped. */
function stopped<Row extends { id: string | number }>({ rows, stoppedAt }: CatalogPage<Row>) {
  const keys: [Row['id']] | undefined = stoppedAt && [stoppedAt.id]
  return { rows, stoppedAt: keys && { keys, atMs: stoppedAt!.createdAtMs } }
}

/** The hotel and agency whose bookings are asked for. @throws AppError `validation_failed` */
async function readOwners(
  context: Context,
  query: { hotel?: string | undefined; agency?: string | undefined },
) {
  const sheet = query.hotel === undefined ? undefined : await context.hotelOfSlug(query.hotel)
  if (query.hotel !== undefined && !sheet)
    throw refused('?hotel', 'unknown_hotel', 'No hotel has this slug.')
  const agency =
    query.agency === undefined ? undefined : await findAgencyByCode(context.store, query.agency)
  if (query.agency !== undefined && !agency)
    throw refused('?agency', 'unknown_agency', 'No agency has this code.')
  return { hotelId: sheet?.hotel.id, agencyId: agency?.id }
}

/**
 * The whole house: what there is, and what was booked in a range of days of UTC, the last 30 unless said otherwise, as
 * the sums were folded last.
 */
async function showDashboard(
  context: Context,
  query: { from?: string | undefined; to?: string | undefined },
) {
  const to = query.to === undefined ? context.today('UTC') : queryDate('to', query.to)
  const range = readRange(
    { from: query.from ?? addDays(to, 1 - DASHBOARD_DAYS), to },
    SUMS_DAYS_MAX,
  )
  const { hotels, users, agencies } = await countCatalog(context.store)
  // Before the sums: what is folded between the two is in them and not promised.
  const asOfMs = await foldedAtMs(context.store)
  const sums = await sumServiceBookings(context.store, range)
  const countOf = <T extends { count: number }>(rows: T[], is: (row: T) => boolean) =>
    rows.find(is)?.count ?? 0
  const role = (name: string) => countOf(users, (row) => row.role === name)
  return {
    ...range,
    asOf: instantText(asOfMs),
    hotels: {
      active: countOf(hotels, ({ active }) => active),
      suspended: countOf(hotels, ({ active }) => !active),
    },
    users: {
      guest: role('guest'),
      hotel_manager: role('hotel_manager'),
      agency_user: role('agency_user'),
      admin: role('admin'),
    },
    agencies: {
      active: countOf(agencies, ({ active }) => active),
      suspended: countOf(agencies, ({ active }) => !active),
    },
    bookings: countsOf(sums),
    totals: totalsOf(sums),
  }
}
