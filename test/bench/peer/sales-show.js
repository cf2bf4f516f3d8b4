/** The shapes of the service's answers, for the peer and the floor. */

/** What is asked for everywhere in the bench. */
const PARTY = { rooms: 1, adults: 2 }
const MESSAGES = {
  sold_out: 'Not enough rooms are left on these nights.',
  closed_for_sale: 'These nights are not for sale.',
  party_too_large:
    'So many rooms of this type do not sleep the party, or leave one without an adult.',
}

/** What search and page show of a hotel. */
export function showHotel(row) {
  const { slug, name, stars, currency, lat, lng, address, rating_sum, rating_count } = row
  const city = { slug: row.city_slug, name: row.city_name, country: row.country }
  const rating = rating_count === 0 ? null : Math.round((rating_sum * 10) / rating_count) / 10
  return { slug, name, city, stars, rating, reviewCount: rating_count, currency, lat, lng, address }
}

/** The quote of a room type on its days, or the reason why there is none. */
export function quote(room, days) {
  if (room.maxAdults < PARTY.adults) return refusal('party_too_large', [])
  const closed = days.filter((day) => day.closed || !day.price_cents)
  if (closed.length > 0) return refusal('closed_for_sale', closed)
  const full = days.filter((day) => day.available < PARTY.rooms)
  if (full.length > 0) return refusal('sold_out', full)
  const nightly = days.map(({ date, price_cents }) => ({ date, priceCents: price_cents }))
  const totalPriceCents = nightly.reduce((sum, { priceCents }) => sum + priceCents, 0)
  return {
    quote: {
      totalPriceCents,
      nightly,
      boardCode: room.boards[0].code,
      available: Math.min(...days.map(({ available }) => available)),
      boards: room.boards.map(({ code, supplementCents }) => ({
        boardCode: code,
        totalPriceCents: totalPriceCents + supplementCents * days.length,
      })),
    },
    reason: null,
  }
}

const refusal = (code, days) => ({
  quote: null,
  reason: { code, message: MESSAGES[code], dates: days.map(({ date }) => date) },
})

/** The record of a stored booking. */
export function showBooking(row, nightly, hotel) {
  const room = hotel.rooms.find((each) => each.roomCode === row.room_code)
  return {
    code: row.code,
    revision: row.revision,
    status: row.status,
    hotelSlug: hotel.slug,
    hotelName: hotel.name,
    roomCode: row.room_code,
    roomName: room.name,
    boardCode: row.board_code,
    rooms: row.rooms,
    checkin: row.checkin,
    checkout: row.checkout,
    nights: nightly.length,
    adults: row.adults,
    children: row.children,
    guest: {
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      phone: row.phone,
      country: row.country,
    },
    currency: row.currency,
    totalPriceCents: row.total_price_cents,
    nightly,
    source: { type: row.source_type },
    specialRequests: row.special_requests,
    createdAt: instant(row.created_at_ms),
    updatedAt: instant(row.updated_at_ms),
    confirmedAt: instant(row.confirmed_at_ms),
    cancelledAt: instant(row.cancelled_at_ms),
    cancelReason: row.cancel_reason,
    ackedRevision: row.acked_revision,
    externalId: row.external_id,
  }
}

const instant = (atMs) => (atMs === null ? null : new Date(atMs).toISOString())
