import { type Static, Type } from 'typebox'
import { instantOrNull, instantText } from '../../domain/date.ts'
import type { Review } from '../../store/bookings/reviews.ts'
import { Instant, namedObject, nullable } from './schema.ts'

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

export function showReview({
  hotelId,
  createdAtMs,
  repliedAtMs,
  ...review
}: Review): Static<typeof ReviewSchema> {
  return {
    ...review,
    createdAt: instantText(createdAtMs),
    repliedAt: instantOrNull(repliedAtMs),
  }
}
