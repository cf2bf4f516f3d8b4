import { and, eq, sql } from 'drizzle-orm'
import type { Handle, Tx } from '../engine/engine.ts'
import { invalidate } from '../engine/engine.ts'
import { hasRow } from '../engine/rows.ts'
import { userTopic } from './users.ts'

/** Accounts whose e-mail address has characters outside ASCII, oldest first. */
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

/** True if an account has exactly this address. */
export const hasAddress = (handle: Handle, email: string): Promise<boolean> =>
  hasRow(handle, handle.t.user, eq(handle.t.user.email, email))

/** Changes the spelling of an account's address, also in its proof of the address and in its mailed links. */
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
