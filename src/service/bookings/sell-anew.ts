import type { Booking } from '../../domain/bookings/booking.ts'
import { safeExtras } from '../../domain/extras/extra-lines.ts'
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import { nightsOf } from '../../domain/kernel/night.ts'
import { rateOf, STD } from '../../domain/rates/rate.ts'
import { splitTaxes } from '../../domain/rates/tax.ts'
import { quoteAtRate } from '../../domain/sale/quote.ts'
import { refusal } from '../../domain/sale/refusal.ts'
import { expectPayable, notSold, safeTotal } from '../../domain/sale/stay.ts'
import { LATE_PROOF_MS } from '../../domain/strangers/strangers.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { askedNights, type RoomsAside, readRoomsAside } from '../agencies/rooms-aside.ts'
import type { Deps } from '../deps.ts'
import { noteTake } from '../strangers/place-web.ts'
import { byProofLink } from '../strangers/proof-link.ts'
import { judgeFurtherTake, roomNightsOf } from '../strangers/take-more.ts'
import type { BookingContext } from './booking-context.ts'
import { type Outcome, transitionInvalid } from './booking-record.ts'
import { confirmedByMail, type Press } from './press.ts'
import { readOffer } from './rate-offer.ts'
import { sellRooms } from './take-rooms.ts'

/**
 * expired → confirmed: sells a hold whose guest opened the mailed link too late as if it were a new booking: on sale,
 * within restrictions and limits, at the current price. Its original terms and its extras stay.
 *
 * @throws AppError `transition_invalid` after 24 hours, `price_changed`, and the reason if it is unavailable
 */
export async function sellAnew(
  tx: Tx,
  deps: Deps,
  context: BookingContext,
  { from: taker, expectedPayableCents, group }: Press,
): Promise<Outcome> {
  const { booking, ...snapshot } = context
  const { hotelId, roomCode, rooms, rateCode } = booking
  const nowMs = deps.nowMs()
  const today = deps.today(snapshot.hotel.timezone)
  refuseLate(booking, nowMs, today)
  const range = { roomCode, from: booking.checkin, to: addDays(booking.checkout, -1) }
  const by = { agencyId: booking.agencyId, isHotel: false, override: false }
  const aside = await readRoomsAside(tx, deps, snapshot.hotel, range, by)
  const nightly = await priceAnew(tx, context, today, aside)
  const totalPriceCents = safeTotal(nightly, rooms)
  const payableCents = totalPriceCents + safeExtras(booking.extras, totalPriceCents)
  const agreedCents = booking.totalPriceCents + booking.extrasTotalCents
  if (!group?.isPriced)
    expectPayable(expectedPayableCents ?? agreedCents, { totalPriceCents, payableCents })
  await judgeFurtherTake(tx, deps, {
    ...{ act: 'sell_anew', snapshot, booking, taker, group },
    ...{ roomCode, nights: roomNightsOf(booking) },
  })
  const head = { hotelId, actor: byProofLink(booking), pushId: null, atMs: nowMs }
  const sold = await sellRooms(tx, head, booking, { needsPrice: rateCode === STD })
  aside.refuse(askedNights(sold.changes))
  const { taxes } = splitTaxes(totalPriceCents, snapshot.hotel.taxes)
  const confirmed = await confirmedByMail(tx, booking, nowMs)
  const roomNights = nightly.length * rooms
  // Counts as a new take in addition to the released hold.
  await noteTake(tx, deps, taker, { hotelId, roomNights, sale: confirmed })
  return {
    booking: { ...confirmed, nightly, totalPriceCents, taxes },
    ...sold,
    event: 'booking.confirmed',
  }
}

/** @throws AppError `transition_invalid` */
function refuseLate({ holdExpiresAtMs, checkin }: Booking, nowMs: number, today: string): void {
  if (nowMs >= holdExpiresAtMs! + LATE_PROOF_MS)
    throw transitionInvalid('expired', 'The hold ended more than 24 hours ago: book again.')
  if (checkin < today) throw transitionInvalid('expired', `The check-in was on ${checkin}.`)
}

/** Returns the current price of a room per night. @throws AppError with the reason if it is unavailable */
async function priceAnew(
  tx: Tx,
  { booking, hotel, rooms, rates }: BookingContext,
  today: CalendarDate,
  aside: RoomsAside,
) {
  const room = rooms.find(({ roomCode }) => roomCode === booking.roomCode)
  const rate = rateOf(rates, booking.rateCode)
  if (!hotel.active) throw notSold('hotel', nightsOf(booking))
  if (!room?.active || !rate?.public) throw notSold('room type', nightsOf(booking))
  const offer = await readOffer(tx, { hotel }, { room, rate }, booking, aside)
  const { nightly, reasons } = quoteAtRate(offer, booking, today)
  if (reasons[0]) throw refusal(reasons[0], offer)
  return nightly
}
