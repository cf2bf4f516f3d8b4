import type { BookingRecord } from '../bookings/booking-record.ts'
import {
  BOOKING_SCENARIOS,
  type BookingScenario,
  HOLD_SCENARIOS,
  type PushEvidence,
  SCENARIOS,
  type Scenario,
} from './certification.ts'
import { compareHolds, type HeldNights, type HoldState } from './certification-holds.ts'

/** The evidence of a scenario: ids of requests, as in answers, and of webhook deliveries. */
type Evidence = { requestIds: string[]; deliveryIds: string[] }

/** A booking's revision that a partner received, by an answer or a delivery. */
export type RevisionReceipt = { code: string; revision: number; kind: BookingScenario } & (
  | { requestId: string }
  | { deliveryId: string }
)

/** Observations of a scenario that takes several calls. */
type Observations = {
  /** Synced room types, with the request and time of each. */
  synced?: Record<string, { requestId: string; atMs: number }>
  /** A rate-limited request and its wait. */
  wait?: { requestId: string; fromMs: number; untilMs: number; isBroken?: true }
  /** The newest revisions that the partner read. */
  received?: RevisionReceipt[]
  held?: HeldNights
  /** A delivery whose forged attempt the receiver refused. */
  refusedId?: string
  /** Requests that pulled all days, and all reservations. */
  daysId?: string
  reservationsId?: string
}

/** The stored proof of a scenario, of received revisions or of held nights; final once the scenario is done. */
export type Proof = Evidence & {
  scenario: Scenario | 'received' | 'held'
  /** The time of completion; null: in progress. */
  doneAtMs: number | null
  seen: Observations
}

/** The evidence in an answer to a test key's call. */
export type AnswerEvidence =
  | ({ type: 'push'; holds: readonly HoldState[] } & Omit<PushEvidence, 'counted'>)
  /** Booking revisions in the answer. */
  | {
      type: 'bookings'
      received: Omit<Extract<RevisionReceipt, { requestId: string }>, 'requestId'>[]
    }
  /** Accepted acknowledgements; `delivered`: those whose revision reached a webhook of the key. */
  | { type: 'acks'; acks: { code: string; revision: number }[]; delivered?: RevisionReceipt[] }
  /** A pull of all days. */
  | { type: 'days' }
  /** The last page of a pull of all reservations. */
  | { type: 'reservations' }

/** An answered call of a test key. */
export type ObservedCall = {
  requestId: string
  startedAtMs: number
  /** The wait that a rate limit imposed on it. */
  waitSeconds?: number | undefined
  isGood: boolean
  shown: readonly AnswerEvidence[]
}

/** Room types synced within this time make one full sync. */
const SYNC_WITHIN_MS = 60 * 60 * 1_000
const RECEIVED_KEPT = 100
/** Tolerance for a client whose clock differs. */
const EARLY_MS = 50

/** The fields of a booking in an answer that count as evidence. */
export type RevisionSummary = Pick<
  BookingRecord,
  'code' | 'status' | 'revision' | 'confirmedAt' | 'updatedAt'
>

/** Returns the scenario that a received revision belongs to; undefined: a hold, or none of the three. */
export function kindOf(booking: RevisionSummary): BookingScenario | undefined {
  const { status, revision, confirmedAt, updatedAt } = booking
  if (status === 'cancelled') return confirmedAt === null ? undefined : 'booking_cancelled'
  if (status !== 'confirmed') return undefined
  return revision === 1 || confirmedAt === updatedAt ? 'booking_new' : 'booking_changed'
}

/** True if every scenario is done. */
export const isCertified = (proofs: readonly Proof[]): boolean =>
  SCENARIOS.every((scenario) => isDone(proofs, scenario))

/** True if every scenario but reconciliation, which comes last, is done. */
export const isReadyToReconcile = (proofs: readonly Proof[]): boolean =>
  SCENARIOS.every((each) => each === 'reconciliation' || isDone(proofs, each))

/** True if every scenario of holds is done. */
export const hasAllHolds = (proofs: readonly Proof[]): boolean =>
  Object.values(HOLD_SCENARIOS).every((scenario) => isDone(proofs, scenario))

/** True if every scenario of bookings is done. */
export const hasAllBookings = (proofs: readonly Proof[]): boolean =>
  BOOKING_SCENARIOS.every((scenario) => isDone(proofs, scenario))

const isDone = (proofs: readonly Proof[], scenario: Scenario) =>
  proofs.some((proof) => proof.scenario === scenario && proof.doneAtMs !== null)

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

type Book = ReturnType<typeof openBook>

/** Opens the proofs for changes. */
function openBook(proofs: readonly Proof[], nowMs: number) {
  const known = new Map(proofs.map((proof) => [proof.scenario, proof]))
  const changed = new Set<Proof['scenario']>()
  const put = (proof: Proof) => {
    known.set(proof.scenario, proof)
    changed.add(proof.scenario)
  }
  return {
    all: () => [...known.values()],
    isDone: (scenario: Scenario) => known.get(scenario)?.doneAtMs != null,
    seen: (scenario: Proof['scenario']): Observations => known.get(scenario)?.seen ?? {},
    keep: (scenario: Proof['scenario'], seen: Observations) =>
      put({ scenario, doneAtMs: null, requestIds: [], deliveryIds: [], seen }),
    finish(scenario: Scenario, { requestIds = [], deliveryIds = [] }: Partial<Evidence>) {
      if (this.isDone(scenario)) return
      const ids = { requestIds: [...new Set(requestIds)], deliveryIds: [...new Set(deliveryIds)] }
      put({ scenario, doneAtMs: nowMs, ...ids, seen: {} })
    },
    changed: () => [...changed].map((scenario) => known.get(scenario)!),
  }
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
  const isNew = (one: RevisionReceipts[number]) =>
    !book.isDone(one.kind) && !received.some((each) => isSame(each, one))
  const fresh = shown.filter(isNew).map((each) => ({ ...each, requestId }))
  if (fresh.length > 0)
    book.keep('received', { received: [...received, ...fresh].slice(-RECEIVED_KEPT) })
}

type AcksEvidence = Extract<AnswerEvidence, { type: 'acks' }>

/** Proves acknowledgements: each revision must have been received before, by answer or delivery. */
function proveAcks(
  book: Book,
  { requestId }: ObservedCall,
  { acks, delivered = [] }: AcksEvidence,
): void {
  const known = [...(book.seen('received').received ?? []), ...delivered]
  for (const ack of acks) {
    const received = known.find((each) => isSame(each, ack))
    if (!received) continue
    const { kind } = received
    if ('requestId' in received) book.finish(kind, { requestIds: [received.requestId, requestId] })
    else book.finish(kind, { requestIds: [requestId], deliveryIds: [received.deliveryId] })
  }
  if (hasAllBookings(book.all()) && book.seen('received').received?.length)
    book.keep('received', {})
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
