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
import { inHotel, lockCatalog, lockHotel } from '../../store/engine/locks.ts'
import { findSandbox } from '../../store/sandbox/sandbox-hotels.ts'
import { detachWebhooksFromKey } from '../../store/webhooks/webhooks.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { lockMaker } from '../makers.ts'
import { noteUses } from '../note-uses.ts'
import { makeSandbox } from '../sandbox/sandbox-hotels.ts'

/** The settings of a new API key. */
export type NewApiKey = {
  hotelId: number
  name: string
  /** Scopes as sent; default: `SCOPES_DEFAULT`. */
  scopes?: readonly string[]
  /** Addresses or networks as sent; none: the key works from anywhere. */
  allowedIps?: readonly string[]
  expiresAtMs?: number | null
  requestsPerMinute?: number | null
  /** True for a key of the hotel's sandbox, which the first test key creates. */
  test?: boolean
  /** The user who creates it; null: the service itself. */
  actor?: Actor | null
}

/**
 * Creates an API key of a hotel. Only this answer contains the secret; the database stores its hash (contract §8).
 *
 * @throws AppError `validation_failed`, also if the hotel has 5 active keys; as `lockMaker`
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
    ...{ feedSeq: null, feedAtMs: null, eventSeq: null },
    createdBy: actor?.type === 'user' ? actor.id : null,
  }
  await deps.store.tx(
    async (tx) => {
      await lockMaker(tx, actor, hotelId)
      if (test) await lockCatalog(tx)
      await lockHotel(tx, hotelId)
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
 * Revokes a key at once: its next request is refused. Its endpoints stay, without a key; they then receive the events
 * of pushes by the replacement key, which they did not for the revoked one.
 *
 * @throws AppError `not_found`
 */
export async function endApiKey(
  deps: Deps,
  place: { id: string; hotelId: number },
  actor: Actor | null = null,
): Promise<void> {
  await inHotel(deps.store, place.hotelId, async (tx) => {
    await endKey(tx, deps, place, actor)
  })
}

/** Revokes a key; the caller has locked its hotel. @throws AppError `not_found` */
export async function endKey(
  tx: Tx,
  deps: Deps,
  { id, hotelId }: { id: string; hotelId: number },
  actor: Actor | null,
): Promise<void> {
  const before = await findHotelKey(tx, { id, hotelId })
  const nowMs = deps.nowMs()
  // `disconnectVendor` ends a connection, together with its webhooks.
  const isKey = before?.vendorId === null
  if (!isKey || !(await revokeApiKey(tx, { id, hotelId, nowMs })))
    throw new AppError('not_found', 'This hotel has no such active key.')
  await detachWebhooksFromKey(tx, { id, hotelId })
  const after = { ...before, revokedAtMs: nowMs }
  if (actor) await noteKey(tx, deps, { actor, before, after })
}

/** Changes of a key, each optional; `allowedIps` as sent. */
type KeyChanges = { requestsPerMinute?: number | null; allowedIps?: readonly string[] }

/**
 * Changes the rate limit of a key (null: the default) or its list of allowed addresses, from its next request on. Its
 * scopes never change.
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
  return await inHotel(deps.store, place.hotelId, async (tx) => {
    const before = await findHotelKey(tx, place)
    // Admins may change the limit of a connection.
    if (!before || (before.vendorId !== null && allowedIps))
      throw new AppError('not_found', 'This hotel has no such key.')
    const after = { ...before, ...changes }
    if (Bun.deepEquals(before, after)) return before
    await updateKey(tx, after)
    await noteKey(tx, deps, { actor, before, after })
    return after
  })
}

/** Flushes the last uses of keys and their addresses. @throws as `noteUses` */
export const noteKeyUses = (deps: Pick<Deps, 'store'>, uses: Map<string, Use>): Promise<void> =>
  noteUses(deps, uses, (tx, noted) => updateLastUsed(tx, tx.t.apiKey, noted))

/** Audits a change of a key or of a connection: without its hash and its last use. */
export async function noteKey(
  tx: Tx,
  deps: Deps,
  { actor, before, after }: { actor: Actor; before: ApiKey | null; after: ApiKey },
): Promise<void> {
  // The actor of that entry is its creator.
  const state = ({
    lastUsedAtMs,
    lastUsedFrom,
    createdBy,
    feedSeq,
    feedAtMs,
    eventSeq,
    ...key
  }: ApiKey) => key
  await audit(tx, deps, {
    entity: 'api_key',
    entityId: after.id,
    hotelId: after.hotelId,
    actor,
    before: before && state(before),
    after: state(after),
  })
}
