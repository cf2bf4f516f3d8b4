import { FIRST_TIME_ZONE } from '../../domain/kernel/date.ts'
import { lastDueMonth, type Month } from '../../domain/kernel/month.ts'
import { findAgency } from '../../store/agencies/agencies.ts'
import { findHotel } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import { inHotel } from '../../store/engine/locks.ts'
import { CHUNK, readSlices } from '../../store/engine/pace.ts'
import {
  type LateClock,
  listClocks,
  listLateClocks,
  moveClocks,
} from '../../store/statements/clock.ts'
import { listOpenMonths } from '../../store/statements/open-months.ts'
import { listClosing } from '../../store/statements/statements.ts'
import { runBounded } from '../bookings/work-through.ts'
import type { Deps } from '../deps.ts'
import { beginClosing } from './close-statement.ts'
import { copyLines } from './copy-lines.ts'

const CLOCK: Actor = { type: 'system', id: 'clock' }

/** Statements that a pass looks for at a time, and the pause between slices of lines, which leaves the thread to others. */
const CLOSING_AT_ONCE = 100
const PAUSE_MS = 12

/**
 * Closes the months whose hotels' clocks have come to 03:00 of the 5th (contract-agencies, *Statement*). The clocks are
 * rows, so a pass finds what a stopped process left behind. A clock that begins closes the last due month alone: older
 * ones stay open for the hotel to close.
 */
export async function closeDueMonths(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const nowMs = deps.nowMs()
  // No hotel has a later month due than one in the first time zone.
  const latest = lastDueMonth(FIRST_TIME_ZONE, nowMs)
  const slices = readSlices<LateClock>(
    (after, limit) => listLateClocks(deps.store, latest, { after: after?.id, limit }),
    CHUNK,
  )
  for await (const late of slices) {
    const due = late.filter(
      ({ timezone, through }) => through === null || through < lastDueMonth(timezone, nowMs),
    )
    const busy = due.filter(({ hasUnstated }) => hasUnstated)
    await runBounded(busy, ({ id }) => closeHotel(deps, id), stopping)
    if (stopping?.aborted) return
    await moveIdle(deps, due, nowMs)
  }
  await finishStatements(deps, stopping)
}

/** Copies the lines of all statements that are closing, in slices, the first that began first. */
async function finishStatements(deps: Deps, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    const closing = await listClosing(deps.store, CLOSING_AT_ONCE)
    for (const { id, hotelId } of closing) {
      let isMore = true
      while (isMore) {
        if (stopping?.aborted) return
        isMore = await inHotel(deps.store, hotelId, async (tx) => {
          return await copyLines(tx, deps, id)
        })
        if (isMore) await Bun.sleep(PAUSE_MS)
      }
    }
    if (closing.length < CLOSING_AT_ONCE) return
  }
}

/** Begins to close all due months of a hotel and moves its clock, in one transaction. */
async function closeHotel(deps: Deps, hotelId: number): Promise<void> {
  await inHotel(deps.store, hotelId, async (tx) => {
    const hotel = (await findHotel(tx, hotelId))!
    const due = lastDueMonth(hotel.timezone, deps.nowMs())
    const clock = (await listClocks(tx, [hotelId])).get(hotelId)
    if (clock && clock.through >= due) return
    const isDue = (month: Month) => month <= due && (clock ? month > clock.through : month === due)
    const open = (await listOpenMonths(tx, { hotelId })).filter(({ month }) => isDue(month))
    // The earliest month first: its statement has the lower number.
    for (const each of open.toReversed()) {
      const { code: agencyCode } = (await findAgency(tx, each.agencyId))!
      await beginClosing(tx, deps, { actor: CLOCK, hotel, agencyCode }, each)
    }
    await moveClocks(tx, [hotelId], due)
  })
}

/** Moves the clocks of hotels that have nothing to close. */
async function moveIdle(deps: Deps, due: readonly LateClock[], nowMs: number): Promise<void> {
  const idle = due.filter(({ hasUnstated }) => !hasUnstated)
  if (idle.length === 0) return
  const byMonth = Map.groupBy(idle, ({ timezone }) => lastDueMonth(timezone, nowMs))
  await deps.store.tx(async (tx) => {
    for (const [month, hotels] of byMonth)
      await moveClocks(
        tx,
        hotels.map(({ id }) => id),
        month,
      )
  })
}
