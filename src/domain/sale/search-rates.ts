import type { GuestPrices } from '../rates/rate.ts'
import {
  inheritWord,
  isClosedWord,
  refusesArrival,
  refusesDeparture,
  refusesNight,
} from '../rates/rate-word.ts'
import { BLOCK_DAYS, type DayBlock } from './day-block.ts'
import { adultsPrice, boardPrice, partyPrice, type RoomParty } from './party.ts'
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
  // What one room costs at the best of them: numbers, for to look into what is found takes as long as a night.
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
      const cents = place === 0 ? stdCents : sumAtRate(place, room, blocks, ask)
      if (cents === 0 || leastOf(cents, rate.guests, ask) >= most) continue
      const boards = boardPrices(rate, roomType, ask)
      const perRoom = isOneForAll(rate.guests, ask.parties, boards)
        ? cents + boards[0]! * ask.nights
        : partySum(rate, room, boards, blocks, ask)
      if (perRoom === 0 || perRoom >= most || isRefused(rate, room, blocks, ask)) continue
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

/** What is found, put into words once for each hotel. */
function offerOf(room: SearchRoom, rate: PublicRate, perRoom: number, ask: StayAsk): Offer {
  return {
    roomCode: room.roomCode,
    rateCode: rate.rateCode,
    boardCode: boardOf(rate, room, ask),
    totalCents: perRoom * ask.party.rooms,
  }
}

/** The prices of the days of a stay together, 0 when one has none; below 0 when a night is closed or has too few rooms. */
function stdSum(room: number, blocks: readonly DayBlock[], { parts, party }: StayAsk): number {
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

/** The prices of a rate of the nights of a stay together, 0 when one has none. */
function sumAtRate(place: number, room: number, blocks: readonly DayBlock[], ask: StayAsk): number {
  const { parts } = ask
  let sum = 0
  for (let part = 0; part < parts.length; part++) {
    const { first, nights } = parts[part]!
    const { of, prices } = blocks[part]!.rates!
    const start = (room * of.length + place) * BLOCK_DAYS + first
    for (let cell = start; cell < start + nights; cell++) {
      const price = prices[cell]!
      if (price === 0) return 0
      sum += price
    }
  }
  return sum
}

/** What a room cannot cost less than, by the prices of its nights together: most rates need no more than this. */
function leastOf(cents: number, guests: GuestPrices | null, { parties, nights }: StayAsk): number {
  if (guests === null || !guests.lessPercentBp) return cents
  const fewer = guests.adults - parties[0]!.adults
  if (fewer <= 0) return cents
  // Each night is rounded by at most a half; the rest of a cent is for what the product is rounded by.
  return (cents * (10_000 - fewer * guests.lessPercentBp)) / 10_000 - nights
}

/** Whether a room type at a rate is sold with a board. */
const isSoldWith = ({ boardCode }: PublicRate, { boards }: SearchRoom, board: string) =>
  boardCode === null ? boards.includes(board) : board === boardCode

/** The board of a room type at a rate: the rate's own, else what was asked for, else the first; null when there is none. */
const boardOf = ({ boardCode }: PublicRate, { boards }: SearchRoom, { board }: StayAsk) =>
  boardCode ?? board ?? boards[0] ?? null

/** What a board that the rate's price leaves out adds for the party of each room. */
function boardPrices(rate: PublicRate, room: SearchRoom, ask: StayAsk): readonly number[] {
  const { parties, noBoards } = ask
  if (rate.boardCode !== null) return noBoards
  const board = boardOf(rate, room, ask)
  if (board === null || !room.supplementsCents[board]) return noBoards
  return parties.map((party) => boardPrice(room, board, party))
}

/** What the nights of one room with its board cost together at a rate, 0 when one has no price for the parties. */
function partySum(
  { place, guests }: PublicRate,
  room: number,
  boards: readonly number[],
  blocks: readonly DayBlock[],
  { parts, parties }: StayAsk,
): number {
  let sum = 0
  for (let part = 0; part < parts.length; part++) {
    const { first, nights } = parts[part]!
    const { of, prices } = blocks[part]!.rates!
    const start = (room * of.length + place) * BLOCK_DAYS + first
    for (let cell = start; cell < start + nights; cell++) {
      const cents = partyNight(prices[cell]!, guests, parties, boards)
      if (cents === 0) return 0
      sum += cents
    }
  }
  return sum
}

/** Whether restrictions of a rate, or its own closed nights, stand against a stay. */
function isRefused(
  { place, isDerived }: PublicRate,
  room: number,
  blocks: readonly DayBlock[],
  { parts, departure, nights: length }: StayAsk,
): boolean {
  for (let part = 0; part < parts.length; part++) {
    const { first, nights } = parts[part]!
    const { of, words } = blocks[part]!.rates!
    if (words === null) continue
    const std = room * of.length * BLOCK_DAYS + first
    const start = std + place * BLOCK_DAYS
    for (let night = 0; night < nights; night++) {
      const set = words[start + night]!
      if (place > 0 && isClosedWord(set)) return true
      const word = isDerived ? inheritWord(set, words[std + night]!) : set
      if (word === 0) continue
      if (refusesNight(word, length)) return true
      if (part === 0 && night === 0 && refusesArrival(word, length)) return true
    }
  }
  const { of, words } = blocks[departure.part]!.rates!
  if (words === null) return false
  const std = room * of.length * BLOCK_DAYS + departure.day
  const set = words[std + place * BLOCK_DAYS]!
  return refusesDeparture(isDerived ? inheritWord(set, words[std]!) : set)
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
