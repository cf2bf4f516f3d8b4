import type { Booking } from '../../domain/bookings/booking.ts'
import { checkMarks, type Desk, PAYMENTS_MAX } from '../../domain/bookings/desk.ts'
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
import type { Actor } from '../../store/days/history.ts'
import type { Handle, Tx } from '../../store/engine/engine.ts'
import { holdHotel } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { findAnswer, type KeyedRequest, keepAnswer } from '../kept-answers.ts'
import { noSuchBooking } from './ack-booking.ts'
import { noteMet } from './prove.ts'

/** How far the clock of who marks an arrival may be ahead. */
const CLOCK_AHEAD_MS = 10 * 60_000

/** A booking of a hotel, by its code, and the hotel's time zone. */
export type Place = { hotelId: number; code: string; timezone: string }

/** What may be written of what the desk keeps; what is absent stays. */
export type DeskChange = Partial<Omit<Desk, 'paidCents'>>

/** Where a change is written, and what of the desk was seen there when it was decided on. */
type DeskPlace = Place & { expected?: DeskChange }

/** A payment as somebody notes it; without an id it is given one. */
export type NewPayment = Omit<Payment, 'id' | 'atMs'> & { id: string | null }

/**
 * Writes notes, tags, room number and marks beside a booking: no revision, no event, no feed entry (contract §3). Who
 * wrote what is kept, before and after. What was not seen is not written over.
 *
 * @throws AppError `not_found`, `revision_conflict`, `transition_invalid`, `validation_failed`
 */
export async function writeDesk(
  deps: Deps,
  actor: Actor,
  place: DeskPlace,
  change: DeskChange,
): Promise<void> {
  await deps.store.tx(async (tx) => {
    const { booking, desk } = await holdDesk(tx, place)
    const after = { ...desk, ...change, ...byOurClock(change, deps.nowMs()) }
    checkMarks(booking, desk, after, { nowMs: deps.nowMs(), timezone: place.timezone })
    // Also what is sent again after an answer that was lost.
    if (Bun.deepEquals(desk, after)) return
    if (!Bun.deepEquals(desk, { ...desk, ...place.expected }))
      throw new AppError('revision_conflict', 'Somebody has written there meanwhile.')
    await upsertDesk(tx, booking, desk, after)
    if (after.arrivedAtMs !== null) await noteMet(tx, booking)
    const fields = Object.keys(change) as (keyof DeskChange)[]
    const changed = fields.filter((field) => !Bun.deepEquals(desk[field], after[field]))
    const pick = (from: Desk) => Object.fromEntries(changed.map((field) => [field, from[field]]))
    const states = { before: pick(desk), after: pick(after) }
    const { code: entityId, hotelId } = booking
    await audit(tx, deps, { entity: 'desk', entityId, hotelId, actor, ...states })
  })
}

/**
 * Notes a payment beside a booking. One is never deleted: a wrong one is taken back by another of the same amount below
 * 0, once. With an id that was noted before it is that one, and nothing is done. Under an Idempotency-Key that was
 * answered before it gives that answer again, whatever was noted since.
 *
 * @param show what is answered, as the transaction leaves it
 * @throws AppError `not_found`, `idempotency_conflict`, `validation_failed`
 */
export async function notePayment<Answer>(
  deps: Deps,
  { actor, place, keyed }: { actor: Actor; place: Place; keyed?: KeyedRequest | undefined },
  payment: NewPayment,
  show: (handle: Handle, booking: Booking) => Promise<Answer>,
): Promise<{ answer: Answer; isReplay: boolean }> {
  return await deps.store.tx(async (tx) => {
    const held = await holdDesk(tx, place)
    const earlier = keyed && (await findAnswer<Answer>(tx, deps, keyed))
    if (earlier) return { answer: earlier, isReplay: true }
    const { booking } = held
    await addPayment(tx, deps, { ...held, actor }, payment)
    const answer = await show(tx, booking)
    if (keyed) await keepAnswer(tx, deps, keyed, { bookingCode: booking.code, answer })
    return { answer, isReplay: false }
  })
}

async function addPayment(
  tx: Tx,
  deps: Deps,
  { booking, desk, actor }: { booking: Booking; desk: Desk; actor: Actor },
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
    throw refused('/amountCents', 'out_of_range', 'More than was paid cannot be given back.', {
      min: -desk.paidCents,
    })
  if (!Number.isSafeInteger(paidCents))
    throw refused('/amountCents', 'out_of_range', 'This is more than can be reckoned with.')
  const atMs = Math.max(deps.nowMs(), payments.at(-1)?.atMs ?? 0)
  await insertPayment(tx, booking, { id: id ?? deps.newId(), ...asked, atMs }, actor)
  await upsertDesk(tx, booking, desk, { ...desk, paidCents })
  if (paidCents > 0) await noteMet(tx, booking)
  const { amountCents, method, note } = asked
  const states = {
    before: { paidCents: desk.paidCents },
    after: { paidCents, amountCents, method, ...(note !== null && { note }) },
  }
  const { code: entityId, hotelId } = booking
  await audit(tx, deps, { entity: 'desk', entityId, hotelId, actor, ...states })
}

/** Marks a little ahead are of a clock that is: they are of now. */
function byOurClock({ arrivedAtMs, leftAtMs }: DeskChange, nowMs: number): DeskChange {
  const isAhead = (atMs: number | null | undefined) =>
    typeof atMs === 'number' && atMs > nowMs && atMs <= nowMs + CLOCK_AHEAD_MS
  return {
    ...(isAhead(arrivedAtMs) && { arrivedAtMs: nowMs }),
    ...(isAhead(leftAtMs) && { leftAtMs: nowMs }),
  }
}

/** The booking of a place, beside which nobody else writes meanwhile. @throws AppError `not_found` */
export async function holdBooking(tx: Tx, { hotelId, code }: Place): Promise<Booking> {
  await holdHotel(tx, hotelId)
  const booking = await findBooking(tx, code)
  if (booking?.hotelId !== hotelId) throw noSuchBooking()
  return booking
}

/** The same with what the desk keeps of it. @throws AppError `not_found` */
async function holdDesk(tx: Tx, place: Place) {
  const booking = await holdBooking(tx, place)
  return { booking, desk: await findDesk(tx, booking) }
}

/** @throws AppError `idempotency_conflict` when what was noted under an id is another payment */
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
  if (!isSame) throw new AppError('idempotency_conflict', 'Another payment was noted by this id.')
}

/** @throws AppError `validation_failed` when it is no whole payment of the booking, or was taken back */
function checkBack(
  payments: readonly Payment[],
  { takesBack, amountCents }: Omit<NewPayment, 'id'>,
): void {
  const wrong = payments.find(({ id }) => id === takesBack)
  if (!wrong || wrong.takesBack !== null)
    throw refused('/takesBack', 'unknown_value', 'The booking has no such payment.')
  if (payments.some((each) => each.takesBack === takesBack))
    throw refused('/takesBack', 'repeated', 'This payment was taken back before.')
  if (amountCents !== -wrong.amountCents)
    throw refused('/amountCents', 'unknown_value', `Taking it back is ${-wrong.amountCents}.`)
}
