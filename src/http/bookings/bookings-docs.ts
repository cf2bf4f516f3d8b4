import { Type } from 'typebox'
import type { ErrorCode } from '../../domain/errors.ts'
import { BODY_ERRORS } from '../catalog/admin-docs-schemas.ts'
import { describeOperation, nullable } from '../docs.ts'
import { exampleDay } from '../example-day.ts'
import { BookingSchema, EndedSchema } from '../shapes/booking.ts'
import { CancelBody, ChangeBody, ConfirmBody, PlaceBody } from './booking-schemas.ts'

/** Dates of the examples: in every demo, and still to come when the process has run for months. */
const checkin = exampleDay(180)
const checkout = exampleDay(182)

const DEMO_HOTEL = 'alfa-grand-bosphorus'
const EMAIL = 'ada@example.com'
const guest = { firstName: 'Ada', lastName: 'Yılmaz', email: EMAIL, country: 'TR' }
const stay = { hotelSlug: DEMO_HOTEL, roomCode: 'DBL', checkin, checkout, adults: 2 }

const SENT_ERRORS: ErrorCode[] = [...BODY_ERRORS, 'rate_limited']
const CHANGE_ERRORS: ErrorCode[] = [
  ...SENT_ERRORS,
  'unauthenticated',
  'not_found',
  'transition_invalid',
]
const SALE_ERRORS: ErrorCode[] = ['sold_out', 'closed_for_sale', 'price_changed']

const booking = { description: 'The booking.', schema: BookingSchema }

export const place = {
  ...describeOperation({
    id: 'placeBooking',
    tag: 'Bookings',
    summary: 'Book',
    description:
      'Takes the rooms and confirms, or with `hold: true` keeps them for 15 minutes. Adults are one a room unless said otherwise. `expectedTotalCents` guards against a price that changed meanwhile. With an `Idempotency-Key` header the same request (whatever the order of its fields, defaults spelled out or not) is answered the same for 24 hours, however often it is sent and whatever has become of the hotel. Works without a credential; a signed-in agency user books for the agency.',
    body: {
      schema: PlaceBody,
      examples: {
        'Two nights for two': { ...stay, guest },
        'Hold for 15 minutes': { ...stay, guest, hold: true },
      },
    },
    answers: {
      201: {
        ...booking,
        description: 'Booked; `Location` names it.',
        headers: ['Location', 'Idempotent-Replayed'],
      },
    },
    asks: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description:
          'Names the request, for 24 hours: sent again it is answered the same. Visible ASCII, such as a UUID. Keys belong to the account, without one to the e-mail of the guest.',
        schema: { type: 'string', minLength: 1, maxLength: 255 },
      },
    ],
    errors: [
      ...SENT_ERRORS,
      'unauthenticated',
      'forbidden',
      'not_found',
      ...SALE_ERRORS,
      'idempotency_conflict',
    ],
  }),
  security: [{}, { session: [] }],
}

export const read = {
  ...describeOperation({
    id: 'getBooking',
    tag: 'Bookings',
    summary: 'One booking',
    description:
      'For its guest with `email`, or signed in for those it belongs to. A wrong pair of code and e-mail is 404.',
    answers: { 200: booking },
    errors: ['unauthenticated', 'not_found', 'validation_failed', 'rate_limited'],
  }),
  security: [{}, { session: [] }],
}

export const change = {
  ...describeOperation({
    id: 'changeBooking',
    tag: 'Bookings',
    summary: 'Change dates, room, party or guest',
    description:
      'Swaps the nights in one transaction: when the new ones cannot be had, the old ones stay. A night that stays in the same room type and board keeps its agreed price; other nights are sold at the price of today. A stay that has begun may end today; its nights before today stay as they are. A suspended hotel or room type sells nothing more (`closed_for_sale`).',
    body: {
      schema: ChangeBody,
      examples: {
        'One night more': { email: EMAIL, checkout: exampleDay(183) },
        'Another name': { email: EMAIL, guest: { firstName: 'Adile' } },
      },
    },
    answers: { 200: booking },
    errors: [...CHANGE_ERRORS, ...SALE_ERRORS, 'revision_conflict'],
  }),
  security: [{}, { session: [] }],
}

export const cancel = {
  ...describeOperation({
    id: 'cancelBooking',
    tag: 'Bookings',
    summary: 'Cancel',
    description:
      'Gives nights from today on back to sale, unless the hotel keeps them. Cancelling again answers the same. `simulate: true` only says what would happen (`nightsGivenBack`).',
    body: {
      schema: CancelBody,
      examples: {
        'What would happen': { email: EMAIL, simulate: true },
        Cancel: { email: EMAIL, reason: 'Change of plans' },
      },
    },
    answers: { 200: { ...booking, schema: EndedSchema } },
    errors: CHANGE_ERRORS,
  }),
  security: [{}, { session: [] }],
}

export const confirm = {
  ...describeOperation({
    id: 'confirmBooking',
    tag: 'Bookings',
    summary: 'Confirm a hold',
    description:
      'While its 15 minutes run, also when the hotel or the room type was taken off sale meanwhile: its rooms were taken, and its price promised, before.',
    body: { schema: ConfirmBody, examples: { 'With the e-mail': { email: EMAIL } } },
    answers: { 200: booking },
    errors: CHANGE_ERRORS,
  }),
  security: [{}, { session: [] }],
}

export const list = {
  ...describeOperation({
    id: 'listBookings',
    tag: 'Bookings',
    summary: "The caller's bookings, newest first",
    description:
      "A guest sees their own, a manager the hotel's, an agency user the agency's, an admin all.",
    answers: {
      200: {
        description: 'A page.',
        schema: Type.Object({
          items: Type.Array(BookingSchema),
          nextCursor: nullable(Type.String()),
        }),
      },
    },
    errors: ['unauthenticated', 'validation_failed', 'rate_limited'],
  }),
  security: [{ session: [] }],
}
