import type { Made } from '../../domain/accounts/made.ts'
import { findHotelKey } from '../../store/accounts/api-keys.ts'
import { listCreations, listSandboxIds } from '../../store/accounts/made.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { holdCatalog, holdHotels } from '../../store/engine/locks.ts'
import { findSite } from '../../store/sites/sites.ts'
import type { Deps } from '../deps.ts'
import { endSite } from '../sites/sites.ts'
import { endWebhook } from '../webhooks/end-webhooks.ts'
import { ownWebhook } from '../webhooks/webhooks.ts'
import { endKey } from './api-keys.ts'
import { endConnection } from './vendors.ts'

/**
 * What somebody made at hotels, or everywhere, and that stands: the accounts are held, and then all that they made it
 * for, so that nothing is added until the transaction ends (`contract-access`, *Accounts*).
 *
 * @param hotelIds everywhere unless said otherwise
 */
export async function holdMade(
  tx: Tx,
  { nowMs }: Deps,
  whose: { userId: string; hotelIds?: readonly number[] | undefined },
): Promise<Made[]> {
  await holdCatalog(tx)
  const hotelIds = whose.hotelIds ?? hotelsOf(await listCreations(tx, whose, nowMs()))
  await holdHotels(tx, [...hotelIds, ...(await listSandboxIds(tx, hotelIds))])
  return await listCreations(tx, whose, nowMs())
}

/**
 * Ends what somebody made, which is held.
 *
 * @returns ids of its endpoints, for `giveUpFor` when that is committed
 */
export async function endMade(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  made: readonly Made[],
): Promise<string[]> {
  const nowMs = deps.nowMs()
  const ended: string[] = []
  // First the endpoints, for some of the others take theirs along.
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

const hotelsOf = (made: readonly Made[]) => [
  ...new Set(made.flatMap(({ hotelId }) => hotelId ?? [])),
]

const ofKind = (made: readonly Made[], wanted: Made['kind']) =>
  made.filter(({ kind }) => kind === wanted)
