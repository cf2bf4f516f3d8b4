import { type Change, isSameOffer, type RoomRules, shownPriceCents } from './availability.ts'
import { instantText } from './date.ts'
import { EVENT_DAYS_MAX } from './limits.ts'

/** What an event says (specification §6, contract §4). */
export type Telling = {
  event: string
  data: unknown
  id: string
  atMs: number
  hotelSlug: string
}

/** A day as the pull shows it. */
export type ToldDay = {
  roomCode: string
  date: string
  available: number
  priceCents: number
  closed: boolean
}

/** A night of which more rooms are sold than the room type may sell: the data of `booking.oversold`. */
export type OversoldNight = {
  roomCode: string
  date: string
  totalRooms: number
  overbookingRooms: number
  /** Rooms of bookings that sleep there, and the kept first night of no-shows. */
  sold: number
  /** Codes of bookings that sleep there, at most `NAMED_BOOKINGS_MAX`. */
  bookings: string[]
}

/** The exact text of an event, as it is kept, signed and sent. */
export function eventBody({ event, data, id, atMs, hotelSlug }: Telling): string {
  return JSON.stringify({ event, data, id, createdAt: instantText(atMs), hotelSlug })
}

/**
 * The days of a change as `availability.changed` tells them: as the change left them, by room code and date.
 *
 * @returns one list an event, each of at most 500 days; none when no day offers anything else than before
 */
export function toldDays(
  changes: readonly Change[],
  rooms: readonly Pick<RoomRules, 'roomCode' | 'basePriceCents'>[],
): ToldDay[][] {
  const basePrices = new Map(rooms.map((room) => [room.roomCode, room.basePriceCents]))
  const days = changes
    .filter(({ before, after }) => !isSameOffer(before, after))
    .map(({ roomCode, date, after: { available, priceCents, closed } }) => {
      const shownCents = shownPriceCents(priceCents, basePrices.get(roomCode) ?? null)
      return { roomCode, date, available, priceCents: shownCents, closed }
    })
    .toSorted((a, b) => order(a.roomCode, b.roomCode) || order(a.date, b.date))
  const lists: ToldDay[][] = []
  for (let start = 0; start < days.length; start += EVENT_DAYS_MAX)
    lists.push(days.slice(start, start + EVENT_DAYS_MAX))
  return lists
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
