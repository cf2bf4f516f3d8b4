import { Type } from 'typebox'
import { agencyRoleOf, isAtHome, memberRole, type User } from '../../domain/accounts/user.ts'
import type { Booking } from '../../domain/bookings/booking.ts'
import { placeBooking } from '../../service/bookings/place-booking.ts'
import type { BookingFilter, BookingPlace } from '../../store/bookings/booking-filter.ts'
import { listBookingPage } from '../../store/bookings/booking-pages.ts'
import type { Context } from '../api/context.ts'
import { exampleDay } from '../api/example-day.ts'
import { page, pageParameters } from '../api/paging.ts'
import { type AddRoute, routes } from '../api/route.ts'
import { pageOf } from '../api/schema.ts'
import { guestDoor, sessionDoor } from '../doors/session-door.ts'
import { grantRead } from './booking-access.ts'
import { addActs } from './booking-acts.ts'
import { PlaceBody } from './booking-bodies.ts'
import { NEWEST_FIRST } from './booking-list-query.ts'
import { PLACE_REFUSALS } from './booking-refusals.ts'
import { readRequest } from './booking-request.ts'
import { BookingSchema, bookingViews } from './booking-shape.ts'
import { addManageLink } from './manage-link.ts'
import { ManagedSchema, recordFor } from './managed-booking.ts'

type AddGuestRoute = AddRoute<{ user: User | undefined }>

/** Dates of the examples: within every demo, and in the future even after months of uptime. */
const [checkin, checkout] = [exampleDay(180), exampleDay(182)]
const email = 'ada@example.com'
const guest = { firstName: 'Ada', lastName: 'Yılmaz', email, country: 'TR' }
const stay = { hotelSlug: 'alfa-grand-bosphorus', roomCode: 'DBL', checkin, checkout, adults: 2 }

/**
 * Adds the public booking routes, for guests with a manage token or signed in (specification §4.2, contract §3, §5).
 */
export function bookingRoutes(context: Context) {
  const { app, route } = routes('/v1/bookings', guestDoor(context), 'Bookings')

  route('POST', '', {
    id: 'placeBooking',
    summary: 'Book',
    description:
      'Takes the rooms and confirms, or with `hold: true` holds them for 15 minutes, with `holdUntil` until then (an option). `adults` defaults to one per room, `rateCode` to `STD`, `boardCode` to the board of the rate or the first of the room type. `childAges` alone sets `children`. `expectedTotalCents` guards against a changed price. `language` is that of mails to the guest. The hotel’s staff may set another price (`manualPrice`: per room and night, with a `reason` shown in the panel alone); availability and restrictions still apply. Staff may also book past restrictions and occupancy rules (`override`), never past rooms left or closed nights. A member of the hotel may omit `guest.email` if there is a telephone number; all others need it. With an `Idempotency-Key` header the same request (in any order of fields, with or without defaults) gets the same answer for 24 hours, even if the hotel has changed. A booking without a credential is answered with `manageToken`, which changes and cancels it; a replay with the same key has it too, within 15 minutes from the same network. A signed-in agency user books for the agency. Bookings by strangers are capped per hotel: beyond the cap a booking is `pending` with `proof: asked` until the mailed link confirms it, or is refused with 409 `ask_the_hotel` or 429.',
    asks: {
      'Idempotency-Key':
        'Identifies the request for 24 hours: a repeat gets the same answer. Visible ASCII, such as a UUID. Keys belong to the account, or without one to the guest’s e-mail.',
    },
    body: PlaceBody,
    examples: {
      'Two nights for two': { ...stay, guest },
      'Hold for 15 minutes': { ...stay, guest, hold: true },
      'At the desk, without an e-mail': {
        ...stay,
        guest: { firstName: 'Ilgın', lastName: 'Öztürk', phone: '+90 532 555 01 47' },
      },
      'At a rate, with a child': { ...stay, rateCode: 'FLEX', childAges: [7], guest },
    },
    status: 201,
    says: 'Booked; `Location` is its address.',
    answer: ManagedSchema,
    headers: ['Location', 'Idempotent-Replayed'],
    errors: PLACE_REFUSALS,
    handle: async ({ request, server, user, body, set }) => {
      const bookingRequest = await readRequest(context, body, { user, request, server })
      const { record, isReplay, manageToken } = await placeBooking(context, bookingRequest)
      set.headers.location = `/v1/bookings/${record.code}`
      if (isReplay) set.headers['idempotent-replayed'] = 'true'
      return { ...record, ...(manageToken !== undefined && { manageToken }) }
    },
  })

  addRead(route, context)
  addActs(route, context)
  addManageLink(route, context)
  return app
}

function addRead(route: AddGuestRoute, context: Context): void {
  const header = `x-${context.brand}-manage-token`
  route('GET', '/:code', {
    id: 'getBooking',
    summary: 'One booking',
    description:
      'Complete for a signed-in caller with rights to it, and with its manage token. With `email` alone, telephone, country and requests are null. A wrong token, code or e-mail is 404; a booking without an e-mail cannot be read by e-mail.',
    asks: {
      [header]:
        'The manage token; a header, because addresses are logged. An `email` sent with it must be right.',
    },
    query: { email: Type.Optional(Type.String({ maxLength: 254 })) },
    says: 'The booking.',
    answer: BookingSchema,
    errors: ['second_factor_required'],
    handle: async ({ params, query: { email }, user, request }) => {
      const manageToken = request.headers.get(header) ?? undefined
      const { booking, opener } = await grantRead(context, params.code, {
        ...{ user, email, manageToken },
      })
      return recordFor(opener, await bookingViews(context)(booking), email)
    },
  })
}

/**
 * Adds the list of the caller's bookings: a guest's, their hotels', their agency's, or all for an admin (contract §5).
 */
export function ownBookingRoutes(context: Context) {
  const door = sessionDoor(context)
  const { app, route } = routes('/v1/bookings', door, 'Bookings')
  route('GET', '', {
    id: 'listBookings',
    summary: "The caller's bookings, newest first",
    description:
      "A guest sees their own bookings, a manager the hotel's, an agency user the agency's, an admin all.",
    query: pageParameters(),
    says: 'A page.',
    answer: pageOf(BookingSchema),
    errors: ['second_factor_required'],
    handle: async ({ user, query }) =>
      await page(query, {
        of: ['own bookings', user.id],
        by: NEWEST_FIRST,
        rows: (after, limit) => ownBookings(context, user, { after, limit }),
        show: bookingViews(context),
      }),
  })
  return app
}

/** Lists the bookings a user may see, newest first; several hotels are merged from a page of each. */
async function ownBookings(
  { store }: Context,
  user: User,
  page: { after?: BookingPlace | undefined; limit: number },
): Promise<Booking[]> {
  const { role, id, memberships, agencyId } = user
  const list = async (filter: BookingFilter) =>
    (await listBookingPage(store, filter, page)).bookings
  if (role === 'admin') return await list({})
  // A user who has left an agency no longer sees its bookings.
  if (role === 'guest') return await list({ userId: id, agencyId: null })
  if (role === 'agency_user')
    return agencyId !== null && agencyRoleOf(user) ? await list({ agencyId }) : []
  const open = memberships.filter(({ hotelId }) => isAtHome(user, hotelId))
  // If no hotel admits the user, the first is tried, so that its error gives the reason.
  const readable = open.length > 0 ? open : memberships.slice(0, 1)
  const pages = await Promise.all(
    readable.map(({ hotelId }) => memberRole(user, hotelId) && list({ hotelId })),
  )
  return pages
    .flatMap((page) => page ?? [])
    .toSorted((a, b) => b.createdAtMs - a.createdAtMs || b.id - a.id)
    .slice(0, page.limit)
}
