import { Type } from 'typebox'
import type { Booking } from '../../domain/booking.ts'
import { UNSOLD } from '../../domain/refusal.ts'
import { isAtHome, memberRole, type User } from '../../domain/user.ts'
import { changeBooking, simulateChange } from '../../service/bookings/change-booking.ts'
import { confirmBooking } from '../../service/bookings/confirm-booking.ts'
import { placeBooking } from '../../service/bookings/place-booking.ts'
import type { BookingFilter, BookingPlace } from '../../store/bookings/booking-filter.ts'
import { listBookingPage } from '../../store/bookings/booking-pages.ts'
import type { Context } from '../context.ts'
import { guestDoor, sessionDoor } from '../doors/session-door.ts'
import { visitorAt } from '../doors/visitor.ts'
import { exampleDay } from '../example-day.ts'
import { page, pageParameters } from '../request/paging.ts'
import { EmailSchema, strictObject } from '../request/texts.ts'
import { type AddRoute, routes } from '../route.ts'
import { BookingSchema, bookingViews, ChangedSchema, EndedSchema } from '../shapes/booking.ts'
import { pageOf } from '../shapes/schema.ts'
import { accessBooking, bookingActor, callerOf } from './booking-access.ts'
import { ChangeBody, PlaceBody } from './booking-bodies.ts'
import { answerCancel, cancelFields, Reason } from './booking-ends.ts'
import { NEWEST_FIRST } from './booking-list-query.ts'
import { readChange, readRequest } from './booking-request.ts'
import { askedPrice } from './manual-price.ts'

type Add = AddRoute<{ user: User | undefined }>

/** Dates of the examples: in every demo, and still to come when the process has run for months. */
const [checkin, checkout] = [exampleDay(180), exampleDay(182)]
const EMAIL = 'ada@example.com'
const guest = { firstName: 'Ada', lastName: 'Yılmaz', email: EMAIL, country: 'TR' }
const stay = { hotelSlug: 'alfa-grand-bosphorus', roomCode: 'DBL', checkin, checkout, adults: 2 }

/** Booking for everybody: guests with code and e-mail, or signed in (specification §4.2, contract §3, §5). */
export function bookingRoutes(context: Context) {
  const { app, route } = routes('/v1/bookings', guestDoor(context), 'Bookings')

  route('POST', '', {
    id: 'placeBooking',
    summary: 'Book',
    description:
      'Takes the rooms and confirms, or with `hold: true` keeps them for 15 minutes. Adults are one a room unless said otherwise. `expectedTotalCents` guards against a price that changed meanwhile. Without `rateCode` the rate `STD` is meant, without `boardCode` the board of the rate or the first of the room type. `childAges` alone sets `children`. `language` is that of mails to the guest. The hotel’s people may agree on another price (`manualPrice`: of one room and night, with a `reason` that the panel alone tells); rooms left and restrictions stay as they are. They may also book past restrictions and rules of the party (`override`), never past rooms left or nights that are closed. A hotel’s own member may leave `guest.email` out where there is a telephone number; everybody else needs it. With an `Idempotency-Key` header the same request (whatever the order of its fields, defaults spelled out or not) is answered the same for 24 hours, however often it is sent and whatever has become of the hotel. Works without a credential; a signed-in agency user books for the agency.',
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
    answer: BookingSchema,
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
      const { record, isReplay } = await placeBooking(context, asked)
      set.headers.location = `/v1/bookings/${record.code}`
      if (isReplay) set.headers['idempotent-replayed'] = 'true'
      return record
    },
  })

  addReadAndChange(route, context)
  addCancelAndConfirm(route, context)
  return app
}

function addReadAndChange(route: Add, context: Context): void {
  route('GET', '/:code', {
    id: 'getBooking',
    summary: 'One booking',
    description:
      'For its guest with `email`, or signed in for those it belongs to. A wrong pair of code and e-mail is 404; a booking without an e-mail is read by none.',
    query: { email: Type.Optional(Type.String({ maxLength: 254 })) },
    says: 'The booking.',
    answer: BookingSchema,
    errors: ['second_factor_required'],
    handle: async ({ params, query: { email }, user }) => {
      const booking = await accessBooking(context, params.code, { user, email }, 'any')
      return await bookingViews(context)(booking)
    },
  })

  route('PATCH', '/:code', {
    id: 'changeBooking',
    summary: 'Change dates, room, party or guest',
    description:
      'Swaps the nights in one transaction: when the new ones cannot be had, the old ones stay. A night that stays keeps its agreed price; other nights are sold at the price of today. Another rate (which brings its terms), board or room type, more rooms, and a party that the price depends on, price every night anew. Dates, room type, rate, party and more rooms are held to the restrictions of the whole new stay. A stay that has begun may end today; its nights before today stay as they are. A suspended hotel, room type or rate sells nothing more (`closed_for_sale`). While a cancellation would cost something, guest and agency make nothing less of the booking (`terms_forbid_change`). Of what it booked itself the hotel’s people may empty `guest.email` (null) while a telephone number stands. `manualPrice` is for the hotel’s people alone: what the hotel did not sell itself is made cheaper by it, never dearer. `simulate: true` answers the booking as it would be.',
    body: ChangeBody,
    examples: {
      'One night more': { email: EMAIL, checkout: exampleDay(183) },
      'What it would cost': { email: EMAIL, checkout: exampleDay(183), simulate: true },
      'Another name': { email: EMAIL, guest: { firstName: 'Adile' } },
    },
    says: 'The booking.',
    answer: ChangedSchema,
    errors: [
      ...UNSOLD,
      'forbidden',
      'role_missing',
      'second_factor_required',
      'transition_invalid',
      'price_changed',
      'revision_conflict',
      'terms_forbid_change',
      'proof_required',
      'ask_the_hotel',
    ],
    handle: async ({ request: call, server, params, body, user }) => {
      const { email, simulate, override = false, manualPrice, ...rest } = body
      const { expectedTotalCents = null, revision = null, ...change } = rest
      const booking = await accessBooking(context, params.code, { user, email }, 'front_desk')
      const caller = callerOf(booking, user)
      const request = {
        ...{ change: readChange(change), expectedTotalCents, revision, override, caller },
        manualPrice: askedPrice(manualPrice, caller === 'guest' ? undefined : user),
        guest: await visitorAt(context, { request: call, server }, booking.hotelId),
      }
      if (simulate)
        return { ...(await simulateChange(context, booking.code, request)), simulated: true }
      return await changeBooking(context, booking.code, bookingActor(booking, user), request)
    },
  })
}

function addCancelAndConfirm(route: Add, context: Context): void {
  route('POST', '/:code/cancel', {
    id: 'cancelBooking',
    summary: 'Cancel',
    description:
      "Gives nights from today on back to sale, unless the hotel keeps them. `penaltyCents` is what it costs by the booking's terms: of a guest or agency, of the hotel's side nothing unless `charge: true`. Cancelling again answers the same. `simulate: true` only says what would happen (`nightsGivenBack`, `penaltyCents`); `expectedPenaltyCents` guards against a penalty that midnight has changed.",
    body: strictObject({
      email: Type.Optional(EmailSchema),
      reason: Type.Optional(Reason),
      ...cancelFields,
    }),
    bodyIs: 'optional',
    examples: {
      'What would happen': { email: EMAIL, simulate: true },
      Cancel: { email: EMAIL, reason: 'Change of plans' },
    },
    says: 'The booking.',
    answer: EndedSchema,
    errors: [
      'transition_invalid',
      'forbidden',
      'role_missing',
      'second_factor_required',
      'penalty_changed',
    ],
    handle: async ({ params, body: { email, ...rest }, user }) => {
      const booking = await accessBooking(context, params.code, { user, email }, 'front_desk')
      const request = { reason: null, ...rest, caller: callerOf(booking, user) }
      return await answerCancel(context, booking, bookingActor(booking, user), request)
    },
  })

  route('POST', '/:code/confirm', {
    id: 'confirmBooking',
    summary: 'Confirm a hold',
    description:
      'While its 15 minutes run, also when the hotel or the room type was taken off sale meanwhile: its rooms were taken, and its price promised, before.',
    body: strictObject({ email: Type.Optional(EmailSchema) }),
    bodyIs: 'optional',
    examples: { 'With the e-mail': { email: EMAIL } },
    says: 'The booking.',
    answer: BookingSchema,
    errors: [
      'transition_invalid',
      'role_missing',
      'second_factor_required',
      'proof_required',
      'ask_the_hotel',
    ],
    handle: async ({ request, server, params, body: { email }, user }) => {
      const booking = await accessBooking(context, params.code, { user, email }, 'front_desk')
      const isGuest = callerOf(booking, user) === 'guest' && booking.agencyId === null
      const call = { request, server }
      const guest = isGuest ? await visitorAt(context, call, booking.hotelId) : null
      return await confirmBooking(context, booking.code, bookingActor(booking, user), guest)
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
