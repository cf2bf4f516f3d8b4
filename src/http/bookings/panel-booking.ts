import { Type } from 'typebox'
import { mayDo } from '../../domain/accounts/membership.ts'
import { roleIn } from '../../domain/accounts/user.ts'
import { proveByHotel } from '../../service/bookings/prove.ts'
import { reinstateBooking, simulateReinstate } from '../../service/bookings/reinstate-booking.ts'
import { listBookingDeliveries, listRevisions } from '../../store/bookings/booking-trail.ts'
import { listDeskAudit } from '../../store/history/audit.ts'
import { listBookingMails } from '../../store/mails/mail-lists.ts'
import { showAuditEntry } from '../api/audit-shape.ts'
import type { Context } from '../api/context.ts'
import { oneOf } from '../api/query.ts'
import { routes } from '../api/route.ts'
import { searchPageOf } from '../api/schema.ts'
import { strictObject } from '../api/texts.ts'
import { type AddPanelRoute, hotelDoor } from '../doors/panel-hotel.ts'
import { showMail } from '../mails/mail-shape.ts'
import { override } from './booking-bodies.ts'
import {
  AgencyParameter,
  agencyIdOf,
  BOOKING_LIST,
  bookingListQuery,
  pageOfBookings,
  readBookingFilter,
  readSort,
  SORTS,
  SourceParameter,
  sortedPage,
} from './booking-list-query.ts'
import {
  BookingSchema,
  bookingViews,
  EndedSchema,
  ReinstatedSchema,
  showBookingDelivery,
} from './booking-shape.ts'
import { BookingTrailSchema, PanelBookingSchema, showWholeDesk } from './desk-shape.ts'
import { deskViews } from './desk-views.ts'
import { aboutNoShow, answerNoShow, NoShowBody, simulate } from './end-bodies.ts'
import { findBookings } from './find-bookings.ts'
import { findOwnBooking } from './own-booking.ts'
import { addCancelMany } from './panel-cancel.ts'
import { readWholeDesk } from './panel-desk.ts'
import { addHandOver } from './panel-manage-link.ts'
import { showRevisions } from './revision-shape.ts'

/** Maximum of revisions, deliveries and mails each that the panel shows of a booking, newest first. */
const BOOKING_TRAIL_MAX = 200

/**
 * Adds the panel's booking routes: list, search, one booking with its trail, proof, no-show and reinstatement (contract
 * §3, §5).
 */
export function panelBookingRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/bookings', hotelDoor(context), 'Panel')
  addList(route, context)
  addFind(route, context)
  addBooking(route, context)
  addCancelMany(route, context)
  addProve(route, context)
  addNoShowAndReinstate(route, context)
  addHandOver(route, context)
  return app
}

function addList(route: AddPanelRoute, context: Context): void {
  route('GET', '', {
    id: 'listPanelBookings',
    memberRole: 'any',
    summary: 'Bookings of a hotel, newest first unless sorted',
    description: `${BOOKING_LIST} \`q\` also matches the beginning of a room number. \`sort\` with \`-\` is descending; by guest, total or state at most 20,000 bookings are sorted (422 \`too_many\`). \`unacked=true\`: only bookings of guests who have not left, with a newest revision that the partner has not acknowledged. \`unproven=true\`: only bookings with an unproven guest. \`agency\` filters by code.`,
    query: {
      ...bookingListQuery,
      unacked: Type.Boolean({ default: false }),
      unproven: Type.Boolean({ default: false }),
      agency: AgencyParameter,
      source: SourceParameter,
      sort: { ...oneOf(...SORTS), default: '-created' },
    },
    says: 'A page.',
    answer: searchPageOf(PanelBookingSchema),
    handle: async ({ hotel, query }) => {
      const unackedOn = query.unacked ? context.today(hotel.timezone) : undefined
      const read = readBookingFilter(query)
      const { unproven, source } = query
      const agencyId = await agencyIdOf(context, query.agency)
      const narrowed = { agencyId, source, unackedOn, unproven }
      const filter = { ...read, ...narrowed, hotelId: hotel.id, byRoom: true }
      const list = { name: 'panel bookings', filter, show: deskViews(context) }
      return query.sort === '-created'
        ? await pageOfBookings(context, query, list)
        : await sortedPage(context, query, { ...list, sort: readSort(query.sort) })
    },
  })
}

function addFind(route: AddPanelRoute, context: Context): void {
  route('GET', '/find', {
    id: 'findPanelBookings',
    memberRole: 'any',
    summary: 'Find bookings of a hotel',
    description:
      'Searches like `q` of the list, room numbers included; guests in house, arriving or departing today come first.',
    query: {
      q: Type.String({ minLength: 1, maxLength: 100 }),
      limit: Type.Integer({ minimum: 1, maximum: 20, default: 8 }),
    },
    says: 'The bookings.',
    answer: Type.Object({ items: Type.Array(PanelBookingSchema) }),
    handle: async ({ query, hotel, rooms, rates, extras, revision }) => ({
      items: await findBookings(context, { hotel, rooms, rates, extras, revision }, query),
    }),
  })
}

function addBooking(route: AddPanelRoute, context: Context): void {
  const { store } = context
  route('GET', '/:code', {
    id: 'getPanelBooking',
    memberRole: 'any',
    summary: 'A booking with its revisions and deliveries',
    description: `The record, its desk record and desk history; each revision with its changes and actor; the deliveries of its events with the result of the latest attempt (deliveries and mails are kept 30 days). Newest first, at most ${BOOKING_TRAIL_MAX} of each.`,
    says: 'The booking.',
    answer: BookingTrailSchema,
    handle: async ({ user, hotel, params: { code } }) => {
      const isOwner = mayDo(roleIn(user, hotel.id)!, 'owner')
      const { booking, revisions, deliveries, mails, ...kept } = await store.snapshot(
        async (handle) => {
          const booking = await findOwnBooking({ store: handle }, hotel.id, code)
          const revisions = await listRevisions(handle, booking, BOOKING_TRAIL_MAX + 1)
          const deliveries = await listBookingDeliveries(handle, booking, BOOKING_TRAIL_MAX)
          const mails = await listBookingMails(handle, booking, BOOKING_TRAIL_MAX)
          const desk = await readWholeDesk(handle, booking, context.today(hotel.timezone))
          const entries = await listDeskAudit(handle, hotel.id, [booking.code], BOOKING_TRAIL_MAX)
          return { booking, revisions, deliveries, mails, desk, entries }
        },
      )
      return {
        ...(await bookingViews(context)(booking)),
        desk: showWholeDesk(booking, kept.desk),
        deskHistory: kept.entries.map(showAuditEntry),
        revisions: showRevisions(revisions, BOOKING_TRAIL_MAX),
        deliveries: deliveries.map((each) => showBookingDelivery(each, isOwner)),
        mails: mails.map(showMail),
      }
    },
  })
}

function addProve(route: AddPanelRoute, context: Context): void {
  route('POST', '/:code/prove', {
    id: 'provePanelBooking',
    memberRole: 'front_desk',
    summary: 'Mark a booking as proven',
    description:
      'For a guest known to the hotel: the booking no longer counts towards the cap on strangers. A hold that waits for its mailed link is confirmed. A change of `proof` alone makes no revision and no event; `deskHistory` has its author. Repeating it changes nothing.',
    says: 'The booking.',
    answer: BookingSchema,
    errors: ['transition_invalid'],
    handle: async ({ actor, hotel, params }) => {
      const { code } = await findOwnBooking(context, hotel.id, params.code)
      return await proveByHotel(context, code, actor)
    },
  })
}

function addNoShowAndReinstate(route: AddPanelRoute, context: Context): void {
  route('POST', '/:code/no-show', {
    id: 'markNoShow',
    memberRole: 'front_desk',
    summary: 'Mark a booking as no-show',
    description: `${aboutNoShow} A guest who has checked in is no no-show (409): undo the check-in first.`,
    body: NoShowBody,
    bodyIs: 'optional',
    examples: { 'What would happen': { simulate: true }, 'Before the hour': { force: true } },
    says: 'The booking.',
    answer: EndedSchema,
    errors: ['transition_invalid'],
    handle: async ({ actor, hotel, params: { code }, body }) =>
      await answerNoShow(context, await findOwnBooking(context, hotel.id, code), actor, {
        ...body,
        isAtDesk: true,
      }),
  })

  route('POST', '/:code/reinstate', {
    id: 'reinstateBooking',
    memberRole: 'front_desk',
    summary: 'Reinstate a no-show or a cancelled booking',
    description:
      'Confirms it again, at its price and terms, until check-out; a cancelled booking only if it had been confirmed. Its rooms are taken from the count of every night from today on, closed or not, even if the cancellation returned none: push a count first. Past nights and the night kept by a no-show are not taken. Sends `booking.confirmed` with `reinstated: true`. `override: true` takes rooms set aside for other agencies and passes the credit of its own. `simulate: true` only reports the result.',
    body: strictObject({ simulate, override }),
    bodyIs: 'optional',
    examples: { 'What would happen': { simulate: true } },
    says: 'The booking.',
    answer: ReinstatedSchema,
    errors: ['transition_invalid', 'sold_out', 'set_aside', 'credit_exceeded'],
    handle: async ({ actor, hotel, params, body: { simulate, override } }) => {
      const { code } = await findOwnBooking(context, hotel.id, params.code)
      if (!simulate) return await reinstateBooking(context, code, actor, override)
      const { record, nightsTaken } = await simulateReinstate(context, code, override)
      return { ...record, simulated: true, nightsTaken }
    },
  })
}
