import { reminderOf } from '../../domain/bookings/agency-reminder.ts'
import { type Booking, type Caller, isHoldOver } from '../../domain/bookings/booking.ts'
import type { BookingChange } from '../../domain/bookings/booking-change.ts'
import {
  HOTEL_OPTION_DAYS,
  isOption,
  lastOptionEnd,
  optionFlaws,
} from '../../domain/bookings/option.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { AppError, type Flaw, flaw } from '../../domain/kernel/errors.ts'
import type { Stay } from '../../domain/kernel/night.ts'
import { listGroup } from '../../store/bookings/groups.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { findBookingContext } from './booking-context.ts'
import { moveInTx, refuseTransition, revise, transitionInvalid } from './booking-record.ts'

// Changes of options (contract-groups, *Options*): of the stay by the agency or a member, of the end by a member.

/** A requested change of a booking, and its caller. */
type Request = { change: BookingChange; caller: Caller }

/** A booking with its hotel, and the stay that it comes to have. */
type Changing = { booking: Booking; hotel: Hotel; next: Pick<Stay, 'checkin'> }

/**
 * Checks that a booking can be changed at all: a confirmed one, or an option by its agency or a member.
 *
 * @throws AppError `transition_invalid`, `forbidden`
 */
export function checkChangeable(
  booking: Booking,
  { change, caller }: Request,
  nowMs: number,
): void {
  const { status, agencyId } = booking
  const isOfHotel = caller === 'hotel' || caller === 'admin'
  if (change.holdUntilMs !== undefined && !isOfHotel)
    throw new AppError('forbidden', 'Only the hotel’s staff may move the end of an option.')
  const mayChange = isOfHotel || (caller === 'guest' && agencyId !== null)
  const isOpen = status === 'pending' && isOption(booking)
  if (isOpen && isHoldOver(booking, nowMs))
    throw transitionInvalid('expired', 'The hold has run out.')
  if (status !== 'confirmed' && !(isOpen && mayChange)) refuseTransition(booking, 'changed')
  if (change.holdUntilMs !== undefined && !isOpen)
    throw transitionInvalid(status, 'Only an option has an end that can be moved.')
}

/** Returns the flaws in the end that an option comes to have; empty for a confirmed booking. */
export function changedOptionFlaws(
  { booking, hotel: { timezone }, next: { checkin } }: Changing,
  { change: { holdUntilMs } }: Request,
  nowMs: number,
): Flaw[] {
  if (booking.status !== 'pending') return []
  if (holdUntilMs !== undefined)
    return optionFlaws(holdUntilMs, { checkin, timezone, nowMs, days: HOTEL_OPTION_DAYS })
  if (lastOptionEnd(checkin, timezone) > nowMs) return []
  const message = 'An option ends by 18:00 of the hotel on the check-in day, which has passed.'
  return [flaw('/checkin', 'option_after_checkin', message, { date: checkin })]
}

/** Returns the end of an option after a change: as asked, or shortened by an earlier check-in. */
export function changedHold(
  { booking, hotel, next: { checkin } }: Changing,
  { change: { holdUntilMs } }: Request,
  nowMs: number,
): Partial<Booking> {
  if (booking.status !== 'pending') return {}
  const untilMs = Math.min(
    holdUntilMs ?? booking.holdExpiresAtMs!,
    lastOptionEnd(checkin, hotel.timezone),
  )
  return untilMs === booking.holdExpiresAtMs ? {} : heldUntil(booking, hotel, { untilMs, nowMs })
}

const heldUntil = (
  { agencyId }: Pick<Booking, 'agencyId'>,
  hotel: { timezone: string },
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
) => ({
  holdExpiresAtMs: untilMs,
  optionReminderAtMs: reminderOf({ agencyId, untilMs, nowMs, hotel }),
})

/**
 * Lets all holds of a group end together, at the earliest end of any of them: each that is shortened gets a revision.
 * The transaction must have locked the hotel.
 *
 * @param by the actor of the change; a guest or agency is recorded with the code of each booking
 */
export async function alignHolds(tx: Tx, deps: Deps, groupCode: string, by: Actor): Promise<void> {
  const held = (await listGroup(tx, groupCode)).filter(({ status }) => status === 'pending')
  const untilMs = Math.min(...held.map(({ holdExpiresAtMs }) => holdExpiresAtMs!))
  for (const booking of held) {
    if (booking.holdExpiresAtMs === untilMs) continue
    const nowMs = deps.nowMs()
    const context = await findBookingContext(tx, deps, booking.code)
    const until = heldUntil(booking, context.hotel, { untilMs, nowMs })
    const shortened = revise(booking, nowMs, until)
    await moveInTx(tx, deps, context, {
      actor: by.type === 'booking' ? { ...by, id: booking.code } : by,
      step: async () => ({ booking: shortened, changes: [], event: 'booking.held' }),
    })
  }
}
