import { Type } from 'typebox'
import { nullable, partnerOperation } from '../docs.ts'
import { BookingSchema } from './booking-docs-schemas.ts'
import { AckBody } from './booking-schemas.ts'

const booking = { description: 'The booking.', schema: BookingSchema }

export const pull = partnerOperation({
  id: 'pullBookings',
  tag: 'Reservations',
  summary: 'Pull reservations',
  description:
    'Reservations whose `dateField` (default `checkin`) lies in the range, both ends included, at most 366 days; `stay`: a night of it does. Cancelled ones are included. Holds are not, unless asked for: `status=pending` gives those that stand, `status=expired` those that ran out; one that was cancelled before it was confirmed is never listed, `status=cancelled` gives reservations alone. In the order of that date (of a stay: its check-in), so that a walk by `cursor` neither repeats nor skips; only a reservation whose date is changed during the walk may come twice or not at all, and comes with `dateField=updated` and in the feed. `unacked=true`: only those whose newest revision was not acknowledged.',
  answers: {
    200: {
      description: 'A page.',
      schema: Type.Object({
        from: Type.String({ format: 'date' }),
        to: Type.String({ format: 'date' }),
        dateField: Type.String(),
        bookings: Type.Array(BookingSchema),
        nextCursor: nullable(Type.String()),
      }),
    },
  },
  errors: ['validation_failed'],
})

export const read = partnerOperation({
  id: 'getReservation',
  tag: 'Reservations',
  summary: 'One reservation',
  answers: { 200: booking },
  errors: ['not_found'],
})

export const ack = partnerOperation({
  id: 'ackReservation',
  tag: 'Reservations',
  summary: 'Acknowledge a revision',
  description:
    'Says that your system holds this revision, and optionally what it calls the booking. Repeating it changes nothing.',
  body: {
    schema: AckBody,
    examples: { 'First revision': { revision: 1, externalId: 'PMS-4711' } },
  },
  answers: { 200: booking },
  errors: [
    'malformed_json',
    'too_large',
    'unsupported_media_type',
    'not_found',
    'validation_failed',
  ],
})
