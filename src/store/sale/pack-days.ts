import { and, asc, count, eq, gt, inArray, lt, max, min, or, sql } from 'drizzle-orm'
import { BLOCK_DAYS } from '../../domain/sale/day-block.ts'
import { packBlock } from '../../domain/sale/packed-block.ts'
import type { SearchHotel } from '../../domain/sale/search.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { lockForUpdate } from '../engine/locks.ts'
import { padIds } from '../engine/rows.ts'
import { listActiveRates } from '../rates/rates.ts'
import { layoutOf } from './block-layout.ts'
import { isUsable, listDirtyBlocks, listMarks, type PackedMark } from './packed-days.ts'
import { listSearchHotels, listSearchRooms } from './search-hotels.ts'
import { readRowBlocks } from './search-rows.ts'

// Packing of days for search, in steps: the rows of some blocks are read in a snapshot, and written in a transaction.

type HotelCells = Pick<SearchHotel, 'id' | 'rooms' | 'rates'>

/** The blocks of a hotel that are to be packed, `first` and `last` inclusive. */
export type BlockSpan = { hotelId: number; first: number; last: number }

/** A hotel on sale, and what is the same until it has to be looked at again. */
export type PackCandidate = { hotelId: number; timezone: string; state: string }

/** The result of reading a step, for `writePackStep`. */
export type PackStep = {
  span: BlockSpan
  layout: string
  /** The change up to which the hotel was packed, as the snapshot showed it; undefined: it was not. */
  packedSeq: number | undefined
  throughSeq: number
  /** Blocks that are no longer true; undefined: all of them. */
  stale: number[] | undefined
  packed: { block: number; bytes: Buffer }[]
  /** The block from which the hotel's next step goes on; undefined: there is none. */
  next: number | undefined
}

/** Days of room types and rates that a step reads, and stretches of them: some 5 ms. */
const DAYS_OF_STEP = 6_000
const RUNS_OF_STEP = 8
/** Changed days of a hotel that a step looks through; with more, all of the hotel is packed again. */
const DIRTY_ROWS_MAX = 10_000
/** Days of room types and rates in a packed block, of at most 16 bytes each; larger hotels are read from their days. */
const BLOCK_DAYS_MAX = 16_000
/** Hotels that are listed at once. */
const HOTELS_AT_ONCE = 500

/** The next hotels on sale after one, by id ascending. */
export async function listPackCandidates(
  { t: { hotel, change }, db }: Handle,
  afterId: number,
): Promise<PackCandidate[]> {
  const head = db
    .select({ seq: max(change.seq) })
    .from(change)
    .where(eq(change.hotelId, hotel.id))
  const { id, timezone, revision } = hotel
  const rows = await db
    .select({ id, timezone, revision, head: sql`${head}`.mapWith(Number).as('head') })
    .from(hotel)
    .where(and(eq(hotel.active, true), gt(id, afterId)))
    .orderBy(asc(id))
    .limit(HOTELS_AT_ONCE)
  return rows.map(({ id, timezone, revision, head }) => ({
    hotelId: id,
    timezone,
    state: `${revision} ${head}`,
  }))
}

/**
 * The hotels of some spans for which `readPackStep` would return nothing: read together, they take a quarter of the time.
 * Call it in a snapshot.
 */
export async function listPackedWhole(
  handle: Handle,
  spans: readonly BlockSpan[],
): Promise<Set<number>> {
  const ids = spans.map(({ hotelId }) => hotelId)
  const cells = new Map((await listCells(handle, ids)).map((hotel) => [hotel.id, hotel]))
  const marks = await listMarks(handle, ids)
  const { packedDays: days } = handle.t
  const rows = await handle.db
    .select({
      hotelId: days.hotelId,
      first: min(days.block),
      last: max(days.block),
      blocks: count(),
    })
    .from(days)
    .where(inArray(days.hotelId, padIds(ids)))
    .groupBy(days.hotelId)
  const kept = new Map(rows.map((row) => [row.hotelId, row]))
  const isWhole = ({ hotelId, first, last }: BlockSpan) => {
    const [hotel, mark, blocks] = [cells.get(hotelId), marks.get(hotelId), kept.get(hotelId)]
    return (
      hotel !== undefined &&
      isUsable(mark, layoutOf(hotel)) &&
      mark!.packed!.throughSeq === headOf(mark!) &&
      blocks?.first === first &&
      blocks.last === last &&
      blocks.blocks === last - first + 1
    )
  }
  return new Set(spans.filter(isWhole).map(({ hotelId }) => hotelId))
}

/**
 * Reads the next blocks of a hotel that are not packed or no longer true, in the form in which they are packed. Call it
 * in a snapshot: room types and rates must be those of the moment of the days.
 *
 * @param from the block from which this step goes on. Blocks before it have had their turn, even if they have changed
 *   again since: a hotel that is pushed all the time would never come to its end
 * @returns undefined if there is nothing to write
 */
export async function readPackStep(
  handle: Handle,
  span: BlockSpan,
  from = span.first,
): Promise<PackStep | undefined> {
  const hotel = await findCells(handle, span.hotelId)
  if (!hotel || daysOfBlock(hotel) > BLOCK_DAYS_MAX) return undefined
  const layout = layoutOf(hotel)
  const marks = await listMarks(handle, [hotel.id])
  const mark = marks.get(hotel.id)!
  const stale = isUsable(mark, layout) ? await listStale(handle, mark) : undefined
  const kept = stale ? await listKept(handle, hotel.id) : []
  const isTrue = new Set(kept).difference(new Set(stale))
  const missing: number[] = []
  for (let block = span.first; block <= span.last; block++)
    if (!isTrue.has(block)) missing.push(block)
  const throughSeq = headOf(mark)
  const packedSeq = mark.packed?.throughSeq
  const isDone =
    missing.length === 0 && kept.every((block) => block >= span.first && block <= span.last)
  if (isDone && throughSeq === packedSeq) return undefined
  const ahead = missing.filter((block) => block >= from)
  if (ahead.length === 0 && from > span.first) return undefined
  const atOnce = ahead.slice(0, Math.max(1, Math.floor(DAYS_OF_STEP / daysOfBlock(hotel))))
  const packed: PackStep['packed'] = []
  for (const run of runsOf(atOnce).slice(0, RUNS_OF_STEP)) {
    const [blocks] = await readRowBlocks(handle, [hotel], run)
    for (const [index, block] of run.entries())
      packed.push({ block, bytes: Buffer.from(packBlock(blocks![index]!)) })
  }
  const next = ahead[packed.length]
  return { span, layout, packedSeq, throughSeq, stale, packed, next }
}

/** Writes what a step has read, unless another process has packed the hotel since. */
export async function writePackStep(tx: Tx, step: PackStep): Promise<void> {
  const { span, layout, throughSeq, stale, packed } = step
  const { hotelId, first, last } = span
  const { t, db } = tx
  const { packedHotel: mark, packedDays: days } = t
  const none = { hotelId, layout: '', throughSeq: -1 }
  if (step.packedSeq === undefined) await db.insert(mark).values(none).onConflictDoNothing()
  const query = db.select().from(mark).where(eq(mark.hotelId, hotelId))
  const [now] = await lockForUpdate(tx, query)
  if (now?.throughSeq !== (step.packedSeq ?? none.throughSeq)) return
  const isStale =
    stale && or(inArray(days.block, stale), lt(days.block, first), gt(days.block, last))
  await db.delete(days).where(and(eq(days.hotelId, hotelId), isStale))
  if (packed.length > 0)
    await db
      .insert(days)
      .values(packed.map((each) => ({ hotelId, ...each })))
      .onConflictDoUpdate({
        target: [days.hotelId, days.block],
        set: { bytes: sql.raw(`excluded.${days.bytes.name}`) },
      })
  await db.update(mark).set({ layout, throughSeq }).where(eq(mark.hotelId, hotelId))
}

/** A hotel with its active room types and rates, in the order of its packed cells. */
export async function findCells(handle: Handle, hotelId: number): Promise<HotelCells | undefined> {
  const [hotel] = await listCells(handle, [hotelId])
  return hotel
}

async function listCells(handle: Handle, ids: readonly number[]): Promise<HotelCells[]> {
  const hotels = await listSearchHotels(handle, ids)
  const rooms = await listSearchRooms(handle, ids)
  const rated = hotels.filter(({ usesRates }) => usesRates).map(({ id }) => id)
  const rates = await listActiveRates(handle, rated)
  return hotels.map(({ id }) => ({ id, rooms: rooms.get(id)!, rates: rates.get(id) ?? null }))
}

/** The newest change of a hotel. Changes that retention has deleted are in the days all the same. */
const headOf = ({ headSeq, floorSeq }: PackedMark) => Math.max(headSeq, floorSeq)

const daysOfBlock = ({ rooms, rates }: HotelCells) =>
  Math.max(1, rooms.length) * (1 + (rates?.length ?? 0)) * BLOCK_DAYS

/** The blocks with days that changed after the mark; undefined if very many did. */
async function listStale(handle: Handle, { hotelId }: PackedMark): Promise<number[] | undefined> {
  const dirty = await listDirtyBlocks(handle, [hotelId], DIRTY_ROWS_MAX)
  return dirty && [...(dirty.get(hotelId) ?? [])]
}

async function listKept({ t, db }: Handle, hotelId: number): Promise<number[]> {
  const { packedDays: days } = t
  const rows = await db.select({ block: days.block }).from(days).where(eq(days.hotelId, hotelId))
  return rows.map(({ block }) => block)
}

/** Splits ascending numbers into runs of those that follow each other. */
function runsOf(numbers: readonly number[]): number[][] {
  const runs: number[][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last?.at(-1) === number - 1) last.push(number)
    else runs.push([number])
  }
  return runs
}
