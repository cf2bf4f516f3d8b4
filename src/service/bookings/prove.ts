import { type Booking, isHoldOver } from '../../domain/bookings/booking.ts'
import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import { isOpen } from '../../domain/bookings/group.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { nightsOf } from '../../domain/kernel/night.ts'
import { findLead, listGroup } from '../../store/bookings/groups.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockHotel } from '../../store/engine/locks.ts'
import { updateProof } from '../../store/strangers/brake.ts'
import { moveWebNights } from '../../store/strangers/web-nights.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { queueProofMail } from '../mails/queue-mail.ts'
import { findBookingContext, withBooking } from './booking-context.ts'
import {
  type Move,
  moveInTx,
  type Outcome,
  refuseTransition,
  revise,
  type UnrevisedBooking,
} from './booking-record.ts'
import { atOneInstant } from './group-parts.ts'

/** Removes a booking from the brake's count. */
export const NO_BRAKE = { brakeNights: 0, brakeAtMs: null } as const satisfies Partial<Booking>

/** The proof of a booking that the hotel proved or ended: it is in no count. */
export const BY_HOTEL = {
  ...{ proof: 'hotel', provenByStay: false, ...NO_BRAKE },
} as const satisfies Partial<Booking>

/** The proof of a booking, and its share in the brake's count. */
export type ProofChange = Partial<
  Pick<Booking, 'proof' | 'provenByStay' | 'brakeNights' | 'brakeAtMs'>
>

/**
 * Writes the proof of a booking in a transaction that locks its hotel: no revision, no event (contract §3). Its rooms
 * move between the counts of strangers accordingly.
 *
 * @returns the booking after the write
 */
export async function writeProof(tx: Tx, booking: Booking, change: ProofChange): Promise<Booking> {
  const after = { ...booking, ...change }
  await updateProof(tx, after)
  await moveWebNights(tx, booking, after)
  return after
}

/** Removes a booking from the brake's count, in a transaction that locks its hotel. */
export async function leaveBrake(tx: Tx, booking: Booking): Promise<void> {
  if (booking.brakeNights > 0) await writeProof(tx, booking, NO_BRAKE)
}

/** Records that the hotel met a booking's guest or was paid; does nothing if the hotel proved the booking before. */
export async function noteMet(tx: Tx, booking: Booking): Promise<Booking> {
  if (booking.proof === 'hotel' && !booking.provenByStay) return booking
  return await writeProof(tx, booking, BY_HOTEL)
}

/**
 * *Proven* at the desk: removes the booking from every count and confirms a hold that waits for its mailed link, of a
 * group all of them (contract-groups). A repeat changes nothing. A change without a revision is written to the desk's
 * history.
 *
 * @throws AppError `not_found`, `transition_invalid` for a booking that has ended
 */
export async function proveByHotel(deps: Deps, code: string, actor: Actor): Promise<BookingRecord> {
  return await withBooking(deps, code, async (tx, { booking }) => {
    const now = atOneInstant(deps)
    const held = await listHeldWith(tx, booking)
    const isConfirmed = held.some(({ proof }) => proof === 'asked')
    const step: Move['step'] = (_, { booking }) =>
      provenByHotel(tx, now, booking, { actor, isConfirmed })
    const records: BookingRecord[] = []
    for (const each of isConfirmed ? held : [booking])
      records.push(
        await moveInTx(tx, now, await findBookingContext(tx, deps, each.code), { actor, step }),
      )
    return records.find((record) => record.code === booking.code)!
  })
}

/** Returns a hold with those of its group, in the order of the stays; empty for a booking that is no hold. */
async function listHeldWith(tx: Tx, booking: Booking): Promise<Booking[]> {
  if (booking.status !== 'pending') return []
  if (booking.groupCode === null) return [booking]
  return (await listGroup(tx, booking.groupCode)).filter(({ status }) => status === 'pending')
}

/**
 * Decides the effect of *Proven* on one booking.
 *
 * @param isConfirmed true for a hold that waits for its mailed link, or whose group does
 * @throws AppError `transition_invalid`
 */
async function provenByHotel(
  tx: Tx,
  deps: Deps,
  booking: Booking,
  { actor, isConfirmed }: { actor: Actor; isConfirmed: boolean },
): Promise<Outcome | UnrevisedBooking> {
  const { status, proof, hotelId, code: entityId } = booking
  const nowMs = deps.nowMs()
  const isOver = status === 'pending' && isHoldOver(booking, nowMs)
  if (status === 'cancelled' || status === 'expired' || isOver)
    refuseTransition({ status: isOver ? 'expired' : status }, 'proven')
  if (isConfirmed) {
    const confirmed = confirmedBy(booking, nowMs, BY_HOTEL)
    return { booking: confirmed, changes: [], event: 'booking.confirmed' }
  }
  const met = await noteMet(tx, booking)
  await audit(tx, deps, {
    ...{ entity: 'desk', entityId, hotelId, actor },
    ...{ before: { proof }, after: { proof: met.proof } },
  })
  return { unrevised: met }
}

/** Returns a hold as confirmed. @param change its proof and its share in the brake's count */
export const confirmedBy = (booking: Booking, nowMs: number, change: ProofChange): Booking =>
  revise(booking, nowMs, {
    ...{ status: 'confirmed', confirmedAtMs: nowMs, holdExpiresAtMs: null },
    ...change,
  })

/** Returns the share in the brake's count of a booking confirmed now. */
export function brakeCount(booking: Booking, nowMs: number): ProofChange {
  const isCounted = booking.proof !== 'hotel' || booking.provenByStay
  if (!isCounted) return NO_BRAKE
  return { brakeNights: nightsOf(booking).length * booking.rooms, brakeAtMs: nowMs }
}

/** Returns the error for a call that must wait for the mailed link. */
export const proofRequired = () =>
  new AppError(
    'proof_required',
    'A link was mailed to the guest; the button on its page must be pressed first.',
  )

/** Returns the same error for a dry run. */
export const proofComes = () =>
  new AppError(
    'proof_required',
    'Sending this mails a link to the guest; the button on its page must be pressed first.',
  )

/**
 * Mails the proof link of a booking, or of the group that it belongs to, to its guest, once.
 *
 * @param code of the booking or the group
 */
export async function askForProof(deps: Deps, code: string): Promise<void> {
  await deps.store.tx(async (tx) => {
    const known = (await findLead(tx, code))!
    await lockHotel(tx, known.hotelId)
    const { booking, hotel } = await findBookingContext(tx, deps, known.code)
    const { groupCode } = booking
    const all = groupCode === null ? [booking] : await listGroup(tx, groupCode)
    const unasked = all.filter(({ proof, status }) => proof === 'none' && isOpen(status))
    for (const each of unasked) await writeProof(tx, each, { proof: 'asked' })
    const [first] = unasked
    if (first) await queueProofMail(tx, deps, { booking: { ...first, proof: 'asked' }, hotel })
  })
}
