import { type ApiKey, hashKey, isWellFormedKey } from '../../domain/accounts/api-key.ts'
import { findApiKey, keyTopics } from '../../store/accounts/api-keys.ts'
import { findConnection } from '../../store/accounts/connections.ts'
import { cached } from '../../store/cache.ts'
import type { Store } from '../../store/open.ts'

const KEYS_KEPT = 10_000

/** Creates the cached look-ups of API keys, by secret or by vendor and hotel. */
export function createKeysOf(store: Store) {
  const keys = cached<ApiKey>(store, { topics: keyTopics, max: KEYS_KEPT })
  const connections = cached<ApiKey>(store, { topics: keyTopics, max: KEYS_KEPT })
  return {
    apiKeyOf: (secret: string) => {
      const hash = hashKey(secret)
      // The form is checked only on a cache miss: every partner request passes here.
      return keys(hash, async () =>
        isWellFormedKey(secret) ? await findApiKey(store, hash) : undefined,
      )
    },
    connectionOf: (vendorId: string, slug: string) =>
      connections(`${vendorId} ${slug}`, () => findConnection(store, { vendorId, slug })),
  }
}
