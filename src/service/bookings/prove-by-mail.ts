import { type Booking, isHoldOver } from '../../domain/bookings/booking.ts'
import { type BookingRecord, payableOf } from '../../domain/bookings/booking-record.ts'
import { normalizeEmail } from '../../domain/kernel/address.ts'
import { expectPayable } from '../../domain/sale/stay.ts'
import { findUser, noteProven } from '../../store/accounts/users.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { byProofLink, mustBeLinked } from '../strangers/proof-link.ts'
import { judgeFurtherTake, roomNightsOf } from '../strangers/take-more.ts'
import type { BookingContext } from './booking-context.ts'
import {
  moveBooking,
  type Outcome,
  refuseTransition,
  type UnrevisedBooking,
} from './booking-record.ts'
import { expireBooking } from './end-by-clock.ts'
import { confirmedByMail, type Press, proofByMail } from './press.ts'
import { writeProof } from './prove.ts'
import { sellAnew } from './sell-anew.ts'

/**
 * Proves a booking by its mailed link (contract-access, *What strangers may take*). A hold waiting for it is
 * confirmed; a confirmed booking becomes proven without a revision or an event; a hold that expired within 24 hours is
 * sold like a new booking. A repeat changes nothing.
 *
 * @param linked the booking as the link opened it
 * @throws AppError `not_found` if its links were revoked since, `transition_invalid`, `price_changed`, the limits on
 *   strangers, and the reason if an expired hold is unavailable now
 */
export async function proveByMail(
  deps: Deps,
  linked: Booking,
  press: Press,
): Promise<BookingRecord> {
  const { code } = linked
  // The clock may not have reached it yet: its rooms are given back like those of every expired hold.
  if (linked.status === 'pending' && isHoldOver(linked, deps.nowMs()))
    await expireBooking(deps, code)
  return await moveBooking(deps, code, byProofLink(linked), async (tx, context) => {
    mustBeLinked(context.booking, linked)
    const outcome = await applyPress(tx, deps, context, press)
    await proveAccount(tx, context.booking)
    return outcome
  })
}

/** Decides what a pressed link does to one booking. @throws AppError as `proveByMail` */
export async function applyPress(
  tx: Tx,
  deps: Deps,
  context: BookingContext,
  press: Press,
): Promise<Outcome | UnrevisedBooking | null> {
  const { booking } = context
  const { status, proof } = booking
  if (status === 'confirmed') {
    const isProven = proof === 'mail' || proof === 'hotel'
    return isProven ? null : { unrevised: await proveStanding(tx, deps, context, press) }
  }
  if (status === 'completed' && (proof === 'mail' || proof === 'hotel')) return null
  if (status === 'pending') return await confirm(tx, deps, context, press)
  if (status === 'expired' && proof === 'asked') return await sellAnew(tx, deps, context, press)
  return refuseTransition(booking, 'proven')
}

/** Proves a confirmed booking from now on; the brake has counted it already. */
async function proveStanding(
  tx: Tx,
  deps: Deps,
  context: BookingContext,
  { from: taker, group }: Press,
): Promise<Booking> {
  const { booking, ...snapshot } = context
  await judgeFurtherTake(tx, deps, {
    ...{ act: 'prove', snapshot, booking, taker, group },
    ...{ roomCode: booking.roomCode, nights: roomNightsOf(booking) },
  })
  return await writeProof(tx, booking, await proofByMail(tx, booking))
}

async function confirm(
  tx: Tx,
  deps: Deps,
  { booking, ...snapshot }: BookingContext,
  { from: taker, expectedPayableCents, group }: Press,
): Promise<Outcome> {
  const nowMs = deps.nowMs()
  if (isHoldOver(booking, nowMs)) refuseTransition({ status: 'expired' }, 'proven')
  expectPayable(group?.isPriced ? null : expectedPayableCents, {
    ...{ totalPriceCents: booking.totalPriceCents, payableCents: payableOf(booking) },
  })
  await judgeFurtherTake(tx, deps, {
    ...{ act: 'press', snapshot, booking, taker, group },
    ...{ roomCode: booking.roomCode, nights: roomNightsOf(booking) },
  })
  const confirmed = await confirmedByMail(tx, booking, nowMs)
  return { booking: confirmed, changes: [], event: 'booking.confirmed' }
}

/** Proves the account that booked for its own address, for its later bookings. */
export async function proveAccount(tx: Tx, { userId, guest }: Booking): Promise<void> {
  const user = userId === null ? undefined : await findUser(tx, userId)
  if (user && guest.email !== null && normalizeEmail(guest.email) === user.email)
    await noteProven(tx, user)
}
