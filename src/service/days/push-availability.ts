import { isSandbox } from '../../domain/catalog/sandbox-hotel.ts'
import { daysAtMost } from '../../domain/days/expand.ts'
import type { FoldResult } from '../../domain/days/folded.ts'
import { type ElementCheck, type PushMode, pushReport } from '../../domain/days/push.ts'
import { isPatchForm } from '../../domain/days/update.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { pushEvidence } from '../../domain/sandbox/certification.ts'
import { mustHaveAccess } from '../../store/accounts/connections.ts'
import { currentSnapshot } from '../../store/catalog/catalog.ts'
import { upsertReplay } from '../../store/days/push-replays.ts'
import { insertPush } from '../../store/days/pushes.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { leaveToCommit } from '../../store/engine/left-writes.ts'
import { lockHotel } from '../../store/engine/locks.ts'
import { batch } from '../../store/engine/pace.ts'
import { reserveNumbers } from '../../store/engine/shared.ts'
import { findListeners } from '../../store/webhooks/outbox.ts'
import type { Deps } from '../deps.ts'
import { refuseTooManyDays } from '../sandbox/sandbox-hotels.ts'
import { type EarlyFold, foldAhead } from './fold-ahead.ts'
import { type Fold, fold, hasCursor, type JudgedPush, judge, type Push } from './judge-push.ts'
import { isKept, type PushAnswer, replayPush } from './push-replay.ts'
import { createEarlyRead, type EarlyRead, readStored } from './read-days.ts'
import { writeFolded } from './write-days.ts'

/** Largest push, in elements, that counts as small; larger ones wait in the queue of large pushes. */
const SMALL_PUSH_MAX = 100

/** Largest push that shares a commit with the next one, which keeps its sender waiting. */
const SHARING_PUSH_MAX = 2_000

/**
 * Applies a push of a partner or of the panel in one transaction and reports on every element (contract §2). One bad
 * element in atomic mode leaves all days unchanged, and so does a dry run. The push log keeps every outcome, with the
 * days if there are any.
 *
 * An Idempotency-Key dedupes repeated pushes: a key that was answered before gets the same answer again, even if the
 * days have changed since.
 *
 * @throws AppError `currency_mismatch`, `idempotency_conflict`, `rate_limited`, and `unavailable` if too many large
 *   pushes wait
 */
export async function pushAvailability(deps: Deps, push: Push): Promise<PushAnswer> {
  if (push.hasTurn || daysAtMost(push.elements) <= SMALL_PUSH_MAX) return await pushNow(deps, push)
  return await deps.largePushes.take(push.hotel.id, () => pushNow(deps, push))
}

async function pushNow(deps: Deps, push: Push): Promise<PushAnswer> {
  const judged = await judge(deps, push)
  const { received } = judged.checked
  await push.budget?.take(received)
  const answer = isIdle(push, judged.checked)
    ? await logIdle(deps, push, judged)
    : await writeInTurn(deps, push, judged)
  // A replay costs no days.
  if (answer.isReplay) await push.budget?.giveBack(received)
  return answer
}

/** Answers a push that cannot change any day; its transaction only logs it. */
async function logIdle(deps: Deps, push: Push, judged: JudgedPush): Promise<PushAnswer> {
  const { hotel, idempotency } = push
  const pushId = deps.newId()
  const report = reportOf(pushId, push, judged, await fold(deps, deps.store, push, judged))
  const logged = deps.store.tx(async (tx) => {
    // A push with the same key may be running.
    if (idempotency) await lockHotel(tx, hotel.id)
    const earlier = await replayPush(tx, deps, idempotency)
    return earlier ?? (await insertPush(tx, headNow(deps, push, pushId), report))
  })
  return (await logged.catch(passUnavailable)) ?? { report, isReplay: false }
}

/** Writes a push behind those of its hotel that came before it. */
async function writeInTurn(deps: Deps, push: Push, judged: JudgedPush): Promise<PushAnswer> {
  const { hotel, form, idempotency } = push
  const { received, updates } = judged.checked
  const isLarge = received > SMALL_PUSH_MAX
  // One with a key first asks for the answer under it, which would come when the push before it is written.
  const isSharing =
    isLarge &&
    received <= SHARING_PUSH_MAX &&
    !(idempotency || isPatchForm(form) || hasCursor(push, updates))
  const early = isSharing ? createEarlyRead(hotel, updates) : undefined
  const ahead = received > SHARING_PUSH_MAX ? await foldAhead(deps, push, judged) : undefined
  const how = { isLarge, hotelId: hotel.id, ...(early && { ahead: early.ahead }) }
  return await deps.store.tx((tx) => write(tx, deps, push, judged, { early, ahead }), how)
}

/** Writes and logs a push that may change days. */
async function write(
  tx: Tx,
  deps: Deps,
  push: Push,
  judged: JudgedPush,
  { early, ahead }: { early: EarlyRead | undefined; ahead: EarlyFold | undefined },
): Promise<PushAnswer> {
  const { actor, hotel, mode, idempotency } = push
  // Inside the transaction: a push with the same key may have been answered since this one arrived, and the hotel or a
  // room type may have changed since the caller read it; the current ones decide.
  const [, , earlier, snapshot, listeners, , known, stored] = await batch(
    lockHotel(tx, hotel.id),
    mustHaveAccess(tx, hotel.id, actor),
    replayPush(tx, deps, idempotency),
    currentSnapshot(tx, push),
    findListeners(tx, hotel.id),
    reserveNumbers(tx, hotel.id),
    ahead?.take(tx),
    early?.take(tx) ?? (ahead ? undefined : readStored(tx, hotel, judged.checked.updates, push)),
  )
  if (earlier) return earlier
  const isKnown = snapshot === push
  const now = isKnown ? judged : await judge(deps, { ...push, ...snapshot })
  const folded =
    (isKnown && known) || (await fold(deps, tx, push, now, isKnown ? stored : undefined))
  const isWritten = !isHeld(mode, now.checked, folded)
  const pushId = deps.newId()
  const head = () => headNow(deps, push, pushId)
  const report = reportOf(pushId, push, now, folded)
  const isReplayable = isKept(idempotency, report)
  const logged = batch(
    insertPush(tx, head(), report, isReplayable),
    isReplayable && upsertReplay(tx, { ...idempotency, pushId, createdAtMs: deps.nowMs() }),
  )
  await batch(
    leaveToCommit(tx, logged),
    isWritten && writeFolded(tx, deps, snapshot, { folded, headNow: head, listeners }),
  )
  if (isSandbox(hotel.id)) await refuseTooManyDays(tx, hotel.id)
  const isShown = isSandbox(hotel.id) && isWritten
  return { report, isReplay: false, ...(isShown && { shown: evidenceOf(deps, push, now, folded) }) }
}

const headNow = (deps: Deps, { hotel, actor }: Push, pushId: string) => ({
  ...{ hotelId: hotel.id, actor, pushId, atMs: deps.nowMs() },
})

const reportOf = (
  pushId: string,
  { mode, dryRun }: Push,
  { hotel: { currency }, checked }: JudgedPush,
  folded: FoldResult,
) => pushReport({ pushId, mode, dryRun, currency }, checked, folded)

/** Returns what a written push demonstrates about its sender, for the certification of a sandbox. */
function evidenceOf(
  deps: Deps,
  { elements, hotel }: Push,
  { checked, rooms }: JudgedPush,
  folded: Fold,
) {
  const { updates, rejected } = checked
  const isWhole = rejected + folded.rejected === 0
  const ground = { rooms: [...rooms.values()], today: deps.today(hotel.timezone) }
  const { isLate, counted } = folded
  return pushEvidence({ ...ground, elements, updates, folded, isLate, isWhole, counted })
}

/** True if the push cannot change any day; known before the stored days are read. */
const isIdle = ({ dryRun, mode }: Push, { updates, rejected }: ElementCheck) =>
  dryRun || updates.length === 0 || (mode === 'atomic' && rejected > 0)

/** Lets a push without changes be answered even if the database cannot be written; the push log will lack it. */
function passUnavailable(error: unknown): void {
  const isUnwritable = error instanceof AppError && UNWRITABLE.includes(error.code)
  if (!isUnwritable) throw error
}

const UNWRITABLE = ['unavailable', 'outcome_unknown']

const isHeld = (mode: PushMode, checked: ElementCheck, folded: FoldResult) =>
  mode === 'atomic' && checked.rejected + folded.rejected > 0
