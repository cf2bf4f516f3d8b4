import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import { addDays } from '../../domain/kernel/date.ts'
import { expectPayable, expectTotal } from '../../domain/sale/stay.ts'
import { findBooking } from '../../store/bookings/bookings.ts'
import { currentSnapshot } from '../../store/catalog/catalog.ts'
import { readAhead } from '../../store/days/foreseen.ts'
import type { Ahead, Tx } from '../../store/engine/engine.ts'
import { lockHotel } from '../../store/engine/locks.ts'
import { batch } from '../../store/engine/pace.ts'
import { reserveNumbers } from '../../store/engine/shared.ts'
import { findListeners } from '../../store/webhooks/outbox.ts'
import { withinCredit } from '../agencies/credit.ts'
import { findAgencyAt } from '../agencies/terms.ts'
import type { Deps } from '../deps.ts'
import { findAnswer, keepAnswer } from '../kept-answers.ts'
import { queueProofMail } from '../mails/queue-mail.ts'
import { checkOption, checkOrder, creditActOf } from './check-order.ts'
import type { BookingRequest } from './order.ts'
import { placeStay } from './place-stay.ts'
import { keptAnswer, type PlacedAnswer, replayPlaced } from './placed-answer.ts'

/**
 * Sells rooms for a stay: takes the nights, stores the booking, queues `booking.confirmed` (or `booking.held`), all or
 * nothing (specification §6, contract §3). A repeated Idempotency-Key gets its first answer, whatever changed since.
 *
 * @throws AppError `not_found`, `forbidden`, `price_changed`, `idempotency_conflict`, and as `placeStay`
 */
export async function placeBooking(
  deps: Deps,
  request: BookingRequest,
): Promise<{ record: BookingRecord; isReplay: boolean; manageToken?: string | null }> {
  const { idempotency, source } = request
  const place = async (tx: Tx) => {
    const [, earlier, snapshot, agency, listeners] = await batch(
      lockHotel(tx, request.hotel.id),
      idempotency && findAnswer<PlacedAnswer<BookingRecord>>(tx, deps, idempotency),
      currentSnapshot(tx, request),
      findAgencyAt(tx, request.hotel.id, request.source.agencyId),
      findListeners(tx, request.hotel.id),
      reserveNumbers(tx, request.hotel.id, { isBooking: true }),
    )
    if (earlier) {
      const by = { booker: request, find: findBooking }
      return { ...(await replayPlaced(tx, deps, earlier, by)), isReplay: true }
    }
    const context = { ...snapshot, agency, listeners }
    checkOrder(context, request, request.stay)
    checkOption(deps, context, request, [request.stay])
    const placed = await withinCredit(tx, creditActOf(context, request), () =>
      placeStay(tx, deps, context, { order: request, ordered: request }),
    )
    const { record, booking, isAsked } = placed
    expectTotal(request.expectedTotalCents, booking.nightly, booking.rooms)
    expectPayable(request.expectedPayableCents, record)
    if (isAsked) await queueProofMail(tx, deps, { booking, hotel: snapshot.hotel })
    if (idempotency) {
      const answer = keptAnswer(deps, record, request)
      await keepAnswer(tx, deps, idempotency, { bookingCode: record.code, answer })
    }
    const token = request.isAnonymous && { manageToken: deps.tokens.manage(booking) }
    return { record, isReplay: false, ...token }
  }
  // The sums of an agency are shared by all hotels.
  const hotelId = source.agencyId === null ? request.hotel.id : undefined
  const { roomCode, checkin, checkout } = request.stay
  const nights = { hotelId: request.hotel.id, roomCode, from: checkin, to: addDays(checkout, -1) }
  const ahead = (handle: Ahead) => readAhead(handle, nights)
  return await deps.store.tx(place, { hotelId, mayRepeat: true, ahead })
}
