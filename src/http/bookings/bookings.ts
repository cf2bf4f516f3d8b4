import { Type } from 'typebox'
import { isAtHome, memberRole, type User } from '../../domain/accounts/user.ts'
import type { Booking } from '../../domain/bookings/booking.ts'
import { UNSOLD } from '../../domain/sale/refusal.ts'
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
import { readRequest } from './booking-request.ts'
import { BookingSchema, bookingViews } from './booking-shape.ts'
import { addManageLink } from './manage-link.ts'
import { ManagedSchema, redactRecord } from './managed-booking.ts'

type AddGuestRoute = AddRoute<{ user: User | undefined }>

/** Dates of the examples: in every demo, and still to come when the process has run for months. */
const [checkin, checkout] = [exampleDay(180), exampleDay(182)]
const email = 'ada@example.com'
const guest = { firstName: 'Ada', lastName: 'Yılmaz', email, country: 'TR' }
const stay = { hotelSlug: 'alfa-grand-bosphorus', roomCode: 'DBL', checkin, checkout, adults: 2 }

/** Booking for everybody: guests with the booking's token, or signed in (specification §4.2, contract §3, §5). */
export function bookingRoutes(context: Context) {
  const { app, route } = routes('/v1/bookings', guestDoor(context), 'Bookings')

  route('POST', '', {
    id: 'placeBooking',
    summary: 'Book',
    description:
      'Takes the rooms and confirms, or with `hold: true` keeps them for 15 minutes. Adults are one a room unless said otherwise. `expectedTotalCents` guards against a price that changed meanwhile. Without `rateCode` the rate `STD` is meant, without `boardCode` the board of the rate or the first of the room type. `childAges` alone sets `children`. `language` is that of mails to the guest. The hotel’s people may agree on another price (`manualPrice`: of one room and night, with a `reason` that the panel alone tells); rooms left and restrictions stay as they are. They may also book past restrictions and rules of the party (`override`), never past rooms left or nights that are closed. A hotel’s own member may leave `guest.email` out where there is a telephone number; everybody else needs it. With an `Idempotency-Key` header the same request (whatever the order of its fields, defaults spelled out or not) is answered the same for 24 hours, however often it is sent and whatever has become of the hotel. Works without a credential, and is then answered with `manageToken`, by which it is changed and cancelled; sent again with its key within 15 minutes from the same network, too. A signed-in agency user books for the agency. What strangers may take of a hotel is bounded: past it a booking is `pending` with `proof: asked` until the mailed link confirms it, or is refused by 409 `ask_the_hotel` or 429.',
    asks: {
      'Idempotency-Key':
        'Names the request, for 24 hours: sent again it is answered the same. Visible ASCII, such as a UUID. Keys belong to the account, without one to the e-mail of the guest.',
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
    says: 'Booked; `Location` names it.',
    answer: ManagedSchema,
    headers: ['Location', 'Idempotent-Replayed'],
    errors: [
      'forbidden',
      'role_missing',
      'second_factor_required',
      'not_found',
      ...UNSOLD,
      'price_changed',
      'ask_the_hotel',
      'idempotency_conflict',
    ],
    handle: async ({ request, server, user, body, set }) => {
      const asked = await readRequest(context, body, { user, request, server })
      const { record, isReplay, manageToken } = await placeBooking(context, asked)
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
      'All of it to whom it belongs, signed in, or with its manage token. For its guest with `email` without what else they have told: telephone, country and requests are null. A wrong token, code or e-mail is 404; a booking without an e-mail is read by none.',
    asks: {
      [header]:
        'The manage token: in a header, for what stands in an address is kept in logs. An `email` beside it must be right.',
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
      const record = await bookingViews(context)(booking)
      return opener === 'email' ? redactRecord(record, email!) : record
    },
  })
}

/** The caller's own bookings: a guest's, a manager's hotels', an agency's, or all for an admin (contract §5). */
export function ownBookingRoutes(context: Context) {
  const door = sessionDoor(context)
  const { app, route } = routes('/v1/bookings', door, 'Bookings')
  route('GET', '', {
    id: 'listBookings',
    summary: "The caller's bookings, newest first",
    description:
      "A guest sees their own, a manager the hotel's, an agency user the agency's, an admin all.",
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

/** Lists the bookings a user may see, newest first; those of several hotels are merged from a page of each. */
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
  if (role === 'agency_user') return agencyId === null ? [] : await list({ agencyId })
  const open = memberships.filter(({ hotelId }) => isAtHome(user, hotelId))
  // None of them lets somebody in: it is said why.
  const asked = open.length > 0 ? open : memberships.slice(0, 1)
  const pages = await Promise.all(
    asked.map(({ hotelId }) => memberRole(user, hotelId) && list({ hotelId })),
  )
  return pages
    .flatMap((page) => page ?? [])
    .toSorted((a, b) => b.createdAtMs - a.createdAtMs || b.id - a.id)
    .slice(0, page.limit)
}
