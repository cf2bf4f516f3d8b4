import { daysBetween } from '../kernel/date.ts'
import type { Stay } from '../kernel/night.ts'
import { STD } from '../rates/rate.ts'
import { BLOCK_DAYS, type DayBlock, partsOf, placeOfDate, type StayPart } from './day-block.ts'
import { type Party, type RoomParty, roomParties } from './party.ts'
import { boardFor, canSell, type SearchRoom } from './search.ts'
import { sleeps, supplementOf } from './stay.ts'

/** A stay in the form in which search prices it at every hotel. */
export type StayAsk = {
  parts: readonly StayPart[]
  /** The check-out day; `part` is one past the last part if the day lies in the next block. */
  departure: { part: number; day: number }
  /** Blocks for hotels without rates, and for hotels with rates, which also need the check-out day. */
  blocks: readonly number[]
  ratedBlocks: readonly number[]
  nights: number
  party: Party
  /** The distinct parties of the rooms. */
  parties: readonly RoomParty[]
  /** Board supplements of the parties when the board is free. */
  noBoards: readonly number[]
  board: string | null
}

/** The cheapest offer of a hotel for a stay. */
export type Offer = {
  roomCode: string
  rateCode: string
  boardCode: string | null
  totalCents: number
}

/** Converts a stay to block positions. */
export function askOf(
  stay: Pick<Stay, 'checkin' | 'checkout'> & { party: Party },
  board: string | null,
): StayAsk {
  const parts = partsOf(stay)
  const blocks = parts.map(({ block }) => block)
  const { block, day } = placeOfDate(stay.checkout)
  const isWithin = blocks.includes(block)
  const parties = roomParties(stay.party)
  return {
    parts,
    departure: { part: isWithin ? blocks.length - 1 : blocks.length, day },
    blocks,
    ratedBlocks: isWithin ? blocks : [...blocks, block],
    nights: daysBetween(stay.checkin, stay.checkout),
    party: stay.party,
    parties,
    noBoards: parties.map(() => 0),
    board,
  }
}

/**
 * Finds the cheapest offer of a hotel without rates: room types that sleep the party, offer the board and have enough
 * rooms every night; ties go to the first room code; null: none.
 *
 * @param blocks a block for each part of the stay
 * @param span the room types to price, `end` excluded; default: all
 */
export function cheapestStay(
  rooms: readonly SearchRoom[],
  blocks: readonly DayBlock[],
  { parts, party, board }: StayAsk,
  { first, end }: { first: number; end: number } = { first: 0, end: rooms.length },
): Offer | null {
  let best: Offer | null = null
  for (let index = first; index < end; index++) {
    const room = rooms[index]!
    if (!canSell(room, board) || !sleeps(room, party)) continue
    const boardCode = boardFor(room, board)
    const perRoom = priceOf(index, blocks, parts, party.rooms, supplementOf(room, boardCode))
    const totalCents = perRoom * party.rooms
    if (perRoom > 0 && (!best || totalCents < best.totalCents))
      best = { roomCode: room.roomCode, rateCode: STD, boardCode, totalCents }
  }
  return best
}

/** Returns the price of one room for a stay; 0: not available. This is the inner loop of every search. */
function priceOf(
  room: number,
  blocks: readonly DayBlock[],
  parts: readonly StayPart[],
  rooms: number,
  supplementCents: number,
): number {
  let sum = 0
  for (let part = 0; part < parts.length; part++) {
    const { first, nights } = parts[part]!
    const { prices, available } = blocks[part]!
    const start = room * BLOCK_DAYS + first
    for (let cell = start; cell < start + nights; cell++) {
      const price = prices[cell]!
      if (price === 0 || available[cell]! < rooms) return 0
      sum += price + supplementCents
    }
  }
  return sum
}
