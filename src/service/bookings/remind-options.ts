import { isHoldOver } from '../../domain/bookings/booking.ts'
import { isReminderDue } from '../../domain/bookings/option.ts'
import { clearReminder, findBooking } from '../../store/bookings/bookings.ts'
import { listDueReminders } from '../../store/bookings/due-bookings.ts'
import { findHotel } from '../../store/catalog/catalog.ts'
import { lockHotelOf } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { queueOptionMail } from '../mails/queue-mail.ts'
import { noBooking } from './booking-context.ts'
import { workThrough } from './work-through.ts'

/**
 * Queues the reminder of every option that ends within 24 hours, once for each end (contract-groups, *Options*); a
 * group has one. A pass finds what a stopped process left behind.
 */
export async function remindOptions(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const list = (limit: number) => listDueReminders(deps.store, deps.nowMs(), limit)
  await workThrough(list, (code) => remindOption(deps, code), stopping)
}

async function remindOption(deps: Deps, code: string): Promise<void> {
  await deps.store.tx(async (tx) => {
    await lockHotelOf(tx, code)
    const booking = await findBooking(tx, code)
    if (!booking) throw noBooking()
    const nowMs = deps.nowMs()
    // It may have been moved, confirmed or reminded with its group since it was listed.
    if (!isReminderDue(booking, nowMs)) return
    await clearReminder(tx, booking)
    if (isHoldOver(booking, nowMs)) return
    // The hotel alone: its room types and rates take longer to read than all else of a reminder.
    const hotel = (await findHotel(tx, booking.hotelId))!
    await queueOptionMail(tx, deps, { booking, hotel })
  })
}
