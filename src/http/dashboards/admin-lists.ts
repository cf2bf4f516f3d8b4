import { type Static, type TObject, Type } from 'typebox'
import { refused } from '../../domain/errors.ts'
import { ROLES, USER_STATUSES, type User } from '../../domain/user.ts'
import { findAgencyByCode } from '../../store/catalog/agencies.ts'
import { type Entity, listAudit } from '../../store/catalog/audit.ts'
import { type CatalogPage, listHotels, listUsers } from '../../store/catalog/catalog-lists.ts'
import {
  BOOKING_LIST,
  bookingListQuery,
  pageOfBookings,
  readBookingFilter,
} from '../bookings/booking-list-query.ts'
import type { Context } from '../context.ts'
import { sessionDoor } from '../doors/session-door.ts'
import { page, pageParameters } from '../request/paging.ts'
import { oneOf, SearchParameter } from '../request/query.ts'
import { type AddRoute, routes } from '../route.ts'
import { UserSchema, userViews } from '../shapes/account.ts'
import { AuditEntrySchema, showAuditEntry } from '../shapes/audit.ts'
import { BookingSchema, bookingViews } from '../shapes/booking.ts'
import { HotelEntrySchema, showHotelEntry } from '../shapes/hotel.ts'
import { pageOf, searchPageOf } from '../shapes/schema.ts'
import { addHouseDashboard } from './house-dashboard.ts'

type Add = AddRoute<{ user: User }>

const slug = Type.Optional(Type.String())
const owners = { hotel: slug, agency: slug }
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

/** What admins see of everything: figures, hotels, accounts, bookings and the history (specification §4.2). */
export function adminListRoutes(context: Context) {
  const { app, route } = routes({
    prefix: '/v1/admin',
    door: sessionDoor(context, 'admin'),
    tag: 'Administration',
  })
  addHouseDashboard(route, context)
  addHotels(route, context)
  addUsers(route, context)
  addBookingList(route, context)
  addHistory(route, context)
  return app
}

function addHotels(route: Add, { store }: Context): void {
  route(
    'GET',
    '/hotels',
    {
      id: 'listAllHotels',
      summary: 'Every hotel, approved or not',
      description:
        'By city (slug), whether it is active, and parts of words of its name, in any order, without regard to case and marks.',
      query: {
        ...pageParameters(),
        city: slug,
        active: Type.Optional(Type.Boolean()),
        q: SearchParameter,
      },
      says: 'A page.',
      answer: searchPageOf(HotelEntrySchema),
    },
    async ({ query }) => {
      const { city, active, q } = query
      const filter = { city, active, q }
      return await page(query, {
        of: ['hotels', filter],
        like: [0] as [number],
        rows: async (after, limit) =>
          stopped(await listHotels(store, filter, { afterId: after?.[0], limit })),
        keys: ({ id }) => [id],
        show: showHotelEntry,
      })
    },
  )
}

function addUsers(route: Add, context: Context): void {
  route(
    'GET',
    '/users',
    {
      id: 'listUsers',
      summary: 'Accounts',
      description:
        'By role, status, and parts of words of name and e-mail address, in any order, without regard to case and marks.',
      query: {
        ...pageParameters(),
        role: Type.Optional(oneOf(...ROLES)),
        status: Type.Optional(oneOf(...USER_STATUSES)),
        q: SearchParameter,
      },
      says: 'A page.',
      answer: searchPageOf(UserSchema),
    },
    async ({ query }) => {
      const { role, status, q } = query
      const filter = { role, status, q }
      return await page(query, {
        of: ['users', filter],
        like: [''] as [string],
        rows: async (after, limit) =>
          stopped(await listUsers(context.store, filter, { afterId: after?.[0], limit })),
        keys: ({ id }) => [id],
        show: userViews(context),
      })
    },
  )
}

/** A page of the catalogue with the cursor of where it stopped. */
function stopped<Row extends { id: string | number }>({ rows, stoppedAt }: CatalogPage<Row>) {
  const keys: [Row['id']] | undefined = stoppedAt && [stoppedAt.id]
  return { rows, stoppedAt: keys && { keys, atMs: stoppedAt!.createdAtMs } }
}

function addBookingList(route: Add, context: Context): void {
  route(
    'GET',
    '/bookings',
    {
      id: 'listAllBookings',
      summary: 'Every booking, newest first',
      description: `Of a hotel (slug), of an agency (code). ${BOOKING_LIST}`,
      query: { ...bookingListQuery, ...owners },
      says: 'A page.',
      answer: searchPageOf(BookingSchema),
    },
    async ({ query }) =>
      await pageOfBookings(context, query, {
        name: 'bookings',
        filter: { ...readBookingFilter(query), ...(await readOwners(context, query)) },
        show: bookingViews(context),
      }),
  )
}

/** The hotel and agency whose bookings are asked for. @throws AppError `validation_failed` */
async function readOwners(
  { hotelOfSlug, store }: Context,
  { hotel, agency }: Static<TObject<typeof owners>>,
) {
  const sheet = hotel === undefined ? undefined : await hotelOfSlug(hotel)
  if (hotel !== undefined && !sheet)
    throw refused('?hotel', 'unknown_hotel', 'No hotel has this slug.')
  const found = agency === undefined ? undefined : await findAgencyByCode(store, agency)
  if (agency !== undefined && !found)
    throw refused('?agency', 'unknown_agency', 'No agency has this code.')
  return { hotelId: sheet?.hotel.id, agencyId: found?.id }
}

function addHistory(route: Add, { store }: Context): void {
  route(
    'GET',
    '/history',
    {
      id: 'listCatalogHistory',
      summary: 'Who changed what',
      description:
        'Changes of the catalogue, of accounts, agencies, API keys and replies, newest first: of one thing (`entity` and `id`: a slug, code or id; of a room type `<slug>/<roomCode>`), of one kind, or all. `before` is null for what was made.',
      query: {
        ...pageParameters(),
        entity: Type.Optional(oneOf(...ENTITIES)),
        id: Type.Optional(Type.String()),
      },
      says: 'A page.',
      answer: pageOf(AuditEntrySchema),
    },
    async ({ query }) => {
      const { entity, id: entityId } = query
      if (entityId !== undefined && entity === undefined)
        throw refused('?entity', 'required', 'An id is one of a kind of thing: say which.')
      const filter = { entity, entityId }
      return await page(query, {
        of: ['history', filter],
        like: [0] as [number],
        rows: (after, limit) => listAudit(store, filter, { beforeSeq: after?.[0], limit }),
        keys: ({ seq }) => [seq],
        show: showAuditEntry,
      })
    },
  )
}
