import type { GuestPrices } from '../rates/rate.ts'
import {
  inheritWord,
  isClosedWord,
  refusesArrival,
  refusesDeparture,
  refusesNight,
} from '../rates/restriction-bits.ts'
import { isAheadRefused } from './block-cells.ts'
import { numberAt } from './cell-numbers.ts'
import { BLOCK_DAYS, type DayBlock } from './day-block.ts'
import { leastDerived, leastOf, nightPrice, stdSum, sumAtRate } from './night-sums.ts'
import { adultsPrice, boardPrice, partyPrice, type RoomParty } from './party.ts'
import type { PublicRate, SearchHotel, SearchRoom } from './search.ts'
import type { Offer, StayAsk } from './search-stay.ts'
import { sleeps } from './stay.ts'

// This code runs for every room type and rate of every hotel in a search: it allocates only for what it finds. With
// closures, spreads and copies a search of 500 hotels with five rates took 22 ms.

/** The offers that search shows of a hotel: the cheapest at `STD`, and at any public rate. */
export type Offers = { from: Offer | null; lowest: Offer | null }

export const NO_OFFERS: Offers = { from: null, lowest: null }

/** The room types and rates of a hotel, and the number of days from its today to the check-in. */
export type RatedHotel = Pick<SearchHotel, 'rooms' | 'publicRates'> & { aheadDays: number }

/** Room types by place, `end` excluded, with the cheapest offers of those before them. */
export type RoomSpan = { first: number; end: number; found: Offers }

/**
 * Finds the cheapest offers of a hotel with rates, at `STD` and at any public rate (contract-rates); ties go to the
 * first room code, then `STD`, then rates by code. A model test holds it to the result of `quoteAtRate`.
 *
 * @param blocks one for each of the stay's `ratedBlocks`
 * @param span set if the hotel is priced over several turns of the event loop
 */
export function cheapestAtRates(
  { rooms, publicRates, aheadDays }: RatedHotel,
  blocks: readonly DayBlock[],
  ask: StayAsk,
  { first, end, found }: RoomSpan = { first: 0, end: rooms.length, found: NO_OFFERS },
): Offers {
  const count = ask.party.rooms
  // The best price of one room so far, as numbers: reading the found offers takes as long as a night.
  let mostFrom = found.from === null ? Number.MAX_VALUE : found.from.totalCents / count
  let mostLowest = found.lowest === null ? Number.MAX_VALUE : found.lowest.totalCents / count
  let fromRoom: SearchRoom | null = null
  let fromRate: PublicRate | null = null
  let lowestRoom: SearchRoom | null = null
  let lowestRate: PublicRate | null = null
  for (let room = first; room < end; room++) {
    const roomType = rooms[room]!
    if (!sleeps(roomType, ask.party)) continue
    const stdCents = stdSum(room, blocks, ask)
    if (stdCents < 0) continue
    for (const rate of publicRates[room]!) {
      const { place } = rate
      if (ask.board !== null && !isSoldWith(rate, roomType, ask.board)) continue
      const most = place === 0 ? mostFrom : mostLowest
      if (rate.isDerived && leastOf(leastDerived(stdCents, rate, ask), rate.guests, ask) >= most)
        continue
      const cents = place === 0 ? stdCents : sumAtRate(rate, room, blocks, ask)
      if (cents === 0 || leastOf(cents, rate.guests, ask) >= most) continue
      const boards = boardPrices(rate, roomType, ask)
      const perRoom = isOneForAll(rate.guests, ask.parties, boards)
        ? cents + boards[0]! * ask.nights
        : partySum(rate, room, boards, blocks, ask)
      if (perRoom === 0 || perRoom >= most || isRefused(rate, room, blocks, ask, aheadDays))
        continue
      if (place === 0) {
        mostFrom = perRoom
        fromRoom = roomType
        fromRate = rate
      }
      if (perRoom < mostLowest) {
        mostLowest = perRoom
        lowestRoom = roomType
        lowestRate = rate
      }
    }
  }
  const from = fromRoom === null ? found.from : offerOf(fromRoom, fromRate!, mostFrom, ask)
  if (lowestRoom === null) return { from, lowest: found.lowest }
  const isBoth = fromRoom === lowestRoom && fromRate === lowestRate
  return { from, lowest: isBoth ? from : offerOf(lowestRoom, lowestRate!, mostLowest, ask) }
}

/** Builds the offer, once per hotel. */
function offerOf(room: SearchRoom, rate: PublicRate, perRoom: number, ask: StayAsk): Offer {
  return {
    roomCode: room.roomCode,
    rateCode: rate.rateCode,
    boardCode: boardOf(rate, room, ask),
    totalCents: perRoom * ask.party.rooms,
  }
}

/** True if a room type at a rate is sold with a board. */
const isSoldWith = ({ boardCode }: PublicRate, { boards }: SearchRoom, board: string) =>
  boardCode === null ? boards.includes(board) : board === boardCode

/** Returns the board of a room type at a rate: the rate's own, else the requested, else the first; null: none. */
const boardOf = ({ boardCode }: PublicRate, { boards }: SearchRoom, { board }: StayAsk) =>
  boardCode ?? board ?? boards[0] ?? null

/** Returns the supplement of a board that the rate excludes, for the party of each room. */
function boardPrices(rate: PublicRate, room: SearchRoom, ask: StayAsk): readonly number[] {
  const { parties, noBoards } = ask
  if (rate.boardCode !== null) return noBoards
  const board = boardOf(rate, room, ask)
  if (board === null || !room.supplementsCents[board]) return noBoards
  return parties.map((party) => boardPrice(room, board, party))
}

/** Returns the price of one room and its board at a rate; 0: a night has no price for the parties. */
function partySum(
  rate: PublicRate,
  room: number,
  boards: readonly number[],
  blocks: readonly DayBlock[],
  { parts, parties }: StayAsk,
): number {
  let sum = 0
  for (let part = 0; part < parts.length; part++) {
    const { first, nights } = parts[part]!
    for (let day = first; day < first + nights; day++) {
      const price = nightPrice(rate, room, blocks[part]!, day)
      const cents = partyNight(price, rate.guests, parties, boards)
      if (cents === 0) return 0
      sum += cents
    }
  }
  return sum
}

/** True if the rate's restrictions or its own closed nights refuse a stay. */
function isRefused(
  rate: PublicRate,
  room: number,
  blocks: readonly DayBlock[],
  { parts, departure, nights: length }: StayAsk,
  aheadDays: number,
): boolean {
  const { place, isDerived } = rate
  if (isAheadRefused(blocks[0]!, rate, room * BLOCK_DAYS + parts[0]!.first, aheadDays)) return true
  for (let part = 0; part < parts.length; part++) {
    const { first, nights } = parts[part]!
    const { of, words } = blocks[part]!.rates!
    if (words === null) continue
    const std = room * of.length * BLOCK_DAYS + first
    const start = std + place * BLOCK_DAYS
    for (let night = 0; night < nights; night++) {
      const set = numberAt(words, start + night)
      if (place > 0 && isClosedWord(set)) return true
      const word = isDerived ? inheritWord(set, numberAt(words, std + night)) : set
      if (word === 0) continue
      if (refusesNight(word, length)) return true
      if (part === 0 && night === 0 && refusesArrival(word, length)) return true
    }
  }
  const { of, words } = blocks[departure.part]!.rates!
  if (words === null) return false
  const std = room * of.length * BLOCK_DAYS + departure.day
  const set = numberAt(words, std + place * BLOCK_DAYS)
  return refusesDeparture(isDerived ? inheritWord(set, numberAt(words, std)) : set)
}

/** True if every room pays the rate's price whatever its party, and the same for its board. */
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

/** Returns the price of a room and its board for a night; 0: no price for a party, or rooms would cost differently. */
function partyNight(
  price: number,
  guests: GuestPrices | null,
  parties: readonly RoomParty[],
  boards: readonly number[],
): number {
  const [first] = parties
  // Most parties are adults only: this path takes a third of the full computation.
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
