import { BLOCK_DAYS, type DayBlock } from './day-block.ts'
import { adultsPrice, boardPrice, partyPrice, type RoomParty } from './party.ts'
import type { GuestPrices } from './rate.ts'
import {
  inheritWord,
  isClosedWord,
  refusesArrival,
  refusesDeparture,
  refusesNight,
} from './rate-word.ts'
import type { PublicRate, SearchHotel, SearchRoom } from './search.ts'
import type { Offer, StayAsk } from './search-stay.ts'
import { sleeps } from './stay.ts'

// What runs for every room type and rate of every hotel of a search: no object is made but for what is found, for each
// would take as long as a night. With closures, spreads and copies a search of 500 hotels with five rates took 22 ms.

/** What a search shows of a hotel: the cheapest at `STD`, and at any public rate. */
export type Offers = { from: Offer | null; lowest: Offer | null }

export const NO_OFFERS: Offers = { from: null, lowest: null }

/** Room types by their places, the last excluded, and what those before them cost at least. */
export type RoomSpan = { first: number; end: number; found: Offers }

/**
 * The cheapest ways to have a stay in a hotel that uses rates, at `STD` and at any public one (contract-rates); of equally
 * cheap ones the first by room code, then `STD` before the others by code. As `quoteAtRate` says of each, which a test holds
 * it to.
 *
 * @param blocks a block for each of the stay's `ratedBlocks`
 * @param span of a hotel that is priced in several turns of the event loop
 */
export function cheapestAtRates(
  { rooms, publicRates }: Pick<SearchHotel, 'rooms' | 'publicRates'>,
  blocks: readonly DayBlock[],
  ask: StayAsk,
  { first, end, found }: RoomSpan = { first: 0, end: rooms.length, found: NO_OFFERS },
): Offers {
  const count = ask.party.rooms
  let { from, lowest } = found
  // What one room costs at the best of them: numbers, for to look into what is found takes as long as a night.
  let mostFrom = from === null ? Number.MAX_VALUE : from.totalCents / count
  let mostLowest = lowest === null ? Number.MAX_VALUE : lowest.totalCents / count
  for (let room = first; room < end; room++) {
    const roomType = rooms[room]!
    if (!sleeps(roomType, ask.party)) continue
    const stdCents = sumOf(room, blocks, ask)
    if (stdCents < 0) continue
    const chosen = boardOf(roomType, ask)
    const withBoard = chosen === null ? ask.noBoards : boardPrices(roomType, chosen, ask)
    for (const rate of publicRates[room]!) {
      if (rate.boardCode === null ? chosen === undefined : isOtherBoard(rate, ask)) continue
      const most = rate.place === 0 ? mostFrom : mostLowest
      if (leastOf(rate, stdCents, ask.nights) >= most) continue
      const boards = rate.boardCode === null ? withBoard : ask.noBoards
      const perRoom = priceAtRate(rate, room, boards, blocks, ask, most)
      if (perRoom === 0) continue
      const { roomCode } = roomType
      const boardCode = rate.boardCode ?? chosen ?? null
      const totalCents = perRoom * count
      const offer: Offer = { roomCode, rateCode: rate.rateCode, boardCode, totalCents }
      if (rate.place === 0) {
        from = offer
        mostFrom = perRoom
      }
      if (perRoom < mostLowest) {
        lowest = offer
        mostLowest = perRoom
      }
    }
  }
  return { from, lowest }
}

/** The prices of the days of a stay together, 0 when one has none; below 0 when a night is closed or has too few rooms. */
function sumOf(room: number, blocks: readonly DayBlock[], { parts, party }: StayAsk): number {
  let sum = 0
  let isPriced = true
  for (let part = 0; part < parts.length; part++) {
    const { first, nights } = parts[part]!
    const { available, rates } = blocks[part]!
    const { prices, of } = rates!
    const start = room * BLOCK_DAYS + first
    const std = room * of.length * BLOCK_DAYS + first
    for (let night = 0; night < nights; night++) {
      if (available[start + night]! < party.rooms) return -1
      // Read where those of the rates stand: an array more is as dear as a room type.
      const price = prices[std + night]!
      if (price === 0) isPriced = false
      sum += price
    }
  }
  return isPriced ? sum : 0
}

/**
 * What one room cannot cost less than at a rate, by the days' prices together: most rates need not be looked at night by
 * night. 0 where that is not known, and no bound at all where a night has no price.
 */
function leastOf(
  { isOwn, guests, factor, amountCents }: PublicRate,
  stdCents: number,
  nights: number,
): number {
  if (isOwn) return 0
  if (stdCents === 0) return Number.MAX_VALUE
  // Each night is rounded by at most a half; the rest of a cent is for what the product is rounded by.
  return guests === null ? stdCents * factor + (amountCents - 1) * nights : 0
}

/** The board at rates that leave it to the guest; null: the room type has none, undefined: not the one asked for. */
function boardOf({ boards }: SearchRoom, { board }: StayAsk): string | null | undefined {
  if (board === null) return boards[0] ?? null
  return boards.includes(board) ? board : undefined
}

const isOtherBoard = ({ boardCode }: PublicRate, { board }: StayAsk) =>
  board !== null && board !== boardCode

/** What a board adds for the party of each room. */
function boardPrices(
  room: SearchRoom,
  board: string | undefined,
  { parties, noBoards }: StayAsk,
): readonly number[] {
  if (board === undefined || !room.supplementsCents[board]) return noBoards
  return parties.map((party) => boardPrice(room, board, party))
}

/**
 * The price of one room for a stay at a rate, 0 when it cannot be had or not below `most`: the inner loop where there are
 * rates.
 */
function priceAtRate(
  { place, isDerived, guests }: PublicRate,
  room: number,
  boards: readonly number[],
  blocks: readonly DayBlock[],
  { parts, departure, nights: length, parties }: StayAsk,
  most: number,
): number {
  const isOne = isOneForAll(guests, parties, boards)
  let sum = 0
  for (let part = 0; part < parts.length; part++) {
    const { first, nights } = parts[part]!
    const { of, prices, words } = blocks[part]!.rates!
    const std = room * of.length * BLOCK_DAYS + first
    const start = std + place * BLOCK_DAYS
    for (let night = 0; night < nights; night++) {
      const price = prices[start + night]!
      if (price === 0) return 0
      if (words !== null) {
        const set = words[start + night]!
        if (place > 0 && isClosedWord(set)) return 0
        const word = isDerived ? inheritWord(set, words[std + night]!) : set
        if (word !== 0) {
          if (refusesNight(word, length)) return 0
          if (sum === 0 && refusesArrival(word, length)) return 0
        }
      }
      const cents = isOne ? price + boards[0]! : partyNight(price, guests, parties, boards)
      sum += cents
      if (cents === 0 || sum >= most) return 0
    }
  }
  const { of, words } = blocks[departure.part]!.rates!
  if (words === null) return sum
  const std = room * of.length * BLOCK_DAYS + departure.day
  const set = words[std + place * BLOCK_DAYS]!
  return refusesDeparture(isDerived ? inheritWord(set, words[std]!) : set) ? 0 : sum
}

/** Whether every room pays what the rate's price is, whoever sleeps in it, and the same for its board. */
function isOneForAll(
  guests: GuestPrices | null,
  parties: readonly RoomParty[],
  boards: readonly number[],
): boolean {
  for (let index = 1; index < boards.length; index++) if (boards[index] !== boards[0]) return false
  if (guests === null) return true
  const hasBands = guests.children !== undefined && guests.children.length > 0
  for (let index = 0; index < parties.length; index++) {
    const { adults, ages } = parties[index]!
    if (adults !== guests.adults || (hasBands && ages.length > 0)) return false
  }
  return true
}

/** What a room with its board costs a night, 0 when there is no price for a party or rooms would cost differently. */
function partyNight(
  price: number,
  guests: GuestPrices | null,
  parties: readonly RoomParty[],
  boards: readonly number[],
): number {
  const [first] = parties
  // Adults alone, as most are: a third of what the whole reckoning takes.
  if (parties.length === 1 && guests !== null && first!.ages.length === 0) {
    const ofAdults = adultsPrice(price, guests, first!.adults)
    return ofAdults < 1 ? 0 : ofAdults + boards[0]!
  }
  let all = 0
  for (let index = 0; index < parties.length; index++) {
    const ofParty = partyPrice(price, guests, parties[index]!)
    const one = ofParty + boards[index]!
    if (ofParty < 1 || (index > 0 && one !== all)) return 0
    all = one
  }
  return all
}
