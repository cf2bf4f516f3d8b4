import { BLOCK_DAYS, type DayBlock } from './day-block.ts'
import { boardPrice, partyPrice, type RoomParty } from './party.ts'
import { boardAtRate } from './quote.ts'
import { derivedPrice, type GuestPrices, isSoldWith, type Pricing, type Rate } from './rate.ts'
import {
  inheritWord,
  isClosedWord,
  refusesArrival,
  refusesDeparture,
  refusesNight,
} from './rate-word.ts'
import type { SearchHotel, SearchRoom } from './search.ts'
import type { Offer, StayAsk } from './search-stay.ts'
import { sleeps } from './stay.ts'

/** What a search shows of a hotel: the cheapest at `STD`, and at any public rate. */
export type Offers = { from: Offer | null; lowest: Offer | null }

/** A stay in a room type at a rate. */
type Case = { room: number; rate: number; pricing: Pricing | null; guests: GuestPrices | null }

export const NO_OFFERS: Offers = { from: null, lowest: null }

/**
 * The cheapest ways to have a stay in a hotel that uses rates, at `STD` and at any public one (contract-rates); of equally
 * cheap ones the first by room code, then `STD` before the others by code. As `quoteAtRate` says of each, which a test holds
 * it to.
 *
 * @param blocks a block for each of the stay's `ratedBlocks`
 */
export function cheapestAtRates(
  rooms: readonly SearchRoom[],
  rates: NonNullable<SearchHotel['rates']>,
  blocks: readonly DayBlock[],
  ask: StayAsk,
): Offers {
  let from: Offer | null = null
  let lowest: Offer | null = null
  for (const [roomIndex, room] of rooms.entries()) {
    if (!sleeps(room, ask.party) || !hasRooms(roomIndex, blocks, ask)) continue
    for (const [rateIndex, rate] of rates.entries()) {
      if (!rate.public || !isSoldWith(rate, room.roomCode)) continue
      const { boardCode, fault } = boardAtRate({ room, rate }, ask.board)
      if (fault) continue
      const boards = boardPrices(room, rate, boardCode, ask.parties)
      const at = { room: roomIndex, rate: rateIndex, ...rate }
      const perRoom = priceAtRate(at, blocks, ask, boards)
      const totalCents = perRoom * ask.party.rooms
      if (perRoom === 0 || (lowest && lowest.totalCents <= totalCents && rateIndex > 0)) continue
      const { rateCode } = rate
      const offer = { roomCode: room.roomCode, rateCode, boardCode, totalCents }
      if (rateIndex === 0 && (!from || totalCents < from.totalCents)) from = offer
      if (!lowest || totalCents < lowest.totalCents) lowest = offer
    }
  }
  return { from, lowest }
}

/** Whether a room type is open, with enough rooms, on every night. */
function hasRooms(room: number, blocks: readonly DayBlock[], { parts, party }: StayAsk): boolean {
  for (let part = 0; part < parts.length; part++) {
    const { first, nights } = parts[part]!
    const { available, rates } = blocks[part]!
    const start = room * BLOCK_DAYS + first
    for (let cell = start; cell < start + nights; cell++)
      if (rates!.closed[cell] === 1 || available[cell]! < party.rooms) return false
  }
  return true
}

/** What the board adds for the party of each room; 0 where the rate includes it. */
function boardPrices(
  room: SearchRoom,
  rate: Rate,
  boardCode: string | null,
  parties: readonly RoomParty[],
): readonly number[] {
  return parties.map((party) => (rate.boardCode === null ? boardPrice(room, boardCode, party) : 0))
}

/** The price of one room for a stay at a rate, 0 when it cannot be had: the inner loop where there are rates. */
function priceAtRate(
  { room, rate, pricing, guests }: Case,
  blocks: readonly DayBlock[],
  { parts, departure, nights: length, parties }: StayAsk,
  boards: readonly number[],
): number {
  const isDerived = pricing?.type === 'derived'
  const isOne = boards.every((board) => board === boards[0]) && isOneForAll(guests, parties)
  let sum = 0
  for (let part = 0; part < parts.length; part++) {
    const { first, nights } = parts[part]!
    const { prices, rates } = blocks[part]!
    const cells = rates!.cells[rate]!
    const source = cells.prices ?? prices
    const std = isDerived ? rates!.cells[0]!.words : null
    const hasWords = cells.words !== null || std !== null
    const start = room * BLOCK_DAYS + first
    for (let cell = start; cell < start + nights; cell++) {
      let price = source[cell]!
      if (isDerived && price !== 0) price = derivedPrice(price, pricing) ?? 0
      if (price === 0) return 0
      if (hasWords) {
        const own = cells.words === null ? 0 : cells.words[cell]!
        if (rate > 0 && isClosedWord(own)) return 0
        const word = std === null ? own : inheritWord(own, std[cell]!)
        if (word !== 0 && refusesNight(word, length)) return 0
        if (word !== 0 && part === 0 && cell === start && refusesArrival(word, length)) return 0
      }
      const night = isOne ? price + boards[0]! : evenPrice(price, guests, parties, boards)
      if (night === 0) return 0
      sum += night
    }
  }
  const { cells } = blocks[departure.part]!.rates!
  const cell = room * BLOCK_DAYS + departure.day
  const own = cells[rate]!.words?.[cell] ?? 0
  const word = isDerived ? inheritWord(own, cells[0]!.words?.[cell] ?? 0) : own
  return refusesDeparture(word) ? 0 : sum
}

/** Whether every room pays what the rate's price is, whoever sleeps in it. */
function isOneForAll(guests: GuestPrices | null, parties: readonly RoomParty[]): boolean {
  if (guests === null) return true
  const hasBands = guests.children !== undefined && guests.children.length > 0
  for (const { adults, ages } of parties)
    if (adults !== guests.adults || (hasBands && ages.length > 0)) return false
  return true
}

/** What a room with its board costs a night, 0 when there is no price for a party or rooms would cost differently. */
function evenPrice(
  price: number,
  guests: GuestPrices | null,
  parties: readonly RoomParty[],
  boards: readonly number[],
): number {
  let all = 0
  for (let index = 0; index < parties.length; index++) {
    const ofParty = partyPrice(price, guests, parties[index]!)
    const one = ofParty + boards[index]!
    if (ofParty < 1 || (index > 0 && one !== all)) return 0
    all = one
  }
  return all
}
