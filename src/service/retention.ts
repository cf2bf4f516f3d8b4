import {
  CHANGES_KEPT_MS,
  DELIVERIES_KEPT_MS,
  PRUNE_ROWS_MAX,
  PUSHES_KEPT_MS,
} from '../domain/limits.ts'
import type { Store } from '../store/open.ts'
import {
  claimOldChanges,
  deleteChanges,
  deleteDayHistory,
  deleteDeliveries,
  deleteEvents,
  deletePushes,
} from '../store/retention.ts'
import type { Deps } from './deps.ts'

/**
 * Deletes what is older than it is kept (contract §2, §4): in small transactions, between which others have their
 * turn, and no further when the service stops.
 */
export async function pruneOld(deps: Deps, stopping: AbortSignal): Promise<void> {
  const { store } = deps
  const nowMs = deps.nowMs()
  // The feed before the events, whose names its entries show; deliveries before the events they speak of.
  const kinds = [
    pruneChanges(store, nowMs),
    pruneDeliveries(store, nowMs),
    pruneEvents(store, nowMs),
    prunePushes(store, nowMs),
  ]
  for (const steps of kinds) for await (const _ of steps) if (stopping.aborted) return
}

/** A step after each transaction. */
type Steps = AsyncGenerator<void>

async function* pruneChanges(store: Store, nowMs: number): Steps {
  const beforeMs = nowMs - CHANGES_KEPT_MS
  for (;;) {
    const old = await store.tx((tx) => claimOldChanges(tx, { beforeMs, nowMs }))
    if (!old) return
    let deleted = PRUNE_ROWS_MAX
    while (deleted === PRUNE_ROWS_MAX) {
      yield
      deleted = await store.tx((tx) => deleteDayHistory(tx, old.toSeq))
    }
    yield
    await store.tx((tx) => deleteChanges(tx, old))
    yield
  }
}

async function* pruneDeliveries(store: Store, nowMs: number): Steps {
  const beforeMs = nowMs - DELIVERIES_KEPT_MS
  let afterSeq: number | undefined = 0
  while (afterSeq !== undefined) {
    const place: number = afterSeq
    afterSeq = await store.tx((tx) => deleteDeliveries(tx, { beforeMs, nowMs, afterSeq: place }))
    yield
  }
}

async function* pruneEvents(store: Store, nowMs: number): Steps {
  const beforeMs = nowMs - CHANGES_KEPT_MS
  let afterSeq: number | undefined = 0
  while (afterSeq !== undefined) {
    const place: number = afterSeq
    afterSeq = await store.tx((tx) => deleteEvents(tx, { beforeMs, nowMs, afterSeq: place }))
    yield
  }
}

async function* prunePushes(store: Store, nowMs: number): Steps {
  const beforeMs = nowMs - PUSHES_KEPT_MS
  while ((await store.tx((tx) => deletePushes(tx, beforeMs))) === PRUNE_ROWS_MAX) yield
}
