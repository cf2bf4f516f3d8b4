import type { BookingRecord } from '../../domain/bookings/booking.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { findBookingHotel } from '../../store/bookings/bookings.ts'
import type { Actor } from '../../store/days/history.ts'
import { chunks, nextTurn } from '../../store/engine/pace.ts'
import type { Deps } from '../deps.ts'
import { noSuchBooking } from './ack-booking.ts'
import { cancelBooking, simulateCancel } from './end-booking.ts'

/** Bookings of a hotel that it ends, and why; `isTried`: nothing is done, it is only said what would be. */
export type ManyToCancel = {
  hotelId: number
  codes: readonly string[]
  reason: string
  isTried: boolean
}

/** What became of one of them. */
export type CancelledOne = { code: string } & (
  | { record: BookingRecord; nightsGivenBack: string[] }
  | { error: AppError }
)

/** Bookings that are ended beside each other: a commit or two of the disk, and some milliseconds of everybody else's time. */
const AT_ONCE = 4

/**
 * Ends many bookings of a hotel, each as `cancelBooking` does for the hotel, without a penalty, in a transaction of its own:
 * one that is refused harms no other. Guests whom nobody has proven are not written to. It goes on to the end also when
 * whoever asked has gone.
 *
 * @returns what became of each, in their order; a booking of another hotel is as if it were not there
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
