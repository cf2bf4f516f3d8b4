import type { Booking } from '../bookings/booking.ts'
import { liveNights, nightName } from '../days/unseen.ts'
import type { Change, NightPlace } from '../kernel/availability.ts'

/** By how much a booking's step moves what its agency has drawn of a night. */
export type AgencyNightMove = NightPlace & { live: number; pending: number; keptBack: number }

/** The fields of a booking that decide which nights its agency draws. */
type Drawing = Pick<Booking, 'roomCode' | 'status' | 'checkin' | 'checkout' | 'rooms'>

/**
 * Returns the moves of an agency's nights by a step of one of its bookings; nights that stay are left out.
 *
 * @param before null: the booking is new
 * @param changes the days that the step changed: a room that left the booking and did not come back to its night's
 *   count is kept back until the next one
 */
export function agencyNightMoves(
  before: Drawing | null,
  after: Drawing,
  changes: readonly Change[],
): AgencyNightMove[] {
  const moves = new Map<string, AgencyNightMove>()
  if (before) addStay(moves, before, -1)
  addStay(moves, after, 1)
  const given = new Map(changes.map((change) => [nightName(change), givenBack(change)]))
  for (const [name, move] of moves) {
    const left = Math.max(0, -move.live)
    // A stay that is over leaves nothing behind that anybody could still sell.
    if (after.status !== 'completed') move.keptBack = Math.max(0, left - (given.get(name) ?? 0))
  }
  return [...moves.values()].filter(({ live, pending }) => live !== 0 || pending !== 0)
}

function addStay(moves: Map<string, AgencyNightMove>, stay: Drawing, sign: 1 | -1): void {
  const { roomCode, rooms, status } = stay
  for (const date of liveNights(stay)) {
    const name = nightName({ roomCode, date })
    const move = moves.get(name) ?? { roomCode, date, live: 0, pending: 0, keptBack: 0 }
    move.live += sign * rooms
    if (status === 'pending') move.pending += sign * rooms
    moves.set(name, move)
  }
}

const givenBack = ({ before, after }: Change) =>
  Math.max(0, after.available - (before?.available ?? 0))
