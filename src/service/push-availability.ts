import { type Days, type Folded, foldUpdates, type Update } from '../domain/availability.ts'
import { AppError } from '../domain/errors.ts'
import {
  type Checked,
  checkElements,
  type PushMode,
  type PushReport,
  pushReport,
} from '../domain/push.ts'
import { groupDays, listDays, upsertDays } from '../store/availability.ts'
import { type Actor, insertHistory } from '../store/history.ts'
import type { Handle } from '../store/open.ts'
import { insertPush } from '../store/pushes.ts'
import type { Deps } from './deps.ts'
import { type HotelSheet, isOutdated, readSheet } from './hotel-sheet.ts'
import { queueDays } from './tell-days.ts'

/** A push as it came: who pushes, to which hotel, what, and how (contract §2). */
export type Push = HotelSheet & {
  actor: Actor
  elements: readonly unknown[]
  mode: PushMode
  dryRun: boolean
  /** Whether its elements are the panel's, which may leave the count out or change it by some. */
  isPanel?: boolean
}

/**
 * Applies a push of a partner or of the panel in one transaction and says what became of every element (contract §2).
 * In atomic mode one bad element, and in a dry run anything, leaves all days as they were. Whatever comes of it is
 * noted in the log of pushes, with the days when there are any.
 */
export async function pushAvailability(deps: Deps, push: Push): Promise<PushReport> {
  const report = await tryPush(deps, push)
  if (report) return report
  const sheet = await readSheet(deps.store, push.hotel.id)
  return await pushAvailability(deps, { ...push, ...sheet })
}

/** As `pushAvailability`; undefined when the hotel or its room types changed before the push had its turn. */
async function tryPush(deps: Deps, push: Push): Promise<PushReport | undefined> {
  const { actor, hotel, mode, dryRun, isPanel = false } = push
  const pushId = deps.newId()
  const rooms = new Map(push.rooms.map((room) => [room.roomCode, room]))
  const checked = checkElements(
    { rooms, today: deps.today(hotel.timezone), isPanel },
    push.elements,
  )

  const headNow = () => ({ hotelId: hotel.id, actor, pushId, atMs: deps.nowMs() })
  const fold = async (handle: Handle) =>
    foldUpdates(rooms, await daysOf(handle, hotel.id, checked.updates), checked.updates)
  const received = push.elements.length
  const reportOn = (folded: Folded) =>
    pushReport({ pushId, mode, dryRun, received }, checked, folded)
  if (isIdle(push, checked)) {
    const report = reportOn(await fold(deps.store))
    await deps.store.tx((tx) => insertPush(tx, headNow(), report)).catch(passUnavailable)
    return report
  }
  return await deps.store.tx(async (tx) => {
    if (isOutdated(deps, tx, push)) return undefined
    const folded = await fold(tx)
    if (!isHeld(mode, checked, folded) && folded.changes.length > 0) {
      await upsertDays(tx, hotel.id, folded.changes)
      const head = headNow()
      await insertHistory(tx, head, folded.changes)
      await queueDays(tx, deps, head, { ...push, changes: folded.changes })
    }
    const report = reportOn(folded)
    await insertPush(tx, headNow(), report)
    return report
  })
}

/** Whether no day can come to change, which is known before the days are looked at. */
const isIdle = ({ dryRun, mode }: Push, { updates, rejected }: Checked) =>
  dryRun || updates.length === 0 || (mode === 'atomic' && rejected > 0)

/** A push that alters nothing is answered also while the database cannot be written, though the log will lack it. */
function passUnavailable(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'unavailable')) throw error
}

const isHeld = (mode: PushMode, checked: Checked, folded: Folded) =>
  mode === 'atomic' && checked.rejected + folded.errors.length > 0

/** The stored days the updates touch: a span of dates for the room types named, for pushes come in blocks. */
async function daysOf(handle: Handle, hotelId: number, updates: readonly Update[]): Promise<Days> {
  if (updates.length === 0) return new Map()
  const roomCodes = [...new Set(updates.map(({ roomCode }) => roomCode))]
  let from = updates[0]!.date
  let to = from
  for (const { date } of updates) {
    if (date < from) from = date
    if (date > to) to = date
  }
  return groupDays(await listDays(handle, { hotelId, roomCodes, from, to }))
}
