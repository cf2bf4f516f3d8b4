import type { RoomType } from '../catalog/catalog.ts'
import type { Stay } from '../kernel/night.ts'
import { type GuestPrices, partOf } from '../rates/rate.ts'

/** The party of a stay. */
export type Party = Pick<Stay, 'rooms' | 'adults' | 'children' | 'childAges'>

/** The party of one room; an age that was not given is null. */
export type RoomParty = { adults: number; ages: (number | null)[] }

/** Returns the rooms of some parties, all of one stay. */
export const roomsOf = (parties: readonly Pick<Party, 'rooms'>[]): number =>
  parties.reduce((sum, { rooms }) => sum + rooms, 0)

/**
 * Splits a party over its rooms (occupancy): adults to each room in turn, then children, the oldest first, continuing
 * where the adults ended (contract-rates, *Party*).
 *
 * @returns distinct rooms, once each
 */
export function roomParties({ rooms, adults, children, childAges }: Party): RoomParty[] {
  const ages = childAges?.toSorted((a, b) => b - a) ?? Array<null>(children).fill(null)
  if (rooms === 1) return [{ adults, ages }]
  const dealt = Array.from({ length: rooms }, (): RoomParty => ({ adults: 0, ages: [] }))
  for (let adult = 0; adult < adults; adult++) dealt[adult % rooms]!.adults++
  for (const [index, age] of ages.entries()) dealt[(adults + index) % rooms]!.ages.push(age)
  // JSON and not `join`: a list of one null would read as an empty one.
  const different = new Map(dealt.map((room) => [JSON.stringify(room), room]))
  return [...different.values()]
}

/**
 * Returns the price of a night for one room's party, without its board (occupancy pricing); below 1: no price
 * (contract-rates, *Party*). There is no price either if its adults would pay nothing: children do not make up for
 * reductions.
 *
 * @param priceCents the rate's, for the adults that `guests` states
 */
export function partyPrice(
  priceCents: number,
  guests: GuestPrices | null,
  room: RoomParty,
): number {
  if (!guests) return priceCents
  const { moreCents = 0, children: bands = [] } = guests
  let payingAdults = room.adults
  let ofChildren = 0
  for (const age of bands.length > 0 ? room.ages : []) {
    const costs = bands.map(
      ({ amountCents, percentBp }) => amountCents ?? partOf(priceCents, percentBp!),
    )
    const band = age === null ? -1 : bands.findIndex(({ toAge }) => age <= toAge)
    if (age === null) ofChildren += Math.max(moreCents, ...costs)
    else if (band >= 0) ofChildren += costs[band]!
    else payingAdults++
  }
  const ofAdults = adultsPrice(priceCents, guests, payingAdults)
  return ofAdults < 1 ? 0 : ofAdults + ofChildren
}

/**
 * Returns the price of a night for the adults of a room: less for each below the standard number, more for each above.
 */
export function adultsPrice(priceCents: number, guests: GuestPrices, adults: number): number {
  const more = adults - guests.adults
  if (more > 0) return priceCents + more * (guests.moreCents ?? 0)
  if (more === 0 || !guests.lessPercentBp) return priceCents
  return partOf(priceCents, 10_000 + more * guests.lessPercentBp)
}

/** Returns the board supplement of a night for one room's party; 0 for an unknown board. */
export function boardPrice(
  room: Pick<RoomType, 'supplementsCents' | 'perGuest'>,
  boardCode: string | null,
  { adults, ages }: RoomParty,
): number {
  const supplement = boardCode === null ? 0 : (room.supplementsCents[boardCode] ?? 0)
  return isPerGuest(room, boardCode) ? supplement * (adults + ages.length) : supplement
}

/** True if each guest pays the board, not the room; false for a free board. */
export const isPerGuest = (
  { supplementsCents, perGuest }: Pick<RoomType, 'supplementsCents' | 'perGuest'>,
  boardCode: string | null,
) => boardCode !== null && perGuest.includes(boardCode) && (supplementsCents[boardCode] ?? 0) > 0
