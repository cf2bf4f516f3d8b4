import { Type } from 'typebox'
import { confirmBooking } from '../../service/bookings/confirm-booking.ts'
import type { Agency } from '../../store/agencies/agencies.ts'
import { listRevisions } from '../../store/bookings/booking-trail.ts'
import { findGuessedBooking } from '../../store/bookings/guessed.ts'
import type { Context } from '../api/context.ts'
import { exampleDay } from '../api/example-day.ts'
import { oneOf } from '../api/query.ts'
import { type AddRoute, routes } from '../api/route.ts'
import { together } from '../api/route-group.ts'
import { namedObject, searchPageOf } from '../api/schema.ts'
import { strictObject } from '../api/texts.ts'
import { type Agent, agencyDoor } from '../doors/agency.ts'
import { bySession, grantAct, grantRead } from './booking-access.ts'
import { answerChange } from './booking-acts.ts'
import { AgencyChangeBody } from './booking-bodies.ts'
import {
  BOOKING_LIST,
  bookingListQuery,
  pageOfBookings,
  readBookingFilter,
  readSort,
  SORTS,
  sortedPage,
} from './booking-list-query.ts'
import { OWN_CHANGE_REFUSALS } from './booking-refusals.ts'
import { BookingSchema, bookingViews, ChangedSchema, EndedSchema } from './booking-shape.ts'
import { answerCancel, cancelFields, Reason } from './end-bodies.ts'
import { RevisionSchema, showRevisionsToAgency } from './revision-shape.ts'

type AddAgencyRoute = AddRoute<Agent>

/** Maximum of revisions that an agency sees of a booking, newest first. */
const REVISIONS_MAX = 200

/** A booking with its revisions, for the agency that made it. */
const AgencyBookingSchema = namedObject('AgencyBooking', {
  ...BookingSchema.properties,
  revisions: Type.Array(RevisionSchema),
})

/** The slug of a hotel, as a filter. */
export const HotelParameter = Type.Optional(
  Type.String({ minLength: 1, maxLength: 200, description: 'Slug: bookings of this hotel alone.' }),
)

/** Adds the routes of an agency's bookings (contract-agencies). */
export function agencyBookingRoutes(context: Context) {
  const prefix = '/v1/acenta/bookings'
  const reading = routes(prefix, agencyDoor(context), 'Agencies')
  addList(reading.route, context)
  addRead(reading.route, context)
  const { app, route } = routes(prefix, agencyDoor(context, 'agency_seller'), 'Agencies')
  addActs(route, context)
  return together(reading.app, app)
}

function addList(route: AddAgencyRoute, context: Context): void {
  route('GET', '', {
    id: 'listAgencyBookings',
    summary: "The agency's bookings, newest first unless sorted",
    description: `The booking records, with the agency’s commission. ${BOOKING_LIST} \`sort\` as in \`GET /v1/panel/bookings\`.`,
    query: {
      ...bookingListQuery,
      hotel: HotelParameter,
      sort: { ...oneOf(...SORTS), default: '-created' },
    },
    says: 'A page.',
    answer: searchPageOf(BookingSchema),
    handle: async ({ agency, query }) => {
      const hotelId = await hotelIdOf(context, query.hotel)
      if (hotelId === null) return { items: [], nextCursor: null }
      const filter = { ...readBookingFilter(query), agencyId: agency.id, hotelId }
      const list = { name: 'agency bookings', filter, show: bookingViews(context) }
      return query.sort === '-created'
        ? await pageOfBookings(context, query, list)
        : await sortedPage(context, query, { ...list, sort: readSort(query.sort) })
    },
  })
}

/** Returns the id of the hotel to which a list is narrowed: undefined without one, null for an unknown one. */
export async function hotelIdOf(
  context: Context,
  slug: string | undefined,
): Promise<number | null | undefined> {
  return slug === undefined ? undefined : ((await context.hotelOfSlug(slug))?.hotel.id ?? null)
}

function addRead(route: AddAgencyRoute, context: Context): void {
  route('GET', '/:code', {
    id: 'getAgencyBooking',
    summary: 'A booking with its revisions',
    description: `Each revision with its changes, newest first, at most ${REVISIONS_MAX}. The hotel’s people, keys and sites are not named.`,
    says: 'The booking.',
    answer: AgencyBookingSchema,
    handle: async ({ params: { code }, user, agency }) => {
      const { booking } = await grantRead(context, code, bySession(user), ofAgency(agency))
      const revisions = await listRevisions(context.store, booking, REVISIONS_MAX + 1)
      return {
        ...(await bookingViews(context)(booking)),
        revisions: showRevisionsToAgency(revisions, REVISIONS_MAX),
      }
    },
  })
}

function addActs(route: AddAgencyRoute, context: Context): void {
  const { charge: _, ...fields } = cancelFields
  const grant = (code: string, { user, agency }: Pick<Agent, 'user' | 'agency'>) =>
    grantAct(context, code, bySession(user), ofAgency(agency))

  route('PATCH', '/:code', {
    id: 'changeAgencyBooking',
    summary: 'Change a booking',
    description: 'As `PATCH /v1/bookings/{code}` by an agency user.',
    body: AgencyChangeBody,
    examples: { 'One more night': { checkout: exampleDay(183), simulate: true } },
    says: 'The booking.',
    answer: ChangedSchema,
    errors: OWN_CHANGE_REFUSALS,
    handle: async ({ params: { code }, body, ...call }) =>
      await answerChange(context, body, await grant(code, call), call),
  })

  route('POST', '/:code/cancel', {
    id: 'cancelAgencyBooking',
    summary: 'Cancel a booking',
    description: 'As `POST /v1/bookings/{code}/cancel`; the agency owes the penalty.',
    body: strictObject({ reason: Type.Optional(Reason), ...fields }),
    bodyIs: 'optional',
    examples: { 'What would happen': { simulate: true } },
    says: 'The booking.',
    answer: EndedSchema,
    errors: ['transition_invalid', 'penalty_changed'],
    handle: async ({ params: { code }, body, ...call }) => {
      const { booking, actor, caller } = await grant(code, call)
      return await answerCancel(context, booking, actor, { reason: null, ...body, caller })
    },
  })

  route('POST', '/:code/confirm', {
    id: 'confirmAgencyBooking',
    summary: 'Confirm an option',
    says: 'The booking.',
    answer: BookingSchema,
    errors: ['transition_invalid'],
    handle: async ({ params: { code }, ...call }) => {
      const { booking, actor } = await grant(code, call)
      return await confirmBooking(context, booking.code, actor, null)
    },
  })
}

/** Returns a finder of the bookings of one agency; those of others do not exist for it. */
const ofAgency =
  ({ id }: Agency): typeof findGuessedBooking =>
  async (handle, code) => {
    const found = await findGuessedBooking(handle, code)
    return found?.agencyId === id ? found : undefined
  }
