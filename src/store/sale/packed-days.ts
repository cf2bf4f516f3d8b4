import { and, between, type Column, eq, gt, inArray, max, sql } from 'drizzle-orm'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { type DayBlock, placeOfDate } from '../../domain/sale/day-block.ts'
import { unpackBlock } from '../../domain/sale/packed-block.ts'
import { chainOf } from '../days/history-chain.ts'
import type { Flag } from '../engine/dialect.ts'
import type { Handle } from '../engine/engine.ts'
import { prepared } from '../engine/prepared.ts'
import { padIds } from '../engine/rows.ts'
import type { CachedHotel } from './search-catalog.ts'

// Packed days: blocks of a hotel as of one change of its feed. Whoever changes days records the change in the same
// transaction, so the feed says which blocks are stale: a write costs nothing more, and a replica of an older version,
// which knows of no blocks, cannot make one wrong.

/** The mark up to which the packed blocks of a hotel are true, beside its feed. */
export type PackedMark = {
  hotelId: number
  /** undefined: the hotel was never packed. */
  packed: { layout: string; throughSeq: number } | undefined
  /** The newest change of its feed; 0: none. */
  headSeq: number
  /** The newest change that retention has deleted; 0: none. */
  floorSeq: number
}

/** Changed days that a search looks through; with more, it reads the days of all changed hotels. */
const DIRTY_ROWS_MAX = 2_000

/** The packed blocks of a hotel: their bytes in order, their layout, and if its days have changed since. */
type PackedDays = { layout: string; isBehind: Flag; bytes: Uint8Array[] }

/**
 * Reads consecutive blocks of hotels, all of a hotel's or none. Call it in a snapshot.
 *
 * @returns the blocks by hotel; a hotel is absent if one of them is not packed, or no longer true
 */
export async function readPackedBlocks(
  handle: Handle,
  hotels: readonly CachedHotel[],
  blocks: readonly number[],
): Promise<Map<number, DayBlock[]>> {
  const packed = await listPacked(handle, hotels, blocks)
  const changed: number[] = []
  for (const [id, { isBehind }] of packed) if (isBehind) changed.push(id)
  const dirty = await listDirtyBlocks(handle, changed, DIRTY_ROWS_MAX)
  const found = new Map<number, DayBlock[]>()
  for (const { id, layout, rooms, rates } of hotels) {
    const own = packed.get(id)
    if (own?.layout !== layout || own.bytes.length !== blocks.length) continue
    if (own.isBehind && (!dirty || isAnyIn(dirty.get(id), blocks))) continue
    const read: DayBlock[] = []
    for (const bytes of own.bytes) {
      const block = unpackBlock(bytes, rooms.length, rates)
      if (block) read.push(block)
    }
    if (read.length === blocks.length) found.set(id, read)
  }
  return found
}

const isAnyIn = (some: ReadonlySet<number> | undefined, blocks: readonly number[]) =>
  some !== undefined && blocks.some((block) => some.has(block))

/** True if the blocks of a hotel have this layout, and the feed still says which of them are stale. */
export const isUsable = (mark: PackedMark | undefined, layout: string): boolean =>
  mark?.packed?.layout === layout && mark.floorSeq <= mark.packed.throughSeq

/** The newest change of a hotel's feed, and the newest that retention has deleted; null: none. */
function selectSeqs({ t: { change, meta }, db }: Handle, hotelId: Column) {
  const head = db
    .select({ seq: max(change.seq) })
    .from(change)
    .where(eq(change.hotelId, hotelId))
  const floor = db
    .select({ value: meta.value })
    .from(meta)
    .where(eq(meta.key, sql`'feed_floor:' || ${hotelId}`))
  return { head, floor }
}

const selectMarks = prepared((handle) => {
  const { t, db, dialect } = handle
  const { hotel, packedHotel: mark } = t
  const { head, floor } = selectSeqs(handle, hotel.id)
  return db
    .select({
      ...{ hotelId: hotel.id, layout: mark.layout, throughSeq: mark.throughSeq },
      head: sql`${head}`.mapWith(Number).as('head'),
      floor: sql`${floor}`.as('floor'),
    })
    .from(hotel)
    .leftJoin(mark, eq(mark.hotelId, hotel.id))
    .where(dialect.isAmong(hotel.id, 'hotelIds'))
    .prepare()
})

/** The marks of hotels by id. */
export async function listMarks(
  handle: Handle,
  hotelIds: readonly number[],
): Promise<Map<number, PackedMark>> {
  if (hotelIds.length === 0) return new Map()
  const { dialect } = handle
  const rows = await dialect.values(selectMarks(handle), { hotelIds: dialect.listOf(hotelIds) })
  const marks = (rows as [number, string | null, ...(number | string | null)[]][]).map(
    ([hotelId, layout, throughSeq, head, floor]): PackedMark => ({
      hotelId,
      packed: layout === null ? undefined : { layout, throughSeq: Number(throughSeq) },
      headSeq: Number(head),
      floorSeq: Number(floor),
    }),
  )
  return new Map(marks.map((mark) => [mark.hotelId, mark]))
}

/**
 * The blocks of hotels with days that changed after the hotel's mark, by hotel.
 *
 * @returns undefined if more than `rowsMax` days changed
 */
export async function listDirtyBlocks(
  { t, db, dialect }: Handle,
  hotelIds: readonly number[],
  rowsMax: number,
): Promise<Map<number, Set<number>> | undefined> {
  const dirty = new Map<number, Set<number>>()
  if (hotelIds.length === 0) return dirty
  const { packedHotel: mark, change } = t
  for (const kind of ['day', 'rate_day'] as const) {
    const { table, changeSeq, cell } = chainOf(t, kind).history
    const query = db
      .select({ hotelId: mark.hotelId, date: cell.date })
      .from(mark)
      .crossJoin(change)
      .crossJoin(table)
      .where(
        and(
          inArray(mark.hotelId, padIds(hotelIds)),
          eq(change.hotelId, mark.hotelId),
          gt(change.seq, mark.throughSeq),
          eq(changeSeq, change.seq),
        ),
      )
      .limit(rowsMax)
    const rows = (await dialect.values(query)) as [number, CalendarDate][]
    if (rows.length === rowsMax) return undefined
    for (const [hotelId, date] of rows) {
      const blocks = dirty.get(hotelId) ?? new Set()
      dirty.set(hotelId, blocks.add(placeOfDate(date).block))
    }
  }
  return dirty
}

const selectPacked = prepared((handle) => {
  const { t, db, dialect } = handle
  const { packedHotel: mark, packedDays: days } = t
  const { head, floor } = selectSeqs(handle, mark.hotelId)
  const isIn = between(days.block, sql.placeholder('first'), sql.placeholder('last'))
  const isWhole = sql`coalesce(cast(${floor} as bigint), 0) <= ${mark.throughSeq}`
  return db
    .select({
      ...{ hotelId: days.hotelId, layout: mark.layout },
      isBehind: sql`coalesce(${head}, 0) > ${mark.throughSeq}`.as('is_behind'),
      bytes: days.bytes,
    })
    .from(days)
    .innerJoin(mark, eq(mark.hotelId, days.hotelId))
    .where(and(dialect.isAmong(days.hotelId, 'hotelIds'), isIn, isWhole))
    .orderBy(days.hotelId, days.block)
    .prepare()
})

/** The packed days of consecutive blocks by hotel, unless the feed no longer says which of them are stale. */
async function listPacked(
  handle: Handle,
  hotels: readonly CachedHotel[],
  blocks: readonly number[],
): Promise<Map<number, PackedDays>> {
  const ids: number[] = []
  for (const { id } of hotels) ids.push(id)
  const { dialect } = handle
  const range = { first: blocks[0]!, last: blocks.at(-1)! }
  const params = { hotelIds: dialect.listOf(ids), ...range }
  const rows = await dialect.values(selectPacked(handle), params)
  const byHotel = new Map<number, PackedDays>()
  for (const [id, layout, isBehind, bytes] of rows as [number, string, Flag, Uint8Array][]) {
    const own = byHotel.get(id)
    if (own) own.bytes.push(bytes)
    else byHotel.set(id, { layout, isBehind, bytes: [bytes] })
  }
  return byHotel
}
