import { hashKey, isWellFormedKey } from '../../domain/accounts/api-key.ts'
import {
  isVendorSecretGood,
  VENDORS_MAX,
  type Vendor,
  type VendorSecret,
} from '../../domain/accounts/vendor.ts'
import type { Deps } from '../../service/deps.ts'
import { findVendorOfHash, vendorTopic } from '../../store/accounts/vendors.ts'
import { cached } from '../../store/cache.ts'

/** @returns the vendor that a text is a secret of, from memory while it stands; undefined: none, or not any more */
export function createVendorOf({ store, nowMs }: Deps) {
  const vendors = cached<VendorSecret>(store, {
    topics: ({ vendor }) => [vendorTopic(vendor)],
    // Of each the present secret and the one before.
    max: 2 * VENDORS_MAX,
  })
  return async (secret: string): Promise<Vendor | undefined> => {
    const hash = hashKey(secret)
    const load = async () =>
      isWellFormedKey(secret) ? await findVendorOfHash(store, hash) : undefined
    const found = await vendors(hash, load)
    return found && isVendorSecretGood(found, nowMs()) ? found.vendor : undefined
  }
}
