import {
  type ApiKey,
  formatKey,
  hashKey,
  KEYS_ACTIVE_MAX,
  keyPrefix,
  type Use,
} from '../../domain/accounts/api-key.ts'
import { readScopes, SCOPES_DEFAULT } from '../../domain/accounts/scope.ts'
import { AppError, tooMany } from '../../domain/kernel/errors.ts'
import { readNetworks } from '../../domain/kernel/network.ts'
import {
  countActiveKeys,
  findHotelKey,
  insertApiKey,
  revokeApiKey,
  updateKey,
  updateLastUsed,
} from '../../store/accounts/api-keys.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { holdCatalog, holdHotel } from '../../store/engine/locks.ts'
import { findSandbox } from '../../store/sandbox/sandbox-hotels.ts'
import { detachWebhooksFromKey } from '../../store/webhooks/webhooks.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { holdMaker } from '../makers.ts'
import { noteUses } from '../note-uses.ts'
import { makeSandbox } from '../sandbox/sandbox-hotels.ts'

/** What its maker decides about a key. */
export type NewApiKey = {
  hotelId: number
  name: string
  /** As they were sent; those of the default unless said otherwise. */
  scopes?: readonly string[]
  /** As they were sent, addresses or networks; none: it is taken from anywhere. */
  allowedIps?: readonly string[]
  expiresAtMs?: number | null
  requestsPerMinute?: number | null
  /** It works on the hotel's sandbox, which is made with its first one. */
  test?: boolean
  /** The user who makes it; null: the service itself. */
  actor?: Actor | null
}

/**
 * Makes an API key of a hotel. The secret is in the answer and nowhere else: only its hash is stored (contract §8).
 *
 * @throws AppError `validation_failed`, also when the hotel has 5 active keys; as `holdMaker`
 */
export async function createApiKey(
  deps: Deps,
  { scopes = SCOPES_DEFAULT, allowedIps = [], test = false, actor = null, ...given }: NewApiKey,
): Promise<{ key: ApiKey; secret: string }> {
  const { hotelId, name, expiresAtMs = null, requestsPerMinute = null } = given
  const secret = formatKey(deps.brand, deps.newKeySecret(), test ? 'test' : 'live')
  const key: ApiKey = {
    id: deps.newId(),
    hotelId,
    test,
    vendorId: null,
    name,
    prefix: keyPrefix(secret),
    scopes: readScopes(scopes),
    allowedIps: readNetworks(allowedIps),
    requestsPerMinute,
    createdAtMs: deps.nowMs(),
    expiresAtMs,
    revokedAtMs: null,
    lastUsedAtMs: null,
    lastUsedFrom: null,
    createdBy: actor?.type === 'user' ? actor.id : null,
  }
  await deps.store.tx(
    async (tx) => {
      await holdMaker(tx, actor, hotelId)
      if (test) await holdCatalog(tx)
      await holdHotel(tx, hotelId)
      if ((await countActiveKeys(tx, hotelId, deps.nowMs())) >= KEYS_ACTIVE_MAX)
        throw tooMany('active keys', KEYS_ACTIVE_MAX)
      await insertApiKey(tx, { ...key, hash: hashKey(secret) })
      if (test && !(await findSandbox(tx, hotelId))) await makeSandbox(tx, deps, hotelId)
      if (actor) await noteKey(tx, deps, { actor, before: null, after: key })
    },
    { isLarge: test },
  )
  return { key, secret }
}

/**
 * Ends a key at once: the next request with it is refused. Its endpoints go on, of no key: the pushes of the key that
 * comes in its place are no more echoed to them than its own were.
 *
 * @throws AppError `not_found`
 */
export async function endApiKey(
  deps: Deps,
  place: { id: string; hotelId: number },
  actor: Actor | null = null,
): Promise<void> {
  await deps.store.tx(async (tx) => {
    await holdHotel(tx, place.hotelId)
    await endKey(tx, deps, place, actor)
  })
}

/** The same of a key whose hotel is held. @throws AppError `not_found` */
export async function endKey(
  tx: Tx,
  deps: Deps,
  { id, hotelId }: { id: string; hotelId: number },
  actor: Actor | null,
): Promise<void> {
  const before = await findHotelKey(tx, { id, hotelId })
  const nowMs = deps.nowMs()
  // A connection ends with its webhooks: `disconnectVendor`.
  const isKey = before?.vendorId === null
  if (!isKey || !(await revokeApiKey(tx, { id, hotelId, nowMs })))
    throw new AppError('not_found', 'This hotel has no such active key.')
  await detachWebhooksFromKey(tx, { id, hotelId })
  const after = { ...before, revokedAtMs: nowMs }
  if (actor) await noteKey(tx, deps, { actor, before, after })
}

/** What may be changed of a key, each unless it is left out; `allowedIps` as they were sent. */
type KeyChanges = { requestsPerMinute?: number | null; allowedIps?: readonly string[] }

/**
 * Gives a key of a hotel another limit (null: that of every key) or another list of where it is taken from, which counts
 * from its next request on. What it may do never changes.
 *
 * @throws AppError `not_found`, `validation_failed`
 */
export async function changeApiKey(
  deps: Deps,
  place: { id: string; hotelId: number },
  { requestsPerMinute, allowedIps }: KeyChanges,
  actor: Actor,
): Promise<ApiKey> {
  const changes = {
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    ...(allowedIps && { allowedIps: readNetworks(allowedIps) }),
  }
  return await deps.store.tx(async (tx) => {
    await holdHotel(tx, place.hotelId)
    const before = await findHotelKey(tx, place)
    // Of a connection admins may change the limit.
    if (!before || (before.vendorId !== null && allowedIps))
      throw new AppError('not_found', 'This hotel has no such key.')
    const after = { ...before, ...changes }
    if (Bun.deepEquals(before, after)) return before
    await updateKey(tx, after)
    await noteKey(tx, deps, { actor, before, after })
    return after
  })
}

/** Writes down when and from where keys were last used. @throws as `noteUses` */
export const noteKeyUses = (deps: Pick<Deps, 'store'>, uses: Map<string, Use>): Promise<void> =>
  noteUses(deps, uses, (tx, noted) => updateLastUsed(tx, tx.t.apiKey, noted))

/** What a change of a key, or of a connection, leaves in the history: never its hash, and nothing of its use. */
export async function noteKey(
  tx: Tx,
  deps: Deps,
  { actor, before, after }: { actor: Actor; before: ApiKey | null; after: ApiKey },
): Promise<void> {
  // Who made it is the actor of that entry.
  const state = ({ lastUsedAtMs, lastUsedFrom, createdBy, ...key }: ApiKey) => key
  await audit(tx, deps, {
    entity: 'api_key',
    entityId: after.id,
    hotelId: after.hotelId,
    actor,
    before: before && state(before),
    after: state(after),
  })
}
