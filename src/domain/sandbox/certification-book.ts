import {
  BOOKING_SCENARIOS,
  type BookingScenario,
  HOLD_SCENARIOS,
  type PushEvidence,
  SCENARIOS,
  type Scenario,
} from './certification.ts'
import type { HeldNights, HoldState } from './certification-holds.ts'

/** The evidence of a scenario: ids of requests, as in answers, and of webhook deliveries. */
export type Evidence = { requestIds: string[]; deliveryIds: string[] }

/**
 * A booking's revision that a partner received, by an answer or a delivery; of an answer it says if the booking is of a
 * group.
 */
export type RevisionReceipt = { code: string; revision: number; kind: BookingScenario } & (
  | { requestId: string; isOfGroup?: true }
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
  /** New bookings of groups that were received and acknowledged, by code. */
  acked?: Record<string, Evidence>
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
  /**
   * Accepted acknowledgements; `delivered`: those whose revision reached a webhook of the key; `groups`: the bookings
   * of each group that they are of.
   */
  | {
      type: 'acks'
      acks: { code: string; revision: number }[]
      delivered?: RevisionReceipt[]
      groups?: string[][]
    }
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
  [...BOOKING_SCENARIOS, 'booking_group' as const].every((scenario) => isDone(proofs, scenario))

const isDone = (proofs: readonly Proof[], scenario: Scenario) =>
  proofs.some((proof) => proof.scenario === scenario && proof.doneAtMs !== null)

/** The proofs of a key, open for changes. */
export type Book = ReturnType<typeof openBook>

/** Opens the proofs for changes. */
export function openBook(proofs: readonly Proof[], nowMs: number) {
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
