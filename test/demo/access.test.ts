import { expect, setDefaultTimeout, test } from 'bun:test'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoAccess, writeSheet } from '../../src/demo/access.ts'
import { demoBookings } from '../../src/demo/bookings.ts'
import { demoSlugs, seedDemo } from '../../src/demo/seed.ts'
import { hashKey, isKeyActive, isWellFormedKey } from '../../src/domain/accounts/api-key.ts'
import type { MemberRole } from '../../src/domain/accounts/membership.ts'
import type { Role } from '../../src/domain/accounts/user.ts'
import { checkCredentials } from '../../src/service/accounts/accounts.ts'
import { endApiKey } from '../../src/service/accounts/api-keys.ts'
import type { Deps } from '../../src/service/deps.ts'
import { realDeps } from '../../src/service/real-deps.ts'
import { findApiKey, listApiKeys } from '../../src/store/accounts/api-keys.ts'
import { findVendorOfHash, listVendors } from '../../src/store/accounts/vendors.ts'
import { findHotelId } from '../../src/store/catalog/catalog.ts'
import { NOW_MS } from '../support/service.ts'
import { startStore } from '../support/store.ts'

// On a busy machine too.
setDefaultTimeout(120_000)

const BASE_URL = 'http://127.0.0.1:3000'

/** A seeded demo with the folder its `demo.json` goes to. */
async function startDemo() {
  const test = await startStore()
  const dataDir = join(test.file, '../data')
  const deps: Deps = { store: test.store, brand: 'service', ...realDeps({ nowMs: () => NOW_MS }) }
  await seedDemo(deps)
  /** What a start of the demo does about keys. */
  const start = async () => {
    const keys = await demoAccess(deps, dataDir)
    writeSheet(dataDir, { baseUrl: BASE_URL, ...keys })
    return keys
  }
  return { deps, dataDir, start, [Symbol.asyncDispose]: test[Symbol.asyncDispose] }
}

test('the demo hands out a key of each of its two hotels, and demo.json says the same to its owner only (issue 2)', async () => {
  await using demo = await startDemo()
  const { store } = demo.deps
  const { hotelSlug, apiKey, otherHotel, vendor, users } = await demo.start()

  expect([hotelSlug, otherHotel.slug]).toEqual([demoSlugs.alfa, demoSlugs.bravo])
  for (const [slug, secret] of [
    [hotelSlug, apiKey],
    [otherHotel.slug, otherHotel.apiKey],
  ] as const) {
    expect(isWellFormedKey(secret)).toBe(true)
    const key = await findApiKey(store, hashKey(secret))
    expect(isKeyActive(key!, NOW_MS)).toBe(true)
    expect(key!.hotelId).toBe((await findHotelId(store, slug))!)
  }
  expect((await findVendorOfHash(store, hashKey(vendor.secret)))!.vendor.name).toBe(vendor.name)
  const sheet = join(demo.dataDir, 'demo.json')
  expect(await Bun.file(sheet).json()).toEqual({
    baseUrl: BASE_URL,
    hotelSlug,
    apiKey,
    otherHotel,
    vendor,
    users,
  })
  const roles = { admin: 'admin', manager: 'hotel_manager', agency: 'agency_user', guest: 'guest' }
  const members = { manager: 'owner', revenue: 'revenue', frontDesk: 'front_desk' } as const
  const hotelId = (await findHotelId(store, hotelSlug))!
  for (const [who, role] of Object.entries({ ...members, readOnly: 'read_only' })) {
    const { memberships } = await checkCredentials(demo.deps, users[who as keyof typeof users])
    const own = { hotelId, role: role as MemberRole, secondFactorRequired: false }
    expect([who, memberships]).toEqual([who, [own]])
  }
  for (const [who, role] of Object.entries(roles))
    expect((await checkCredentials(demo.deps, users[who as keyof typeof users])).role).toBe(
      role as Role,
    )
  expect(statSync(sheet).mode & 0o777).toBe(0o600)
})

test('later starts of the demo keep its keys, however many there are (issue 2)', async () => {
  await using demo = await startDemo()
  const first = await demo.start()
  for (let start = 0; start < 7; start++) expect(await demo.start()).toEqual(first)
})

test('a demo key that was lost or revoked is made anew, and the lost one opens nothing more', async () => {
  await using demo = await startDemo()
  const { deps } = demo
  const lost = await demo.start()
  for (const text of ['{}', 'no JSON', '{"apiKey":7,"otherHotel":null}', '[]']) {
    writeFileSync(join(demo.dataDir, 'demo.json'), text)
    const found = await demo.start()
    expect(found.apiKey).not.toBe(lost.apiKey)
    expect(found.vendor.secret).not.toBe(lost.vendor.secret)
  }
  expect(await findVendorOfHash(deps.store, hashKey(lost.vendor.secret))).toBeUndefined()
  expect(await listVendors(deps.store)).toHaveLength(1)
  const key = (await findApiKey(deps.store, hashKey(lost.apiKey)))!
  expect(isKeyActive(key, NOW_MS)).toBe(false)

  const now = await demo.start()
  const { id, hotelId } = (await findApiKey(deps.store, hashKey(now.apiKey)))!
  await endApiKey(deps, { id, hotelId })
  const next = await demo.start()

  expect(next.apiKey).not.toBe(now.apiKey)
  expect(next.otherHotel).toEqual(now.otherHotel)
  const active = (await listApiKeys(deps.store, hotelId)).filter((key) => isKeyActive(key, NOW_MS))
  expect(active).toHaveLength(1)
})

test('the demo has bookings in every state, of an agency and of a guest, and reviews with a reply (issue 3)', async () => {
  await using demo = await startDemo()
  const { users } = await demo.start()
  const { t, db } = demo.deps.store

  await demoBookings(demo.deps, users)
  const bookings = await db.select().from(t.booking)
  await demoBookings(demo.deps, users)

  const states = new Set(bookings.map(({ status }) => status))
  expect([...states].toSorted()).toEqual([
    'cancelled',
    'completed',
    'confirmed',
    'expired',
    'no_show',
    'pending',
  ])
  expect(bookings.some(({ agencyId, commissionCents }) => agencyId && commissionCents! > 0)).toBe(
    true,
  )
  expect(bookings.some(({ userId, sourceType }) => userId && sourceType === 'web')).toBe(true)
  expect((await db.select().from(t.booking)).length).toBe(bookings.length)
  const all = await db.select().from(t.review)
  const reviews = all.filter(({ hotelId }) => hotelId === 1)
  expect(reviews.map(({ rating }) => rating).toSorted()).toEqual([3, 4, 5])
  expect(reviews.filter(({ reply }) => reply !== null).length).toBe(1)
})
