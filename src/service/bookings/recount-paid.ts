import { listBookingsAt } from '../../store/bookings/bookings.ts'
import { findDesk } from '../../store/bookings/desk.ts'
import { listOtherPaid, type PaidAt, updatePaid } from '../../store/bookings/paid.ts'
import { inHotel } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'

/** A booking whose sum of payments was wrong. */
export type Repaid = PaidAt & { bookingCode: string }

/**
 * Puts right the sum of payments that bookings have beside their desk's, and with it what their agencies owe, each
 * under its hotel's lock. Replicas of 0.1.0, which run on during a rolling upgrade, write only the desk's.
 *
 * @returns what was put right; empty if all was right
 */
export async function recountPaid({ store }: Pick<Deps, 'store'>): Promise<Repaid[]> {
  const suspects = await store.long.snapshot((handle) => listOtherPaid(handle))
  const done: Repaid[] = []
  for (const { bookingId, hotelId } of suspects) {
    const found = await inHotel(store, hotelId, async (tx) => {
      const [at] = await listBookingsAt(tx, [{ id: bookingId }])
      if (!at) return []
      const { paidCents } = await findDesk(tx, at.booking)
      if (at.booking.paidCents === paidCents) return []
      const { code: bookingCode, paidCents: keptCents } = at.booking
      await updatePaid(tx, at.booking, { paidCents })
      return [{ bookingId, bookingCode, hotelId, keptCents, paidCents }]
    })
    done.push(...found)
  }
  return done
}
