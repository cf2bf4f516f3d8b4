import type { Range } from '../../domain/dashboards/dashboard.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { type PushEvidence, syncRange } from '../../domain/sandbox/certification.ts'
import {
  type AnswerEvidence,
  hasAllBookings,
  hasAllHolds,
  isCertified,
  isReadyToReconcile,
  type ObservedCall,
  type Proof,
} from '../../domain/sandbox/certification-book.ts'
import { holdStates } from '../../domain/sandbox/certification-holds.ts'
import { prove } from '../../domain/sandbox/certification-proof.ts'
import { listRevisionsAfter } from '../../store/bookings/ledger.ts'
import { findSnapshot } from '../../store/catalog/catalog.ts'
import { lockHotel } from '../../store/engine/locks.ts'
import {
  hasBookingBefore,
  listDelivered,
  listGroupsOf,
  listProofs,
  upsertProofs,
} from '../../store/sandbox/proofs.ts'
import type { Deps } from '../deps.ts'

/**
 * Evidence from one answer: for a push the nights counted, for a pull of days the dates, for a pull of reservations
 * the start.
 */
export type CallEvidence =
  | Exclude<AnswerEvidence, { type: 'push' | 'days' | 'reservations' }>
  | ({ type: 'push' } & PushEvidence)
  | PullEvidence
type PullEvidence = ({ type: 'days' } & Range) | { type: 'reservations'; sinceMs: number }

/** An answered call of a test key. */
export type AnsweredCall = Omit<ObservedCall, 'shown'> & { shown: readonly CallEvidence[] }

type Key = { id: string; hotelId: number }

/** Newest revisions of a sandbox searched for its holds; a call for few changes returns as many. */
const REVISIONS_MAX = 2_000
type CertificationDeps = Pick<Deps, 'store' | 'nowMs' | 'today'>

/**
 * Records what a call of a test key demonstrates for certification (contract §2, *Sandbox*): one row per scenario, and
 * none once all are done. Skipped while the database is unavailable: the answer to the call itself stands.
 */
export const noteCall = (deps: CertificationDeps, key: Key, call: AnsweredCall): Promise<void> =>
  note(deps, key, call).catch((error: Error) => {
    if (!(error instanceof AppError || error.cause instanceof AppError)) throw error
  })

async function note(deps: CertificationDeps, key: Key, call: AnsweredCall): Promise<void> {
  const { store, nowMs } = deps
  const proofs = await listProofs(store, key.id)
  if (isCertified(proofs)) return
  const shown: AnswerEvidence[] = []
  for (const each of call.shown) shown.push(...(await complete(deps, key, proofs, each)))
  const seen = { ...call, shown }
  if (prove(proofs, seen, nowMs()).length === 0) return
  await store.tx(async (tx) => {
    // Other calls of the key may have added evidence since.
    await lockHotel(tx, key.hotelId)
    await upsertProofs(tx, key.id, prove(await listProofs(tx, key.id), seen, nowMs()))
  })
}

/** Completes the evidence with facts from the database; returns one item or none. */
async function complete(
  deps: CertificationDeps,
  { id, hotelId }: Key,
  proofs: readonly Proof[],
  shown: CallEvidence,
): Promise<AnswerEvidence[]> {
  const { store } = deps
  if (shown.type === 'acks') {
    const codes = shown.acks.map(({ code }) => code)
    if (codes.length === 0 || hasAllBookings(proofs)) return []
    const delivered = await listDelivered(store, id, codes)
    return [{ ...shown, delivered, groups: await listGroupsOf(store, hotelId, codes) }]
  }
  if (shown.type === 'push') {
    const { counted, ...push } = shown
    const isAsked = counted.length > 0 && !hasAllHolds(proofs)
    const newest = { hotelId, seq: 0, limit: REVISIONS_MAX }
    const revisions = isAsked ? await listRevisionsAfter(store, newest) : []
    return [{ ...push, holds: holdStates(revisions.toReversed(), counted) }]
  }
  if (shown.type !== 'days' && shown.type !== 'reservations') return [shown]
  if (!isReadyToReconcile(proofs)) return []
  const isAll =
    shown.type === 'days'
      ? await hasAllDays(deps, hotelId, shown)
      : !(await hasBookingBefore(store, hotelId, shown.sinceMs))
  return isAll ? [{ type: shown.type }] : []
}

async function hasAllDays(
  { store, today }: CertificationDeps,
  hotelId: number,
  { from, to }: Range,
) {
  const snapshot = await findSnapshot(store, hotelId)
  if (!snapshot) return false
  const { first, last } = syncRange(today(snapshot.hotel.timezone), snapshot.rooms.length)
  return from <= first && to >= last
}
