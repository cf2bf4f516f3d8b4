import { Type } from 'typebox'
import type { Booking } from '../../domain/bookings/booking.ts'
import { isTestBooking } from '../../domain/catalog/sandbox-hotel.ts'
import { UNSOLD } from '../../domain/sale/refusal.ts'
import { disownBooking } from '../../service/bookings/disown-booking.ts'
import { disownGroup, pressLink } from '../../service/bookings/prove-group.ts'
import { noBookingByLink } from '../../service/strangers/proof-link.ts'
import { findGuessedBooking } from '../../store/bookings/guessed.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { isSameText } from '../api/same-text.ts'
import { strictObject } from '../api/texts.ts'
import { publicDoor } from '../doors/public-limit.ts'
import { visitorAt } from '../doors/visitor.ts'
import { BookingSchema } from './booking-shape.ts'
import { refuseReaders } from './link-acts.ts'

const TOKEN_LENGTH_MAX = 100
const proofToken = Type.String({
  maxLength: TOKEN_LENGTH_MAX,
  description: 'From the link mailed to the guest.',
})
const EXAMPLE = 'b3h0Zm9yZC1leGFtcGxlMQ'

/**
 * Adds the routes behind the two buttons of the mailed proof link: confirm or disown an unproven booking
 * (contract-access, *What strangers may take*). Opening the link changes nothing.
 */
export function bookingProofRoutes(context: Context) {
  const { app, route } = routes('/v1/bookings', publicDoor(context), 'Bookings')

  route('POST', '/:code/prove', {
    id: 'proveBooking',
    summary: 'Prove a booking by its mailed link',
    description:
      'Confirms a hold that waits for its link, or proves a confirmed booking. Up to 24 hours after a hold expired, it is booked anew at today’s price; a different total is 409 `price_changed` until `expectedPayableCents` equals it. Of a booking of a group it proves the whole group, and the total is that of all. Repeating it returns the same.',
    body: strictObject({
      proofToken,
      expectedPayableCents: Type.Optional(
        Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      ),
    }),
    examples: { 'As in the mail': { proofToken: EXAMPLE } },
    says: 'The booking.',
    answer: BookingSchema,
    errors: [
      'not_found',
      'forbidden',
      'transition_invalid',
      'price_changed',
      'ask_the_hotel',
      ...UNSOLD,
    ],
    handle: async ({ params, body, request, server }) => {
      const booking = await findByProof(context, params.code, body.proofToken)
      const { expectedPayableCents = null } = body
      const from = await visitorAt(context, { request, server }, booking.hotelId)
      return await pressLink(context, booking, { expectedPayableCents, from })
    },
  })

  route('POST', '/:code/disown', {
    id: 'disownBooking',
    summary: 'Disown a booking by its mailed link',
    description:
      'Ends an unproven hold or booking; for 24 hours the hotel takes no further unproven booking for this mailbox. It is free within 24 hours of booking and before the check-in day; later it costs the cancellation penalty. For an expired hold it only blocks the mailbox. Of a booking of a group it ends the whole group. Repeating it returns the same.',
    body: strictObject({ proofToken }),
    examples: { 'As in the mail': { proofToken: EXAMPLE } },
    says: 'The booking.',
    answer: BookingSchema,
    errors: ['not_found', 'forbidden', 'transition_invalid'],
    handle: async ({ params, body }) => {
      const booking = await findByProof(context, params.code, body.proofToken)
      if (booking.groupCode === null) return await disownBooking(context, booking)
      return await disownGroup(context, booking, booking.groupCode)
    },
  })

  return app
}

/**
 * Finds the booking of a code and proof token. A wrong token gets the same 404, after the same time, as an unknown
 * code.
 *
 * @throws AppError `not_found`, `forbidden` 30 days after the stay or the booking's end
 */
async function findByProof(context: Context, code: string, proofToken: string): Promise<Booking> {
  const { store, tokens } = context
  const found = await findGuessedBooking(store, code.toUpperCase())
  const booking = found && isTestBooking(found) ? undefined : found
  // Compared even without a booking, so that the response time reveals nothing.
  const isRight = isSameText(proofToken, tokens.proof(booking ?? NOBODY))
  if (!booking || !isRight) throw noBookingByLink()
  if (booking.erasedAtMs !== null) throw noBookingByLink()
  await refuseReaders(context, booking)
  return booking
}

const NOBODY = { id: 0, groupCode: null, manageEpoch: 0 }
