import type { Change } from '../../domain/availability.ts'
import type { AppError } from '../../domain/errors.ts'
import { findUnavailability, quoteError, type RoomNight } from '../../domain/stay.ts'
import { groupDays, listDays } from '../../store/availability/availability.ts'
import { takeNights } from '../../store/availability/nights.ts'
import type { Handle, Tx } from '../../store/engine.ts'

/**
 * Takes rooms off nights of one room type, however many of each.
 *
 * @throws AppError `sold_out` or `closed_for_sale` naming every night that cannot be had
 */
export async function takeRooms(
  tx: Tx,
  place: { hotelId: number; roomCode: string },
  nights: readonly RoomNight[],
): Promise<Change[]> {
  const taken: Change[] = []
  for (const [rooms, dates] of byRooms(nights))
    taken.push(...(await takeNights(tx, { ...place, dates, rooms })))
  if (taken.length < nights.length) throw await refusal(tx, place, nights, taken)
  return taken
}

/** Groups dates by number of rooms: a change has at most two groups, kept nights and new ones. */
export function byRooms(nights: readonly RoomNight[]) {
  const groups = Map.groupBy(nights, ({ rooms }) => rooms)
  return [...groups].map(([rooms, group]) => [rooms, group.map(({ date }) => date)] as const)
}

/** The error for nights that could not be taken; those that were count as free, for the transaction rolls back. */
async function refusal(
  handle: Handle,
  { hotelId, roomCode }: { hotelId: number; roomCode: string },
  nights: readonly RoomNight[],
  taken: readonly Change[],
): Promise<AppError> {
  const dates = nights.map(({ date }) => date)
  const range = { from: dates[0]!, to: dates.at(-1)! }
  const rows = await listDays(handle, { hotelId, roomCodes: [roomCode], ...range })
  const days = new Map([
    ...(groupDays(rows).get(roomCode) ?? []),
    ...taken.map(({ date, before }) => [date, before!] as const),
  ])
  return quoteError(findUnavailability(days, nights) ?? { reason: 'sold_out', dates })
}
