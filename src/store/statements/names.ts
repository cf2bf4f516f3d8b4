import { inArray } from 'drizzle-orm'
import type { Handle } from '../engine/engine.ts'

/** Names and codes of the hotels and agencies of statements, by their ids. */
export type StatementNames = {
  hotels: ReadonlyMap<number, { slug: string; name: string }>
  agencies: ReadonlyMap<number, { code: string; name: string }>
}

/** Reads the names of the hotels and agencies of some statements, or of anything else that has them. */
export async function readNames(
  { t: { hotel, agency }, db }: Handle,
  places: readonly { hotelId: number; agencyId?: number }[],
): Promise<StatementNames> {
  if (places.length === 0) return { hotels: new Map(), agencies: new Map() }
  const hotelIds = [...new Set(places.map(({ hotelId }) => hotelId))]
  const agencyIds = [...new Set(places.flatMap(({ agencyId }) => agencyId ?? []))]
  const hotels = await db
    .select({ id: hotel.id, slug: hotel.slug, name: hotel.name })
    .from(hotel)
    .where(inArray(hotel.id, hotelIds))
  const agencies = await db
    .select({ id: agency.id, code: agency.code, name: agency.name })
    .from(agency)
    .where(inArray(agency.id, agencyIds))
  return {
    hotels: new Map(hotels.map((row) => [row.id, row])),
    agencies: new Map(agencies.map((row) => [row.id, row])),
  }
}
