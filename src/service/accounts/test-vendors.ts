import type { ApiKey } from '../../domain/accounts/api-key.ts'
import { SCOPES } from '../../domain/accounts/scope.ts'
import type { Vendor } from '../../domain/accounts/vendor.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { TEST_HOTELS } from '../../domain/sandbox/test-hotels.ts'
import { insertApiKey } from '../../store/accounts/api-keys.ts'
import {
  findTestVendor,
  findVendor,
  insertVendor,
  updateVendorSecret,
} from '../../store/accounts/vendors.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockCatalog } from '../../store/engine/locks.ts'
import { findGround, insertTemplate } from '../../store/sandbox/test-hotels.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { makeSandbox } from '../sandbox/sandbox-hotels.ts'
import { newSecret } from '../secrets.ts'
import { noVendor, stateOf, unusableHash } from './vendors.ts'

/** A vendor's test secret, shown once, and the slugs of the hotels that it reaches. */
export type TestSecret = { secret: string; prefix: string; hotels: string[] }

/**
 * Makes the test secret of a vendor, with three hotels made for it at the first time (contract-groups, *Vendors*). A
 * former test secret ends at once; its hotels stay.
 *
 * @throws AppError `not_found` without the vendor, or without a city
 */
export async function makeTestSecret(
  deps: Deps,
  actor: Actor,
  vendorId: string,
): Promise<TestSecret> {
  const { secret, hash, prefix } = newSecret(deps, 'vendor_test')
  await deps.store.tx(async (tx) => {
    await lockCatalog(tx)
    const vendor = await findVendor(tx, vendorId)
    if (vendor?.testOf !== null) throw noVendor()
    const known = await findTestVendor(tx, vendorId)
    const nowMs = deps.nowMs()
    const none = { previousPrefix: null, previousUntilMs: null }
    if (known)
      await updateVendorSecret(tx, { id: known.id, hash, prefix, rotatedAtMs: nowMs, ...none })
    else {
      const head = { id: deps.newId(), createdAtMs: nowMs, rotatedAtMs: null, testOf: vendor.id }
      const twin: Vendor = { ...vendor, ...head, ...none, prefix }
      await insertVendor(tx, { ...twin, hash })
      await makeTestHotels(tx, deps, twin)
    }
    await audit(tx, deps, {
      ...{ entity: 'vendor', entityId: vendor.id, actor },
      before: { ...stateOf(vendor), testPrefix: known?.prefix ?? null },
      after: { ...stateOf(vendor), testPrefix: prefix },
    })
  })
  return { secret, prefix, hotels: TEST_HOTELS.map(({ slug }) => slug) }
}

/** Makes the hotels of a test vendor, each a sandbox with every scope. */
async function makeTestHotels(tx: Tx, deps: Deps, vendor: Vendor): Promise<void> {
  const ground = await findGround(tx)
  if (!ground) throw new AppError('not_found', 'The service has no city yet: make one first.')
  for (const hotel of TEST_HOTELS) {
    const template = await insertTemplate(tx, hotel, ground, deps.nowMs())
    const connection: ApiKey = {
      ...{ id: deps.newId(), hotelId: await makeSandbox(tx, deps, template), test: true },
      ...{ vendorId: vendor.id, name: vendor.name, prefix: vendor.prefix },
      ...{ scopes: [...SCOPES], allowedIps: [], requestsPerMinute: null },
      ...{ createdAtMs: deps.nowMs(), expiresAtMs: null, revokedAtMs: null },
      ...{ lastUsedAtMs: null, lastUsedFrom: null },
      ...{ feedSeq: null, feedAtMs: null, eventSeq: null, createdBy: null },
    }
    await insertApiKey(tx, { ...connection, hash: unusableHash(connection) })
  }
}
