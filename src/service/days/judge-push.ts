import type { Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import { feedOwner, isSandbox } from '../../domain/catalog/sandbox-hotel.ts'
import { foldUpdates } from '../../domain/days/fold-updates.ts'
import type { FoldResult } from '../../domain/days/folded.ts'
import type { ElementCheck, PushMode } from '../../domain/days/push.ts'
import { checkElements } from '../../domain/days/push-elements.ts'
import { type Form, hasCount, isPatchForm, type Update } from '../../domain/days/update.ts'
import type { Days, Holds, OnJump, OnStale, StoredDay } from '../../domain/kernel/availability.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { type CountedNight, countedNights } from '../../domain/sandbox/certification-holds.ts'
import type { HotelSnapshot } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import type { StagedDays } from '../../store/days/staged-days.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { runSliced, SHORT_TURN_MS } from '../../store/engine/pace.ts'
import { nameBookings } from '../bookings/live-bookings.ts'
import type { Deps } from '../deps.ts'
import { readCountContext } from './count-context.ts'
import type { PushKey } from './push-replay.ts'
import { readStored, type StoredDays, spanOf } from './read-days.ts'

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

/** A push judged against its hotel and room types alone, before any stored day is read. */
export type JudgedPush = {
  hotel: Hotel
  rooms: ReadonlyMap<string, RoomType>
  checked: ElementCheck
}

/** Judges a push against its hotel and room types. @throws AppError `currency_mismatch` */
export async function judge(deps: Deps, push: Push): Promise<JudgedPush> {
  const { hotel, form = 'put' } = push
  refuseCurrency(push)
  const rooms = new Map(push.rooms.map((room) => [room.roomCode, room]))
  const ground = { rooms, rates: push.rates, today: deps.today(hotel.timezone), form }
  return {
    hotel,
    rooms,
    checked: await runSliced(checkElements(ground, push.elements), SHORT_TURN_MS),
  }
}

export type Fold = FoldResult & { isLate: boolean; counted: CountedNight[]; staged?: StagedDays }

/**
 * Folds the updates into the stored days. `isLate` is true if a count was corrected by sales after its cursor;
 * `counted` holds, for a sandbox, the nights whose counts carry a cursor.
 *
 * @throws AppError for the cursor next to the updates
 */
export async function fold(
  deps: Deps,
  handle: Handle,
  push: Push,
  { hotel, rooms, checked }: JudgedPush,
  stored?: StoredDays,
): Promise<Fold> {
  const { onStale, onJump, form, seenThrough: cursor, holds = 'left_out', actor } = push
  const { updates } = checked
  const isPatch = isPatchForm(form)
  const { days, rateDays } = stored ?? (await readStored(handle, hotel, updates, push))
  // Counts at the desk rely on what staff see, not on what a system acknowledged.
  const isByEye = form === 'panel' && !hasCursor(push, updates)
  const connectionId = actor.type === 'vendor' ? actor.id : undefined
  const owner = feedOwner(hotel)
  const live = spanOf(updates.filter((update) => hasCount(update) && hasLive(days, update)))
  const counts = { hotelId: hotel.id, owner, updates, live, cursor, holds, connectionId, isByEye }
  const ground = await readCountContext(handle, deps, counts)
  const notesCounts = hotel.usesAllotments
  const options = { onStale, onJump, isPatch, rateDays, notesCounts }
  const folded = await runSliced(foldUpdates(rooms, days, updates, ground, options), SHORT_TURN_MS)
  // `nameBookings` adds the bookings to other corrections below.
  const isLate = folded.warnings.some(
    ({ code, bookings }) => code === 'sold_meanwhile' && bookings !== undefined,
  )
  const counted = isSandbox(hotel.id) ? await runSliced(countedNights(updates, ground, days)) : []
  return { ...(await nameBookings(handle, hotel.id, folded)), isLate, counted }
}

/** True if counts of a push name the feed cursor that they have seen. */
export const hasCursor = ({ seenThrough }: Push, updates: readonly Update[]) =>
  seenThrough !== undefined || updates.some((update) => update.seenThrough)

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
