import { type Booking, isHoldOver } from '../../domain/bookings/booking.ts'
import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import { isDisownedInTime } from '../../domain/strangers/strangers.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { upsertShutMailbox } from '../../store/strangers/shut-mailboxes.ts'
import type { Deps } from '../deps.ts'
import { byProofLink, mustBeLinked } from '../strangers/proof-link.ts'
import { refuseTransition } from './booking-record.ts'
import { cancellation } from './cancel-booking.ts'
import { endBooking } from './end-booking.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * *This was not me*, by the button of the mailed link: ends an unproven hold or booking, gives its nights back as in a
 * cancellation, and blocks unproven bookings of its mailbox at the hotel for 24 hours (contract-access, *What
 * strangers may take*). For a booking that already ended it only blocks the mailbox.
 *
 * @param linked the booking as the link opened it
 * @throws AppError `not_found` if its links were revoked since, `transition_invalid` if it was proven
 */
export async function disownBooking(deps: Deps, linked: Booking): Promise<BookingRecord> {
  const actor = byProofLink(linked)
  const { record } = await endBooking(deps, linked.code, actor, async (context, tx) => {
    const { booking, hotel } = context
    mustBeLinked(booking, linked)
    refuseDisowning(booking)
    const { status } = booking
    await shutMailbox(tx, deps, booking)
    if (status !== 'confirmed' && !isHeld(booking, deps.nowMs())) return null
    const isFree = isDisownedInTime(booking, deps.nowMs(), deps.today(hotel.timezone))
    return cancellation(deps, context, { reason: null, caller: 'guest', isFree })
  })
  return record
}

/** @throws AppError `transition_invalid` if the booking is proven, or its stay is over */
export function refuseDisowning(booking: Booking): void {
  const { status, proof } = booking
  if (proof === 'mail' || proof === 'hotel') refuseTransition(booking, 'disowned: it is proven')
  if (status === 'completed' || status === 'no_show') refuseTransition(booking, 'disowned')
}

/** Blocks unproven bookings of a booking's mailbox at its hotel for 24 hours. */
export async function shutMailbox(
  tx: Tx,
  { nowMs }: Deps,
  { hotelId, mailbox }: Booking,
): Promise<void> {
  if (mailbox !== null) await upsertShutMailbox(tx, { hotelId, mailbox, untilMs: nowMs() + DAY_MS })
}

/** True for a standing hold; the clock ends an expired one. */
const isHeld = (booking: Booking, nowMs: number) =>
  booking.status === 'pending' && !isHoldOver(booking, nowMs)
