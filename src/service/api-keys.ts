import { type ApiKey, formatKey, hashKey, keyPrefix } from '../domain/api-key.ts'
import { AppError } from '../domain/errors.ts'
import { KEYS_ACTIVE_MAX } from '../domain/limits.ts'
import { countActiveKeys, insertApiKey, revokeApiKey, updateLastUsed } from '../store/api-keys.ts'
import type { Deps } from './deps.ts'

/** What its maker decides about a key. */
export type NewApiKey = {
  hotelId: number
  name: string
  expiresAtMs?: number | null
  requestsPerMinute?: number | null
}

/**
 * Makes an API key of a hotel. The secret is in the answer and nowhere else: only its hash is stored (contract §8).
 *
 * @throws AppError `validation_failed` when the hotel has 5 active keys
 */
export async function createApiKey(
  deps: Deps,
  { hotelId, name, expiresAtMs = null, requestsPerMinute = null }: NewApiKey,
): Promise<{ key: ApiKey; secret: string }> {
  const secret = formatKey(deps.brand, deps.newKeySecret())
  const key: ApiKey = {
    id: deps.newId(),
    hotelId,
    name,
    prefix: keyPrefix(deps.brand, secret),
    requestsPerMinute,
    createdAtMs: deps.nowMs(),
    expiresAtMs,
    revokedAtMs: null,
    lastUsedAtMs: null,
  }
  await deps.store.tx(async (tx) => {
    if ((await countActiveKeys(tx, hotelId, deps.nowMs())) >= KEYS_ACTIVE_MAX)
      throw new AppError('validation_failed', `A hotel has at most ${KEYS_ACTIVE_MAX} active keys.`)
    await insertApiKey(tx, { ...key, hash: hashKey(secret) })
  })
  return { key, secret }
}

/** Ends a key at once: the next request with it is refused. @throws AppError `not_found` */
export async function endApiKey(deps: Deps, key: { id: string; hotelId: number }): Promise<void> {
  const isEnded = await deps.store.tx((tx) => revokeApiKey(tx, { ...key, nowMs: deps.nowMs() }))
  if (!isEnded) throw new AppError('not_found', 'This hotel has no such active key.')
}

/** Writes down when keys were last used, and forgets what it wrote. */
export async function noteKeyUses({ store }: Deps, uses: Map<string, number>): Promise<void> {
  if (uses.size === 0) return
  const noted = new Map(uses)
  uses.clear()
  await store.tx((tx) => updateLastUsed(tx, noted))
}
