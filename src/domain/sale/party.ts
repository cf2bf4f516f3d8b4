import type { RoomType } from '../catalog/catalog.ts'
import type { Stay } from '../kernel/night.ts'
import { type GuestPrices, partOf } from '../rates/rate.ts'

/** What a party asks of a room type. */
export type Party = Pick<Stay, 'rooms' | 'adults' | 'children' | 'childAges'>

/** Who sleeps in one room; an age that was not said is null. */
export type RoomParty = { adults: number; ages: (number | null)[] }

/**
 * Deals a party to its rooms: adults to each in turn, then children, the oldest first, going on where the adults ended
 * (contract-rates, *Party*).
 *
 * @returns rooms that differ from each other, once each
 */
export function roomParties({ rooms, adults, children, childAges }: Party): RoomParty[] {
  const ages = childAges?.toSorted((a, b) => b - a) ?? Array<null>(children).fill(null)
  if (rooms === 1) return [{ adults, ages }]
  const dealt = Array.from({ length: rooms }, (): RoomParty => ({ adults: 0, ages: [] }))
  for (let adult = 0; adult < adults; adult++) dealt[adult % rooms]!.adults++
  for (const [index, age] of ages.entries()) dealt[(adults + index) % rooms]!.ages.push(age)
  // Not joined: a list of one null would read as an empty one.
  const different = new Map(dealt.map((room) => [JSON.stringify(room), room]))
  return [...different.values()]
}

/**
 * What the party of one room pays for a night, its board aside; below 1 there is no price for it (contract-rates, *Party*).
 * Neither is there where its adults would pay nothing: children do not make up for what is taken off them.
 *
 * @param priceCents the rate's, for as many adults as `guests` says
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

/** What so many adults of a room pay for a night: less for each fewer than the price is for, more for each further one. */
export function adultsPrice(priceCents: number, guests: GuestPrices, adults: number): number {
  const more = adults - guests.adults
  if (more > 0) return priceCents + more * (guests.moreCents ?? 0)
  if (more === 0 || !guests.lessPercentBp) return priceCents
  return partOf(priceCents, 10_000 + more * guests.lessPercentBp)
}

/** What a board adds to the price of a night for one room with its party; nothing of a board that is not known. */
export function boardPrice(
  room: Pick<RoomType, 'supplementsCents' | 'perGuest'>,
  boardCode: string | null,
  { adults, ages }: RoomParty,
): number {
  const supplement = boardCode === null ? 0 : (room.supplementsCents[boardCode] ?? 0)
  return isPerGuest(room, boardCode) ? supplement * (adults + ages.length) : supplement
}

/** Whether each guest pays for a board, and not the room; what costs nothing, nobody pays. */
export const isPerGuest = (
  { supplementsCents, perGuest }: Pick<RoomType, 'supplementsCents' | 'perGuest'>,
  boardCode: string | null,
) => boardCode !== null && perGuest.includes(boardCode) && (supplementsCents[boardCode] ?? 0) > 0
