import type { Booking, BookingStatus } from '../../domain/bookings/booking.ts'
import type { RecordChanges } from '../../domain/bookings/booking-change.ts'
import { type BookingRecord, recordOf } from '../../domain/bookings/booking-record.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import type { Change } from '../../domain/kernel/availability.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import type { BookingEvent } from '../../domain/webhooks/webhook.ts'
import { moveOwed } from '../../store/agencies/terms.ts'
import { insertRevision } from '../../store/bookings/booking-trail.ts'
import { updateBooking } from '../../store/bookings/bookings.ts'
import { type Actor, beginChange, recordDays } from '../../store/days/history.ts'
import type { Tx, TxOptions } from '../../store/engine/engine.ts'
import { batch } from '../../store/engine/pace.ts'
import { moveWebNights } from '../../store/strangers/web-nights.ts'
import type { Listeners } from '../../store/webhooks/outbox.ts'
import { type CreditAct, withinCredit } from '../agencies/credit.ts'
import { drawNights } from '../agencies/draw-nights.ts'
import type { Deps } from '../deps.ts'
import { queueGuestMail } from '../mails/queue-mail.ts'
import { queueEvent } from '../queue-event.ts'
import { queueAvailabilityChanged } from '../webhooks/availability-event.ts'
import { type BookingContext, noBooking, withBooking } from './booking-context.ts'
import { dropLostRooms } from './room-numbers.ts'

/** The result of a transition. */
export type Outcome = {
  booking: Booking
  /** Nights taken or given back. */
  changes: Change[]
  /** The change that contains them, if it is recorded already. */
  changeSeq?: number
  /** True if the released rooms do not return to sale (contract-counts, `restoreOnCancel`). */
  kept?: boolean
  /** True if the hotel overrode the rules. */
  override?: boolean
  /** True if the guest gets no mail. */
  isUntold?: boolean
  event: BookingEvent
  /** Further members of the event's data. */
  extra?: Partial<RecordChanges> & { reinstated?: boolean; override?: boolean }
}

/** A booking written without a new revision or an event: only its proof changed (contract §3). */
export type UnrevisedBooking = { unrevised: Booking }

/**
 * Moves a booking to its next state in one transaction: one conditional update, the days, their history, the revision
 * and the event, all or nothing (contract §3).
 *
 * @param step decides the next state of the booking; null leaves everything unchanged
 */
export async function moveBooking(
  deps: Deps,
  code: string,
  actor: Actor,
  step: Move['step'],
): Promise<BookingRecord> {
  return await withBooking(deps, code, (tx, context) =>
    moveInTx(tx, deps, context, { actor, step }),
  )
}

/** A step of a booking, and its actor. */
export type Move = {
  actor: Actor
  step: (tx: Tx, context: BookingContext) => Promise<Outcome | UnrevisedBooking | null>
}

/**
 * Moves a booking to its next state in a transaction that locks its hotel, as `moveBooking` does.
 *
 * @throws AppError `not_found` if the actor's link was revoked while the call waited
 */
export async function moveInTx(
  tx: Tx,
  deps: Deps,
  context: BookingContext,
  { actor, step }: Move,
): Promise<BookingRecord> {
  if (actor.epoch !== undefined && actor.epoch !== context.booking.manageEpoch) throw noBooking()
  const outcome = await step(tx, context)
  if (!outcome) return recordOf(context.booking, context)
  if ('unrevised' in outcome) return recordOf(outcome.unrevised, context)
  const [isUpdated] = await batch(
    updateBooking(tx, context.booking, outcome.booking),
    moveWebNights(tx, context.booking, outcome.booking),
  )
  if (!isUpdated)
    throw new AppError('revision_conflict', 'The booking has changed in the meantime.')
  const { booking: after, changes } = outcome
  await drawNights(tx, context, { before: context.booking, after, changes })
  await dropLostRooms(tx, deps, actor, context, outcome.booking)
  const moved = { ...context, ...outcome, actor }
  const record = recordOf(after, moved)
  await recordTransition(tx, deps, record, moved)
  return record
}

/**
 * Returns the result of a step without keeping it. The step is run, judged by the agency's credit and rolled back, so
 * that the result cannot differ from that of `moveBooking`.
 */
export async function tryBooking(
  deps: Deps,
  code: string,
  step: (tx: Tx, context: BookingContext) => Promise<Outcome | null>,
  creditActOf: (context: BookingContext) => CreditAct,
): Promise<BookingRecord> {
  const tryIt = async (tx: Tx, context: BookingContext) => {
    const outcome = await withinCredit(tx, creditActOf(context), async () => {
      const tried = await step(tx, context)
      if (tried) await moveOwed(tx, context.booking, tried.booking)
      return tried
    })
    return recordOf(outcome?.booking ?? context.booking, context)
  }
  return await withBooking(deps, code, tryIt, {}, (body, options) =>
    rolledBack(deps, body, options),
  )
}

/** Runs a body in a transaction that is rolled back. @returns what the body returns */
export async function rolledBack<T>(
  { store }: Deps,
  body: (tx: Tx) => Promise<T>,
  options: TxOptions = {},
): Promise<T> {
  const undone = new Error('A dry run is rolled back.')
  let value: T | undefined
  const done = store.tx(
    async (tx) => {
      value = await body(tx)
      throw undone
    },
    { ...options, isTried: true },
  )
  await done.catch((error) => {
    if (error !== undone) throw error
  })
  return value!
}

/**
 * Records a transition: its history, the revision and the event.
 *
 * @param transition `listeners`: present if the transaction has asked already
 */
export async function recordTransition(
  tx: Tx,
  deps: Deps,
  record: BookingRecord,
  transition: Omit<BookingContext & Outcome, 'booking'> & {
    booking: Omit<Booking, 'id'>
    actor: Actor
    listeners?: Listeners | undefined
  },
): Promise<void> {
  const {
    booking,
    changes,
    changeSeq,
    kept = false,
    override = false,
    isUntold = false,
    event,
    extra,
    actor,
    hotel,
    listeners,
  } = transition
  const { hotelId, code, revision } = booking
  const atMs = booking.updatedAtMs
  const head = { hotelId, actor, pushId: null, atMs }
  const keep = (changeSeq: number) =>
    insertRevision(tx, { changeSeq, hotelId, code, revision, snapshot: record, kept, override })
  const number = async () => {
    const { changeSeq, written } = await beginChange(tx, head)
    await batch(written, recordDays(tx, { hotelId, changeSeq }, changes), keep(changeSeq))
  }
  await batch(
    changeSeq === undefined ? number() : keep(changeSeq),
    queueBookingEvent(tx, deps, { event, record, extra, hotel, atMs, listeners }),
    queueAvailabilityChanged(tx, deps, head, transition),
    isUntold || queueGuestMail(tx, deps, { ...{ booking, hotel, event }, ...extra }),
  )
}

/** Queues an event of a booking (contract §4). */
export async function queueBookingEvent(
  tx: Tx,
  deps: Deps,
  told: {
    event: BookingEvent | 'booking.unacked'
    record: BookingRecord
    extra?: Outcome['extra'] | undefined
    hotel: Hotel
    atMs: number
    listeners?: Listeners | undefined
  },
): Promise<void> {
  const { event, record, extra, hotel, atMs, listeners } = told
  const data = { ...headlineFields(record), ...record, ...extra }
  const isHeard = listeners?.anyone
  await queueEvent(tx, deps, hotel, { event, data, atMs, booking: record, isHeard })
}

/** Returns the next revision of a booking with these changes. */
export function revise(booking: Booking, nowMs: number, changes: Partial<Booking>): Booking {
  return { ...booking, ...changes, revision: booking.revision + 1, updatedAtMs: nowMs }
}

/** Returns the error for an impossible transition of a booking, with its current state. */
export const transitionInvalid = (bookingStatus: BookingStatus, detail: string, more = {}) =>
  new AppError('transition_invalid', detail, { members: { bookingStatus, ...more } })

/** Refuses what would bring an erased guest back. @throws AppError `transition_invalid` */
export function refuseErased({ status, erasedAtMs }: Pick<Booking, 'status' | 'erasedAtMs'>): void {
  if (erasedAtMs !== null)
    throw transitionInvalid(status, 'The guest was erased: nothing of a guest is written here.')
}

/** @throws AppError `transition_invalid` */
export function refuseTransition({ status }: Pick<Booking, 'status'>, what: string): never {
  throw transitionInvalid(status, `A booking that is ${status} cannot be ${what}.`)
}

/** Returns the five fields of specification §2.4, which come first in the data of an event. */
function headlineFields({ code, roomCode, checkin, checkout, totalPriceCents }: BookingRecord) {
  return { code, roomCode, checkin, checkout, totalPriceCents }
}
