import { eq } from 'drizzle-orm'
import type { Handle, Tx } from '../engine/engine.ts'
import type { Tables } from '../engine/schema.ts'

/** A travel agency whose users book for their clients. */
export type Agency = Tables['agency']['$inferSelect']

/** Finds an agency by id; undefined if none exists. */
export async function findAgency({ t, db }: Handle, id: number): Promise<Agency | undefined> {
  const [row] = await db.select().from(t.agency).where(eq(t.agency.id, id))
  return row
}

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

/** Writes changes of an agency. */
export async function updateAgency(
  { t, db }: Tx,
  id: number,
  changes: Partial<Omit<Agency, 'id' | 'code' | 'createdAtMs'>>,
): Promise<void> {
  await db.update(t.agency).set(changes).where(eq(t.agency.id, id))
}
