import type { FoldResult } from '../../domain/days/folded.ts'
import { forgetKeptBack } from '../../store/agencies/agency-nights.ts'
import { type HotelSnapshot, reviseHotel } from '../../store/catalog/catalog.ts'
import { noteSeen } from '../../store/days/availability.ts'
import { type ChangeHead, writeChange } from '../../store/days/history.ts'
import { insertRateHistory } from '../../store/days/rate-history.ts'
import type { StagedDays } from '../../store/days/staged-days.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { upsertRateDays } from '../../store/rates/rate-days.ts'
import { noteRatesUsed } from '../../store/rates/rates.ts'
import type { Listeners } from '../../store/webhooks/outbox.ts'
import type { Deps } from '../deps.ts'
import { queueAvailabilityChanged } from '../webhooks/availability-event.ts'

/**
 * Writes the result of a push: days, rate days, their history as one change of the hotel, and the event
 * `availability.changed`. Writes only the seen counts if nothing else changed.
 *
 * @param headNow returns the head of the change, called when it is written
 */
export async function writeFolded(
  tx: Tx,
  deps: Deps,
  snapshot: HotelSnapshot,
  {
    folded,
    headNow,
    listeners,
  }: {
    folded: FoldResult & { staged?: StagedDays }
    headNow: () => ChangeHead
    listeners: Listeners
  },
): Promise<void> {
  const { changes, rateChanges, noted, recounted, staged } = folded
  const hotelId = snapshot.hotel.id
  if (noted.length > 0) await noteSeen(tx, hotelId, noted)
  // The rooms that agencies have left change with it, also where the count stays as it was.
  if (await forgetKeptBack(tx, hotelId, recounted)) await reviseHotel(tx, hotelId)
  if (changes.length + rateChanges.length === 0) return
  const head = headNow()
  const changeSeq = await writeChange(tx, head, changes, staged)
  if (rateChanges.length > 0) {
    await upsertRateDays(tx, { hotelId, changeSeq }, rateChanges)
    // Pricing looks for rate days from now on.
    if (await noteRatesUsed(tx, hotelId)) await reviseHotel(tx, hotelId)
  }
  await insertRateHistory(tx, { hotelId, changeSeq }, rateChanges)
  await queueAvailabilityChanged(tx, deps, head, { ...snapshot, changes, rateChanges, listeners })
}
