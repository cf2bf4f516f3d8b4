import { eq } from 'drizzle-orm'
import type { Booking } from '../../src/domain/bookings/booking.ts'
import { queueProofMail } from '../../src/service/mails/queue-mail.ts'
import { findBooking } from '../../src/store/bookings/bookings.ts'
import { findHotel } from '../../src/store/catalog/catalog.ts'
import { book } from './bookings.ts'
import type { TestService } from './service.ts'

const HALF_AN_HOUR_MS = 30 * 60_000

/** Books as a stranger: a hold that waits for proof or, without `isHold`, a confirmed booking without proof. */
export async function unproven(
  service: TestService,
  { isHold = true, ...order }: Record<string, unknown> & { isHold?: boolean } = {},
): Promise<Booking> {
  const { deps, store, clock } = service
  const { body } = await book(service.call, { hold: isHold, adults: 1, ...order })
  const state = isHold
    ? { proof: 'asked' as const, holdExpiresAtMs: clock.nowMs + HALF_AN_HOUR_MS }
    : { proof: 'none' as const }
  return await store.tx(async (tx) => {
    const { booking: table } = tx.t
    await tx.db.update(table).set(state).where(eq(table.code, body.code))
    const booking = (await findBooking(tx, body.code))!
    const hotel = (await findHotel(tx, booking.hotelId))!
    await queueProofMail(tx, deps, { booking, hotel })
    return booking
  })
}
