import { randomBytes } from 'node:crypto'
import type { Static } from 'typebox'
import { BOOKING_CODE, type Booking } from '../../../src/domain/bookings/booking.ts'
import { NO_DETAILS } from '../../../src/domain/bookings/booking-details.ts'
import { type BookingRecord, recordOf } from '../../../src/domain/bookings/booking-record.ts'
import { shortText } from '../../../src/domain/bookings/stored-record.ts'
import { eventBody } from '../../../src/domain/days/event.ts'
import { daysBetween } from '../../../src/domain/kernel/date.ts'
import type { PlaceBody } from '../../../src/http/bookings/booking-bodies.ts'
import { createBookingTokens } from '../../../src/store/bookings/booking-tokens.ts'
import type { Sheet } from './sheets.ts'
import type { NightRow, prepareStatements } from './statements.ts'

type Run = ReturnType<typeof prepareStatements>
export type BookingBody = Static<typeof PlaceBody>

/**
 * A booking of a hotel without rates or taxes as plain SQL: the rows that the service writes, with the same texts. The
 * transaction is the caller's.
 *
 * @throws Error when a night cannot be had
 */
export function createBook(run: Run, sheets: ReadonlyMap<string, Sheet>) {
  const tokens = createBookingTokens(randomBytes(32))
  return (body: BookingBody): BookingRecord & { manageToken: string } => {
    const sheet = sheets.get(body.hotelSlug)!
    const hotelId = sheet.hotel.id
    const nowMs = Date.now()
    const code = newCode()
    const actor = {
      ...{ actorType: 'booking' as const, actorId: code },
      ...{ actorBy: 'guest' as const, actorHow: null },
    }
    const change = run.insertChange({ hotelId, ...actor, pushId: null, atMs: nowMs, trims: 0 })
    const seq = Number(change.lastInsertRowid)
    const nights = takeNights(run, { hotelId, seq }, body)
    const booking = bookingOf(sheet, body, nights, { code, nowMs })
    const id = insertBooking(run, booking)
    const record = recordOf(booking, { ...sheet, agencyCode: null })
    const told = { hotelId, revision: 1 }
    const snapshot = shortText(record)
    run.insertRevision({ ...told, changeSeq: seq, code, snapshot, kept: false, override: false })
    run.insertOutbox({
      ...{ ...told, ...eventOf(record, nowMs), bookingCode: code, createdAtMs: nowMs },
      ...{ vendorId: null, causeKeyId: null, queuedAtMs: nowMs, test: false },
    })
    return { ...record, manageToken: tokens.manage({ id, groupCode: null, manageEpoch: 0 }) }
  }
}

function takeNights(
  run: Run,
  { hotelId, seq }: { hotelId: number; seq: number },
  { roomCode, checkin, checkout, rooms = 1 }: BookingBody,
): NightRow[] {
  const takeable = [hotelId, roomCode, checkin, checkout, rooms]
  run.recordNights.run(seq, rooms, ...takeable)
  const nights = run.takeNights.all(rooms, rooms, rooms, seq, ...takeable) as NightRow[]
  if (nights.length < daysBetween(checkin as Booking['checkin'], checkout as Booking['checkout']))
    throw new Error('sold_out')
  return nights.toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

function bookingOf(
  { hotel, rooms, rates }: Sheet,
  body: BookingBody,
  nights: readonly NightRow[],
  { code, nowMs }: { code: string; nowMs: number },
): Omit<Booking, 'id'> {
  const [rate] = rates
  const room = rooms.find(({ roomCode }) => roomCode === body.roomCode)!
  const nightly = nights.map(({ date, price_cents }) => ({ date, priceCents: price_cents! }))
  const { rooms: count = 1, guest } = body
  return {
    ...{ hotelId: hotel.id, code, revision: 1, status: 'confirmed' },
    ...{ roomCode: room.roomCode, rateCode: rate!.rateCode, boardCode: room.boards[0] ?? null },
    ...{ rooms: count, adults: body.adults ?? count, children: 0, childAges: null },
    checkin: body.checkin as Booking['checkin'],
    checkout: body.checkout as Booking['checkout'],
    guest: {
      ...{ firstName: guest.firstName, lastName: guest.lastName, email: guest.email ?? null },
      ...{ phone: guest.phone ?? null, country: guest.country ?? null },
    },
    currency: hotel.currency,
    totalPriceCents: nightly.reduce((sum, { priceCents }) => sum + priceCents, 0) * count,
    ...{ nightly, taxes: [], cancellation: rate!.cancellation, penaltyCents: null },
    ...{ sourceType: 'web', agencyId: null, commissionCents: null, commissionBasisPoints: null },
    ...{ userId: null, specialRequests: body.specialRequests ?? null, language: null },
    ...{ createdAtMs: nowMs, updatedAtMs: nowMs, confirmedAtMs: nowMs, cancelledAtMs: null },
    ...{ cancelReason: null, holdExpiresAtMs: null, optionReminderAtMs: null },
    ...{ ackedRevision: null, externalId: null },
    ...{
      proof: 'none',
      provenByStay: false,
      manageEpoch: 0,
      mailbox: guest.email ?? null,
      site: null,
    },
    ...{ brakeNights: nightly.length * count, brakeAtMs: nowMs },
    ...{ ...NO_DETAILS, groupCode: null, groupPosition: null },
  }
}

function insertBooking(run: Run, booking: Omit<Booking, 'id'>): number {
  const { hotelId, createdAtMs, currency, totalPriceCents } = booking
  const { guest, nightly, ...row } = booking
  const { lastInsertRowid } = run.insertBooking({
    ...{ ...row, ...guest, nightly: JSON.stringify(nightly) },
    // What most bookings have not is no text.
    ...{ childAges: null, cancellation: null, taxes: null },
    ...{ unackedRevision: null, statementId: null, freeUntil: null, freeReminded: null },
    ...{ guestNames: null, consents: null, company: null, extras: null, guarantee: null },
  })
  run.addSum.run(
    hotelId,
    new Date(createdAtMs).toISOString().slice(0, 10),
    currency,
    totalPriceCents,
  )
  return Number(lastInsertRowid)
}

function eventOf(record: BookingRecord, atMs: number) {
  const { code, roomCode, checkin, checkout, totalPriceCents, hotelSlug } = record
  const headline = { code, roomCode, checkin, checkout, totalPriceCents }
  const event = 'booking.confirmed'
  const id = newId(atMs)
  const body = eventBody({ event, data: { ...headline, ...record }, id, atMs, hotelSlug })
  return { id, event, body }
}

function newCode(): string {
  const { alphabet, length } = BOOKING_CODE
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
}

/** A UUIDv7, as the service's: it sorts by time, so that the index of events grows at its end on all sides. */
function newId(nowMs: number): string {
  const time = nowMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
}
