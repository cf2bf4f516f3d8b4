// Terms of agencies at hotels, and what each agency owes there.

import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { owedOf } from '../../domain/agencies/credit.ts'
import { type AgencyTerms, type AgreedTerms, NO_TERMS } from '../../domain/agencies/terms.ts'
import { readList } from '../engine/columns.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { prepared } from '../engine/prepared.ts'

const selectTerms = prepared(({ t: { agencyTerms }, db }) =>
  db
    .select()
    .from(agencyTerms)
    .where(
      and(
        eq(agencyTerms.hotelId, sql.placeholder('hotelId')),
        eq(agencyTerms.agencyId, sql.placeholder('agencyId')),
      ),
    )
    .prepare(),
)

/** Finds the terms of an agency at a hotel; undefined if nothing was agreed and nothing is owed. */
export async function findTerms(
  handle: Handle,
  hotelId: number,
  agencyId: number,
): Promise<AgencyTerms | undefined> {
  const [row] = await selectTerms(handle).execute({ hotelId, agencyId })
  return row && fromRow(row)
}

/** The terms of some agencies at a hotel, by the agency's id. */
export async function listTermsOf(
  { t: { agencyTerms }, db }: Handle,
  hotelId: number,
  agencyIds: readonly number[],
): Promise<Map<number, AgencyTerms>> {
  if (agencyIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(agencyTerms)
    .where(and(eq(agencyTerms.hotelId, hotelId), inArray(agencyTerms.agencyId, [...agencyIds])))
  return new Map(rows.map((row) => [row.agencyId, fromRow(row)]))
}

/** The active terms of an agency, by the hotel's id. */
export async function listActiveTerms(
  { t: { agencyTerms }, db }: Handle,
  agencyId: number,
): Promise<Map<number, AgencyTerms>> {
  const rows = await db
    .select()
    .from(agencyTerms)
    .where(and(eq(agencyTerms.agencyId, agencyId), eq(agencyTerms.active, true)))
  return new Map(rows.map((row) => [row.hotelId, fromRow(row)]))
}

/** Terms of an agency with their hotel. */
export type HotelTerms = AgencyTerms & {
  hotelId: number
  hotelSlug: string
  hotelName: string
  currency: string
}

/** A page of the terms of an agency, in the order of its hotels' creation. */
export async function listHotelTerms(
  { t: { agencyTerms: terms, hotel }, db }: Handle,
  agencyId: number,
  { afterId, limit }: { afterId: number | undefined; limit: number },
): Promise<HotelTerms[]> {
  const rows = await db
    .select({ terms, hotelSlug: hotel.slug, hotelName: hotel.name, currency: hotel.currency })
    .from(terms)
    .innerJoin(hotel, eq(hotel.id, terms.hotelId))
    .where(
      and(
        eq(terms.agencyId, agencyId),
        afterId === undefined ? undefined : gt(terms.hotelId, afterId),
      ),
    )
    .orderBy(asc(terms.hotelId))
    .limit(limit)
  return rows.map(({ terms: row, ...hotel }) => ({
    ...{ hotelId: row.hotelId, ...hotel },
    ...fromRow(row),
  }))
}

/** Writes the terms of an agency at a hotel, whose lock the transaction holds; what the agency owes stays. */
export async function upsertTerms(
  { t: { agencyTerms }, db }: Tx,
  hotelId: number,
  agencyId: number,
  { rateCodes, ...terms }: AgreedTerms,
): Promise<void> {
  const values = { ...terms, rateCodes: JSON.stringify(rateCodes) }
  await db
    .insert(agencyTerms)
    .values({ hotelId, agencyId, ...values })
    .onConflictDoUpdate({ target: [agencyTerms.hotelId, agencyTerms.agencyId], set: values })
}

/**
 * Moves what the agency of a booking owes at its hotel, whose lock the transaction holds; `before` is undefined for a
 * new booking.
 */
export async function moveOwed(
  tx: Tx,
  before: OwedBooking | undefined,
  after: OwedBooking,
): Promise<void> {
  const { hotelId, agencyId } = after
  if (agencyId === null) return
  const moved = owedOf(after) - (before ? owedOf(before) : 0)
  if (moved !== 0) await insertOwed(tx, { hotelId, agencyId, owedCents: moved })
}

type OwedBooking = Parameters<typeof owedOf>[0] & { hotelId: number }

/** Adds to what an agency owes; one with which nothing was agreed comes to have terms that are not active. */
async function insertOwed(
  { t: { agencyTerms }, db }: Tx,
  { owedCents, ...key }: { hotelId: number; agencyId: number; owedCents: number },
): Promise<void> {
  const { rateCodes: _, ...terms } = NO_TERMS
  await db
    .insert(agencyTerms)
    .values({ ...key, ...terms, rateCodes: '[]', owedCents })
    .onConflictDoUpdate({
      target: [agencyTerms.hotelId, agencyTerms.agencyId],
      set: { owedCents: sql`${agencyTerms.owedCents} + ${owedCents}` },
    })
}

const fromRow = ({
  hotelId: _,
  agencyId: __,
  rateCodes,
  ...terms
}: Handle['t']['agencyTerms']['$inferSelect']): AgencyTerms => ({
  ...terms,
  rateCodes: readList(rateCodes),
})
