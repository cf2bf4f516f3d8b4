import { and, gt, inArray } from 'drizzle-orm'
import type { Handle } from '../engine/engine.ts'

/** What everybody knows of some hotels: what passwords of their people must not be. */
export async function listHotelFaces(
  { t: { hotel }, db }: Handle,
  of: { ids: readonly number[] } | { slugs: readonly string[] },
): Promise<{ name: string; email: string | null }[]> {
  const { id, slug, name, email } = hotel
  const isOne = 'ids' in of ? inArray(id, [...of.ids]) : inArray(slug, [...of.slugs])
  if (('ids' in of ? of.ids : of.slugs).length === 0) return []
  return await db
    .select({ name, email })
    .from(hotel)
    .where(and(gt(id, 0), isOne))
}
