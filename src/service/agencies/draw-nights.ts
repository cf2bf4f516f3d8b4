import { agencyNightMoves } from '../../domain/agencies/agency-nights.ts'
import type { Booking } from '../../domain/bookings/booking.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import type { Change } from '../../domain/kernel/availability.ts'
import { moveAgencyNights } from '../../store/agencies/agency-nights.ts'
import type { Tx } from '../../store/engine/engine.ts'

/** A booking after a step, before it (null: it is new), and the days that the step changed. */
type DrawnStep = {
  before?: Booking | null
  after: Omit<Booking, 'id'>
  changes: readonly Change[]
}

/** Moves what an agency draws of its nights by a step of a booking; of no agency, it moves nothing. */
export async function drawNights(
  tx: Tx,
  { hotel }: { hotel: Hotel },
  { before = null, after, changes }: DrawnStep,
): Promise<void> {
  const { hotelId, agencyId } = after
  if (agencyId === null) return
  const moves = agencyNightMoves(before, after, changes)
  // Rooms kept back matter beside an allotment alone, and counts forget them only there.
  const counted = hotel.usesAllotments ? moves : moves.map((move) => ({ ...move, keptBack: 0 }))
  if (counted.length > 0) await moveAgencyNights(tx, { hotelId, agencyId }, counted)
}
