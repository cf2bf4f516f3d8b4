import { type BookingRecord, recordOf } from '../../domain/bookings/booking-record.ts'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import { type AckState, listAckStates, updateAcks } from '../../store/bookings/acks.ts'
import { findBooking } from '../../store/bookings/bookings.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockHotel } from '../../store/engine/locks.ts'
import { batch } from '../../store/engine/pace.ts'
import type { Deps } from '../deps.ts'
import { addContext } from './booking-context.ts'

/** The revision that a partner has, and the partner's own id of the booking. */
type AckFields = { revision: number; externalId?: string | undefined }

/** One acknowledgement of a batch. */
export type Ack = AckFields & { code: string }

/** The outcome of an acknowledgement; `already` changed nothing, for its content was known. */
export type AckOutcome =
  | { result: 'ok' | 'already'; state: AckState }
  | { result: 'refused'; error: AppError }

/**
 * Acknowledges a revision of a booking and records the partner's own id. It is idempotent: a repeat changes nothing,
 * and a revision older than the acknowledged one does not replace it.
 *
 * @throws AppError `not_found` for a booking of another hotel, too; `validation_failed` for a revision that does not exist yet
 */
export async function ackBooking(
  deps: Deps,
  hotelId: number,
  { code, ...seen }: Ack,
): Promise<BookingRecord> {
  return await deps.store.tx(
    async (tx) => {
      const [, booking] = await batch(lockHotel(tx, hotelId), findBooking(tx, code))
      if (booking?.hotelId !== hotelId) throw noSuchBooking()
      const context = await addContext(tx, deps, booking)
      const [acked] = await takeAcks(tx, [booking], [{ code, ...seen }])
      if (acked!.result === 'refused') throw acked!.error
      const { ackedRevision, externalId } = acked!.state
      return recordOf({ ...booking, ackedRevision, externalId }, context)
    },
    { waitsAt: hotelId },
  )
}

/**
 * Acknowledges many bookings of a hotel in one transaction, in order; a refused one does not affect the others.
 *
 * @returns the outcome of each; a booking of another hotel counts as not found
 */
export async function ackBookings(
  deps: Deps,
  hotelId: number,
  acks: readonly Ack[],
): Promise<AckOutcome[]> {
  return await deps.store.tx(
    async (tx) => {
      await lockHotel(tx, hotelId)
      const codes = [...new Set(acks.map(({ code }) => code))]
      const states = await listAckStates(tx, codes)
      const own = states.filter((state) => state.hotelId === hotelId)
      return await takeAcks(tx, own, acks)
    },
    { waitsAt: hotelId },
  )
}

/** Applies the acknowledgements one by one, so that a second one of the same booking sees the result of the first. */
async function takeAcks(
  tx: Tx,
  states: readonly AckState[],
  acks: readonly Ack[],
): Promise<AckOutcome[]> {
  const byCode = new Map(states.map((state) => [state.code, state]))
  const changed = new Map<string, AckState>()
  const results = acks.map((ack) => {
    const acked = ackOne(byCode.get(ack.code), ack)
    if (acked.result === 'ok') {
      byCode.set(ack.code, acked.state)
      changed.set(ack.code, acked.state)
    }
    return acked
  })
  await updateAcks(tx, [...changed.values()])
  return results
}

function ackOne(state: AckState | undefined, { revision, externalId }: Ack): AckOutcome {
  if (!state) return { result: 'refused', error: noSuchBooking() }
  const newest = state.revision
  if (revision > newest) {
    const message = `The newest revision is ${newest}.`
    const error = refused('/revision', 'unknown_revision', message, { newest })
    return { result: 'refused', error }
  }
  const next = {
    ...state,
    ackedRevision: Math.max(revision, state.ackedRevision ?? 0),
    externalId: externalId ?? state.externalId,
  }
  const isKnown = next.ackedRevision === state.ackedRevision && next.externalId === state.externalId
  return { result: isKnown ? 'already' : 'ok', state: next }
}

/** Returns the error for a code that is no booking of this hotel; it does not reveal the bookings of other hotels. */
export const noSuchBooking = () => new AppError('not_found', 'This hotel has no such booking.')
