/** A booking as plain SQL, for the peer and the floor: the rows that the service writes, in the same tables. */
import { showBooking } from './sales-show.js'

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const DAY_MS = 86_400_000

/** @returns a booking's statements; the transaction is the caller's, and a night that is not to be had throws */
export function createBook(run, hotels) {
  return (body) => {
    const hotel = hotels.get(body.hotelSlug)
    const nights = takeNights(run, hotel, body)
    const nowMs = Date.now()
    const nightly = nights.map(({ date, price_cents }) => ({ date, priceCents: price_cents }))
    const row = bookingRow(hotel, body, nightly, nowMs)
    const { code } = row
    const seq = Number(run.insertChange.run(hotel.id, code, nowMs).lastInsertRowid)
    insertHistory(run, { ...body, hotel, seq }, nights)
    const record = showBooking(row, nightly, hotel)
    run.insertBooking.run(...Object.values(row))
    run.insertRevision.run(seq, hotel.id, code, JSON.stringify(record))
    const id = newId(nowMs)
    run.insertOutbox.run(id, hotel.id, code, eventText(id, record), nowMs)
    return record
  }
}

function takeNights(run, hotel, { roomCode, checkin, checkout, rooms = 1 }) {
  const nights = run.takeNights.all(rooms, hotel.id, roomCode, checkin, checkout, rooms)
  const wanted = (Date.parse(checkout) - Date.parse(checkin)) / DAY_MS
  if (nights.length < wanted) throw new Error('sold_out')
  return nights.toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

function insertHistory(run, { hotel, roomCode, seq, rooms = 1 }, nights) {
  for (const { date, available, price_cents: price, closed } of nights) {
    const before = [available + rooms, price, closed]
    run.insertHistory.run(hotel.id, roomCode, date, seq, ...before, available, price, closed)
  }
}

/** In the order of the statement's columns. */
function bookingRow(hotel, body, nightly, nowMs) {
  const { roomCode, checkin, checkout, rooms = 1, adults, children = 0, guest } = body
  const room = hotel.rooms.find((each) => each.roomCode === roomCode)
  return {
    hotel_id: hotel.id,
    code: newCode(),
    revision: 1,
    status: 'confirmed',
    room_code: roomCode,
    board_code: body.boardCode ?? room.boards[0].code,
    rooms,
    checkin,
    checkout,
    adults,
    children,
    first_name: guest.firstName,
    last_name: guest.lastName,
    email: guest.email,
    phone: guest.phone ?? null,
    country: guest.country ?? null,
    currency: hotel.currency,
    total_price_cents: nightly.reduce((sum, { priceCents }) => sum + priceCents, 0) * rooms,
    nightly: JSON.stringify(nightly),
    source_type: 'web',
    special_requests: body.specialRequests ?? null,
    created_at_ms: nowMs,
    updated_at_ms: nowMs,
    confirmed_at_ms: nowMs,
    cancelled_at_ms: null,
    cancel_reason: null,
    acked_revision: null,
    external_id: null,
  }
}

function eventText(id, record) {
  const { code, roomCode, checkin, checkout, totalPriceCents, createdAt, hotelSlug } = record
  const data = { code, roomCode, checkin, checkout, totalPriceCents, ...record }
  return JSON.stringify({ event: 'booking.confirmed', data, id, createdAt, hotelSlug })
}

function newCode() {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** A UUIDv7, as the service's: it sorts by time, so that the index of events grows at its end on all sides. */
function newId(nowMs) {
  const time = nowMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
}
