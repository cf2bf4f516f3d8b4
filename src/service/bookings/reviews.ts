import type { Booking } from '../../domain/bookings/booking.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { findBooking } from '../../store/bookings/bookings.ts'
import { listGroup } from '../../store/bookings/groups.ts'
import { findReview, insertReview, type Review, updateReply } from '../../store/bookings/reviews.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { inHotel, lockHotelOf } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { alreadyExists, audit } from '../history/audit.ts'
import { noBooking } from './booking-context.ts'
import { transitionInvalid } from './booking-record.ts'

/** A guest's opinion of a stay: a rating from 1 to 5, and a text. */
export type Opinion = { rating: number; text: string }

/**
 * Stores a guest's review of a completed stay and adds it to the hotel's rating, once per booking (contract §5). A group
 * has one, by its lead guest, after its last stay, whichever of its bookings it is written for (contract-groups). The
 * author is shown by first name and initial.
 *
 * @throws AppError `not_found`, `transition_invalid` before the stay is completed, `already_exists`
 */
export async function writeReview(deps: Deps, code: string, opinion: Opinion): Promise<Review> {
  return await deps.store.tx(async (tx) => {
    await lockHotelOf(tx, code)
    const booking = await findReviewable(tx, code)
    // The guest's link was true a moment ago.
    if (booking.erasedAtMs !== null) throw new AppError('not_found', 'There is no such booking.')
    const { firstName, lastName } = booking.guest
    const [initial] = lastName
    const review: Review = {
      hotelId: booking.hotelId,
      id: deps.newId(),
      bookingCode: booking.code,
      author: initial ? `${firstName} ${initial}.` : firstName,
      ...opinion,
      createdAtMs: deps.nowMs(),
      reply: null,
      repliedAtMs: null,
    }
    if (!(await insertReview(tx, review)))
      throw alreadyExists('', 'This stay has been reviewed already.')
    return review
  })
}

/**
 * Finds the completed booking of a code; of a group the first one, under whose code the group's review is kept.
 *
 * @throws AppError `not_found`, `transition_invalid`
 */
async function findReviewable(tx: Tx, code: string): Promise<Booking> {
  const booking = await findBooking(tx, code)
  if (!booking) throw noBooking()
  const { groupCode } = booking
  const bookings = groupCode === null ? [booking] : await listGroup(tx, groupCode)
  const open = bookings.find(({ status }) => status === 'pending' || status === 'confirmed')
  if (!open && bookings.some(({ status }) => status === 'completed')) return bookings[0]!
  const detail =
    groupCode === null
      ? 'A stay can be reviewed once it is completed.'
      : 'A reservation of several stays can be reviewed once its last stay is completed.'
  throw transitionInvalid((open ?? booking).status, detail)
}

/**
 * Writes the hotel's reply to a review; a new reply replaces the old one.
 *
 * @param refuseUnseen throws if the stored reply differs from the one that the writer saw
 * @throws AppError `not_found`
 */
export async function replyToReview(
  deps: Deps,
  actor: Actor,
  place: Pick<Review, 'hotelId' | 'id'>,
  reply: string,
  refuseUnseen: (before: Review) => void,
): Promise<Review> {
  return await inHotel(deps.store, place.hotelId, async (tx) => {
    const before = await findReview(tx, place)
    if (!before) throw new AppError('not_found', 'The hotel has no such review.')
    refuseUnseen(before)
    const after = { ...before, reply, repliedAtMs: deps.nowMs() }
    await updateReply(tx, after)
    const states = { before: { reply: before.reply }, after: { reply } }
    const { id: entityId, hotelId } = place
    await audit(tx, deps, { entity: 'review', entityId, hotelId, actor, ...states })
    return after
  })
}
