import type { User } from '../../domain/accounts/user.ts'
import { deleteOtherSessions } from '../../store/accounts/sessions.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'

/** Ends all sessions of an account on behalf of its holder, except one if given. */
export async function endOthers(
  tx: Tx,
  deps: Deps,
  user: User,
  keptId: string | undefined,
): Promise<void> {
  const ended = await deleteOtherSessions(tx, user.id, keptId)
  if (ended > 0) await noteEnded(tx, deps, user, ended)
}

/** Audits sessions that ended, by default on behalf of their holder. */
export const noteEnded = (
  tx: Tx,
  deps: Deps,
  { id, name }: Pick<User, 'id' | 'name'>,
  sessionsEnded: number,
  actor: Actor = { type: 'user', id },
) =>
  audit(tx, deps, {
    ...{ entity: 'user', entityId: id, actor },
    before: { name },
    after: { name, sessionsEnded },
  })
