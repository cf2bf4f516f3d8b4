import type { Stay } from '../kernel/night.ts'
import { assignParties, type PartySets, partySetsOf } from './assignment.ts'
import { BLOCK_DAYS, type DayBlock } from './day-block.ts'
import type { Party } from './party.ts'
import type { TypeCosts } from './room-matching.ts'
import type { SearchHotel } from './search.ts'
import { cheapestAtRates, NO_OFFERS, type Offers, type RatedHotel } from './search-rates.ts'
import { askOf, cheapestStay, type Offer, type StayAsk } from './search-stay.ts'

/** A stay of several parties, each in a room of its own: one stay for each kind of party. */
export type PartiesAsk = { sets: PartySets; asks: readonly StayAsk[] }

/** The cheapest rooms of a hotel for all parties: the total, and the offer of each party in order. */
export type Assignment = { totalCents: number; stays: readonly Offer[] }

/** What search shows of a hotel for several parties: the cheapest at `STD`, and at any public rates. */
export type Assignments = { from: Assignment | null; lowest: Assignment | null }

export const NO_ASSIGNMENTS: Assignments = { from: null, lowest: null }

/** The nights of rates priced in one step. */
const STEP_NIGHTS = 2_000

/** Converts a stay of several parties to block positions. */
export function partiesAskOf(
  { parties, ...dates }: Pick<Stay, 'checkin' | 'checkout'> & { parties: readonly Party[] },
  board: string | null,
): PartiesAsk {
  const sets = partySetsOf(parties)
  return { sets, asks: sets.kinds.map((party) => askOf({ ...dates, party }, board)) }
}

/**
 * Finds the cheapest rooms of a hotel for several parties, at `STD` and at any public rates, within the rooms left
 * (contract-groups, *Asking*). Each party is priced by the search for one room; a step takes less than a millisecond,
 * but for the last one of a hotel of very many room types.
 *
 * @param blocks those of the first of `asks`: all parties stay on the same nights
 */
export function* assignmentsIn(
  { rooms, rates, ...hotel }: RatedHotel & Pick<SearchHotel, 'rates'>,
  blocks: readonly DayBlock[],
  { sets, asks }: PartiesAsk,
): Generator<void, Assignments> {
  const offers: Offers[][] = []
  let nights = 0
  for (let first = 0; first < rooms.length; first++) {
    const span = { first, end: first + 1, found: NO_OFFERS }
    const own: Offers[] = []
    for (const ask of asks) {
      nights += ask.nights * (1 + (rates?.length ?? 0))
      if (nights > STEP_NIGHTS) {
        yield
        nights = 0
      }
      if (rates) own.push(cheapestAtRates({ rooms, ...hotel }, blocks, ask, span))
      else own.push(plainOffers(cheapestStay(rooms, blocks, ask, span)))
    }
    offers.push(own)
  }
  yield
  const left = rooms.map((_, room) => roomsLeft(room, blocks, asks[0]!))
  const lowest = assignOffers(
    sets,
    left,
    offers.map((own) => own.map((each) => each.lowest)),
  )
  if (offers.every((own) => own.every((each) => each.from === each.lowest)))
    return { from: lowest, lowest }
  const from = assignOffers(
    sets,
    left,
    offers.map((own) => own.map((each) => each.from)),
  )
  return { from, lowest }
}

const plainOffers = (offer: Offer | null): Offers =>
  offer === null ? NO_OFFERS : { from: offer, lowest: offer }

/** @param offers by room type, then by kind of party */
function assignOffers(
  sets: PartySets,
  left: readonly number[],
  offers: readonly (readonly (Offer | null)[])[],
): Assignment | null {
  const types = offers.map((own, room): TypeCosts => {
    const cents = own.map((offer) => offer?.totalCents ?? Number.POSITIVE_INFINITY)
    return { left: left[room]!, cents }
  })
  const chosen = assignParties(sets, types)
  if (!chosen) return null
  const stays = chosen.map((room, party) => offers[room]![sets.kindOf[party]!]!)
  return { totalCents: stays.reduce((sum, { totalCents }) => sum + totalCents, 0), stays }
}

/** Returns the rooms of a type left on the scarcest night of a stay; below 1: none, or a closed night. */
export function roomsLeft(
  room: number,
  blocks: readonly DayBlock[],
  { parts }: Pick<StayAsk, 'parts'>,
): number {
  let left = Number.MAX_SAFE_INTEGER
  for (let part = 0; part < parts.length; part++) {
    const { first, nights } = parts[part]!
    const { available } = blocks[part]!
    const start = room * BLOCK_DAYS + first
    for (let cell = start; cell < start + nights; cell++) left = Math.min(left, available[cell]!)
  }
  return left
}
