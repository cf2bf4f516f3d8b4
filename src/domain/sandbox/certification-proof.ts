import type { BookingRecord } from '../bookings/booking-record.ts'
import { type BookingScenario, HOLD_SCENARIOS } from './certification.ts'
import {
  type AnswerEvidence,
  type Book,
  type Evidence,
  hasAllBookings,
  hasAllHolds,
  isReadyToReconcile,
  type ObservedCall,
  openBook,
  type Proof,
} from './certification-book.ts'
import { compareHolds, type HoldState } from './certification-holds.ts'

/** Room types synced within this time make one full sync. */
const SYNC_WITHIN_MS = 60 * 60 * 1_000
const RECEIVED_KEPT = 100
/** Tolerance for a client whose clock differs. */
const EARLY_MS = 50

/** The fields of a booking in an answer that count as evidence. */
export type RevisionSummary = Pick<
  BookingRecord,
  'code' | 'status' | 'revision' | 'confirmedAt' | 'updatedAt' | 'group'
>

/** Returns the scenario that a received revision belongs to; undefined: a hold, or none of the three. */
export function kindOf(booking: RevisionSummary): BookingScenario | undefined {
  const { status, revision, confirmedAt, updatedAt } = booking
  if (status === 'cancelled') return confirmedAt === null ? undefined : 'booking_cancelled'
  if (status !== 'confirmed') return undefined
  return revision === 1 || confirmedAt === updatedAt ? 'booking_new' : 'booking_changed'
}

/**
 * Adds a call's evidence to a key's proofs. The first proof of a scenario stands.
 *
 * @returns the changed proofs; often none
 */
export function prove(proofs: readonly Proof[], call: ObservedCall, nowMs: number): Proof[] {
  const book = openBook(proofs, nowMs)
  proveWait(book, call, nowMs)
  if (!call.isGood) return book.changed()
  for (const shown of call.shown) {
    if (shown.type === 'push') provePush(book, call, shown, nowMs)
    else if (shown.type === 'bookings') noteReceipts(book, call, shown.received)
    else if (shown.type === 'acks') proveAcks(book, call, shown)
    else proveReconciliation(book, call, shown.type)
  }
  return book.changed()
}

/** Proves the wait: after a 429 no request before `Retry-After` has passed, then one that succeeds. */
function proveWait(book: Book, call: ObservedCall, nowMs: number): void {
  if (book.isDone('back_off')) return
  const { requestId, startedAtMs, waitSeconds, isGood } = call
  const { wait } = book.seen('back_off')
  // The request had started before the 429.
  if (wait && startedAtMs <= wait.fromMs) return
  if (wait && startedAtMs < wait.untilMs - EARLY_MS) {
    if (!wait.isBroken) book.keep('back_off', { wait: { ...wait, isBroken: true } })
  } else if (waitSeconds !== undefined) {
    const untilMs = nowMs + waitSeconds * 1_000
    book.keep('back_off', { wait: { requestId, fromMs: nowMs, untilMs } })
  } else if (wait && !wait.isBroken && isGood)
    book.finish('back_off', { requestIds: [wait.requestId, requestId] })
}

function provePush(
  book: Book,
  { requestId }: ObservedCall,
  { scenarios, synced, rooms, holds }: Extract<AnswerEvidence, { type: 'push' }>,
  nowMs: number,
): void {
  proveHolds(book, requestId, holds)
  for (const scenario of scenarios) book.finish(scenario, { requestIds: [requestId] })
  if (synced.length === 0 || book.isDone('full_sync')) return
  const recent = Object.entries(book.seen('full_sync').synced ?? {}).filter(
    ([roomCode, { atMs }]) => atMs > nowMs - SYNC_WITHIN_MS && rooms.includes(roomCode),
  )
  const now = synced.map((roomCode) => [roomCode, { requestId, atMs: nowMs }] as const)
  const all = Object.fromEntries([...recent, ...now])
  if (rooms.some((roomCode) => !all[roomCode])) book.keep('full_sync', { synced: all })
  else book.finish('full_sync', { requestIds: Object.values(all).map((each) => each.requestId) })
}

function proveHolds(book: Book, requestId: string, holds: readonly HoldState[]): void {
  if (holds.length === 0) return
  const { held, ended } = compareHolds(book.seen('held').held ?? {}, requestId, holds)
  for (const { end, requestIds } of ended) book.finish(HOLD_SCENARIOS[end], { requestIds })
  book.keep('held', hasAllHolds(book.all()) ? {} : { held })
}

type RevisionReceipts = Extract<AnswerEvidence, { type: 'bookings' }>['received']

function noteReceipts(book: Book, { requestId }: ObservedCall, shown: RevisionReceipts): void {
  const { received = [] } = book.seen('received')
  const isWanted = ({ kind, isOfGroup }: RevisionReceipts[number]) =>
    !book.isDone(kind) || (isOfGroup && kind === 'booking_new' && !book.isDone('booking_group'))
  const isNew = (one: RevisionReceipts[number]) =>
    isWanted(one) && !received.some((each) => isSame(each, one))
  const fresh = shown.filter(isNew).map((each) => ({ ...each, requestId }))
  if (fresh.length > 0)
    book.keep('received', { received: [...received, ...fresh].slice(-RECEIVED_KEPT) })
}

type AcksEvidence = Extract<AnswerEvidence, { type: 'acks' }>

/** Proves acknowledgements: each revision must have been received before, by answer or delivery. */
function proveAcks(
  book: Book,
  { requestId }: ObservedCall,
  { acks, delivered = [], groups = [] }: AcksEvidence,
): void {
  const known = [...(book.seen('received').received ?? []), ...delivered]
  for (const ack of acks) {
    const received = known.find((each) => isSame(each, ack))
    if (!received) continue
    const evidence =
      'requestId' in received
        ? { requestIds: [received.requestId, requestId], deliveryIds: [] }
        : { requestIds: [requestId], deliveryIds: [received.deliveryId] }
    book.finish(received.kind, evidence)
    const group = groups.find((codes) => codes.includes(ack.code))
    if (group && received.kind === 'booking_new') proveGroup(book, group, ack.code, evidence)
  }
  if (hasAllBookings(book.all()) && book.seen('received').received?.length)
    book.keep('received', {})
}

/** Proves a group: each of its bookings, at least two, was received as new and acknowledged. */
function proveGroup(book: Book, group: string[], code: string, evidence: Evidence): void {
  if (book.isDone('booking_group') || group.length < 2) return
  const acked = { ...book.seen('booking_group').acked, [code]: evidence }
  const all = group.flatMap((each) => acked[each] ?? [])
  if (all.length === group.length)
    book.finish('booking_group', {
      requestIds: all.flatMap(({ requestIds }) => requestIds),
      deliveryIds: all.flatMap(({ deliveryIds }) => deliveryIds),
    })
  else {
    const newest = Object.entries(acked).slice(-RECEIVED_KEPT)
    book.keep('booking_group', { acked: Object.fromEntries(newest) })
  }
}

/** Proves reconciliation: days and reservations, both pulled after all else is done. */
function proveReconciliation(
  book: Book,
  { requestId }: ObservedCall,
  pulled: 'days' | 'reservations',
): void {
  if (book.isDone('reconciliation') || !isReadyToReconcile(book.all())) return
  const seen = { ...book.seen('reconciliation'), [`${pulled}Id`]: requestId }
  const { daysId, reservationsId } = seen
  if (daysId === undefined || reservationsId === undefined) book.keep('reconciliation', seen)
  else book.finish('reconciliation', { requestIds: [daysId, reservationsId] })
}

type Revision = { code: string; revision: number }

const isSame = (a: Revision, b: Revision) => a.code === b.code && a.revision === b.revision
