import { and, asc, eq, exists, inArray, or, sql } from 'drizzle-orm'
import type { Handle, Tx } from '../engine/engine.ts'
import { prepared } from '../engine/prepared.ts'
import { padIds } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'
import { isInHotelList } from '../tables/booking-indexes.ts'

/** A travel agency whose users book for their clients. */
export type Agency = Tables['agency']['$inferSelect']

/** Finds an agency by id; undefined if none exists. */
export async function findAgency(handle: Handle, id: number): Promise<Agency | undefined> {
  const [row] = await selectAgency(handle).execute({ id })
  return row
}

// Building it took a tenth of a page of bookings.
const selectAgency = prepared(({ t: { agency }, db }) =>
  db
    .select()
    .from(agency)
    .where(eq(agency.id, sql.placeholder('id')))
    .prepare(),
)

/** Stores a new agency. @returns its id */
export async function insertAgency({ t, db }: Tx, agency: Omit<Agency, 'id'>): Promise<number> {
  const [row] = await db.insert(t.agency).values(agency).returning({ id: t.agency.id })
  return row!.id
}

/** Finds an agency by code; undefined if none exists. */
export async function findAgencyByCode({ t, db }: Handle, code: string) {
  const [row] = await db.select().from(t.agency).where(eq(t.agency.code, code))
  return row as Agency | undefined
}

/** The agencies that have terms with a hotel or bookings at it, by name; an index answers for each of them. */
export async function listAgenciesAt(
  { t: { agency, agencyTerms, booking }, db }: Handle,
  hotelId: number,
): Promise<Pick<Agency, 'code' | 'name'>[]> {
  const terms = db
    .select({ agencyId: agencyTerms.agencyId })
    .from(agencyTerms)
    .where(and(eq(agencyTerms.hotelId, hotelId), eq(agencyTerms.agencyId, agency.id)))
  const bookings = db
    .select({ id: booking.id })
    .from(booking)
    .where(
      and(eq(booking.hotelId, hotelId), eq(booking.agencyId, agency.id), isInHotelList(booking)),
    )
  return await db
    .select({ code: agency.code, name: agency.name })
    .from(agency)
    .where(or(exists(terms), exists(bookings)))
    .orderBy(asc(agency.name), asc(agency.id))
}

/** Writes changes of an agency. */
export async function updateAgency(
  { t, db }: Tx,
  id: number,
  changes: Partial<Omit<Agency, 'id' | 'code' | 'createdAtMs'>>,
): Promise<void> {
  await db.update(t.agency).set(changes).where(eq(t.agency.id, id))
}

/** Agencies of these codes, in any order. */
export async function listAgenciesOf(
  { t, db }: Handle,
  codes: readonly string[],
): Promise<Pick<Agency, 'id' | 'code'>[]> {
  const { id, code } = t.agency
  return await db
    .select({ id, code })
    .from(t.agency)
    .where(inArray(code, padIds(codes)))
}
