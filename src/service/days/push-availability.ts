import type { Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import { feedOwner, isSandbox } from '../../domain/catalog/sandbox-hotel.ts'
import { daysAtMost } from '../../domain/days/expand.ts'
import { foldUpdates } from '../../domain/days/fold-updates.ts'
import type { FoldResult } from '../../domain/days/folded.ts'
import { type ElementCheck, type PushMode, pushReport } from '../../domain/days/push.ts'
import { checkElements } from '../../domain/days/push-elements.ts'
import { type Form, hasCount, isPatchForm, type Update } from '../../domain/days/update.ts'
import type { Days, Holds, OnJump, OnStale, StoredDay } from '../../domain/kernel/availability.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { pushEvidence } from '../../domain/sandbox/certification.ts'
import { type CountedNight, countedNights } from '../../domain/sandbox/certification-holds.ts'
import { mustBeConnected } from '../../store/accounts/connections.ts'
import { currentSnapshot, type HotelSnapshot } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import { upsertReplay } from '../../store/days/push-replays.ts'
import { insertPush } from '../../store/days/pushes.ts'
import { type Handle, leaveToCommit, type Tx } from '../../store/engine/engine.ts'
import { lockHotel } from '../../store/engine/locks.ts'
import { batch, runSliced } from '../../store/engine/pace.ts'
import { reserveNumbers } from '../../store/engine/shared.ts'
import { findListeners } from '../../store/webhooks/outbox.ts'
import { nameBookings } from '../bookings/live-bookings.ts'
import type { Deps } from '../deps.ts'
import { refuseTooManyDays } from '../sandbox/sandbox-hotels.ts'
import { readCountContext } from './count-context.ts'
import { isKept, type PushAnswer, type PushKey, replayPush } from './push-replay.ts'
import { readStored, type StoredDays, spanOf } from './read-days.ts'
import { writeFolded } from './write-days.ts'

/** Largest push, in elements, that counts as small; larger ones wait in the queue of large pushes. */
const SMALL_PUSH_MAX = 100

/** Budget of days that may be pushed to a hotel (contract §7, *Fair use*). */
export type DaysBudget = {
  /** @throws AppError `rate_limited` if the budget has too few days left */
  take: (days: number) => Promise<void>
  giveBack: (days: number) => Promise<void>
}

/**
 * An availability push as received: its actor, its hotel as the caller read it, its elements and options (contract
 * §2).
 */
export type Push = HotelSnapshot & {
  actor: Actor
  elements: readonly unknown[]
  /** The hotel's currency according to the sender. */
  currency?: string
  mode: PushMode
  dryRun: boolean
  onStale: OnStale
  onJump: OnJump
  /** The Idempotency-Key of the push; absent for a dry run. */
  idempotency?: PushKey | undefined
  /** The budget that its days are charged to; absent: unlimited. */
  budget?: DaysBudget | undefined
  /** True if the push is large and already has its turn. */
  hasTurn?: boolean
  /** The kind of its elements; default: a partner's `PUT`. */
  form?: Form
  /** The feed cursor that its counts have seen (contract-counts). */
  seenThrough?: string
  /** Treatment of holds by its counts with a cursor; default: earlier holds are left out. */
  holds?: Holds
}

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
    : await deps.store.tx((tx) => write(tx, deps, push, judged), {
        isLarge: received > SMALL_PUSH_MAX,
        hotelId: push.hotel.id,
      })
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

/** Writes and logs a push that may change days. */
async function write(tx: Tx, deps: Deps, push: Push, judged: JudgedPush): Promise<PushAnswer> {
  const { actor, hotel, mode, idempotency } = push
  // Inside the transaction: a push with the same key may have been answered since this one arrived, and the hotel or a
  // room type may have changed since the caller read it; the current ones decide.
  const [, , earlier, snapshot, listeners, , stored] = await batch(
    lockHotel(tx, hotel.id),
    mustBeConnected(tx, hotel.id, actor),
    replayPush(tx, deps, idempotency),
    currentSnapshot(tx, push),
    findListeners(tx, hotel.id),
    reserveNumbers(tx, hotel.id),
    readStored(tx, hotel, judged.checked.updates, push),
  )
  if (earlier) return earlier
  const isKnown = snapshot === push
  const now = isKnown ? judged : await judge(deps, { ...push, ...snapshot })
  const folded = await fold(deps, tx, push, now, isKnown ? stored : undefined)
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

/** A push judged against its hotel and room types alone, before any stored day is read. */
type JudgedPush = { hotel: Hotel; rooms: ReadonlyMap<string, RoomType>; checked: ElementCheck }

/** @throws AppError `currency_mismatch` */
async function judge(deps: Deps, push: Push): Promise<JudgedPush> {
  const { hotel, form = 'put' } = push
  refuseCurrency(push)
  const rooms = new Map(push.rooms.map((room) => [room.roomCode, room]))
  const ground = { rooms, rates: push.rates, today: deps.today(hotel.timezone), form }
  return { hotel, rooms, checked: await runSliced(checkElements(ground, push.elements)) }
}

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

type Fold = FoldResult & { isLate: boolean; counted: CountedNight[] }

/**
 * Folds the updates into the stored days. `isLate` is true if a count was corrected by sales after its cursor;
 * `counted` holds, for a sandbox, the nights whose counts carry a cursor.
 *
 * @throws AppError for the cursor next to the updates
 */
async function fold(
  deps: Deps,
  handle: Handle,
  push: Push,
  { hotel, rooms, checked }: JudgedPush,
  stored?: StoredDays,
): Promise<Fold> {
  const { onStale, onJump, form, seenThrough: cursor, holds = 'left_out', actor } = push
  const { updates } = checked
  const hasCursor = cursor !== undefined || updates.some(({ seenThrough }) => seenThrough)
  const isPatch = isPatchForm(form)
  const { days, rateDays } = stored ?? (await readStored(handle, hotel, updates, push))
  // Counts at the desk rely on what staff see, not on what a system acknowledged.
  const isByEye = form === 'panel' && !hasCursor
  const connectionId = actor.type === 'vendor' ? actor.id : undefined
  const owner = feedOwner(hotel)
  const live = spanOf(updates.filter((update) => hasCount(update) && hasLive(days, update)))
  const counts = { hotelId: hotel.id, owner, updates, live, cursor, holds, connectionId, isByEye }
  const ground = await readCountContext(handle, deps, counts)
  const notesCounts = hotel.usesAllotments
  const options = { onStale, onJump, isPatch, rateDays, notesCounts }
  const folded = await runSliced(foldUpdates(rooms, days, updates, ground, options))
  // `nameBookings` adds the bookings to other corrections below.
  const isLate = folded.warnings.some(
    ({ code, bookings }) => code === 'sold_meanwhile' && bookings !== undefined,
  )
  const counted = isSandbox(hotel.id) ? await runSliced(countedNights(updates, ground, days)) : []
  return { ...(await nameBookings(handle, hotel.id, folded)), isLate, counted }
}

/** True if rooms of a night may be live: its day has some, or is not known. */
const hasLive = (days: Days<StoredDay>, { roomCode, date }: Update) =>
  days.get(roomCode)?.get(date)?.live !== 0

function refuseCurrency({ currency, hotel }: Push): void {
  if (currency === undefined || currency === hotel.currency) return
  const message = `The amounts of this hotel are in ${hotel.currency}; nothing was written.`
  throw new AppError('currency_mismatch', message, {
    members: { currency: hotel.currency },
    errors: [{ path: '/currency', code: 'currency_mismatch', message }],
  })
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
