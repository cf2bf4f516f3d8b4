import type { Agency } from '../domain/agency.ts'
import {
  type Booking,
  type BookingRecord,
  commissionOf,
  type Guest,
  type Night,
  nightsOf,
  type SourceType,
  type Stay,
  totalOf,
} from '../domain/booking.ts'
import type { Hotel, RoomType } from '../domain/catalog.ts'
import { AppError } from '../domain/errors.ts'
import { HOLD_MS, IDEMPOTENCY_KEPT_MS } from '../domain/limits.ts'
import {
  checkStayDates,
  checkStayRoom,
  quoteError,
  quoteStay,
  supplementOf,
} from '../domain/stay.ts'
import { groupDays, listDays } from '../store/availability.ts'
import { insertBooking } from '../store/bookings.ts'
import { findAnswered, upsertAnswered } from '../store/idempotency.ts'
import { takeNights } from '../store/nights.ts'
import type { Handle, Tx } from '../store/open.ts'
import { keepTransition } from './booking-record.ts'
import type { Deps } from './deps.ts'

/** A booking as it is asked for; the hotel's data are as its caller knows them. */
export type BookingRequest = {
  hotel: Hotel
  rooms: RoomType[]
  stay: Stay
  guest: Guest
  specialRequests: string | null
  expectedTotalCents: number | null
  /** Keeps the rooms for 15 minutes without confirming. */
  hold: boolean
  source: { type: SourceType; agency: Agency | null; userId: string | null }
  idempotency: { owner: string; key: string; requestHash: string } | null
}

/**
 * Sells rooms for a stay: takes the nights, keeps the booking, queues `booking.confirmed`, all or nothing
 * (specification §6, contract §3). Under an Idempotency-Key that was answered before it gives that answer again.
 *
 * @throws AppError `validation_failed`, `sold_out`, `closed_for_sale`, `price_changed`, `idempotency_conflict`
 */
export async function placeBooking(
  deps: Deps,
  request: BookingRequest,
): Promise<{ record: BookingRecord; isReplay: boolean }> {
  const { hotel, rooms, stay, idempotency } = request
  const room = rooms.find(({ roomCode }) => roomCode === stay.roomCode)
  return await deps.store.tx(async (tx) => {
    const earlier = idempotency && (await replay(tx, deps, idempotency))
    if (earlier) return { record: earlier, isReplay: true }
    const flaws = [
      ...checkStayDates(stay, deps.today(hotel.timezone)),
      ...checkStayRoom(room, stay),
    ]
    if (flaws.length > 0)
      throw new AppError('validation_failed', flaws[0]!.message, { errors: flaws })
    const { nightly, changes } = await takeStay(tx, hotel.id, room!, stay)
    const booking = await insertBooking(tx, newBooking(deps, request, nightly))
    const agencyCode = request.source.agency?.code ?? null
    const event = request.hold ? null : ('booking.confirmed' as const)
    const actor = { type: 'booking' as const, id: booking.code }
    const transition = { booking, hotel, rooms, agencyCode, changes, event, actor }
    const record = await keepTransition(tx, deps, transition)
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

/**
 * Takes the nights of a stay and prices them for one room.
 *
 * @throws AppError `sold_out` or `closed_for_sale` naming every night that cannot be had
 */
async function takeStay(tx: Tx, hotelId: number, room: RoomType, stay: Stay) {
  const { roomCode, rooms } = stay
  const dates = nightsOf(stay)
  const changes = await takeNights(tx, { hotelId, roomCode, dates, rooms })
  if (changes.length < dates.length) {
    // What was taken so far is given back here, so that the reason speaks of the days as they are.
    throw await whyNot(tx, hotelId, room, stay, changes)
  }
  const supplement = supplementOf(room, stay.boardCode)
  const nightly: Night[] = changes.map(({ date, after }) => ({
    date,
    priceCents: after.priceCents! + supplement,
  }))
  return { nightly, changes }
}

/** @throws AppError `price_changed` when the caller counted on another total */
export function expectTotal(
  expectedTotalCents: number | null,
  nightly: Night[],
  rooms: number,
): number {
  const totalPriceCents = totalOf(nightly, rooms)
  if (expectedTotalCents !== null && expectedTotalCents !== totalPriceCents)
    throw new AppError('price_changed', `The total is now ${totalPriceCents}.`, {
      members: { totalPriceCents, nightly },
    })
  return totalPriceCents
}

async function whyNot(
  handle: Handle,
  hotelId: number,
  room: RoomType,
  stay: Stay,
  taken: { date: string; before: { available: number } | null }[],
): Promise<AppError> {
  const dates = nightsOf(stay)
  const roomCodes = [stay.roomCode]
  const rows = await listDays(handle, { hotelId, roomCodes, from: dates[0]!, to: dates.at(-1)! })
  const before = new Map(taken.map((change) => [change.date, change.before!.available]))
  const asTheyWere = rows.map((row) => ({
    ...row,
    available: before.get(row.date) ?? row.available,
  }))
  const quote = quoteStay(room, groupDays(asTheyWere).get(stay.roomCode), stay)
  return 'reason' in quote
    ? quoteError(quote)
    : new AppError('sold_out', 'Not enough rooms.', { members: { dates } })
}

function newBooking(deps: Deps, request: BookingRequest, nightly: Night[]): Omit<Booking, 'id'> {
  const { hotel, stay, guest, hold, source, specialRequests, expectedTotalCents } = request
  const nowMs = deps.nowMs()
  const totalPriceCents = expectTotal(expectedTotalCents, nightly, stay.rooms)
  return {
    ...stay,
    hotelId: hotel.id,
    code: deps.newCode(),
    revision: 1,
    status: hold ? 'pending' : 'confirmed',
    guest,
    currency: hotel.currency,
    totalPriceCents,
    nightly,
    sourceType: source.type,
    agencyId: source.agency?.id ?? null,
    commissionCents:
      source.agency && commissionOf(totalPriceCents, source.agency.commissionBasisPoints),
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
