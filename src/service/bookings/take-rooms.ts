import type { Change } from '../../domain/kernel/availability.ts'
import type { AppError } from '../../domain/kernel/errors.ts'
import { nightsOf, type Stay } from '../../domain/kernel/night.ts'
import { findUnavailability, quoteError, type RoomNight } from '../../domain/sale/stay.ts'
import type { WebCount } from '../../domain/strangers/web-nights.ts'
import { readDays } from '../../store/days/availability.ts'
import type { ChangeHead } from '../../store/days/history.ts'
import { takeNights } from '../../store/days/nights.ts'
import { sellNights } from '../../store/days/sold-nights.ts'
import type { Handle, Tx } from '../../store/engine/engine.ts'

/** `needsPrice: false` ignores the day's price, which may be missing. */
type SaleOptions = { needsPrice?: boolean }

/**
 * Takes rooms off nights of one room type; each night may lose a different number.
 *
 * @throws AppError `sold_out` or `closed_for_sale` with every unavailable night
 */
export async function takeRooms(
  tx: Tx,
  place: { hotelId: number; roomCode: string },
  nights: readonly RoomNight[],
  options: SaleOptions = {},
): Promise<Change[]> {
  const taken: Change[] = []
  for (const [rooms, dates] of byRooms(nights))
    taken.push(...(await takeNights(tx, { ...place, dates, rooms }, options)))
  if (taken.length < nights.length)
    throw await unavailableError(tx, place, { nights, taken, options })
  return taken
}

/**
 * Takes the same number of rooms off each night of a stay, in a change that is numbered and recorded.
 *
 * @throws AppError as `takeRooms`
 */
export async function sellRooms(
  tx: Tx,
  head: ChangeHead,
  { roomCode, rooms, ...stay }: Pick<Stay, 'roomCode' | 'rooms' | 'checkin' | 'checkout'>,
  options: { needsPrice: boolean; as?: WebCount | undefined },
): Promise<{ changeSeq: number; changes: Change[] }> {
  const dates = nightsOf(stay)
  const range = { from: dates[0]!, to: dates.at(-1)! }
  const sold = await sellNights(tx, head, { roomCode, rooms, ...range }, options)
  const { changes: taken } = sold
  if (taken.length === dates.length) return sold
  const nights = dates.map((date) => ({ date, rooms }))
  throw await unavailableError(tx, { hotelId: head.hotelId, roomCode }, { nights, taken, options })
}

/** Groups dates by number of rooms: a change has at most two groups, kept nights and new ones. */
export function byRooms(nights: readonly RoomNight[]) {
  const groups = Map.groupBy(nights, ({ rooms }) => rooms)
  return [...groups].map(([rooms, group]) => [rooms, group.map(({ date }) => date)] as const)
}

/**
 * Returns the error for nights that could not be taken; nights that were taken count as free, for the transaction
 * rolls back.
 */
async function unavailableError(
  handle: Handle,
  { hotelId, roomCode }: { hotelId: number; roomCode: string },
  {
    nights,
    taken,
    options,
  }: { nights: readonly RoomNight[]; taken: readonly Change[]; options: SaleOptions },
): Promise<AppError> {
  const dates = nights.map(({ date }) => date)
  const range = { from: dates[0]!, to: dates.at(-1)! }
  const days = new Map([
    ...(await readDays(handle, { hotelId, roomCode, ...range })),
    ...taken.map(({ date, before }) => [date, before!] as const),
  ])
  return quoteError(findUnavailability(days, nights, options) ?? { reason: 'sold_out', dates })
}
