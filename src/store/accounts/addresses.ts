import { and, eq, sql } from 'drizzle-orm'
import type { Handle, Tx } from '../engine/engine.ts'
import { invalidate } from '../engine/engine.ts'
import { hasRow } from '../engine/rows.ts'
import { userTopic } from './users.ts'

/** Accounts by addresses that are not ASCII alone, the oldest first. */
export async function listWideAddresses({
  t: { user },
  db,
}: Handle): Promise<{ id: string; email: string }[]> {
  return await db
    .select({ id: user.id, email: user.email })
    .from(user)
    .where(sql`length(${user.email}) <> octet_length(${user.email})`)
    .orderBy(user.createdAtMs, user.id)
}

/** Whether an account is kept under exactly this address. */
export const hasAddress = (handle: Handle, email: string): Promise<boolean> =>
  hasRow(handle, handle.t.user, eq(handle.t.user.email, email))

/** Spells the address of an account anew, with what was proven and mailed of it. */
export async function respellAddress(
  tx: Tx,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<void> {
  const { user, accountLink } = tx.t
  const provenAddress = sql<
    string | null
  >`case when ${user.provenAddress} = ${from} then ${to} else ${user.provenAddress} end`
  await tx.db.update(user).set({ email: to, provenAddress }).where(eq(user.id, id))
  const isTheirs = and(eq(accountLink.userId, id), eq(accountLink.address, from))
  await tx.db.update(accountLink).set({ address: to }).where(isTheirs)
  invalidate(tx, userTopic(id))
}
