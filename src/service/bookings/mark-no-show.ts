import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import { noShowPenalty } from '../../domain/bookings/penalty.ts'
import { instantAt, instantText } from '../../domain/kernel/date.ts'
import { nightsOf } from '../../domain/kernel/night.ts'
import { findDesk } from '../../store/bookings/desk.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Deps } from '../deps.ts'
import { refuseTransition, revise, transitionInvalid } from './booking-record.ts'
import {
  type EndedBooking,
  type Ending,
  type EndingOf,
  endBooking,
  nightsFromToday,
  simulateEnd,
  withPenalty,
} from './end-booking.ts'
import { NO_BRAKE } from './prove.ts'

/**
 * When a no-show may be marked. `isForced`: at any hour of the check-in day; `isAtDesk`: only if the guest has not checked
 * in.
 */
type NoShowTerms = { isForced: boolean; isAtDesk?: boolean }

/**
 * confirmed → no_show from the hotel's check-in time of the check-in day: the hotel keeps the first night, later ones
 * go back to sale (contract §3).
 *
 * @throws AppError `transition_invalid`, with `from` if it is too early
 */
export async function markNoShow(
  deps: Deps,
  code: string,
  actor: Actor,
  terms: NoShowTerms,
): Promise<BookingRecord> {
  return (await endBooking(deps, code, actor, (...stands) => noShow(deps, terms, ...stands))).record
}

/** The result of `markNoShow`, without its effects. @throws AppError `transition_invalid` */
export const simulateNoShow = (
  deps: Deps,
  code: string,
  terms: NoShowTerms,
): Promise<EndedBooking> => simulateEnd(deps, code, (...stands) => noShow(deps, terms, ...stands))

async function noShow(
  deps: Deps,
  { isForced, isAtDesk = false }: NoShowTerms,
  ...[{ booking, hotel }, handle]: Parameters<EndingOf>
): Promise<Ending> {
  const { status, checkin } = booking
  if (status !== 'confirmed') refuseTransition(booking, 'marked as no-show')
  // A no-show would sell the room of a guest who sleeps in it.
  if (isAtDesk && (await findDesk(handle, booking)).arrivedAtMs !== null)
    throw transitionInvalid(status, 'The guest has checked in: take that mark back first.')
  const nowMs = deps.nowMs()
  const { checkinTime, timezone } = hotel
  const fromMs = instantAt(checkin, isForced ? '00:00' : checkinTime, timezone)
  if (nowMs < fromMs) {
    const detail = isForced
      ? `The check-in day ${checkin} has not come.`
      : `A no-show is marked from ${checkinTime} on ${checkin}, the hotel's check-in time; \`force\` lifts the hour, not the day.`
    throw transitionInvalid(status, detail, { from: instantText(fromMs) })
  }
  const penalty = withPenalty(booking, noShowPenalty(booking, deps.today(timezone)))
  const ended = revise(booking, nowMs, { ...penalty, ...NO_BRAKE, status: 'no_show' })
  const nights = nightsOf(booking).slice(1)
  return { ended, event: 'booking.no_show', nights, given: nightsFromToday(deps, hotel, nights) }
}
