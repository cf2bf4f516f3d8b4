import type { User } from '../../domain/accounts/user.ts'
import { endLinks } from '../../store/accounts/links.ts'
import { updateUser } from '../../store/accounts/users.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'

/** A domain that no mail reaches (RFC 6761 §6.4). */
const NOWHERE = 'displaced.invalid'
const CHANGE_EMAIL: Actor = { type: 'system', id: 'change-email' }

/**
 * Takes an address from an account whose holder never proved it. The account is signed out and blocked, under an
 * address that reaches no one. It keeps its bookings; neither the next holder of the address nor anyone else can read
 * them by it. An admin can give the account another address and unblock it.
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
