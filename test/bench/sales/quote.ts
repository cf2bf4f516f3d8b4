import type { RoomType } from '../../../src/domain/catalog/catalog.ts'
import type { NoQuote, RoomQuote } from '../../../src/http/sale/search-shape.ts'
import type { NightRow } from './statements.ts'

/** The party that is asked for everywhere in the bench. */
const PARTY = { rooms: 1, adults: 2 }

/** The quote of a room type on its days, or the reason why there is none. */
export function quote(room: RoomType, days: readonly NightRow[]): RoomQuote {
  if (room.maxAdults < PARTY.adults)
    return refusal(
      'party_too_large',
      'The party does not fit this number of rooms, or leaves one without an adult.',
    )
  const closed = days.filter((day) => day.closed || !day.price_cents)
  if (closed.length > 0) return refusal('closed_for_sale', 'These nights are not for sale.', closed)
  const full = days.filter((day) => day.available < PARTY.rooms)
  if (full.length > 0)
    return refusal('sold_out', 'Not enough rooms are left on these nights.', full)
  const nightly = days.map(({ date, price_cents }) => ({ date, priceCents: price_cents! }))
  const totalPriceCents = nightly.reduce((sum, { priceCents }) => sum + priceCents, 0)
  return {
    quote: {
      totalPriceCents,
      nightly,
      boardCode: room.boards[0] ?? null,
      available: Math.min(...days.map(({ available }) => available)),
      boards: room.boards.map((boardCode) => ({
        boardCode,
        totalPriceCents: totalPriceCents + (room.supplementsCents[boardCode] ?? 0) * days.length,
      })),
    },
    reason: null,
  }
}

const refusal = (
  code: NoQuote['code'],
  message: string,
  days: readonly NightRow[] = [],
): RoomQuote => ({ quote: null, reason: { code, message, dates: days.map(({ date }) => date) } })
