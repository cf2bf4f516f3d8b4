import { exampleDay } from '../api/example-day.ts'
import { AddStayBody, OwnGroupChangeBody } from './booking-bodies.ts'
import { ADD_REFUSALS, OWN_CHANGE_REFUSALS } from './booking-refusals.ts'
import { EndedGroupSchema, GroupSchema } from './group-shape.ts'

// Operations on reservations of several stays, as guests, agencies and hotels share them.

const [checkin, checkout] = [exampleDay(180), exampleDay(182)]

const asks = { 'Idempotency-Key': 'As in `POST /v1/bookings`.' }

/** Example stays of a family that takes two rooms. */
export const FAMILY_STAYS = [
  { roomCode: 'DBL', checkin, checkout, adults: 2 },
  { roomCode: 'SGL', checkin, checkout, adults: 1 },
]

/** The placing of a reservation, without its body and answer. */
export const PLACE_GROUP = {
  summary: 'Book several stays as one reservation',
  asks,
  status: 201,
  says: 'Booked; `Location` is its address.',
  headers: ['Location', 'Idempotent-Replayed'],
} as const

/** A change of a reservation by an agency or a hotel. */
export const CHANGE_GROUP = {
  summary: 'Change a reservation of several stays',
  body: OwnGroupChangeBody,
  examples: {
    'Other dates for one': { stays: [{ code: '7KQ2M9XWPA', checkin, checkout }] },
    'Another guest for all': { guest: { firstName: 'Adile' } },
  },
  says: 'The reservation.',
  answer: EndedGroupSchema,
  errors: OWN_CHANGE_REFUSALS,
}

/** The addition of a stay to a reservation. */
export const ADD_STAY = {
  summary: 'Add a stay to a reservation',
  description:
    'A booking like the others, after the last one, with their guest and what they share. While the reservation is held it is held until their end, otherwise it is confirmed. The limits on stays and rooms and the expected sums are of the whole.',
  asks,
  body: AddStayBody,
  examples: { 'One more room': { roomCode: 'DBL', checkin, checkout, adults: 2 } },
  status: 201 as const,
  says: 'The reservation with the stay.',
  answer: GroupSchema,
  headers: ['Idempotent-Replayed'] as const,
  errors: ADD_REFUSALS,
}

/** The cancellation of a reservation, without its body. */
export const CANCEL_GROUP = {
  summary: 'Cancel a reservation of several stays',
  bodyIs: 'optional' as const,
  says: 'The reservation.',
  answer: EndedGroupSchema,
}

/** The confirmation of a held reservation. */
export const CONFIRM_GROUP = {
  summary: 'Confirm a held reservation of several stays',
  says: 'The reservation.',
  answer: GroupSchema,
}

/** The confirmation of a held reservation by an agency or a hotel. */
export const CONFIRM_OWN_GROUP = {
  ...CONFIRM_GROUP,
  description: 'Confirms all of its holds, or none.',
  errors: ['transition_invalid'] as const,
}
