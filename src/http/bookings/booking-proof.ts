import { Type } from 'typebox'
import type { Booking } from '../../domain/bookings/booking.ts'
import { isTestBooking } from '../../domain/catalog/sandbox-hotel.ts'
import { UNSOLD } from '../../domain/sale/refusal.ts'
import { disownBooking } from '../../service/bookings/disown-booking.ts'
import { proveByMail } from '../../service/bookings/prove-by-mail.ts'
import { noBookingByLink } from '../../service/strangers/proof-link.ts'
import { findGuessedBooking } from '../../store/bookings/bookings.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { isSameText } from '../api/same-text.ts'
import { strictObject } from '../api/texts.ts'
import { publicDoor } from '../doors/public-limit.ts'
import { visitorAt } from '../doors/visitor.ts'
import { refuseReaders } from './booking-access.ts'
import { BookingSchema } from './booking-shape.ts'

const TOKEN_LENGTH_MAX = 100
const proofToken = Type.String({
  maxLength: TOKEN_LENGTH_MAX,
  description: 'Of the link that was mailed to the guest.',
})
const EXAMPLE = 'b3h0Zm9yZC1leGFtcGxlMQ'

/** What the buttons of the mailed link do (contract-access, *What strangers may take*); opening it does nothing. */
export function bookingProofRoutes(context: Context) {
  const { app, route } = routes('/v1/bookings', publicDoor(context), 'Bookings')

  route('POST', '/:code/prove', {
    id: 'proveBooking',
    summary: 'It is mine: prove a booking by its mailed link',
    description:
      'Confirms a hold that waits for its link, and proves what is confirmed. A hold that has run out is sold as a booking made now, until 24 hours after its end; another price is 409 `price_changed` until `expectedPayableCents` is the new total. Again it answers the same.',
    body: strictObject({
      proofToken,
      expectedPayableCents: Type.Optional(
        Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      ),
    }),
    examples: { 'As the mail has it': { proofToken: EXAMPLE } },
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
      return await proveByMail(context, booking, { expectedPayableCents, from })
    },
  })

  route('POST', '/:code/disown', {
    id: 'disownBooking',
    summary: 'This was not me: end a booking by its mailed link',
    description:
      'Ends a hold or a booking that nobody has proven, and takes no unproven booking for this mailbox at the hotel for 24 hours. It costs nothing within 24 hours of its making and before its check-in day, afterwards what a cancellation costs. Of a hold that has run out it shuts the mailbox alone. Again it answers the same.',
    body: strictObject({ proofToken }),
    examples: { 'As the mail has it': { proofToken: EXAMPLE } },
    says: 'The booking.',
    answer: BookingSchema,
    errors: ['not_found', 'forbidden', 'transition_invalid'],
    handle: async ({ params, body }) =>
      await disownBooking(context, await findByProof(context, params.code, body.proofToken)),
  })

  return app
}

/**
 * The booking of a code for whoever has its proof token. A wrong one is the same 404 as a code of no booking, in the same
 * time.
 *
 * @throws AppError `not_found`, `forbidden` 30 days after the stay or the booking's end
 */
async function findByProof(context: Context, code: string, proofToken: string): Promise<Booking> {
  const { store, tokens } = context
  const found = await findGuessedBooking(store, code.toUpperCase())
  const booking = found && isTestBooking(found) ? undefined : found
  // Compared even when there is no booking, so that the response time reveals nothing.
  const isRight = isSameText(proofToken, tokens.proof(booking ?? NOBODY))
  if (!booking || !isRight) throw noBookingByLink()
  await refuseReaders(context, booking)
  return booking
}

const NOBODY = { id: 0, manageEpoch: 0 }
