/**
 * Booking, search, hotel page and reservation pull as plain SQL, written once for the floor and the peer, whose drivers
 * have the same calls. Answers are those of the service for what the bench asks (two adults, one room, no board named, no
 * rates or taxes), in its own types: what the service answers beside is missed by the type check or by the row, which
 * compares the texts.
 */
import type { Static } from 'typebox'
import type { Booking } from '../../../src/domain/bookings/booking.ts'
import { type BookingRecord, recordOf } from '../../../src/domain/bookings/booking-record.ts'
import { type CalendarDate, daysBetween } from '../../../src/domain/kernel/date.ts'
import { NO_PENALTY } from '../../../src/domain/rates/rate.ts'
import type { HotelOfferSchema, HotelPageSchema } from '../../../src/http/sale/search-shape.ts'
import { createBook } from './book.ts'
import { quote } from './quote.ts'
import type { Sheet } from './sheets.ts'
import { type BookingRow, type Driver, type NightRow, prepareStatements } from './statements.ts'

type Dates = { checkin: CalendarDate; checkout: CalendarDate }

const SEARCH_LIMIT = 20
const BOOKINGS_LIMIT = 100

/** @returns the four verbs on a database of bun:sqlite or better-sqlite3 */
export function createSales(db: Driver, sheets: readonly Sheet[]) {
  const run = prepareStatements(db)
  const byId = new Map(sheets.map((sheet) => [sheet.hotel.id, sheet]))
  const bySlug = new Map(sheets.map((sheet) => [sheet.hotel.slug, sheet]))
  const summaries = new Map(sheets.map(({ hotel, page }) => [hotel.id, summaryOf(page)]))

  function search({ city, checkin, checkout }: Dates & { city: string }) {
    const nights = daysBetween(checkin, checkout)
    const found = run.search.all(city, checkin, checkout, nights, SEARCH_LIMIT + 1)
    const [shown, last] = cut(found as FoundOffer[], SEARCH_LIMIT)
    const items = shown.map(({ hotel_id, room_code: roomCode, total }) => {
      const { rooms, rates } = byId.get(hotel_id)!
      const [boardCode = null] = rooms.find((room) => room.roomCode === roomCode)!.boards
      return {
        ...summaries.get(hotel_id)!,
        ...{ fromTotalCents: total, roomCode, boardCode, lowestTotalCents: total },
        lowest: { roomCode, rateCode: rates[0]!.rateCode, boardCode },
        reason: null,
      } satisfies Static<typeof HotelOfferSchema>
    })
    return { items, nextCursor: last && cursorOf([last.total, last.hotel_id]) }
  }

  function page(slug: string, { checkin, checkout }: Dates): Static<typeof HotelPageSchema> {
    const { hotel, rooms, page } = bySlug.get(slug)!
    return {
      ...page,
      rooms: page.rooms.map(({ photos, ...shown }) => {
        const room = rooms.find(({ roomCode }) => roomCode === shown.roomCode)!
        const days = run.listDays.all(hotel.id, room.roomCode, checkin, checkout)
        return { ...shown, ...quote(room, days as NightRow[]), photos }
      }),
    }
  }

  function reservations(hotelId: number, { from, to }: { from: string; to: string }) {
    const rows = run.listBookings.all(hotelId, from, to, BOOKINGS_LIMIT + 1)
    const [shown, last] = cut(rows as BookingRow[], BOOKINGS_LIMIT)
    const known = { ...byId.get(hotelId)!, agencyCode: null }
    const bookings: BookingRecord[] = shown.map((row) => recordOf(bookingOf(row), known))
    return { from, to, dateField: 'checkin', bookings, nextCursor: last && cursorOf([last.id]) }
  }

  return { book: createBook(run, bySlug), search, page, reservations }
}

type FoundOffer = { hotel_id: number; room_code: string; total: number }

/** What a list of hotels shows of one. */
function summaryOf(page: Sheet['page']) {
  const { timezone, checkinTime, checkoutTime, phone, email, website, ...more } = page
  const { translations, photos, rooms, taxes, boards, extras, rateNames, ...rest } = more
  const { amenities, houseRules, distances, licenceNumber, agreements, ...looks } = rest
  const { logo, colour, readableColour, ...summary } = looks
  return summary
}

function bookingOf(row: BookingRow): Booking {
  const { firstName, lastName, email, phone, country, unackedRevision, ...booking } = row
  const { nightly, childAges, cancellation, taxes } = booking
  return {
    ...booking,
    guest: { firstName, lastName, email, phone, country },
    nightly: JSON.parse(nightly),
    childAges: childAges === null ? null : JSON.parse(childAges),
    cancellation: cancellation === null ? NO_PENALTY : JSON.parse(cancellation),
    taxes: taxes === null ? [] : JSON.parse(taxes),
    // The rows of the bench have none.
    ...{ guestNames: [], consents: [], company: null, extras: [], guarantee: null },
  }
}

/** @returns a page, and its last row when there are more behind it */
const cut = <Row>(rows: Row[], limit: number): [Row[], Row | null] =>
  rows.length > limit ? [rows.slice(0, limit), rows[limit - 1]!] : [rows, null]

const cursorOf = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url')
