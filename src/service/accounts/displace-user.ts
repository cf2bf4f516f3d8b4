import type { User } from '../../domain/accounts/user.ts'
import { endLinks } from '../../store/accounts/links.ts'
import { updateUser } from '../../store/accounts/users.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'

/** A name that no mail and nobody reaches (RFC 6761 §6.4). */
const NOWHERE = 'displaced.invalid'
const CHANGE_EMAIL: Actor = { type: 'system', id: 'change-email' }

/**
 * Takes its address from an account whose holder never proved it: it is signed out and blocked, under an address of
 * nobody. What it booked stays its own, and neither the next holder of the address nor anybody else reads it by that;
 * an admin can give it another address and let it in again.
 */
export async function displaceUser(tx: Tx, deps: Deps, user: User): Promise<void> {
  const { id, name, email, tokenVersion } = user
  const nowMs = deps.nowMs()
  const change = { email: `${id}@${NOWHERE}`, status: 'blocked' as const }
  await updateUser(tx, id, { ...change, tokenVersion: tokenVersion + 1, updatedAtMs: nowMs })
  await endLinks(tx, { userId: id }, nowMs)
  const before = { name, email, status: user.status }
  const actor = CHANGE_EMAIL
  await audit(tx, deps, { entity: 'user', entityId: id, actor, before, after: { name, ...change } })
}
