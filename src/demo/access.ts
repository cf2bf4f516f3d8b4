import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashKey, isKeyActive } from '../domain/accounts/api-key.ts'
import { isVendorSecretGood } from '../domain/accounts/vendor.ts'
import { createApiKey, endApiKey } from '../service/accounts/api-keys.ts'
import { createVendor, rotateVendorSecret } from '../service/accounts/vendors.ts'
import type { Deps } from '../service/deps.ts'
import { findApiKey, listApiKeys } from '../store/accounts/api-keys.ts'
import { findVendorOfHash, listVendors } from '../store/accounts/vendors.ts'
import { findHotelId } from '../store/catalog/catalog.ts'
import { DEMO } from './catalog.ts'
import { type DemoPeople, demoPeople } from './people.ts'
import { demoSlugs } from './seed.ts'

/** The demo's hotels with a key each, a vendor that no hotel has connected yet, and a log-in for each role. */
export type DemoAccess = {
  hotelSlug: string
  apiKey: string
  otherHotel: { slug: string; apiKey: string }
  vendor: { name: string; secret: string }
  users: DemoPeople
}

/** The content of `DATA_DIR/demo.json`: enough to try everything. */
type DemoSheet = { baseUrl: string } & DemoAccess

const KEY_NAME = 'Demo'
const VENDOR = { name: 'Pera Channels', contact: 'support@pera-channels.example' }

/** Makes the demo's keys and log-ins; those of an earlier start are kept, and lost ones are made again. */
export async function demoAccess(deps: Deps, dataDir: string): Promise<DemoAccess> {
  const earlier = await readSheet(sheetPath(dataDir))
  return {
    hotelSlug: demoSlugs.alfa,
    apiKey: await ensureKey(deps, demoSlugs.alfa, earlier?.apiKey),
    otherHotel: {
      slug: demoSlugs.bravo,
      apiKey: await ensureKey(deps, demoSlugs.bravo, earlier?.otherHotel?.apiKey),
    },
    vendor: { name: VENDOR.name, secret: await ensureVendorSecret(deps, earlier?.vendor?.secret) },
    users: await demoPeople(deps, earlier?.users),
  }
}

/** Writes `demo.json`, readable for its owner only. */
export function writeSheet(dataDir: string, sheet: DemoSheet): void {
  // The folder may be missing if DATABASE_URL leads elsewhere.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = sheetPath(dataDir)
  try {
    writeFileSync(path, `${JSON.stringify(sheet, null, 2)}\n`, { mode: 0o600 })
  } catch (error) {
    // The system names no file when a write fails.
    throw new Error(`${path} cannot be written: ${(error as Error).message}`, { cause: error })
  }
  // The mode above applies to a new file only.
  chmodSync(path, 0o600)
}

const sheetPath = (dataDir: string) => join(dataDir, 'demo.json')

/** Returns a valid key of a hotel. @param earlier the key in `demo.json`, which may have been edited */
async function ensureKey(deps: Deps, slug: string, earlier: unknown): Promise<string> {
  const hotelId = (await findHotelId(deps.store, slug))!
  if (typeof earlier === 'string') {
    const known = await findApiKey(deps.store, hashKey(earlier))
    if (known?.hotelId === hotelId && isKeyActive(known, deps.nowMs())) return earlier
  }
  for (const key of await listApiKeys(deps.store, hotelId))
    if (key.name === KEY_NAME && isKeyActive(key, deps.nowMs())) await endApiKey(deps, key)
  return (await createApiKey(deps, { hotelId, name: KEY_NAME })).secret
}

/** Returns the vendor's secret. @param earlier the secret in `demo.json`, which may have been edited */
async function ensureVendorSecret(deps: Deps, earlier: unknown): Promise<string> {
  if (typeof earlier === 'string') {
    const found = await findVendorOfHash(deps.store, hashKey(earlier))
    if (found && isVendorSecretGood(found, deps.nowMs())) return earlier
  }
  const known = (await listVendors(deps.store)).find(({ name }) => name === VENDOR.name)
  const made = known
    ? await rotateVendorSecret(deps, DEMO, known.id, 0)
    : await createVendor(deps, DEMO, VENDOR)
  return made.secret
}

async function readSheet(path: string): Promise<Partial<DemoSheet> | undefined> {
  try {
    return await Bun.file(path).json()
  } catch {
    return undefined
  }
}
