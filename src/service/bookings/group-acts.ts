import { type Booking, isHoldOver } from '../../domain/bookings/booking.ts'
import { type BookingRecord, recordOf } from '../../domain/bookings/booking-record.ts'
import { type GroupRecord, groupRecord, sizeOf } from '../../domain/bookings/group.ts'
import { nightsOf } from '../../domain/kernel/night.ts'
import { listGroup } from '../../store/bookings/groups.ts'
import { findSnapshot } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockHotel } from '../../store/engine/locks.ts'
import { findAgencyAt } from '../agencies/terms.ts'
import type { Deps } from '../deps.ts'
import { queueProofMail } from '../mails/queue-mail.ts'
import { type BookingContext, noBooking } from './booking-context.ts'
import { hasArrived } from './booking-extras.ts'
import { moveInTx, revise, rolledBack, transitionInvalid } from './booking-record.ts'
import { type CancelRequest, cancellation, expectOwed } from './cancel-booking.ts'
import { type Confirming, confirmation } from './confirm-booking.ts'
import { endStep } from './end-booking.ts'
import { atOneInstant, NextTry, runTries } from './group-parts.ts'
import { leaveBrake, proofRequired } from './prove.ts'

// Acts on a reservation of several stays as a whole, each in one transaction (contract-groups).

/** Who acts on a group: each booking of it is recorded with this actor, under its own code. */
export type GroupActor = (booking: Booking) => Actor

/**
 * Locks the hotel of a group and reads its bookings. @throws AppError `not_found` if there is none, or the actor's
 * link was revoked
 */
export async function lockGroup(tx: Tx, code: string): Promise<BookingContext[]> {
  const [known] = await listGroup(tx, code)
  if (!known) throw noBooking()
  await lockHotel(tx, known.hotelId)
  return await readGroup(tx, code)
}

/** Reads the bookings of a group, in a transaction that locks its hotel. */
export async function readGroup(tx: Tx, code: string): Promise<BookingContext[]> {
  const bookings = await listGroup(tx, code)
  const { hotelId, agencyId } = bookings[0]!
  const snapshot = (await findSnapshot(tx, hotelId))!
  const agency = await findAgencyAt(tx, hotelId, agencyId)
  const agencyCode = agency?.code ?? null
  return bookings.map((booking) => ({ booking, ...snapshot, agency, agencyCode }))
}

/**
 * Confirms the pending bookings of a group, all or none. A guest's confirmation may have to wait for the mailed link:
 * then the whole group waits for it, and the answer is still an error. A repeat changes nothing.
 *
 * @throws AppError `not_found`, `transition_invalid` naming a hold that has run out, `proof_required`,
 *   `ask_the_hotel`, `rate_limited`
 */
export async function confirmGroup(
  deps: Deps,
  code: string,
  actor: GroupActor,
  guest: Confirming['guest'],
): Promise<GroupRecord> {
  const { record, isAsked } = await runTries(deps, async (tx, { isAsked }) => {
    const contexts = await lockGroup(tx, code)
    const now = atOneInstant(deps)
    refuseEnded(contexts, now.nowMs())
    const whole = sizeOf(contexts.filter(isHeld).map(({ booking }) => booking))
    const step = (handle: Tx, context: BookingContext) =>
      confirmation(handle, now, context, { guest, group: { whole, isAsked } })
    const records = await moveAll(tx, now, contexts, { actor, step, of: isHeld })
    const asks = records.filter(({ status, proof }) => status === 'pending' && proof === 'asked')
    const held = records.filter(({ status }) => status === 'pending')
    // One stay has to wait for the link, so all of them do.
    if (asks.length > 0 && !isAsked && contexts.filter(isHeld).length > held.length)
      throw new NextTry({ isAsked: true })
    if (asks.length > 0) {
      const { booking, hotel } = contexts[0]!
      await queueProofMail(tx, deps, { booking, hotel })
    }
    return { record: groupRecord(records), isAsked: asks.length > 0 }
  })
  // Thrown after the commit, for the holds wait from now on.
  if (isAsked) throw proofRequired()
  return record
}

/** @throws AppError `transition_invalid` unless something of the group is pending in time, or all is confirmed */
function refuseEnded(contexts: readonly BookingContext[], nowMs: number): void {
  const bookings = contexts.map(({ booking }) => booking)
  const over = bookings.find(
    (each) => each.status === 'expired' || (each.status === 'pending' && isHoldOver(each, nowMs)),
  )
  if (over) throw transitionInvalid('expired', `The hold ${over.code} has run out.`)
  const stands = bookings.some(({ status }) => status === 'pending' || status === 'confirmed')
  const { status } = bookings[0]!
  if (!stands) throw transitionInvalid(status, 'Nothing of this reservation can be confirmed.')
}

const isHeld = ({ booking }: BookingContext) => booking.status === 'pending'
const isStanding = ({ booking: { status } }: BookingContext) =>
  status === 'pending' || status === 'confirmed'
const isCancelled = ({ booking }: BookingContext) => booking.status === 'cancelled'

/** The cancellation of a group; what it expects to cost is of all that it ends. */
export type GroupCancelRequest = Omit<CancelRequest, 'isFree' | 'isToldToProven'>

/**
 * Cancels the bookings of a group that stand, each by its own terms. Where nothing stands it changes nothing if any
 * was cancelled; repeated by the hotel, it takes what is cancelled out of the brake on strangers.
 *
 * @returns the group; of a dry run its `penaltyCents` and `payableCents` are those of what the act ends, which the
 *   expected amounts guard
 * @throws AppError `not_found`, `transition_invalid`, `forbidden`, `penalty_changed` with the penalty of the act
 */
export const cancelGroup = (
  deps: Deps,
  code: string,
  actor: GroupActor,
  request: GroupCancelRequest,
): Promise<GroupRecord> =>
  deps.store.tx(async (tx) => (await cancelInTx(tx, deps, code, { actor, request })).record)

/** Dry run of `cancelGroup`: changes nothing. @throws as `cancelGroup` */
export const simulateGroupCancel = (
  deps: Deps,
  code: string,
  actor: GroupActor,
  request: GroupCancelRequest,
): Promise<GroupRecord> =>
  rolledBack(deps, async (tx) => {
    const { record, ...owed } = await cancelInTx(tx, deps, code, { actor, request })
    return { ...record, ...owed }
  })

async function cancelInTx(
  tx: Tx,
  deps: Deps,
  code: string,
  { actor, request }: { actor: GroupActor; request: GroupCancelRequest },
): Promise<{ record: GroupRecord; penaltyCents: number; payableCents: number }> {
  const contexts = await lockGroup(tx, code)
  const ends = contexts.filter(isStanding)
  if (ends.length === 0 && !contexts.some(isCancelled))
    throw transitionInvalid(
      contexts[0]!.booking.status,
      'Nothing of this reservation can be cancelled.',
    )
  const { expectedPenaltyCents, expectedPayableCents, ...each } = request
  // The hotel ends what its guest has cancelled, too, which lifts the brake at once.
  if (request.caller !== 'guest')
    for (const { booking } of contexts.filter(isCancelled)) await leaveBrake(tx, booking)
  const now = atOneInstant(deps)
  const step = endStep(async (context, handle) =>
    cancellation(now, context, each, await hasArrived(handle, context.booking)),
  )
  const records = await moveAll(tx, now, contexts, { actor, step, of: isStanding })
  const codes = ends.map(({ booking }) => booking.code)
  const ended = records.filter((record) => codes.includes(record.code))
  const penaltyCents = ended.reduce((sum, record) => sum + (record.penaltyCents ?? 0), 0)
  const payableCents = ended.reduce((sum, record) => sum + record.payableCents, 0)
  const expected = { expectedPenaltyCents, expectedPayableCents }
  // A repeat costs nothing, whatever the first one cost.
  if (ends.length > 0) expectOwed(expected, { penaltyCents, payableCents })
  return { record: groupRecord(records), penaltyCents, payableCents }
}

/** Expires the pending bookings of a group whose hold has run out, all in one transaction. */
export async function expireGroup(deps: Deps, code: string, isAtOnce: boolean): Promise<void> {
  const actor: GroupActor = () => ({ type: 'system', id: 'clock' })
  await deps.store.tx(async (tx) => {
    const contexts = await lockGroup(tx, code)
    const nowMs = deps.nowMs()
    const isDue = ({ booking }: BookingContext) => isAtOnce || isHoldOver(booking, nowMs)
    if (!contexts.filter(isHeld).every(isDue)) return
    const step = endStep(({ booking }) => {
      const nights = nightsOf(booking)
      const ended = revise(booking, nowMs, { status: 'expired' })
      return { ended, event: 'booking.released', nights, given: nights }
    })
    await moveAll(tx, deps, contexts, { actor, step, of: isHeld })
  })
}

/** Moves the bookings of a group that `of` selects, in their order. @returns the records of all */
export async function moveAll(
  tx: Tx,
  deps: Deps,
  contexts: readonly BookingContext[],
  {
    actor,
    step,
    of,
  }: {
    actor: GroupActor
    step: Parameters<typeof moveInTx>[3]['step']
    of: (context: BookingContext) => boolean
  },
): Promise<BookingRecord[]> {
  const records: BookingRecord[] = []
  for (const context of contexts) {
    const { booking } = context
    records.push(
      of(context)
        ? await moveInTx(tx, deps, context, { actor: actor(booking), step })
        : recordOf(booking, context),
    )
  }
  return records
}
