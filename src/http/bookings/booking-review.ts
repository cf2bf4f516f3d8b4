import { Type } from 'typebox'
import { writeReview } from '../../service/bookings/reviews.ts'
import type { Context } from '../context.ts'
import { guestDoor } from '../doors/session-door.ts'
import { EmailSchema, strictObject, writtenProse } from '../request/texts.ts'
import { routes } from '../route.ts'
import { ReviewSchema, showReview } from '../shapes/hotel.ts'
import { accessBooking } from './booking-access.ts'

const ReviewBody = strictObject({
  email: Type.Optional(EmailSchema),
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  text: writtenProse(5_000),
})

/** Reviews by guests: of a completed stay, once, with code and e-mail or signed in (contract §5). */
export function bookingReviewRoutes(context: Context) {
  const { app, route } = routes('/v1/bookings', guestDoor(context), 'Bookings')

  route('POST', '/:code/review', {
    id: 'reviewBooking',
    summary: 'Review a stay',
    description:
      'Of a completed stay, by its guest (`email`, or signed in with the account that booked), once.',
    body: ReviewBody,
    examples: {
      'Five stars': { email: 'ada@example.com', rating: 5, text: 'Quiet, and what a view.' },
    },
    status: 201,
    says: 'The review.',
    answer: ReviewSchema,
    errors: ['transition_invalid', 'already_exists'],
    handle: async ({ params, body: { email, ...opinion }, user }) => {
      // Staff and agencies may see a booking, but a review is its guest's alone.
      const guest = user?.role === 'guest' ? user : undefined
      const { code } = await accessBooking(context, params.code, { user: guest, email }, 'any')
      return showReview(await writeReview(context, code, opinion))
    },
  })

  return app
}
