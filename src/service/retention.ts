import { PLACE_KNOWN_MS } from '../domain/accounts/login-place.ts'
import { IDENTITIES_KEPT_DAYS } from '../domain/bookings/identity.ts'
import { addDays, dateIn } from '../domain/kernel/date.ts'
import { CHANGES_KEPT_MS, DELIVERIES_KEPT_MS, SANDBOX_KEPT_MS } from '../domain/kernel/limits.ts'
import { WEB_COUNTS_KEPT_DAYS } from '../domain/strangers/web-counts.ts'
import { deleteOldDevices, deleteOldPlaces } from '../store/accounts/known-places.ts'
import { deleteExpiredChallenges } from '../store/accounts/passkeys.ts'
import { deleteExpiredSessions } from '../store/accounts/sessions.ts'
import { deleteIdempotentAnswers } from '../store/bookings/idempotency.ts'
import { deleteOldIdentities } from '../store/bookings/identities.ts'
import type { HistoryKind } from '../store/days/history-chain.ts'
import { deleteReplays } from '../store/days/push-replays.ts'
import type { Tx } from '../store/engine/engine.ts'
import { findMeta, writeMeta } from '../store/engine/meta.ts'
import { chunks } from '../store/engine/pace.ts'
import { PRUNE_ROWS_MAX } from '../store/engine/rows.ts'
import { deleteOldVisits } from '../store/history/visits.ts'
import type { Store } from '../store/open.ts'
import {
  deleteEntries,
  findNewestChange,
  type HistoryPlace,
  listExcessHistory,
  placeAfter,
  type TrimPass,
} from '../store/retention/history-trim.ts'
import {
  claimOldChanges,
  deleteChanges,
  deleteDayHistory,
  deleteDeliveries,
  deleteEvents,
  deleteMails,
  deleteOldLinks,
  deletePushes,
  deleteRateDayHistory,
} from '../store/retention/retention.ts'
import { dropBatch, listRetired, retireKeyless } from '../store/sandbox/drop.ts'
import { deleteOldHours } from '../store/strangers/hours.ts'
import { deleteOpenMailboxes } from '../store/strangers/shut-mailboxes.ts'
import { deleteOldTakes } from '../store/strangers/takes.ts'
import { deleteOldWebCounts } from '../store/strangers/web-counts.ts'
import type { Deps } from './deps.ts'
import { IDEMPOTENCY_KEPT_MS } from './kept-answers.ts'
import { createPause } from './pause.ts'

/** How long mails and their outcomes are kept. */
const MAILS_KEPT_MS = 30 * 24 * 60 * 60 * 1_000

const LINKS_KEPT_MS = 30 * 24 * 60 * 60 * 1_000

/** How long the push log is kept; also the window of its alarm. */
const PUSHES_KEPT_MS = 30 * 24 * 60 * 60 * 1_000

/** How long the hourly figures of strangers' bookings are kept. */
const STRANGER_HOURS_KEPT_MS = 60 * 24 * 60 * 60 * 1_000

/** The longest window of a network's takes, and one hour. */
const TAKES_KEPT_MS = 25 * 60 * 60 * 1_000
/** Visits of past hours are not needed, unless a clock was set back. */
const VISITS_KEPT_MS = 25 * 60 * 60 * 1_000

/**
 * Prunes data older than its retention period (contract §2, §4): in small transactions that leave room for others
 * between them, and not beyond the stop of the service.
 */
export async function pruneOld(deps: Deps, stopping: AbortSignal): Promise<void> {
  const { store } = deps
  const nowMs = deps.nowMs()
  // The feed goes before the events, whose names its entries show; deliveries go before the events that they carry.
  const deliveriesAge = { beforeMs: nowMs - DELIVERIES_KEPT_MS, nowMs }
  const mailsAge = { beforeMs: nowMs - MAILS_KEPT_MS, nowMs }
  const eventsAge = { beforeMs: nowMs - CHANGES_KEPT_MS, nowMs }
  const keptFrom = addDays(dateIn('UTC', nowMs), -IDENTITIES_KEPT_DAYS)
  const countedFrom = addDays(dateIn('UTC', nowMs), -WEB_COUNTS_KEPT_DAYS)
  const kinds = [
    // Personal data goes first, for the other steps may take long.
    pruneAll(store, (tx) => deleteOldIdentities(tx, keptFrom)),
    pruneChanges(store, nowMs),
    trimHistory(store, 'day', stopping),
    trimHistory(store, 'rate_day', stopping),
    pruneOn(store, (tx, afterSeq) => deleteDeliveries(tx, { ...deliveriesAge, afterSeq })),
    pruneOn(store, (tx, afterSeq) => deleteEvents(tx, { ...eventsAge, afterSeq })),
    pruneOn(store, (tx, afterSeq) => deleteMails(tx, { ...mailsAge, afterSeq })),
    pruneAll(store, (tx) => deleteOldLinks(tx, nowMs - LINKS_KEPT_MS)),
    pruneAll(store, (tx) => deleteOldHours(tx, nowMs - STRANGER_HOURS_KEPT_MS)),
    pruneAll(store, (tx) => deleteOldWebCounts(tx, countedFrom)),
    pruneAll(store, (tx) => deletePushes(tx, nowMs - PUSHES_KEPT_MS)),
    dropSandboxes(store, nowMs),
  ]
  await goThrough(kinds, stopping)
}

/**
 * Prunes, like `pruneOld`, answers to Idempotency-Keys after 24 hours, expired sessions, places and browsers that are
 * no longer known, and data that the limits on strangers no longer need.
 */
export async function forgetAnswers(
  { store, nowMs }: Pick<Deps, 'store' | 'nowMs'>,
  stopping: AbortSignal,
): Promise<void> {
  const now = nowMs()
  const beforeMs = now - IDEMPOTENCY_KEPT_MS
  const kinds = [
    pruneAll(store, (tx) => deleteIdempotentAnswers(tx, beforeMs)),
    pruneAll(store, (tx) => deleteReplays(tx, beforeMs)),
    pruneAll(store, (tx) => deleteExpiredSessions(tx, now)),
    pruneAll(store, (tx) => deleteOldPlaces(tx, now - PLACE_KNOWN_MS)),
    pruneAll(store, (tx) => deleteOldDevices(tx, now - PLACE_KNOWN_MS)),
    pruneAll(store, (tx) => deleteExpiredChallenges(tx, now)),
    pruneAll(store, (tx) => deleteOpenMailboxes(tx, now)),
    pruneAll(store, (tx) => deleteOldTakes(tx, now - TAKES_KEPT_MS)),
    pruneAll(store, (tx) => deleteOldVisits(tx, now - VISITS_KEPT_MS)),
  ]
  await goThrough(kinds, stopping)
}

/** Yields after each transaction. */
type Steps = AsyncGenerator<void>

async function goThrough(kinds: readonly Steps[], stopping: AbortSignal): Promise<void> {
  for (const steps of kinds) {
    for await (const _ of steps) if (stopping.aborted) return
    // A kind without rows to delete yields no step.
    if (stopping.aborted) return
  }
}

/** Drops sandboxes replaced by a reset, and those without a key for 30 days (contract §2, *Sandbox*). */
async function* dropSandboxes(store: Store, nowMs: number): Steps {
  await store.tx((tx) => retireKeyless(tx, nowMs - SANDBOX_KEPT_MS, nowMs))
  for (const id of await listRetired(store)) {
    while (await store.tx((tx) => dropBatch(tx, id))) yield
    yield
  }
}

async function* pruneChanges(store: Store, nowMs: number): Steps {
  const beforeMs = nowMs - CHANGES_KEPT_MS
  for (;;) {
    const old = await store.tx((tx) => claimOldChanges(tx, { beforeMs, nowMs }))
    if (!old) return
    yield
    yield* pruneAll(store, (tx) => deleteDayHistory(tx, old.toSeq))
    yield
    yield* pruneAll(store, (tx) => deleteRateDayHistory(tx, old.toSeq))
    yield
    await store.tx((tx) => deleteChanges(tx, old))
    yield
  }
}

/** Names of the stored marks: how far the history of each kind has been trimmed. */
const TRIMMED = { day: 'history_trimmed', rate_day: 'rate_history_trimmed' } as const

/** Slices between two notes of the place: a pass that is ended goes on from there. */
const SLICES_NOTED = 25
/** The pass rests so many times as long as each step took, so that it takes a tenth of a processor. */
const REST = 9

/**
 * Drops the oldest history of days, or of rate days, with more than 500 changes (contract §7, *Fair use*). It looks
 * only at those changed since the previous pass, and keeps its place. Changes that come meanwhile are for the next pass.
 */
async function* trimHistory(store: Store, kind: HistoryKind, stopping: AbortSignal): Steps {
  const newestSeq = await findNewestChange(store)
  const from = await findMeta(store, TRIMMED[kind])
  const note = (seq: number) => store.tx((tx) => writeMeta(tx, TRIMMED[kind], String(seq)))
  // History older than this pass itself is trimmed at its next change.
  let place: HistoryPlace | undefined = placeAfter(Number(from ?? newestSeq))
  const pause = createPause(REST, REST)
  const pass: TrimPass = { newestSeq, moved: new Set(), rest: pause, stopping }
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    const startMs = performance.now()
    const result = await work()
    await pause(performance.now() - startMs)
    return result
  }
  for (let slice = 1; place; slice++) {
    const after: HistoryPlace = place
    const { crowded, next } = await step(() => listExcessHistory(store, kind, after, pass))
    yield
    for (const part of chunks(crowded, PRUNE_ROWS_MAX)) {
      await step(() => store.tx((tx) => deleteEntries(tx, kind, part)))
      yield
    }
    // The rest of the change at the place is looked at anew.
    if (next && slice % SLICES_NOTED === 0) await note(next.changeSeq - 1)
    place = next
  }
  if (String(newestSeq) !== from) await note(newestSeq)
}

/** Deletes batches from the beginning until none is left. */
async function* pruneAll(store: Store, deleteFirst: (tx: Tx) => Promise<number>): Steps {
  while ((await store.tx(deleteFirst)) === PRUNE_ROWS_MAX) yield
}

/** Deletes batches, each after the place of the last, until none is left. */
async function* pruneOn(
  store: Store,
  deleteAfter: (tx: Tx, afterSeq: number) => Promise<number | undefined>,
): Steps {
  let next: number | undefined = 0
  while (next !== undefined) {
    const afterSeq: number = next
    next = await store.tx((tx) => deleteAfter(tx, afterSeq))
    yield
  }
}
