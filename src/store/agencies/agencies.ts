import { eq } from 'drizzle-orm'
import type { Handle, Tx } from '../engine/engine.ts'
import type { Tables } from '../engine/schema.ts'

/** A travel agency whose users book for their clients. */
export type Agency = Tables['agency']['$inferSelect']

/** The agency of an id; undefined when there is none. */
export async function findAgency({ t, db }: Handle, id: number): Promise<Agency | undefined> {
  const [row] = await db.select().from(t.agency).where(eq(t.agency.id, id))
  return row
}

/** Keeps a new agency. @returns its id */
export async function insertAgency({ t, db }: Tx, agency: Omit<Agency, 'id'>): Promise<number> {
  const [row] = await db.insert(t.agency).values(agency).returning({ id: t.agency.id })
  return row!.id
}

/** The agency of a code; undefined when there is none. */
export async function findAgencyByCode({ t, db }: Handle, code: string) {
  const [row] = await db.select().from(t.agency).where(eq(t.agency.code, code))
  return row as Agency | undefined
}

/** Writes an agency's changes. */
export async function updateAgency(
  { t, db }: Tx,
  id: number,
  changes: Partial<Omit<Agency, 'id' | 'code' | 'createdAtMs'>>,
): Promise<void> {
  await db.update(t.agency).set(changes).where(eq(t.agency.id, id))
}
