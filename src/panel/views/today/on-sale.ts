import type { Availability, NightFigures } from '../../../client/call.ts'

/**
 * The nights without anything to sell. A full house does not count: rooms were sold, and a room type is still open at a
 * price.
 *
 * @param nights ascending
 */
export function nightsWithoutSale(
  nights: readonly Pick<NightFigures, 'date' | 'roomsSold'>[],
  { rooms }: Availability,
): string[] {
  const open = rooms.flatMap(({ days }) => days.filter((day) => !day.closed && day.priceCents > 0))
  const isOpen = new Set(open.map(({ date }) => date))
  const hasRooms = new Set(open.filter(({ available }) => available > 0).map(({ date }) => date))
  return nights
    .filter(({ date, roomsSold }) => !hasRooms.has(date) && !(isOpen.has(date) && roomsSold > 0))
    .map(({ date }) => date)
}
