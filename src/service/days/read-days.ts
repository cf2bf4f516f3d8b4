import type { Hotel } from '../../domain/catalog/catalog.ts'
import { type RateDays, type StoredRateDay, seriesName } from '../../domain/days/fold-rates.ts'
import { type Form, isOfDay, isOfRate, isPatchForm, type Update } from '../../domain/days/update.ts'
import type { Days, StoredDay } from '../../domain/kernel/availability.ts'
import { type CalendarDate, daysBetween } from '../../domain/kernel/date.ts'
import { STD } from '../../domain/rates/rate.ts'
import { readStoredDays } from '../../store/days/availability.ts'
import { applyPushed } from '../../store/days/foreseen.ts'
import type { Ahead, Handle, Tx } from '../../store/engine/engine.ts'
import type { ReadBlock } from '../../store/engine/foresight.ts'
import { batch, pacedChunks, SHORT_TURN_MS } from '../../store/engine/pace.ts'
import { readStoredRateDays } from '../../store/rates/rate-days.ts'

/** The stored days that a push is merged into. */
export type StoredDays = { days: Days<StoredDay>; rateDays: RateDays }

/**
 * Reads the stored days that the updates touch.
 *
 * @param push its form and the cursor next to its updates
 */
export async function readStored(
  handle: Handle,
  hotel: Hotel,
  updates: readonly Update[],
  { form, seenThrough }: { form?: Form | undefined; seenThrough?: string | undefined },
): Promise<StoredDays> {
  const isPatch = isPatchForm(form)
  const hasCursor = seenThrough !== undefined || updates.some((update) => update.seenThrough)
  const [days, rateDays] = await batch(
    readDays(handle, hotel.id, updates, { hasCursor, isPatch }),
    isPatch ? readRateDays(handle, hotel, updates) : new Map(),
  )
  return { days, rateDays }
}

/** The stored days of a push, read while it waits for its turn in a shared transaction. */
export type EarlyRead = {
  ahead: (handle: Ahead) => Promise<void>
  /** The days as they are now; undefined if they were not read in this transaction. */
  take: (tx: Tx) => Promise<StoredDays> | undefined
}

/**
 * Creates the early read of a push without cursors, which is then judged while the server writes the push before it:
 * what that one has sent is known.
 *
 * @returns undefined if its days take several statements, which would hold up the push that runs
 */
export function createEarlyRead(hotel: Hotel, updates: readonly Update[]): EarlyRead | undefined {
  const span = spanOf(updates)
  const rooms = new Set(updates.map(({ roomCode }) => roomCode))
  if (!span || rooms.size > seriesAtOnce(span)) return undefined
  let early: Pick<ReadBlock, 'pushed' | 'days'> | undefined
  return {
    async ahead(handle) {
      const { blocks, pushed } = handle.foresight
      early = blocks.find((block) => block.pushed === pushed && hasAll(block, rooms, span))
      if (!early) {
        const days = readStored(handle, hotel, updates, {}).then(({ days }) => days)
        const block = { roomCodes: rooms, span, pushed, days }
        blocks.push(block)
        early = block
      }
      await early.days
    },
    take({ shared }) {
      const pushed = shared?.foresight?.pushed
      if (!pushed || early?.pushed !== pushed) return undefined
      return early.days.then((days) => {
        applyPushed(days, pushed)
        return { days, rateDays: new Map() }
      })
    },
  }
}

/** True if a block that was read has all days of some room types in a span. */
const hasAll = (
  { roomCodes, span }: ReadBlock,
  rooms: ReadonlySet<string>,
  { from, to }: ReadBlock['span'],
) => span.from <= from && to <= span.to && rooms.isSubsetOf(roomCodes)

/** Reads one span of dates for all named room types, for pushes come in blocks. */
async function readDays(
  handle: Handle,
  hotelId: number,
  updates: readonly Update[],
  { hasCursor, isPatch }: { hasCursor: boolean; isPatch: boolean },
): Promise<Days<StoredDay>> {
  const ofDays = isPatch ? updates.filter(isOfDay) : updates
  const days = new Map<string, Map<CalendarDate, StoredDay>>()
  const span = spanOf(ofDays)
  if (!span) return days
  const roomCodes = [...new Set(ofDays.map(({ roomCode }) => roomCode))]
  for await (const codes of pacedChunks(roomCodes, seriesAtOnce(span), SHORT_TURN_MS)) {
    const block = { hotelId, roomCodes: [...codes], ...span }
    for (const [roomCode, room] of await readStoredDays(handle, block, hasCursor))
      days.set(roomCode, room)
  }
  return days
}

/** Reads the stored rate days that a `PATCH` touches, like `readDays`; empty for a hotel that never used rates. */
async function readRateDays(
  handle: Handle,
  { id: hotelId, usesRates }: Hotel,
  updates: readonly Update[],
): Promise<RateDays> {
  const days = new Map<string, Map<CalendarDate, StoredRateDay>>()
  const ofRates = usesRates ? updates.filter(isOfRate) : []
  const series = new Map(
    ofRates.map(({ roomCode, rateCode = STD }) => [
      seriesName({ roomCode, rateCode }),
      { roomCode, rateCode },
    ]),
  )
  const span = spanOf(ofRates)
  if (!span) return days
  for await (const part of pacedChunks([...series], seriesAtOnce(span)))
    await batch(
      ...part.map(async ([name, series]) => {
        days.set(name, await readStoredRateDays(handle, { hotelId, ...series, ...span }))
      }),
    )
  return days
}

/** Days that are read in one flight, between two turns of the event loop. */
const READ_AT_ONCE = 1_000

/** Series of days that are read in one statement. */
const SERIES_AT_ONCE = 64

/** Returns the number of series of days that are read in one flight. */
const seriesAtOnce = ({ from, to }: { from: CalendarDate; to: CalendarDate }): number =>
  Math.min(SERIES_AT_ONCE, Math.max(1, Math.floor(READ_AT_ONCE / (daysBetween(from, to) + 1))))

/** Returns the first and the last date of the updates; nothing if there are none. */
export function spanOf(
  updates: readonly Pick<Update, 'date'>[],
): { from: CalendarDate; to: CalendarDate } | undefined {
  if (updates.length === 0) return undefined
  let from = updates[0]!.date
  let to = from
  for (const { date } of updates) {
    if (date < from) from = date
    if (date > to) to = date
  }
  return { from, to }
}
