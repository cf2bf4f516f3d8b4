/**
 * Booking, search, hotel page and reservation pull as plain SQL, each statement prepared once, hotels and room types in
 * memory; written once for the peer and the floor, whose drivers have the same calls. Answers are those of the
 * service for what the bench asks: two adults, one room, no board named.
 */
import { readFileSync } from 'node:fs'
import { createBook } from './sales-book.js'
import { quote, showBooking, showHotel } from './sales-show.js'

const DAY_MS = 86_400_000
const SEARCH_LIMIT = 20
const BOOKINGS_LIMIT = 100
const SQL = Object.fromEntries(
  readFileSync(new URL('./sales.sql', import.meta.url), 'utf8')
    .split('-- name: ')
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n'))]),
)

/** @returns the four verbs on a database of better-sqlite3 or bun:sqlite */
export function createSales(db) {
  const run = Object.fromEntries(Object.entries(SQL).map(([name, sql]) => [name, db.prepare(sql)]))
  const { byId, bySlug } = loadHotels(run)

  function search({ city, checkin, checkout }) {
    const nights = (Date.parse(checkout) - Date.parse(checkin)) / DAY_MS
    const found = run.search.all(city, checkin, checkout, nights, SEARCH_LIMIT + 1)
    const shown = found.slice(0, SEARCH_LIMIT)
    const last = shown.at(-1)
    return {
      items: shown.map((row) => {
        const { id, total, room_code: roomCode } = row
        const { boards } = byId.get(id).rooms.find((each) => each.roomCode === roomCode)
        const boardCode = boards[0].code
        return {
          ...showHotel(row),
          ...{ fromTotalCents: total, roomCode, boardCode, lowestTotalCents: total },
          lowest: { roomCode, rateCode: 'STD', boardCode },
        }
      }),
      nextCursor: found.length > shown.length ? cursorOf([last.total, last.id]) : null,
    }
  }

  function page(slug, { checkin, checkout }) {
    const hotel = bySlug.get(slug)
    return {
      ...showHotel(hotel),
      timezone: hotel.timezone,
      checkinTime: hotel.checkin_time,
      checkoutTime: hotel.checkout_time,
      rooms: hotel.rooms.map((room) => {
        const { boards, ...shown } = room
        return {
          ...shown,
          boards: boards.map(({ code }) => code),
          ...quote(room, run.listDays.all(hotel.id, room.roomCode, checkin, checkout)),
        }
      }),
    }
  }

  function reservations(hotelId, { from, to }) {
    const rows = run.listBookings.all(hotelId, from, to, 0, BOOKINGS_LIMIT + 1)
    const hotel = byId.get(hotelId)
    const shown = rows.slice(0, BOOKINGS_LIMIT)
    return {
      from,
      to,
      dateField: 'checkin',
      bookings: shown.map((row) => showBooking(row, JSON.parse(row.nightly), hotel)),
      nextCursor: rows.length > shown.length ? cursorOf([shown.at(-1).id]) : null,
    }
  }

  return { book: createBook(run, bySlug), search, page, reservations }
}

function loadHotels(run) {
  const byId = new Map(run.listHotels.all().map((hotel) => [hotel.id, { ...hotel, rooms: [] }]))
  for (const row of run.listRooms.all())
    byId.get(row.hotel_id).rooms.push({
      roomCode: row.room_code,
      name: row.name,
      description: row.description,
      maxAdults: row.max_adults,
      maxChildren: row.max_children,
      maxOccupancy: row.max_occupancy,
      boards: [],
    })
  for (const { hotel_id, room_code, board_code, supplement_cents } of run.listBoards.all())
    byId
      .get(hotel_id)
      .rooms.find((room) => room.roomCode === room_code)
      .boards.push({ code: board_code, supplementCents: supplement_cents })
  return { byId, bySlug: new Map([...byId.values()].map((hotel) => [hotel.slug, hotel])) }
}

const cursorOf = (place) => Buffer.from(JSON.stringify(place)).toString('base64url')
