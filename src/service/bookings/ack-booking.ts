import { type BookingRecord, recordOf } from '../../domain/booking.ts'
import { refused } from '../../domain/errors.ts'
import { updateAck } from '../../store/bookings/bookings.ts'
import type { Deps } from '../deps.ts'
import { findBookingContext } from './booking-record.ts'

/**
 * Records which revision the partner has, and its own id of the booking. Repeating it changes nothing; an older
 * revision than the one acknowledged already leaves that one.
 *
 * @throws AppError `validation_failed` for a revision that is not there yet
 */
export async function ackBooking(
  deps: Deps,
  code: string,
  seen: { revision: number; externalId?: string | undefined },
): Promise<BookingRecord> {
  return await deps.store.tx(async (tx) => {
    const context = await findBookingContext(tx, code)
    const { booking } = context
    const newest = booking.revision
    if (seen.revision > newest)
      throw refused('/revision', 'unknown_revision', `The newest revision is ${newest}.`, {
        newest,
      })
    return recordOf({ ...booking, ...(await updateAck(tx, booking.id, seen)) }, context)
  })
}
