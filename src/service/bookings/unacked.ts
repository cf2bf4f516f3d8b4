import { ACK_DUE_MS } from '../../domain/bookings/booking.ts'
import { recordOf } from '../../domain/bookings/booking-record.ts'
import { isToAck, listUnacked, updateUnacked } from '../../store/bookings/acks.ts'
import { listGroup } from '../../store/bookings/groups.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { queueUnackedMail } from '../mails/queue-mail.ts'
import { type BookingContext, withBooking } from './booking-context.ts'
import { queueBookingEvent } from './booking-record.ts'
import { workThrough } from './work-through.ts'

/** Oldest unacknowledged revision that still raises an alarm; older ones are a backlog. */
const UNACKED_TOLD_MS = 7 * 24 * 60 * 60 * 1_000

/**
 * Publishes `booking.unacked`, once per revision and also to the hotel's own address, for bookings that the partner
 * has not acknowledged within 30 minutes (contract §2). Revisions older than a week are skipped.
 */
export async function publishUnacked(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const nowMs = deps.nowMs()
  const span = { fromMs: nowMs - UNACKED_TOLD_MS, toMs: nowMs - ACK_DUE_MS }
  const list = (limit: number) => listUnacked(deps.store, span, limit)
  await workThrough(list, (code) => publish(deps, code, span.toMs), stopping)
}

async function publish(deps: Deps, code: string, dueMs: number): Promise<void> {
  await withBooking(deps, code, async (tx, context) => {
    const { groupCode } = context.booking
    // What is due of a group goes together, so that the hotel has one mail of it.
    const bookings = groupCode === null ? [context.booking] : await listGroup(tx, groupCode)
    for (const booking of bookings) await publishOne(tx, deps, { ...context, booking }, dueMs)
  })
}

async function publishOne(
  tx: Tx,
  deps: Deps,
  context: BookingContext,
  dueMs: number,
): Promise<void> {
  const { booking, hotel } = context
  // The booking may have been acknowledged or changed since it was listed; a new revision has its own 30 minutes.
  if (booking.updatedAtMs > dueMs || !isToAck(booking)) return
  if (!(await updateUnacked(tx, booking))) return
  const record = recordOf(booking, context)
  const event = 'booking.unacked'
  await queueBookingEvent(tx, deps, { event, record, hotel, atMs: deps.nowMs() })
  await queueUnackedMail(tx, deps, context)
}
