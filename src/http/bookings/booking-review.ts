import { Type } from 'typebox'
import { writeReview } from '../../service/bookings/reviews.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { strictObject, writtenProse } from '../api/texts.ts'
import { guestDoor } from '../doors/session-door.ts'
import { grantReview } from './booking-access.ts'
import { actFields, EXAMPLE_TOKEN } from './booking-bodies.ts'
import { MANAGE_BY_EMAIL_HEADERS, setSunsetHeaders } from './manage-by-email.ts'
import { ReviewSchema, showReview } from './review-shape.ts'

const ReviewBody = strictObject({
  ...actFields,
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  text: writtenProse(5_000),
})

/** Adds the review of a completed stay by its guest, once, with the manage token or signed in (contract §5). */
export function bookingReviewRoutes(context: Context) {
  const { app, route } = routes('/v1/bookings', guestDoor(context), 'Bookings')

  route('POST', '/:code/review', {
    id: 'reviewBooking',
    summary: 'Review a stay',
    description:
      'A completed stay is reviewed once, by its guest: with the manage token, or signed in with the account that booked. A group has one review, by any of its bookings, after its last stay.',
    body: ReviewBody,
    examples: {
      'Five stars': { manageToken: EXAMPLE_TOKEN, rating: 5, text: 'Quiet, and what a view.' },
    },
    status: 201,
    says: 'The review.',
    answer: ReviewSchema,
    headers: MANAGE_BY_EMAIL_HEADERS,
    errors: ['manage_token_required', 'transition_invalid', 'already_exists'],
    handle: async ({ params, body: { email, manageToken, ...opinion }, user, set }) => {
      const access = await grantReview(context, params.code, { user, email, manageToken })
      setSunsetHeaders({ set }, access)
      return showReview(await writeReview(context, access.booking.code, opinion))
    },
  })

  return app
}
