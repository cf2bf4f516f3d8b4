import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Handle } from '../../engine/engine.ts'
import { findMeta } from '../../engine/meta.ts'
import { type Look, slicesOf } from './invariant.ts'

/** A hotel by its id and slug. */
export type NamedHotel = { id: number; slug: string }

/** Reads all hotels without sandboxes, whose data are dropped in parts. */
export async function* hotelsOf(look: Look): AsyncGenerator<NamedHotel> {
  const slices = slicesOf<NamedHotel>(look, ({ t: { hotel }, db }, after, limit) =>
    db
      .select({ id: hotel.id, slug: hotel.slug })
      .from(hotel)
      .where(gt(hotel.id, after?.id ?? 0))
      .orderBy(asc(hotel.id))
      .limit(limit),
  )
  for await (const hotels of slices) yield* hotels
}

/** The columns of a booking that its lists are read by. */
type CreatedRow = { id: number; createdAtMs: number }

/** The condition of a hotel's bookings after one, in the order in which they were made (`ofMaking`). */
export function madeAfter({ t: { booking } }: Handle, hotelId: number, after?: CreatedRow) {
  const { id, createdAtMs } = booking
  const isLater = after && sql`(${createdAtMs}, ${id}) > (${after.createdAtMs}, ${after.id})`
  return and(eq(booking.hotelId, hotelId), isLater)
}

/** The order of `madeAfter`, which is that of an index. */
export const ofMaking = ({ t: { booking } }: Handle) => [asc(booking.createdAtMs), asc(booking.id)]

/** The newest change of a hotel whose history retention may have deleted. */
export const floorOf = async (handle: Handle, hotelId: number): Promise<number> =>
  Number((await findMeta(handle, `feed_floor:${hotelId}`)) ?? 0)

/** The same of several hotels; those without any are left out. */
export async function floorsOf(
  { t: { meta }, db }: Handle,
  hotelIds: readonly number[],
): Promise<Map<number, number>> {
  const keys = [...new Set(hotelIds)].map((id) => `feed_floor:${id}`)
  const rows = await db.select().from(meta).where(inArray(meta.key, keys))
  return new Map(rows.map(({ key, value }) => [Number(key.split(':')[1]), Number(value)]))
}
