import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { findBookingHotel } from '../../store/bookings/bookings.ts'
import type { Actor } from '../../store/days/history.ts'
import { chunks, nextTurn } from '../../store/engine/pace.ts'
import type { Deps } from '../deps.ts'
import { noSuchBooking } from './ack-booking.ts'
import { cancelBooking, simulateCancel } from './cancel-booking.ts'

/** The bookings of a hotel to cancel, and the reason; `isTried` makes it a dry run. */
export type ManyToCancel = {
  hotelId: number
  codes: readonly string[]
  reason: string
  isTried: boolean
}

/** The outcome for one booking. */
export type CancelledOne = { code: string } & (
  | { record: BookingRecord; nightsGivenBack: string[] }
  | { error: AppError }
)

/** Cancellations in parallel: they cost a disk commit or two, and block other requests for some milliseconds only. */
const AT_ONCE = 4

/**
 * Cancels many bookings of a hotel without a penalty, each in its own transaction like `cancelBooking` by the hotel; a
 * refused one does not affect the others. Unproven guests get no mail. The work continues even if the caller has
 * disconnected.
 *
 * @returns the outcome of each, in order; a booking of another hotel counts as not found
 */
export async function cancelMany(
  deps: Deps,
  actor: Actor,
  { codes, ...many }: ManyToCancel,
): Promise<CancelledOne[]> {
  const done: CancelledOne[] = []
  for (const some of chunks(codes, AT_ONCE)) {
    done.push(...(await Promise.all(some.map((code) => cancelOne(deps, actor, code, many)))))
    await nextTurn()
  }
  return done
}

async function cancelOne(
  deps: Deps,
  actor: Actor,
  code: string,
  { hotelId, reason, isTried }: Omit<ManyToCancel, 'codes'>,
): Promise<CancelledOne> {
  const request = { reason, caller: 'hotel', isToldToProven: true } as const
  try {
    if ((await findBookingHotel(deps.store, code)) !== hotelId) throw noSuchBooking()
    const cancelled = isTried
      ? await simulateCancel(deps, code, request)
      : await cancelBooking(deps, code, actor, request)
    return { code, ...cancelled }
  } catch (error) {
    if (error instanceof AppError) return { code, error }
    throw error
  }
}
