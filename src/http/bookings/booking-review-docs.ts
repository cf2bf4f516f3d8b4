import { BODY_ERRORS, ReviewSchema } from '../catalog/admin-docs-schemas.ts'
import { ReviewBody } from '../catalog/admin-schemas.ts'
import { describeOperation } from '../docs.ts'

export const review = {
  ...describeOperation({
    id: 'reviewBooking',
    tag: 'Bookings',
    summary: 'Review a stay',
    description:
      'Of a completed stay, by its guest (`email`, or signed in with the account that booked), once.',
    body: {
      schema: ReviewBody,
      examples: {
        'Five stars': { email: 'ada@example.com', rating: 5, text: 'Quiet, and what a view.' },
      },
    },
    answers: { 201: { description: 'The review.', schema: ReviewSchema } },
    errors: [
      ...BODY_ERRORS,
      'unauthenticated',
      'not_found',
      'transition_invalid',
      'already_exists',
      'rate_limited',
    ],
  }),
  security: [{}, { session: [] }],
}
