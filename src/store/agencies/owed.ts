// Debts of agencies, summed anew from their bookings (`doctor`); each booking moves the column of the terms.

import { and, asc, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'
import { owedOf } from '../../domain/agencies/credit.ts'
import { NO_TERMS } from '../../domain/agencies/terms.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { readSlices } from '../engine/pace.ts'

/** An agency at a hotel, and what it owes there, in minor units. */
export type OwedAt = { hotelId: number; agencyId: number; owedCents: number }

/** Lists what agencies owe as the terms have it, without those that owe nothing. */
export async function listKeptOwed({ t: { agencyTerms }, db }: Handle): Promise<OwedAt[]> {
  const { hotelId, agencyId, owedCents } = agencyTerms
  return await db.select({ hotelId, agencyId, owedCents }).from(agencyTerms).where(ne(owedCents, 0))
}

/**
 * Adds up what agencies owe from all bookings that they collect, in slices, or from those of one agency at one hotel.
 *
 * @returns those that owe something
 */
export async function sumOwed(
  { t: { booking }, db }: Handle,
  at?: Pick<OwedAt, 'hotelId' | 'agencyId'>,
): Promise<OwedAt[]> {
  const { id, hotelId, agencyId, createdAtMs } = booking
  // In the order of the index of agencies' bookings.
  const read = (last: Row | undefined, limit: number): Promise<Row[]> =>
    db
      .select({ ...columnsOf(booking), id, hotelId, agencyId, createdAtMs })
      .from(booking)
      .where(
        and(
          isNotNull(agencyId),
          at && eq(agencyId, at.agencyId),
          at && eq(hotelId, at.hotelId),
          last &&
            sql`(${agencyId}, ${createdAtMs}, ${id}) > (${last.agencyId}, ${last.createdAtMs}, ${last.id})`,
          eq(booking.collect, 'agency'),
          // Test bookings have ids below 0.
          gt(id, 0),
        ),
      )
      .orderBy(asc(agencyId), asc(createdAtMs), asc(id))
      .limit(limit)
  const sums = new Map<string, OwedAt>()
  for await (const rows of readSlices(read))
    for (const row of rows) {
      const key = { hotelId: row.hotelId, agencyId: row.agencyId! }
      const name = `${key.hotelId} ${key.agencyId}`
      const owedCents = (sums.get(name)?.owedCents ?? 0) + owedOf(row)
      sums.set(name, { ...key, owedCents })
    }
  return [...sums.values()].filter(({ owedCents }) => owedCents > 0)
}

/** Writes what an agency owes at a hotel, whose lock the transaction holds. */
export async function setOwed(
  { t: { agencyTerms }, db }: Tx,
  { owedCents, ...key }: OwedAt,
): Promise<void> {
  const { rateCodes, ...terms } = NO_TERMS
  await db
    .insert(agencyTerms)
    .values({ ...key, ...terms, rateCodes: JSON.stringify(rateCodes), owedCents })
    .onConflictDoUpdate({
      target: [agencyTerms.hotelId, agencyTerms.agencyId],
      set: { owedCents },
    })
}

type Row = Parameters<typeof owedOf>[0] & { id: number; hotelId: number; createdAtMs: number }

const columnsOf = ({
  status,
  collect,
  totalPriceCents,
  penaltyCents,
  extrasTotalCents,
  extrasOwedCents,
  commissionCents,
  paidCents,
  adjustedCents,
}: Handle['t']['booking']) => ({
  ...{ status, collect, totalPriceCents, penaltyCents, extrasTotalCents, extrasOwedCents },
  ...{ commissionCents, paidCents, adjustedCents },
})
