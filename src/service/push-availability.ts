import { type Days, type Folded, foldUpdates, type Update } from '../domain/availability.ts'
import type { Hotel, RoomType } from '../domain/catalog.ts'
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
import type { Deps } from './deps.ts'

/** A push as it came: who pushes, to which hotel, what, and how (contract §2). */
export type Push = {
  actor: Actor
  hotel: Hotel
  rooms: readonly RoomType[]
  elements: readonly unknown[]
  mode: PushMode
  dryRun: boolean
}

/**
 * Applies a push of a partner or of the panel in one transaction and says what became of every element (contract §2).
 * In atomic mode one bad element, and in a dry run anything, leaves all days as they were.
 */
export async function pushAvailability(deps: Deps, push: Push): Promise<PushReport> {
  const { actor, hotel, mode, dryRun } = push
  const pushId = deps.newId()
  const rooms = new Map(push.rooms.map((room) => [room.roomCode, room]))
  const checked = checkElements({ rooms, today: deps.today(hotel.timezone) }, push.elements)

  const fold = async (handle: Handle) =>
    foldUpdates(rooms, await daysOf(handle, hotel.id, checked.updates), checked.updates)
  const apply = () =>
    deps.store.tx(async (tx) => {
      const folded = await fold(tx)
      if (!isHeld(mode, checked, folded) && folded.changes.length > 0) {
        await upsertDays(tx, hotel.id, folded.changes)
        const head = { hotelId: hotel.id, actor, pushId, atMs: deps.nowMs() }
        await insertHistory(tx, head, folded.changes)
      }
      return folded
    })
  const isIdle =
    dryRun || checked.updates.length === 0 || (mode === 'atomic' && checked.rejected > 0)
  const folded = isIdle ? await fold(deps.store) : await apply()
  return pushReport({ pushId, mode, dryRun, received: push.elements.length }, checked, folded)
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
