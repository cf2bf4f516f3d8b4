import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { hashKey, isKeyActive } from '../domain/api-key.ts'
import { createApiKey, endApiKey } from '../service/api-keys.ts'
import type { Deps } from '../service/deps.ts'
import { findApiKey, listApiKeys } from '../store/api-keys.ts'
import { findHotelId } from '../store/catalog.ts'
import { demoSlugs } from './seed.ts'

/** What `DATA_DIR/demo.json` holds: enough to try everything. */
export type DemoSheet = {
  baseUrl: string
  hotelSlug: string
  apiKey: string
  otherHotel: { slug: string; apiKey: string }
}

const KEY_NAME = 'Demo'

/** The demo's addresses and keys; keys of an earlier start are kept, lost ones made anew. Writes `demo.json`. */
export async function demoSheet(deps: Deps, dataDir: string, baseUrl: string): Promise<DemoSheet> {
  const path = join(dataDir, 'demo.json')
  const earlier = await readSheet(path)
  const sheet = {
    baseUrl,
    hotelSlug: demoSlugs.alfa,
    apiKey: await keyOf(deps, demoSlugs.alfa, earlier?.apiKey),
    otherHotel: {
      slug: demoSlugs.bravo,
      apiKey: await keyOf(deps, demoSlugs.bravo, earlier?.otherHotel?.apiKey),
    },
  }
  await Bun.write(path, `${JSON.stringify(sheet, null, 2)}\n`)
  chmodSync(path, 0o600)
  return sheet
}

async function keyOf(deps: Deps, slug: string, earlier: string | undefined): Promise<string> {
  const hotelId = (await findHotelId(deps.store, slug))!
  const known = earlier && (await findApiKey(deps.store, hashKey(earlier)))
  if (known && known.hotelId === hotelId && isKeyActive(known, deps.nowMs())) return earlier
  for (const key of await listApiKeys(deps.store, hotelId))
    if (key.name === KEY_NAME && isKeyActive(key, deps.nowMs())) await endApiKey(deps, key)
  return (await createApiKey(deps, { hotelId, name: KEY_NAME })).secret
}

async function readSheet(path: string): Promise<Partial<DemoSheet> | undefined> {
  try {
    return await Bun.file(path).json()
  } catch {
    return undefined
  }
}
