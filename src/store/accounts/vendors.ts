import { and, asc, eq, getColumns, isNull, max, ne, or, sql } from 'drizzle-orm'
import type { Vendor, VendorSecret } from '../../domain/accounts/vendor.ts'
import type { SecretRotation } from '../../domain/kernel/rotation.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { hasRow } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'

// Vendors (channel managers and other partners of many hotels): their secrets, rotation and connections.

/** A vendor in the admins' list: its number of connected hotels, and its last call to any of them. */
export type VendorEntry = Vendor & { hotels: number; lastUsedAtMs: number | null }

/** Cache topic of a vendor: invalidated by the rotation of its secret, and by a connection made or ended. */
export const vendorTopic = ({ id }: Pick<Vendor, 'id'>) => `vendor:${id}`

/** Finds the vendor of a present or previous secret by hash; undefined if no vendor has it. */
export async function findVendorOfHash(
  { t, db }: Handle,
  hash: string,
): Promise<VendorSecret | undefined> {
  const { vendor, apiKey } = t
  const [row] = await db
    .select({ vendor: vendorColumns(t), present: vendor.hash })
    .from(vendor)
    .where(or(eq(vendor.hash, hash), eq(vendor.previousHash, hash)))
  if (!row) return undefined
  const isConnection = and(eq(apiKey.vendorId, row.vendor.id), isNull(apiKey.revokedAtMs))
  const hotels = await db.$count(apiKey, isConnection)
  return { vendor: { ...row.vendor, hotels }, isPrevious: row.present !== hash }
}

/** Finds a vendor by id; undefined if none exists. */
export async function findVendor({ t, db }: Handle, id: string): Promise<Vendor | undefined> {
  const [row] = await db.select(vendorColumns(t)).from(t.vendor).where(eq(t.vendor.id, id))
  return row
}

/** Finds the holder of a vendor's test secret; undefined if none was made. */
export async function findTestVendor(
  { t, db }: Handle,
  vendorId: string,
): Promise<Vendor | undefined> {
  const [row] = await db
    .select(vendorColumns(t))
    .from(t.vendor)
    .where(eq(t.vendor.testOf, vendorId))
  return row
}

/** Every vendor, by name. */
export async function listVendors({ t, db }: Handle): Promise<Vendor[]> {
  return await db
    .select(vendorColumns(t))
    .from(t.vendor)
    .where(isNull(t.vendor.testOf))
    .orderBy(asc(t.vendor.name), asc(t.vendor.id))
}

/** Every vendor, by name, with its connections and last use. */
export async function listVendorEntries(handle: Handle): Promise<VendorEntry[]> {
  const { apiKey } = handle.t
  const vendors = await listVendors(handle)
  const rows = await handle.db
    .select({
      vendorId: apiKey.vendorId,
      hotels: sql`count(case when ${isNull(apiKey.revokedAtMs)} then 1 end)`.mapWith(Number),
      lastUsedAtMs: max(apiKey.lastUsedAtMs),
    })
    .from(apiKey)
    .where(sql`${apiKey.vendorId} is not null`)
    .groupBy(apiKey.vendorId)
  const byVendor = new Map(rows.map(({ vendorId, ...use }) => [vendorId, use]))
  const unused = { hotels: 0, lastUsedAtMs: null }
  return vendors.map((vendor) => ({ ...vendor, ...(byVendor.get(vendor.id) ?? unused) }))
}

/** True if another vendor has this name, in upper or lower case. */
export function hasVendorNamed(
  handle: Handle,
  { id, name }: Pick<Vendor, 'id' | 'name'>,
): Promise<boolean> {
  const { vendor } = handle.t
  const isSame = eq(sql`lower(${vendor.name})`, sql`lower(${name})`)
  return hasRow(handle, vendor, and(isSame, ne(vendor.id, id), isNull(vendor.testOf)))
}

/** Number of vendors. */
export const countVendors = ({ t, db }: Handle): Promise<number> =>
  db.$count(t.vendor, isNull(t.vendor.testOf))

/** Stores a new vendor under the hash of its secret. */
export async function insertVendor({ t, db }: Tx, vendor: Vendor & { hash: string }) {
  await db.insert(t.vendor).values(vendor)
}

/** Rotates a vendor's secret; the old one stays valid as the previous one during the overlap. */
export async function updateVendorSecret(
  tx: Tx,
  { id, ...secret }: SecretRotation & { id: string; hash: string; rotatedAtMs: number },
): Promise<void> {
  const { vendor } = tx.t
  const previousHash = secret.previousPrefix === null ? null : sql`${vendor.hash}`
  await tx.db
    .update(vendor)
    .set({ ...secret, previousHash })
    .where(eq(vendor.id, id))
  invalidate(tx, vendorTopic({ id }))
}

/** All columns of a vendor except its hashes. */
function vendorColumns({ vendor }: Tables) {
  const { hash, previousHash, ...columns } = getColumns(vendor)
  return columns
}
