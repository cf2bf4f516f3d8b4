import { INVITATIONS_MAX } from '../../domain/accounts/account-link.ts'
import { auditPlaceOf, type House, placeOf } from '../../domain/accounts/house.ts'
import { type AccountLink, endLinks, listInvitations } from '../../store/accounts/links.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'

type InvitationNote = {
  link: Pick<AccountLink, 'id'>
  before?: unknown
  after: unknown
}

/** Ends the open invitations of a former owner of a hotel or an agency: they are invalid and must not become valid again. */
export async function endInvitationsBy(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  house: House,
  userId: string,
): Promise<void> {
  const nowMs = deps.nowMs()
  const open = await listInvitations(tx, placeOf(house), INVITATIONS_MAX)
  const theirs = open.filter(({ actorId }) => actorId === userId)
  if (theirs.length === 0) return
  await endLinks(tx, { kinds: ['invitation'], ...placeOf(house), actorId: userId }, nowMs)
  for (const link of theirs) {
    const before = stateOf(link)
    const after = { ...before, deletedAtMs: nowMs }
    await noteInvitation(tx, deps, actor, house, { link, before, after })
  }
}

/** Audits an invitation. */
export const noteInvitation = (
  tx: Tx,
  deps: Deps,
  actor: Actor,
  house: House,
  { link, before = null, after }: InvitationNote,
) =>
  audit(tx, deps, {
    entity: 'invitation',
    ...auditPlaceOf(house, link.id),
    ...{ actor, before, after },
  })

/** Returns an invitation as the audit log shows it. */
export const stateOf = ({ address, memberRole }: Pick<AccountLink, 'address' | 'memberRole'>) => ({
  email: address,
  role: memberRole,
})
