import { Type } from 'typebox'
import type { Review } from '../../store/bookings/reviews.ts'
import { Instant, named, namedObject, nullable, show } from '../api/schema.ts'

/** A review as its hotel sees it. */
export const ReviewSchema = namedObject('Review', {
  id: Type.String(),
  bookingCode: Type.String(),
  author: Type.String(),
  rating: Type.Integer(),
  text: Type.String(),
  createdAt: Instant,
  reply: nullable(Type.String()),
  repliedAt: nullable(Instant),
})

/** A review as the public sees it. */
export const PublicReviewSchema = named('PublicReview', Type.Omit(ReviewSchema, ['bookingCode']))

export const showReview = (review: Review) => show(ReviewSchema, review)

export const showPublicReview = (review: Review) => show(PublicReviewSchema, review)
