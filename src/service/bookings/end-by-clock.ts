import { isHoldOver } from '../../domain/bookings/booking.ts'
import { instantAt } from '../../domain/kernel/date.ts'
import { nightsOf } from '../../domain/kernel/night.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Deps } from '../deps.ts'
import { revise } from './booking-record.ts'
import { type EndedBooking, endBooking } from './end-booking.ts'

const SYSTEM: Actor = { type: 'system', id: 'clock' }

/** pending → expired once the hold has run out, or at once; gives its rooms back. Other bookings stay as they are. */
export const expireBooking = (deps: Deps, code: string, isAtOnce = false): Promise<EndedBooking> =>
  endBooking(deps, code, SYSTEM, ({ booking }) => {
    const nowMs = deps.nowMs()
    const isDue = isAtOnce || isHoldOver(booking, nowMs)
    if (booking.status !== 'pending' || !isDue) return null
    const nights = nightsOf(booking)
    const ended = revise(booking, nowMs, { status: 'expired' })
    return { ended, event: 'booking.released', nights, given: nights }
  })

/** confirmed → completed after the hotel's check-out time on the check-out day; earlier, nothing. */
export async function completeBooking(deps: Deps, code: string): Promise<void> {
  await endBooking(deps, code, SYSTEM, ({ booking, hotel }) => {
    const nowMs = deps.nowMs()
    const overAtMs = instantAt(booking.checkout, hotel.checkoutTime, hotel.timezone)
    if (booking.status !== 'confirmed' || nowMs < overAtMs) return null
    const ended = revise(booking, nowMs, { status: 'completed' })
    return { ended, event: 'booking.completed', nights: nightsOf(booking), given: [] }
  })
}
