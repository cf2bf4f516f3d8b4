import { Type } from 'typebox'
import { replyToReview } from '../../service/bookings/reviews.ts'
import { listReviews, type Review } from '../../store/bookings/reviews.ts'
import { expected } from '../api/content-shape.ts'
import type { Context } from '../api/context.ts'
import { splitExpected } from '../api/expected.ts'
import { page, pageParameters } from '../api/paging.ts'
import { routes } from '../api/route.ts'
import { pageOf } from '../api/schema.ts'
import { strictObject, writtenProse } from '../api/texts.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { ReviewSchema, showReview } from './review-shape.ts'

/** Adds the routes of a hotel's reviews and replies, for its managers (specification §4.2). */
export function panelReviewRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/reviews', hotelDoor(context), 'Panel')

  route('GET', '', {
    id: 'listPanelReviews',
    memberRole: 'any',
    summary: 'Reviews of a hotel, newest first',
    description: '`replied=false` lists those without a reply.',
    query: { ...pageParameters(), replied: Type.Optional(Type.Boolean()) },
    says: 'A page.',
    answer: pageOf(ReviewSchema),
    handle: async ({ hotel, query }) => {
      const filter = { hotelId: hotel.id, isReplied: query.replied }
      return await page(query, {
        of: ['panel reviews', filter],
        by: { id: '' },
        rows: (after, limit) => listReviews(context.store, filter, { beforeId: after?.id, limit }),
        show: showReview,
      })
    },
  })

  route('POST', '/:id/reply', {
    id: 'replyToReview',
    memberRole: 'owner',
    summary: 'Reply to a review',
    description:
      'Replaces an earlier reply, which is `text` of `expected` (null if there is none).',
    body: strictObject({ text: writtenProse(5_000), ...expected }),
    examples: { Thanks: { text: 'Thank you, come again!' } },
    says: 'The review.',
    answer: ReviewSchema,
    errors: ['revision_conflict'],
    handle: async ({ actor, hotel, params: { id }, body }) => {
      const [{ text }, refuseUnseen] = splitExpected(body, ({ reply }: Review) => ({ text: reply }))
      const place = { hotelId: hotel.id, id }
      return showReview(await replyToReview(context, actor, place, text, refuseUnseen))
    },
  })

  return app
}
