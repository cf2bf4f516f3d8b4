import {
  type Booking,
  type BookingRecord,
  commissionOf,
  type Guest,
  type Night,
  nightsOf,
  type SourceType,
  type Stay,
} from '../../domain/booking.ts'
import { AppError, refuseFlaws } from '../../domain/errors.ts'
import { HOLD_MS, IDEMPOTENCY_KEPT_MS } from '../../domain/limits.ts'
import { NO_PENALTY } from '../../domain/rate.ts'
import {
  checkStayDates,
  checkStayRoom,
  expectTotal,
  noHotel,
  notSold,
  supplementOf,
} from '../../domain/stay.ts'
import { insertBooking } from '../../store/bookings/bookings.ts'
import { findAnswered, upsertAnswered } from '../../store/bookings/idempotency.ts'
import { type Agency, findAgency } from '../../store/catalog/agencies.ts'
import { currentSnapshot, type HotelSnapshot } from '../../store/catalog/catalog.ts'
import type { Tx } from '../../store/engine.ts'
import type { Deps } from '../deps.ts'
import { recordTransition } from './booking-record.ts'
import { takeRooms } from './take-rooms.ts'

/** A booking as it is asked for, of a hotel as its caller has read it. */
export type BookingRequest = HotelSnapshot & {
  stay: Stay
  guest: Guest
  specialRequests: string | null
  expectedTotalCents: number | null
  /** Keeps the rooms for 15 minutes without confirming. */
  hold: boolean
  source: { type: SourceType; agencyId: number | null; userId: string | null }
  /** Whether the caller may know of a hotel that is suspended: its own people and admins. */
  mayKnowHotel: boolean
  idempotency: { owner: string; key: string; requestHash: string } | null
}

/**
 * Sells rooms for a stay: takes the nights, keeps the booking, queues `booking.confirmed` (of a hold `booking.held`), all
 * or nothing (specification §6, contract §3). Under an Idempotency-Key that was answered before it gives that answer again,
 * whatever has become of the hotel since.
 *
 * @throws AppError `not_found`, `forbidden`, `validation_failed`, `sold_out`, `closed_for_sale`, `price_changed`,
 *   `idempotency_conflict`
 */
export async function placeBooking(
  deps: Deps,
  request: BookingRequest,
): Promise<{ record: BookingRecord; isReplay: boolean }> {
  const { stay, idempotency } = request
  return await deps.store.tx(async (tx) => {
    const earlier = idempotency && (await replay(tx, deps, idempotency))
    if (earlier) return { record: earlier, isReplay: true }
    const { hotel, rooms, rates } = await currentSnapshot(tx, request)
    // A suspended hotel is as if it did not exist, except to those who may know of it.
    if (!hotel.active) throw request.mayKnowHotel ? notSold('hotel', nightsOf(stay)) : noHotel()
    const agency = await bookingAgency(tx, request.source.agencyId)
    const room = rooms.find(({ roomCode }) => roomCode === stay.roomCode)
    const today = deps.today(hotel.timezone)
    refuseFlaws([...checkStayDates(stay, today), ...checkStayRoom(room, stay)])
    const nights = nightsOf(stay).map((date) => ({ date, rooms: stay.rooms }))
    const changes = await takeRooms(tx, { hotelId: hotel.id, roomCode: stay.roomCode }, nights)
    const supplementCents = supplementOf(room!, stay.boardCode)
    const nightly = changes.map(({ date, after }) => ({
      date,
      priceCents: after.priceCents! + supplementCents,
    }))
    const made = newBooking(deps, request, { currency: hotel.currency, agency, nightly })
    const booking = await insertBooking(tx, made)
    const agencyCode = agency?.code ?? null
    const event = request.hold ? ('booking.held' as const) : ('booking.confirmed' as const)
    const actor = { type: 'booking' as const, id: booking.code }
    const transition = { booking, hotel, rooms, rates, agencyCode, changes, event, actor }
    const record = await recordTransition(tx, deps, transition)
    if (idempotency)
      await upsertAnswered(tx, {
        ...idempotency,
        bookingCode: booking.code,
        answer: JSON.stringify(record),
        createdAtMs: deps.nowMs(),
      })
    return { record, isReplay: false }
  })
}

async function bookingAgency(tx: Tx, agencyId: number | null): Promise<Agency | null> {
  if (agencyId === null) return null
  const agency = await findAgency(tx, agencyId)
  if (!agency?.active) throw new AppError('forbidden', 'Your agency may not book at present.')
  return agency
}

function newBooking(
  deps: Deps,
  { hotel, stay, guest, hold, source, specialRequests, expectedTotalCents }: BookingRequest,
  { currency, agency, nightly }: { currency: string; agency: Agency | null; nightly: Night[] },
): Omit<Booking, 'id'> {
  const nowMs = deps.nowMs()
  const totalPriceCents = expectTotal(expectedTotalCents, nightly, stay.rooms)
  return {
    ...stay,
    hotelId: hotel.id,
    code: deps.newCode(),
    revision: 1,
    status: hold ? 'pending' : 'confirmed',
    guest,
    currency,
    totalPriceCents,
    nightly,
    taxes: [],
    cancellation: NO_PENALTY,
    penaltyCents: null,
    sourceType: source.type,
    agencyId: source.agencyId,
    commissionCents: agency && commissionOf(totalPriceCents, agency.commissionBasisPoints),
    commissionBasisPoints: agency?.commissionBasisPoints ?? null,
    userId: source.userId,
    specialRequests,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    confirmedAtMs: hold ? null : nowMs,
    cancelledAtMs: null,
    cancelReason: null,
    holdExpiresAtMs: hold ? nowMs + HOLD_MS : null,
    ackedRevision: null,
    externalId: null,
  }
}

async function replay(
  tx: Tx,
  deps: Deps,
  { owner, key, requestHash }: NonNullable<BookingRequest['idempotency']>,
): Promise<BookingRecord | undefined> {
  const sinceMs = deps.nowMs() - IDEMPOTENCY_KEPT_MS
  const answered = await findAnswered(tx, { owner, key, sinceMs })
  if (answered && answered.requestHash !== requestHash)
    throw new AppError('idempotency_conflict', 'This Idempotency-Key stands for another request.')
  return answered && JSON.parse(answered.answer)
}
