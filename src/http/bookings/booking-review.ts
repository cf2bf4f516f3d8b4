import { Elysia, t } from 'elysia'
import { writeReview } from '../../service/bookings/reviews.ts'
import { ReviewBody } from '../catalog/admin-schemas.ts'
import { showReview } from '../catalog/admin-views.ts'
import type { Context } from '../context.ts'
import { publicLimit } from '../doors/public-limit.ts'
import { maybeSignedIn } from '../doors/session.ts'
import { readBody } from '../request/body.ts'
import { NoQuery } from '../request/query.ts'
import { accessBooking } from './booking-access.ts'
import * as docs from './booking-review-docs.ts'

/** Reviews by guests: of a completed stay, once, with code and e-mail or signed in (contract §5). */
export function bookingReviewRoutes(context: Context) {
  return new Elysia({ prefix: '/v1/bookings' })
    .use(publicLimit(context))
    .use(maybeSignedIn(context))
    .post(
      '/:code/review',
      async ({ params, request, user, set }) => {
        const { email, ...opinion } = await readBody(ReviewBody, request)
        // Staff and agencies may see a booking, but a review is its guest's alone.
        const guest = user?.role === 'guest' ? user : undefined
        const { code } = await accessBooking(context, params.code, { user: guest, email })
        set.status = 201
        return showReview(await writeReview(context, code, opinion))
      },
      { params: t.Object({ code: t.String() }), query: NoQuery, detail: docs.review },
    )
}
