import type { Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import { feedOwner, isSandbox } from '../../domain/catalog/sandbox-hotel.ts'
import { daysAtMost } from '../../domain/days/expand.ts'
import { foldUpdates } from '../../domain/days/fold-updates.ts'
import type { Folded } from '../../domain/days/folded.ts'
import { type Checked, type PushMode, pushReport } from '../../domain/days/push.ts'
import { checkElements } from '../../domain/days/push-elements.ts'
import { type Form, isPatchForm } from '../../domain/days/update.ts'
import type { Holds, OnJump, OnStale } from '../../domain/kernel/availability.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { shownByPush } from '../../domain/sandbox/certification.ts'
import { type CountedNight, countedNights } from '../../domain/sandbox/certification-holds.ts'
import { mustBeConnected } from '../../store/accounts/connections.ts'
import { currentSnapshot, type HotelSnapshot } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import { upsertReplay } from '../../store/days/push-replays.ts'
import { insertPush } from '../../store/days/pushes.ts'
import type { Handle, Tx } from '../../store/engine/engine.ts'
import { holdHotel } from '../../store/engine/locks.ts'
import { runSliced } from '../../store/engine/pace.ts'
import { nameBookings } from '../bookings/live-bookings.ts'
import type { Deps } from '../deps.ts'
import { refuseTooManyDays } from '../sandbox/sandbox-hotels.ts'
import { readCountContext } from './count-context.ts'
import { isKept, type PushAnswer, type PushKey, replayPush } from './push-replay.ts'
import { readDays, readRateDays } from './read-days.ts'
import { writeFolded } from './write-days.ts'

/** Elements of a push that goes with small work; one of more is large. */
const SMALL_PUSH_MAX = 100

/** Days that may be pushed to a hotel (contract §7, *Fair use*). */
export type DaysBudget = {
  /** @throws AppError `rate_limited` when so many are not left */
  take: (days: number) => Promise<void>
  giveBack: (days: number) => Promise<void>
}

/** A push as it came: who pushes, to which hotel as its caller has read it, what, and how (contract §2). */
export type Push = HotelSnapshot & {
  actor: Actor
  elements: readonly unknown[]
  /** What its sender takes the hotel's currency to be. */
  currency?: string
  mode: PushMode
  dryRun: boolean
  onStale: OnStale
  onJump: OnJump
  /** Under which it is answered once; none for a dry run. */
  idempotency?: PushKey | undefined
  /** What its days are taken from; without it there is no end of them. */
  budget?: DaysBudget | undefined
  /** Whether it is large and has its turn already. */
  hasTurn?: boolean
  /** Which elements it is made of; a partner's `PUT` unless said otherwise. */
  form?: Form
  /** The cursor of the feed that its counts have seen (contract-counts). */
  seenThrough?: string
  /** What its counts with a cursor have of holds; those of before are left out unless said otherwise. */
  holds?: Holds
}

/**
 * Applies a push of a partner or of the panel in one transaction and says what became of every element (contract §2).
 * In atomic mode one bad element, and in a dry run anything, leaves all days as they were. Whatever comes of it is
 * noted in the log of pushes, with the days when there are any.
 *
 * Under an Idempotency-Key that was answered before it gives that answer again, whatever has become of the days since.
 *
 * @throws AppError `currency_mismatch`, `idempotency_conflict`, `rate_limited`, and `unavailable` when too many large ones wait
 */
export async function pushAvailability(deps: Deps, push: Push): Promise<PushAnswer> {
  if (push.hasTurn || daysAtMost(push.elements) <= SMALL_PUSH_MAX) return await pushNow(deps, push)
  return await deps.largePushes.take(push.hotel.id, () => pushNow(deps, push))
}

async function pushNow(deps: Deps, push: Push): Promise<PushAnswer> {
  const { actor, hotel, mode, dryRun, idempotency } = push
  const pushId = deps.newId()
  const judged = await judge(deps, push)
  const { received } = judged.checked
  await push.budget?.take(received)
  const headNow = () => ({ hotelId: hotel.id, actor, pushId, atMs: deps.nowMs() })
  const reportOn = ({ hotel: { currency }, checked }: JudgedPush, folded: Folded) =>
    pushReport({ pushId, mode, dryRun, currency }, checked, folded)
  // In the transaction: a push under the same key may have been answered since this one came.
  const replay = (tx: Tx) => replayPush(tx, deps, idempotency)
  const idle = async (): Promise<PushAnswer> => {
    const report = reportOn(judged, await fold(deps, deps.store, push, judged))
    const noted = deps.store.tx(async (tx) => {
      // One under the same key may be under way.
      if (idempotency) await holdHotel(tx, hotel.id)
      return (await replay(tx)) ?? (await insertPush(tx, headNow(), report))
    })
    return (await noted.catch(passUnavailable)) ?? { report, isReplay: false }
  }
  const write = async (tx: Tx) => {
    await holdHotel(tx, hotel.id)
    await mustBeConnected(tx, hotel.id, actor)
    const earlier = await replay(tx)
    if (earlier) return earlier
    // A hotel, or a room type of it, that has changed since its caller read it: the elements are judged by what is.
    const snapshot = await currentSnapshot(tx, push)
    const now = snapshot === push ? judged : await judge(deps, { ...push, ...snapshot })
    const folded = await fold(deps, tx, push, now)
    const isWritten = !isHeld(mode, now.checked, folded)
    if (isWritten) await writeFolded(tx, deps, snapshot, { folded, headNow })
    if (isSandbox(hotel.id)) await refuseTooManyDays(tx, hotel.id)
    const report = reportOn(now, folded)
    const isReplayed = isKept(idempotency, report)
    await insertPush(tx, headNow(), report, isReplayed)
    if (isReplayed) await upsertReplay(tx, { ...idempotency, pushId, createdAtMs: deps.nowMs() })
    const isShown = isSandbox(hotel.id) && isWritten
    return {
      report,
      isReplay: false,
      ...(isShown && { shown: evidenceOf(deps, push, now, folded) }),
    }
  }
  const answer = isIdle(push, judged.checked)
    ? await idle()
    : await deps.store.tx(write, { isLarge: received > SMALL_PUSH_MAX })
  // Given again it costs no days.
  if (answer.isReplay) await push.budget?.giveBack(received)
  return answer
}

/** What a push comes to by its hotel and room types alone, before any day is looked at. */
type JudgedPush = { hotel: Hotel; rooms: ReadonlyMap<string, RoomType>; checked: Checked }

/** @throws AppError `currency_mismatch` */
async function judge(deps: Deps, push: Push): Promise<JudgedPush> {
  const { hotel, form = 'put' } = push
  refuseCurrency(push)
  const rooms = new Map(push.rooms.map((room) => [room.roomCode, room]))
  const ground = { rooms, rates: push.rates, today: deps.today(hotel.timezone), form }
  return { hotel, rooms, checked: await runSliced(checkElements(ground, push.elements)) }
}

/** What a push that was written shows of its sender. */
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
  return shownByPush({ ...ground, elements, updates, folded, isLate, isWhole, counted })
}

type Fold = Folded & { isLate: boolean; counted: CountedNight[] }

/**
 * What its updates do to the days that are stored, whether a count was corrected by what was sold after its cursor, and
 * of a sandbox what its counts with a cursor say.
 *
 * @throws AppError for the cursor beside the updates
 */
async function fold(
  deps: Deps,
  handle: Handle,
  push: Push,
  { hotel, rooms, checked }: JudgedPush,
): Promise<Fold> {
  const { onStale, onJump, form, seenThrough: cursor, holds = 'left_out' } = push
  const { updates } = checked
  const hasCursor = cursor !== undefined || updates.some(({ seenThrough }) => seenThrough)
  const isPatch = isPatchForm(form)
  const days = await readDays(handle, hotel.id, updates, { hasCursor, isPatch })
  const rateDays = isPatch ? await readRateDays(handle, hotel, updates) : new Map()
  // At the desk counts go by what is seen there, not by what a system has acknowledged.
  const isByEye = form === 'panel' && !hasCursor
  const counts = { hotelId: hotel.id, owner: feedOwner(hotel), updates, cursor, holds, isByEye }
  const ground = await readCountContext(handle, deps, counts)
  const options = { onStale, onJump, isPatch, rateDays }
  const folded = await runSliced(foldUpdates(rooms, days, updates, ground, options))
  // Of other corrections bookings are named afterwards.
  const isLate = folded.warnings.some(
    ({ code, bookings }) => code === 'sold_meanwhile' && bookings !== undefined,
  )
  const counted = isSandbox(hotel.id) ? await runSliced(countedNights(updates, ground, days)) : []
  return { ...(await nameBookings(handle, hotel.id, folded)), isLate, counted }
}

function refuseCurrency({ currency, hotel }: Push): void {
  if (currency === undefined || currency === hotel.currency) return
  const message = `The amounts of this hotel are in ${hotel.currency}; nothing was written.`
  throw new AppError('currency_mismatch', message, {
    members: { currency: hotel.currency },
    errors: [{ path: '/currency', code: 'currency_mismatch', message }],
  })
}

/** Whether no day can come to change, which is known before the days are looked at. */
const isIdle = ({ dryRun, mode }: Push, { updates, rejected }: Checked) =>
  dryRun || updates.length === 0 || (mode === 'atomic' && rejected > 0)

/** A push that alters nothing is answered also while the database cannot be written, though the log will lack it. */
function passUnavailable(error: unknown): void {
  const isUnwritable = error instanceof AppError && UNWRITABLE.includes(error.code)
  if (!isUnwritable) throw error
}

const UNWRITABLE = ['unavailable', 'outcome_unknown']

const isHeld = (mode: PushMode, checked: Checked, folded: Folded) =>
  mode === 'atomic' && checked.rejected + folded.rejected > 0
