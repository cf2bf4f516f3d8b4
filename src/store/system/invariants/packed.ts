import { and, asc, eq, gt } from 'drizzle-orm'
import { datesOfBlock } from '../../../domain/sale/day-block.ts'
import { packBlock } from '../../../domain/sale/packed-block.ts'
import type { Handle } from '../../engine/engine.ts'
import { layoutOf } from '../../sale/block-layout.ts'
import { findCells } from '../../sale/pack-days.ts'
import { isUsable, listDirtyBlocks, listMarks } from '../../sale/packed-days.ts'
import { readRowBlocks } from '../../sale/search-rows.ts'
import { hotelsOf, type NamedHotel } from './hotels.ts'
import { type Invariant, type Look, slicesOf } from './invariant.ts'

/** The packed blocks that search relies on are those that the days would be packed to. */
export const PACKED: Invariant = {
  holds: 'days packed for search are as the days are',
  async *find(look) {
    for await (const hotel of hotelsOf(look)) yield* findOther(look, hotel)
  },
}

/** Blocks read at once, and changed days of a hotel that are looked through; with more, search reads its days. */
const AT_ONCE = 8
const DIRTY_ROWS_MAX = 10_000

async function* findOther(look: Look, { id, slug }: NamedHotel): AsyncGenerator<string> {
  const slices = slicesOf<Block>(
    look,
    async (handle, after, limit) => {
      const { packedDays } = handle.t
      const rows = await handle.db
        .select({ block: packedDays.block, bytes: packedDays.bytes })
        .from(packedDays)
        .where(and(eq(packedDays.hotelId, id), after && gt(packedDays.block, after.block)))
        .orderBy(asc(packedDays.block))
        .limit(limit)
      return await compare(handle, id, rows)
    },
    AT_ONCE,
  )
  for await (const rows of slices)
    for (const { block, isOther } of rows) {
      const dates = datesOfBlock(block)
      if (isOther)
        yield `${slug} ${dates[0]} to ${dates.at(-1)}: packed otherwise than the days are`
    }
}

type Block = { block: number; isOther: boolean }

async function compare(
  handle: Handle,
  hotelId: number,
  rows: readonly { block: number; bytes: Uint8Array }[],
): Promise<Block[]> {
  const none = rows.map(({ block }) => ({ block, isOther: false }))
  const hotel = rows.length > 0 ? await findCells(handle, hotelId) : undefined
  if (!hotel) return none
  const marks = await listMarks(handle, [hotelId])
  if (!isUsable(marks.get(hotelId), layoutOf(hotel))) return none
  const dirty = await listDirtyBlocks(handle, [hotelId], DIRTY_ROWS_MAX)
  if (!dirty) return none
  const isDirty = dirty.get(hotelId) ?? new Set()
  const found: Block[] = []
  for (const { block, bytes } of rows) {
    const [read] = isDirty.has(block) ? [] : await readRowBlocks(handle, [hotel], [block])
    const isOther = read !== undefined && !Buffer.from(packBlock(read[0]!)).equals(bytes)
    found.push({ block, isOther })
  }
  return found
}
