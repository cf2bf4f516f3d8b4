import { Type } from 'typebox'
import { mayDo } from '../../domain/accounts/membership.ts'
import { roleIn } from '../../domain/accounts/user.ts'
import { proveByHotel } from '../../service/bookings/prove.ts'
import { reinstateBooking, simulateReinstate } from '../../service/bookings/reinstate-booking.ts'
import { BOOKING_SORTS } from '../../store/bookings/booking-sorts.ts'
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
import { findOwnBooking } from './booking-access.ts'
import { aboutNoShow, answerNoShow, NoShowBody, simulate } from './booking-ends.ts'
import {
  BOOKING_LIST,
  bookingListQuery,
  pageOfBookings,
  readBookingFilter,
  readSort,
  sortedPage,
} from './booking-list-query.ts'
import {
  BookingSchema,
  bookingViews,
  EndedSchema,
  ReinstatedSchema,
  showBookingDelivery,
  showRevision,
} from './booking-shape.ts'
import { BookingTrailSchema, PanelBookingSchema, showWholeDesk } from './desk-shape.ts'
import { deskViews } from './desk-views.ts'
import { findBookings } from './find-bookings.ts'
import { addCancelMany } from './panel-cancel.ts'
import { readWholeDesk } from './panel-desk.ts'
import { addHandOver } from './panel-manage-link.ts'

/** Revisions, and separately deliveries, that the panel shows of a booking: the newest. */
const BOOKING_TRAIL_MAX = 200

const SORTS = BOOKING_SORTS.flatMap((by) => [by, `-${by}` as const])

/**
 * Bookings in the panel: the list; of one the record, its revisions and where its events have arrived; no-show and
 * reinstatement (contract §3, §5).
 */
export function panelBookingRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/bookings', hotelDoor(context), 'Panel')

  route('GET', '', {
    id: 'listPanelBookings',
    memberRole: 'any',
    summary: 'Bookings of a hotel, newest first unless sorted',
    description: `${BOOKING_LIST} Also the beginning of a room number. \`sort\`, with \`-\` downwards: by guest, total and state at most 20,000 bookings are sorted (422 \`too_many\`). \`unacked=true\`: only those of guests who have not left whose newest revision the partner has not acknowledged. \`unproven=true\`: only those whose guest nobody has proven.`,
    query: {
      ...bookingListQuery,
      unacked: Type.Boolean({ default: false }),
      unproven: Type.Boolean({ default: false }),
      sort: { ...oneOf(...SORTS), default: '-created' },
    },
    says: 'A page.',
    answer: searchPageOf(PanelBookingSchema),
    handle: async ({ hotel, query }) => {
      const unackedOn = query.unacked ? context.today(hotel.timezone) : undefined
      const read = readBookingFilter(query)
      const { unproven } = query
      const filter = { ...read, hotelId: hotel.id, unackedOn, unproven, byRoom: true }
      const show = deskViews(context)
      return query.sort === '-created'
        ? await pageOfBookings(context, query, { name: 'panel bookings', filter, show })
        : await sortedPage(context, query, { filter, sort: readSort(query.sort), show })
    },
  })

  route('GET', '/find', {
    id: 'findPanelBookings',
    memberRole: 'any',
    summary: 'Find bookings of a hotel',
    description:
      'By what `q` of the list finds, the beginning of a room number too: guests who are in house, arrive or leave today before all others.',
    query: {
      q: Type.String({ minLength: 1, maxLength: 100 }),
      limit: Type.Integer({ minimum: 1, maximum: 20, default: 8 }),
    },
    says: 'The bookings.',
    answer: Type.Object({ items: Type.Array(PanelBookingSchema) }),
    handle: async ({ query, hotel, rooms, rates, revision }) => ({
      items: await findBookings(context, { hotel, rooms, rates, revision }, query),
    }),
  })

  const { store } = context
  route('GET', '/:code', {
    id: 'getPanelBooking',
    memberRole: 'any',
    summary: 'A booking with its revisions and deliveries',
    description: `The record, what the desk keeps beside it and who wrote that; what each revision changed, and who changed it; to which endpoints its events were delivered and how the latest attempt ended (deliveries, and mails about it, are kept 30 days). Newest first, at most ${BOOKING_TRAIL_MAX} of each.`,
    says: 'The booking.',
    answer: BookingTrailSchema,
    handle: async ({ user, hotel, params: { code } }) => {
      const isOwner = mayDo(roleIn(user, hotel.id)!, 'owner')
      const { booking, revisions, deliveries, mails, ...kept } = await store.snapshot(
        async (handle) => {
          const booking = await findOwnBooking({ store: handle }, hotel.id, code)
          // One more than is shown, to compare the last one with.
          const revisions = await listRevisions(handle, booking, BOOKING_TRAIL_MAX + 1)
          const deliveries = await listBookingDeliveries(handle, booking, BOOKING_TRAIL_MAX)
          const mails = await listBookingMails(handle, booking, BOOKING_TRAIL_MAX)
          const desk = await readWholeDesk(handle, booking)
          const entries = await listDeskAudit(handle, booking, BOOKING_TRAIL_MAX)
          return { booking, revisions, deliveries, mails, desk, entries }
        },
      )
      return {
        ...(await bookingViews(context)(booking)),
        desk: showWholeDesk(booking, kept.desk),
        deskHistory: kept.entries.map(showAuditEntry),
        revisions: revisions
          .slice(0, BOOKING_TRAIL_MAX)
          .map((each, index) => showRevision(each, revisions[index + 1]?.record)),
        deliveries: deliveries.map((each) => showBookingDelivery(each, isOwner)),
        mails: mails.map(showMail),
      }
    },
  })

  addCancelMany(route, context)
  addProve(route, context)
  addNoShowAndReinstate(route, context)
  addHandOver(route, context)
  return app
}

function addProve(route: AddPanelRoute, context: Context): void {
  route('POST', '/:code/prove', {
    id: 'provePanelBooking',
    memberRole: 'front_desk',
    summary: 'Say that a booking is proven',
    description:
      'The hotel knows its guest: the booking is in no count of what strangers take. A hold that waits for its mailed link is confirmed by it. A change of `proof` alone makes no revision and no event; `deskHistory` has who said so. Said again it changes nothing.',
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
    description: `${aboutNoShow} Who has checked in is no no-show (409): take that mark back first.`,
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
      'Confirmed again, at its price and on its terms, until the check-out; a cancelled one only if it had been confirmed. Its rooms are taken from what is on sale on every night from today on, closed or not, also where the cancellation gave none back: push a count first. Past nights, and the night that a no-show kept, are not taken. `booking.confirmed` tells of it with `reinstated: true`. `simulate: true` only says what would happen.',
    body: strictObject({ simulate }),
    bodyIs: 'optional',
    examples: { 'What would happen': { simulate: true } },
    says: 'The booking.',
    answer: ReinstatedSchema,
    errors: ['transition_invalid', 'sold_out'],
    handle: async ({ actor, hotel, params, body: { simulate } }) => {
      const { code } = await findOwnBooking(context, hotel.id, params.code)
      if (!simulate) return await reinstateBooking(context, code, actor)
      const { record, nightsTaken } = await simulateReinstate(context, code)
      return { ...record, simulated: true, nightsTaken }
    },
  })
}
