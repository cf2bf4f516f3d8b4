import type { AccessGrant } from '../../domain/accounts/access-grant.ts'
import { listCreations, listSandboxIds } from '../../store/accounts/access-grants.ts'
import { findHotelKey } from '../../store/accounts/api-keys.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockCatalog, lockHotels } from '../../store/engine/locks.ts'
import { findSite } from '../../store/sites/sites.ts'
import type { Deps } from '../deps.ts'
import { endSite } from '../sites/sites.ts'
import { endWebhook } from '../webhooks/end-webhooks.ts'
import { ownWebhook } from '../webhooks/webhook-record.ts'
import { endKey } from './api-keys.ts'
import { endConnection } from './vendors.ts'

/**
 * Locks and lists what an account created at some hotels, or everywhere, and that is still active. The accounts and
 * then these places are locked, so that nothing is added before the transaction ends (`contract-access`, *Accounts*).
 *
 * @param hotelIds default: everywhere
 */
export async function lockCreations(
  tx: Tx,
  { nowMs }: Deps,
  whose: { userId: string; hotelIds?: readonly number[] | undefined },
): Promise<AccessGrant[]> {
  await lockCatalog(tx)
  const hotelIds = whose.hotelIds ?? hotelsOf(await listCreations(tx, whose, nowMs()))
  await lockHotels(tx, [...hotelIds, ...(await listSandboxIds(tx, hotelIds))])
  return await listCreations(tx, whose, nowMs())
}

/**
 * Ends these creations, which the caller has locked.
 *
 * @returns the ids of their endpoints, for `giveUpFor` after the commit
 */
export async function endCreations(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  made: readonly AccessGrant[],
): Promise<string[]> {
  const nowMs = deps.nowMs()
  const ended: string[] = []
  // Endpoints go first, for some of the other creations end their own endpoints.
  for (const { id, keptAt } of ofKind(made, 'webhook')) {
    const before = await ownWebhook(tx, { id, hotelId: keptAt! })
    await endWebhook(tx, deps, { actor, before, nowMs })
    ended.push(id)
  }
  for (const { id, hotelId } of ofKind(made, 'connection')) {
    const connection = (await findHotelKey(tx, { id, hotelId: hotelId! }))!
    ended.push(...(await endConnection(tx, deps, { actor, connection, nowMs })))
  }
  for (const { id, hotelId } of ofKind(made, 'key'))
    await endKey(tx, deps, { id, hotelId: hotelId! }, actor)
  for (const { id, hotelId: owner } of ofKind(made, 'site'))
    await endSite(tx, deps, actor, (await findSite(tx, { id, owner }))!)
  return ended
}

const hotelsOf = (made: readonly AccessGrant[]) => [
  ...new Set(made.flatMap(({ hotelId }) => hotelId ?? [])),
]

const ofKind = (made: readonly AccessGrant[], wanted: AccessGrant['kind']) =>
  made.filter(({ kind }) => kind === wanted)
