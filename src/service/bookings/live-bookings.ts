import type { FoldResult } from '../../domain/days/folded.ts'
import { liveNights, nightName } from '../../domain/days/unseen.ts'
import type { NightPlace, Remark } from '../../domain/kernel/availability.ts'
import { NAMED_BOOKINGS_MAX } from '../../domain/kernel/availability.ts'
import { REPORT_ENTRIES_MAX } from '../../domain/kernel/limits.ts'
import { listLiveStays } from '../../store/days/caps.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { pacedChunks } from '../../store/engine/pace.ts'

/** Stays, of up to 90 nights each, scanned between two checks of the clock. */
const STAYS_AT_ONCE = 100

/**
 * Finds the codes of the bookings that are live on these nights of a hotel, newest first, at most 10 per night.
 *
 * @param isMeant filters the bookings; default: all
 * @returns a function that returns the codes of one of these nights
 */
export async function liveCodes(
  handle: Handle,
  hotelId: number,
  nights: readonly NightPlace[],
  isMeant: (stay: { status: string }) => boolean = () => true,
): Promise<(night: NightPlace) => string[]> {
  const codes = new Map(nights.map((night) => [nightName(night), [] as string[]]))
  if (nights.length > 0) {
    const dates = nights.map(({ date }) => date).toSorted()
    const roomCodes = [...new Set(nights.map(({ roomCode }) => roomCode))]
    const block = { hotelId, roomCodes, from: dates[0]!, to: dates.at(-1)! }
    for await (const stays of pacedChunks(await listLiveStays(handle, block), STAYS_AT_ONCE))
      for (const { code, ...stay } of stays.filter(isMeant))
        for (const date of liveNights(stay)) {
          const those = codes.get(nightName({ roomCode: stay.roomCode, date }))
          if (those && those.length < NAMED_BOOKINGS_MAX) those.push(code)
        }
  }
  return (night) => codes.get(nightName(night)) ?? []
}

/**
 * Adds to the report of a push the bookings that have the rooms of each corrected count (contract-counts,
 * `sold_meanwhile`); `held_meanwhile` names the holds already.
 */
export async function nameBookings(
  handle: Handle,
  hotelId: number,
  folded: FoldResult,
): Promise<FoldResult> {
  const listed = [folded.errors, folded.warnings].flatMap((remarks) =>
    remarks.filter(isSoldMeanwhile).slice(0, REPORT_ENTRIES_MAX),
  )
  const isSold = ({ status }: { status: string }) => status !== 'pending'
  const codesOf = await liveCodes(handle, hotelId, listed.map(nightOf), isSold)
  for (const remark of listed) remark.bookings = codesOf(nightOf(remark))
  return folded
}

const isSoldMeanwhile = ({ code, bookings }: Remark) => code === 'sold_meanwhile' && !bookings
const nightOf = ({ roomCode, date }: Remark) => ({ roomCode, date }) as NightPlace
