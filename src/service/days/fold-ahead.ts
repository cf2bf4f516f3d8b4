import { isSandbox } from '../../domain/catalog/sandbox-hotel.ts'
import { findFeedEnd } from '../../store/days/feed-places.ts'
import {
  canStage,
  STAGED_AT_ONCE,
  type StagedDays,
  stageDays,
} from '../../store/days/staged-days.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { chunks } from '../../store/engine/pace.ts'
import type { Deps } from '../deps.ts'
import { type Fold, fold, hasCursor, type JudgedPush, type Push } from './judge-push.ts'

/** A push folded before its transaction. */
export type EarlyFold = {
  /** The same result, unless the hotel has changed since it was read: whoever changes a day adds to the feed. */
  take: (tx: Tx) => Promise<Fold | undefined>
}

/**
 * Folds a push before its transaction begins, which then holds up others only while it writes. A push with cursors is not
 * folded ahead: a count that only raises what a day has seen is in no feed. Neither is one to a sandbox, whose reset is
 * in none, nor one to a remote database, where pushes of a hotel run side by side: while it is folded, a smaller one that
 * came after it would be written, and then overwritten.
 */
export async function foldAhead(
  deps: Deps,
  push: Push,
  judged: JudgedPush,
): Promise<EarlyFold | undefined> {
  const { store } = deps
  const { id } = push.hotel
  if (store.isRemote || isSandbox(id) || hasCursor(push, judged.checked.updates)) return undefined
  // Read before the days: a change that comes after this is noticed.
  const end = await findFeedEnd(store, id)
  const folded = await stage(store, id, await fold(deps, store, push, judged))
  return {
    async take(tx) {
      const now = await findFeedEnd(tx, id)
      return now?.seq === end?.seq ? folded : undefined
    },
  }
}

/** Puts the changed days of a push beside the tables, so that its transaction only moves them. */
async function stage(store: Deps['store'], hotelId: number, folded: Fold): Promise<Fold> {
  const { changes } = folded
  if (!canStage(store, changes)) return folded
  let staged: StagedDays | undefined
  for (const part of chunks(changes, STAGED_AT_ONCE))
    staged = await store.tx((tx) => stageDays(tx, part, staged), { hotelId })
  return { ...folded, ...(staged && { staged }) }
}
