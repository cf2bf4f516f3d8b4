import {
  type AllotmentChange,
  type AllotmentNight,
  type AllotmentUpdate,
  allotmentFlaws,
  endsOf,
  foldAllotments,
  rangesOf,
} from '../../domain/agencies/allotment-updates.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { refuseFlaws } from '../../domain/kernel/errors.ts'
import { listAgenciesOf } from '../../store/agencies/agencies.ts'
import {
  listAllotments,
  noteAllotmentsUsed,
  upsertAllotments,
} from '../../store/agencies/allotments.ts'
import { findSnapshot, reviseHotel } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { inHotel } from '../../store/engine/locks.ts'
import { runSliced } from '../../store/engine/pace.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'

/** Ranges of one agency that an entry of the history names, before and after. */
const RANGES_MAX = 100

/** How many nights a setting of allotments named, and how many of them it changed. */
export type AllotmentsSet = { changed: number }

/**
 * Sets allotments of agencies by ranges and weekdays, all or nothing, with an entry of the history for each agency
 * (contract-agencies, *Allotment*). The count of no day changes.
 *
 * @throws AppError `validation_failed`
 */
export async function setAllotments(
  deps: Deps,
  actor: Actor,
  hotelId: number,
  updates: readonly AllotmentUpdate[],
): Promise<AllotmentsSet> {
  return await inHotel(deps.store, hotelId, async (tx) => {
    const { hotel, rooms } = (await findSnapshot(tx, hotelId))!
    const codes = [...new Set(updates.map(({ agencyCode }) => agencyCode))]
    const agencies = new Map((await listAgenciesOf(tx, codes)).map(({ id, code }) => [code, id]))
    const roomCodes = new Set(rooms.map(({ roomCode }) => roomCode))
    const agencyCodes = new Set(agencies.keys())
    const today = deps.today(hotel.timezone)
    refuseFlaws(allotmentFlaws(updates, { roomCodes, agencyCodes, today }))
    const stored = await readStored(tx, hotelId, updates)
    const changes = await runSliced(foldAllotments(stored, updates))
    if (changes.length === 0) return { changed: 0 }
    const rows = changes.map(({ after: { agencyCode, ...night } }) => ({
      ...night,
      agencyId: agencies.get(agencyCode)!,
    }))
    await upsertAllotments(tx, hotelId, rows)
    if (!hotel.usesAllotments) await noteAllotmentsUsed(tx, hotelId)
    await reviseHotel(tx, hotelId)
    for (const [code, those] of Map.groupBy(changes, ({ after }) => after.agencyCode))
      await audit(tx, deps, {
        ...{ entity: 'allotment', entityId: `${hotel.slug}/${code}`, hotelId, actor },
        before: shown(those.flatMap(({ before }) => before ?? [])),
        after: shown(those.map(({ after }) => after)),
      })
    return { changed: changes.length }
  })
}

/** Reads the stored allotments of the room types and days that settings touch. */
async function readStored(
  tx: Tx,
  hotelId: number,
  updates: readonly AllotmentUpdate[],
): Promise<AllotmentNight[]> {
  const stored: AllotmentNight[] = []
  for (const [roomCode, those] of Map.groupBy(updates, (update) => update.roomCode)) {
    const ends = those.flatMap(endsOf).toSorted()
    const range: { from: CalendarDate; to: CalendarDate } = { from: ends[0]!, to: ends.at(-1)! }
    stored.push(
      ...(await listAllotments(tx, { hotelIds: [hotelId], roomCodes: [roomCode], ...range })),
    )
  }
  return stored
}

/** Shows nights of an agency in the history: their number, and the first of their ranges; null if there are none. */
const shown = (nights: AllotmentChange['after'][]) =>
  nights.length === 0
    ? null
    : { days: nights.length, ranges: rangesOf(nights).slice(0, RANGES_MAX) }
