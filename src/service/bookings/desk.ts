import type { Booking } from '../../domain/bookings/booking.ts'
import { checkMarks, type Desk, PAYMENTS_MAX } from '../../domain/bookings/desk.ts'
import { numbersText } from '../../domain/bookings/room-numbers.ts'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import { findBooking } from '../../store/bookings/bookings.ts'
import {
  findDesk,
  findPayment,
  insertPayment,
  listPayments,
  type Payment,
  upsertDesk,
} from '../../store/bookings/desk.ts'
import { updatePaid } from '../../store/bookings/paid.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Handle, Tx } from '../../store/engine/engine.ts'
import { inHotel, lockHotel } from '../../store/engine/locks.ts'
import { movePaidSince } from '../../store/statements/statements.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { findAnswer, type KeyedRequest, keepAnswer } from '../kept-answers.ts'
import { noSuchBooking } from './ack-booking.ts'
import { refuseErased } from './booking-record.ts'
import { noteMet } from './prove.ts'
import { readAskedRooms, refuseTaken } from './room-numbers.ts'

/** Tolerated lead of the clock that marks an arrival. */
const CLOCK_AHEAD_MS = 10 * 60_000

/** A booking of a hotel by its code, and the hotel's time zone. */
export type Place = { hotelId: number; code: string; timezone: string }

/** Changes of the desk's fields of a booking; absent fields stay as they are. */
export type DeskChange = Partial<Omit<Desk, 'paidCents'>>

/** The booking to write to, and the desk's fields as its writer saw them. */
type DeskPlace = Place & { expected?: DeskChange }

/** A payment or refund (negative amount) to record; without an id it gets one. */
export type NewPayment = Omit<Payment, 'id' | 'atMs'> & { id: string | null }

/** The writer of a payment; one of the hotel's own people has met the guest, an admin has not. */
type PaymentWriter = { actor: Actor; isMember: boolean }

/**
 * Writes notes, tags, room number and arrival marks of a booking: no revision, no event, no feed entry (contract §3).
 * The audit log keeps the writer and the values before and after. Unseen values are not overwritten.
 *
 * @throws AppError `not_found`, `revision_conflict`, `room_taken`, `transition_invalid`, `validation_failed`
 */
export async function writeDesk(
  deps: Deps,
  actor: Actor,
  place: DeskPlace,
  change: DeskChange,
): Promise<void> {
  await inHotel(deps.store, place.hotelId, async (tx) => {
    const { booking, desk } = await holdDesk(tx, place)
    const asked = await readAskedRooms(tx, { booking, desk }, change)
    const after = { ...desk, ...change, ...asked?.rooms, ...byOurClock(change, deps.nowMs()) }
    checkMarks(booking, desk, after, { nowMs: deps.nowMs(), timezone: place.timezone })
    if (change.note || change.tags?.length) refuseErased(booking)
    // Also covers a request repeated after a lost answer.
    if (Bun.deepEquals(desk, after)) return
    if (!Bun.deepEquals(desk, { ...desk, ...seenBy(place.expected, desk) }))
      throw new AppError('revision_conflict', 'Someone else has changed this in the meantime.')
    const today = deps.today(place.timezone)
    if (asked?.isJudged) await refuseTaken(tx, { booking, desk, today }, after)
    await upsertDesk(tx, booking, desk, after)
    if (after.arrivedAtMs !== null) await noteMet(tx, booking)
    const states = differenceOf(auditedOf(desk), auditedOf(after))
    const { code: entityId, hotelId } = booking
    await audit(tx, deps, { entity: 'desk', entityId, hotelId, actor, ...states })
  })
}

/**
 * Records a payment in the folio of a booking. Payments are never deleted: a refund of the same amount below 0 takes a
 * wrong one back, once. It proves the booking where a member of the hotel notes it (contract-groups). A known id dedupes the payment, and nothing is written. A known Idempotency-Key repeats its
 * earlier answer, no matter what was recorded since.
 *
 * @param show returns the answer from the state after the transaction
 * @throws AppError `not_found`, `idempotency_conflict`, `validation_failed`
 */
export async function notePayment<Answer>(
  deps: Deps,
  { place, keyed, ...by }: PaymentWriter & { place: Place; keyed?: KeyedRequest | undefined },
  payment: NewPayment,
  show: (handle: Handle, booking: Booking) => Promise<Answer>,
): Promise<{ answer: Answer; isReplay: boolean }> {
  return await inHotel(deps.store, place.hotelId, async (tx) => {
    const held = await holdDesk(tx, place)
    const earlier = keyed && (await findAnswer<Answer>(tx, deps, keyed))
    if (earlier) return { answer: earlier, isReplay: true }
    const { booking } = held
    await addPayment(tx, deps, { ...held, ...by }, payment)
    const answer = await show(tx, booking)
    if (keyed) await keepAnswer(tx, deps, keyed, { bookingCode: booking.code, answer })
    return { answer, isReplay: false }
  })
}

async function addPayment(
  tx: Tx,
  deps: Deps,
  { booking, desk, actor, isMember }: PaymentWriter & { booking: Booking; desk: Desk },
  { id, ...asked }: NewPayment,
): Promise<void> {
  const known = id === null ? undefined : await findPayment(tx, booking.hotelId, id)
  if (known) return refuseOther(known, booking, asked)
  const payments = await listPayments(tx, booking.id)
  if (payments.length >= PAYMENTS_MAX)
    throw refused('', 'too_many', `A booking has at most ${PAYMENTS_MAX} payments.`, {
      max: PAYMENTS_MAX,
    })
  if (asked.takesBack !== null) checkBack(payments, asked)
  const paidCents = desk.paidCents + asked.amountCents
  if (paidCents < 0)
    throw refused('/amountCents', 'out_of_range', 'A refund cannot exceed the amount paid.', {
      min: -desk.paidCents,
    })
  if (!Number.isSafeInteger(paidCents))
    throw refused('/amountCents', 'out_of_range', 'This amount is too large.')
  const atMs = Math.max(deps.nowMs(), payments.at(-1)?.atMs ?? 0)
  await insertPayment(tx, booking, { id: id ?? deps.newId(), ...asked, atMs }, actor)
  await upsertDesk(tx, booking, desk, { ...desk, paidCents })
  await updatePaid(tx, booking, { paidCents })
  await movePaidSince(tx, booking.id, asked.amountCents)
  if (paidCents > 0 && isMember) await noteMet(tx, booking)
  const { amountCents, method, note } = asked
  const states = {
    before: { paidCents: desk.paidCents },
    after: { paidCents, amountCents, method, ...(note !== null && { note }) },
  }
  const { code: entityId, hotelId } = booking
  await audit(tx, deps, { entity: 'desk', entityId, hotelId, actor, ...states })
}

/** Returns the expected fields; a room number may also be all numbers in one text, as people read them. */
function seenBy({ roomNumber, ...expected }: DeskChange = {}, desk: Desk): DeskChange {
  if (roomNumber === undefined) return expected
  return {
    ...expected,
    roomNumber: roomNumber === numbersText(desk) ? desk.roomNumber : roomNumber,
  }
}

/** The fields of a desk record as the audit log has them. */
const auditedOf = ({ note, tags, arrivedAtMs, leftAtMs, ...desk }: Desk) => ({
  ...{ note, tags, roomNumber: numbersText(desk), arrivedAtMs, leftAtMs },
})

/** Returns the fields that differ, before and after. */
function differenceOf<State extends object>(before: State, after: State) {
  const names = Object.keys(before) as (keyof State)[]
  const changed = names.filter((name) => !Bun.deepEquals(before[name], after[name]))
  const pick = (from: State) => Object.fromEntries(changed.map((name) => [name, from[name]]))
  return { before: pick(before), after: pick(after) }
}

/** Sets marks slightly in the future, made by a fast clock, to now. */
function byOurClock({ arrivedAtMs, leftAtMs }: DeskChange, nowMs: number): DeskChange {
  const isAhead = (atMs: number | null | undefined) =>
    typeof atMs === 'number' && atMs > nowMs && atMs <= nowMs + CLOCK_AHEAD_MS
  return {
    ...(isAhead(arrivedAtMs) && { arrivedAtMs: nowMs }),
    ...(isAhead(leftAtMs) && { leftAtMs: nowMs }),
  }
}

/** Locks and returns the booking of a place. @throws AppError `not_found` */
export async function lockBooking(tx: Tx, { hotelId, code }: Place): Promise<Booking> {
  await lockHotel(tx, hotelId)
  const booking = await findBooking(tx, code)
  if (booking?.hotelId !== hotelId) throw noSuchBooking()
  return booking
}

/** Locks and returns the booking with its desk fields. @throws AppError `not_found` */
async function holdDesk(tx: Tx, place: Place) {
  const booking = await lockBooking(tx, place)
  return { booking, desk: await findDesk(tx, booking) }
}

/** @throws AppError `idempotency_conflict` if the id belongs to a different payment */
function refuseOther(
  known: Payment & { bookingId: number },
  { id }: Pick<Booking, 'id'>,
  asked: Omit<NewPayment, 'id'>,
): void {
  const isSame =
    known.bookingId === id &&
    known.amountCents === asked.amountCents &&
    known.method === asked.method &&
    known.note === asked.note &&
    known.takesBack === asked.takesBack
  if (!isSame) throw new AppError('idempotency_conflict', 'This id belongs to another payment.')
}

/**
 * @throws AppError `validation_failed` unless the refund takes back one whole payment of the booking that was not
 *   refunded before
 */
function checkBack(
  payments: readonly Payment[],
  { takesBack, amountCents }: Omit<NewPayment, 'id'>,
): void {
  const wrong = payments.find(({ id }) => id === takesBack)
  if (!wrong || wrong.takesBack !== null)
    throw refused('/takesBack', 'unknown_value', 'The booking has no such payment.')
  if (payments.some((each) => each.takesBack === takesBack))
    throw refused('/takesBack', 'repeated', 'This payment was already taken back.')
  if (amountCents !== -wrong.amountCents)
    throw refused(
      '/amountCents',
      'unknown_value',
      `The amount that takes it back is ${-wrong.amountCents}.`,
    )
}
