import { hashKey, isWellFormedKey } from '../../domain/accounts/api-key.ts'
import { isSecretGood, type Site, type SiteSecret } from '../../domain/sites/site.ts'
import type { Deps } from '../../service/deps.ts'
import { cached } from '../../store/cache.ts'
import { findSiteOfHash, siteTopic } from '../../store/sites/sites.ts'

const SITES_KEPT = 10_000

/** Creates the cached look-up of a site by its secret; undefined if the secret is unknown, revoked or expired. */
export function createSiteOf({ store, nowMs }: Deps) {
  const sites = cached<SiteSecret>(store, {
    topics: ({ site }) => [siteTopic(site)],
    max: SITES_KEPT,
  })
  return async (secret: string): Promise<Site | undefined> => {
    const hash = hashKey(secret)
    const load = async () =>
      isWellFormedKey(secret) ? await findSiteOfHash(store, hash) : undefined
    const found = await sites(hash, load)
    return found && isSecretGood(found, nowMs()) ? found.site : undefined
  }
}
