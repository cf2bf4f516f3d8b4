import { type Booking, isHoldOver } from '../../domain/bookings/booking.ts'
import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import { groupRecord, sizeOf } from '../../domain/bookings/group.ts'
import { expectPayable } from '../../domain/sale/stay.ts'
import { isDisownedInTime } from '../../domain/strangers/strangers.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { byProofLink, mustBeLinked } from '../strangers/proof-link.ts'
import type { BookingContext } from './booking-context.ts'
import { refuseTransition } from './booking-record.ts'
import { cancellation } from './cancel-booking.ts'
import { refuseDisowning, shutMailbox } from './disown-booking.ts'
import { endStep } from './end-booking.ts'
import { expireGroup, lockGroup, moveAll } from './group-acts.ts'
import type { Press } from './press.ts'
import { applyPress, proveAccount, proveByMail } from './prove-by-mail.ts'

/**
 * Proves by its mailed link a booking, or the whole group that it belongs to, all or nothing (contract-access, *What
 * strangers may take*). Of a group `expectedPayableCents` is of the whole.
 *
 * @param linked the booking as the link opened it
 * @returns its record
 * @throws AppError as `proveByMail`
 */
export async function pressLink(deps: Deps, linked: Booking, press: Press): Promise<BookingRecord> {
  const { groupCode, code } = linked
  if (groupCode === null) return await proveByMail(deps, linked, press)
  // The clock may not have reached it yet: its rooms are given back like those of every expired hold.
  await expireGroup(deps, groupCode, false)
  return await deps.store.tx(async (tx) => {
    const contexts = await lockGroup(tx, groupCode)
    mustBeLinked(contexts[0]!.booking, linked)
    const proven = contexts.filter(isProvable)
    if (proven.length === 0) refuseTransition(linked, 'proven')
    const { expectedPayableCents } = press
    const group = {
      ...{ whole: sizeOf(proven.map(({ booking }) => booking)), isAsked: false },
      isPriced: expectedPayableCents !== null,
    }
    const step = (handle: Tx, context: BookingContext) =>
      applyPress(handle, deps, context, { ...press, group })
    const records = await moveAll(tx, deps, contexts, { actor: byProofLink, step, of: isProvable })
    expectPayable(expectedPayableCents, groupRecord(records))
    await proveAccount(tx, contexts[0]!.booking)
    return records.find((each) => each.code === code)!
  })
}

const isProvable = ({ booking: { status } }: BookingContext) =>
  status !== 'cancelled' && status !== 'no_show'

/**
 * *This was not me*, by the button of the mailed link: disowns the whole group of a booking, in one transaction
 * (contract-access). It is free by the age of its first booking.
 *
 * @returns the record of the linked booking
 * @throws AppError as `disownBooking`
 */
export async function disownGroup(
  deps: Deps,
  linked: Booking,
  groupCode: string,
): Promise<BookingRecord> {
  return await deps.store.tx(async (tx) => {
    const contexts = await lockGroup(tx, groupCode)
    const { booking: first, hotel } = contexts[0]!
    mustBeLinked(first, linked)
    for (const { booking } of contexts.filter(isProvable)) refuseDisowning(booking)
    await shutMailbox(tx, deps, first)
    const nowMs = deps.nowMs()
    const isFree = isDisownedInTime(first, nowMs, deps.today(hotel.timezone))
    const step = endStep((context) =>
      cancellation(deps, context, { reason: null, caller: 'guest', isFree }),
    )
    const of = ({ booking }: BookingContext) =>
      booking.status === 'confirmed' ||
      (booking.status === 'pending' && !isHoldOver(booking, nowMs))
    const records = await moveAll(tx, deps, contexts, { actor: byProofLink, step, of })
    return records.find(({ code }) => code === linked.code)!
  })
}
