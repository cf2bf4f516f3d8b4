import { agencyReminderAt } from '../../domain/bookings/agency-reminder.ts'
import { agencyFreeUntil } from '../../domain/bookings/free-until.ts'
import { addDays, dateIn, FIRST_TIME_ZONE, LAST_TIME_ZONE } from '../../domain/kernel/date.ts'
import { findBooking } from '../../store/bookings/bookings.ts'
import { listDeadlines, noteDeadlineTold } from '../../store/bookings/due-bookings.ts'
import { listGroup } from '../../store/bookings/groups.ts'
import { findHotel } from '../../store/catalog/catalog.ts'
import { lockHotelOf } from '../../store/engine/locks.ts'
import { readSlices } from '../../store/engine/pace.ts'
import type { Deps } from '../deps.ts'
import { queueAgencyMail } from '../mails/queue-mail.ts'
import { PASS_MAX, runBounded } from './work-through.ts'

/**
 * Queues the reminder of every agency's booking whose free cancellation ends, at 09:00 of the hotel on the day before,
 * once for each deadline; a group has one. A pass finds what a stopped process left behind, until the deadline is over.
 */
export async function remindDeadlines(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const nowMs = deps.nowMs()
  const days = {
    from: dateIn(LAST_TIME_ZONE, nowMs),
    to: addDays(dateIn(FIRST_TIME_ZONE, nowMs), 1),
  }
  const slices = readSlices<Awaited<ReturnType<typeof listDeadlines>>[number]>(
    (after, limit) => listDeadlines(deps.store, days, { after, limit }),
    PASS_MAX,
  )
  for await (const listed of slices) {
    const due = listed.filter(
      ({ freeUntil, timezone, updatedAtMs }) =>
        freeUntil !== null && isDue({ freeUntil, timezone, updatedAtMs }, nowMs),
    )
    await runBounded(due, ({ code }) => remindDeadline(deps, code), stopping)
    if (stopping?.aborted) return
  }
}

type Deadline = {
  freeUntil: NonNullable<ReturnType<typeof agencyFreeUntil>>
  timezone: string
  updatedAtMs: number
}

/** True if the reminder of a deadline is due, and the deadline is not over. */
function isDue({ freeUntil, timezone, updatedAtMs }: Deadline, nowMs: number): boolean {
  const atMs = agencyReminderAt(freeUntil, timezone, updatedAtMs)
  return atMs > 0 && atMs <= nowMs && dateIn(timezone, nowMs) <= freeUntil
}

async function remindDeadline(deps: Deps, code: string): Promise<void> {
  await deps.store.tx(async (tx) => {
    await lockHotelOf(tx, code)
    const booking = await findBooking(tx, code)
    if (!booking) return
    const hotel = (await findHotel(tx, booking.hotelId))!
    const { groupCode } = booking
    const stays = groupCode === null ? [booking] : await listGroup(tx, groupCode)
    for (const stay of stays) {
      const freeUntil = agencyFreeUntil(stay)
      const { updatedAtMs } = stay
      const { timezone } = hotel
      if (!freeUntil || !isDue({ freeUntil, timezone, updatedAtMs }, deps.nowMs())) continue
      // It may have been told with its group, or by another process, since it was listed.
      if (!(await noteDeadlineTold(tx, stay, freeUntil))) continue
      await queueAgencyMail(tx, deps, { booking: stay, hotel, kind: 'deadline_reminder' })
    }
  })
}
