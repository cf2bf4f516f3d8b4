import { hashKey, isWellFormedKey } from '../../domain/accounts/api-key.ts'
import {
  type CallingVendor,
  isVendorSecretGood,
  VENDORS_MAX,
  type VendorSecret,
} from '../../domain/accounts/vendor.ts'
import type { Deps } from '../../service/deps.ts'
import { findVendorOfHash, vendorTopic } from '../../store/accounts/vendors.ts'
import { cached } from '../../store/cache.ts'

/** Creates the cached look-up of a vendor by its secret; undefined if the secret is unknown or no longer valid. */
export function createVendorOf({ store, nowMs }: Deps) {
  const vendors = cached<VendorSecret>(store, {
    topics: ({ vendor }) => [vendorTopic(vendor)],
    // Two secrets per vendor: the present and the previous one.
    max: 2 * VENDORS_MAX,
  })
  return async (secret: string): Promise<CallingVendor | undefined> => {
    const hash = hashKey(secret)
    const load = async () =>
      isWellFormedKey(secret) ? await findVendorOfHash(store, hash) : undefined
    const found = await vendors(hash, load)
    return found && isVendorSecretGood(found, nowMs()) ? found.vendor : undefined
  }
}
