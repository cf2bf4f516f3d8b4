import { PLACE_KNOWN_MS } from '../domain/accounts/login-place.ts'
import { IDENTITIES_KEPT_DAYS } from '../domain/bookings/identity.ts'
import { addDays, dateIn } from '../domain/kernel/date.ts'
import { CHANGES_KEPT_MS, DELIVERIES_KEPT_MS, SANDBOX_KEPT_MS } from '../domain/kernel/limits.ts'
import { deleteOldDevices, deleteOldPlaces } from '../store/accounts/known-places.ts'
import { deleteExpiredChallenges } from '../store/accounts/passkeys.ts'
import { deleteExpiredSessions } from '../store/accounts/sessions.ts'
import { deleteIdempotentAnswers } from '../store/bookings/idempotency.ts'
import { deleteOldIdentities } from '../store/bookings/identities.ts'
import type { HistoryKind } from '../store/days/history-chain.ts'
import { deleteReplays } from '../store/days/push-replays.ts'
import type { Tx } from '../store/engine/engine.ts'
import { findMeta, writeMeta } from '../store/engine/meta.ts'
import { chunks, nextTurn } from '../store/engine/pace.ts'
import { PRUNE_ROWS_MAX } from '../store/engine/rows.ts'
import { deleteOldVisits } from '../store/history/visits.ts'
import type { Store } from '../store/open.ts'
import {
  deleteEntries,
  findNewestChange,
  type HistoryPlace,
  listExcessHistory,
  placeAfter,
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
import type { Deps } from './deps.ts'
import { IDEMPOTENCY_KEPT_MS } from './kept-answers.ts'

/** How long mails with what became of them are kept. */
const MAILS_KEPT_MS = 30 * 24 * 60 * 60 * 1_000

const LINKS_KEPT_MS = 30 * 24 * 60 * 60 * 1_000

/** How long the log of pushes is kept, and the window of its alarm. */
const PUSHES_KEPT_MS = 30 * 24 * 60 * 60 * 1_000

/** How long it is kept what strangers took of hotels, by the hour. */
const STRANGER_HOURS_KEPT_MS = 60 * 24 * 60 * 60 * 1_000

/** The longest window of what a network has made, and an hour. */
const TAKES_KEPT_MS = 25 * 60 * 60 * 1_000
/** Of an hour that is over nothing is asked any more, but of a clock that was put back. */
const VISITS_KEPT_MS = 25 * 60 * 60 * 1_000

/**
 * Deletes what is older than it is kept (contract §2, §4): in small transactions, between which others have their
 * turn, and no further when the service stops.
 */
export async function pruneOld(deps: Deps, stopping: AbortSignal): Promise<void> {
  const { store } = deps
  const nowMs = deps.nowMs()
  // The feed before the events, whose names its entries show; deliveries before the events they speak of.
  const deliveriesAge = { beforeMs: nowMs - DELIVERIES_KEPT_MS, nowMs }
  const mailsAge = { beforeMs: nowMs - MAILS_KEPT_MS, nowMs }
  const eventsAge = { beforeMs: nowMs - CHANGES_KEPT_MS, nowMs }
  const keptFrom = addDays(dateIn('UTC', nowMs), -IDENTITIES_KEPT_DAYS)
  const kinds = [
    // First: the others may take long, and it is people's.
    pruneAll(store, (tx) => deleteOldIdentities(tx, keptFrom)),
    pruneChanges(store, nowMs),
    trimHistory(store, 'day'),
    trimHistory(store, 'rate_day'),
    pruneOn(store, (tx, afterSeq) => deleteDeliveries(tx, { ...deliveriesAge, afterSeq })),
    pruneOn(store, (tx, afterSeq) => deleteEvents(tx, { ...eventsAge, afterSeq })),
    pruneOn(store, (tx, afterSeq) => deleteMails(tx, { ...mailsAge, afterSeq })),
    pruneAll(store, (tx) => deleteOldLinks(tx, nowMs - LINKS_KEPT_MS)),
    pruneAll(store, (tx) => deleteOldHours(tx, nowMs - STRANGER_HOURS_KEPT_MS)),
    pruneAll(store, (tx) => deletePushes(tx, nowMs - PUSHES_KEPT_MS)),
    dropSandboxes(store, nowMs),
  ]
  await goThrough(kinds, stopping)
}

/**
 * Deletes answers to Idempotency-Keys after 24 hours, sessions that have expired, places and browsers that are known no
 * more, and what bounds of strangers need no more, as `pruneOld` does.
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

/** A step after each transaction. */
type Steps = AsyncGenerator<void>

async function goThrough(kinds: readonly Steps[], stopping: AbortSignal): Promise<void> {
  for (const steps of kinds) {
    for await (const _ of steps) if (stopping.aborted) return
    // Of nothing to delete there is no step.
    if (stopping.aborted) return
  }
}

/** Drops sandboxes that a reset has replaced, and those that have had no key for 30 days (contract §2, *Sandbox*). */
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

/** How far the history of each kind has been trimmed. */
const TRIMMED = { day: 'history_trimmed', rate_day: 'rate_history_trimmed' } as const

/**
 * Drops the oldest history of days, or of days of rates, that were changed more than 500 times (contract §7, *Fair use*),
 * looking at those that were changed since the pass before.
 */
async function* trimHistory(store: Store, kind: HistoryKind): Steps {
  const newest = await findNewestChange(store)
  const from = await findMeta(store, TRIMMED[kind])
  // What stood before there was this pass is looked at when it changes again.
  let place: HistoryPlace | undefined = placeAfter(Number(from ?? newest))
  while (place) {
    const { crowded, next }: Awaited<ReturnType<typeof listExcessHistory>> =
      await listExcessHistory(store, kind, place)
    for (const part of chunks(crowded, PRUNE_ROWS_MAX)) {
      await store.tx((tx) => deleteEntries(tx, kind, part))
      yield
    }
    await nextTurn()
    yield
    place = next
  }
  if (String(newest) !== from) await store.tx((tx) => writeMeta(tx, TRIMMED[kind], String(newest)))
}

/** Deletes from the beginning until there are no more. */
async function* pruneAll(store: Store, deleteFirst: (tx: Tx) => Promise<number>): Steps {
  while ((await store.tx(deleteFirst)) === PRUNE_ROWS_MAX) yield
}

/** Deletes from place to place until there are no more. */
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
