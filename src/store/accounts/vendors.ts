import { and, asc, eq, getColumns, isNull, max, ne, or, sql } from 'drizzle-orm'
import type { Vendor, VendorSecret } from '../../domain/accounts/vendor.ts'
import type { Rotating } from '../../domain/kernel/rotation.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { hasRow } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'

/** A vendor as admins list it: how many hotels it is connected with, and when it last called one of them. */
export type VendorEntry = Vendor & { hotels: number; lastUsedAtMs: number | null }

/** Touched when a vendor has another secret, or is connected with one hotel more. */
export const vendorTopic = ({ id }: Pick<Vendor, 'id'>) => `vendor:${id}`

/** The vendor whose secret has a hash, or had it before; undefined when nobody's has. */
export async function findVendorOfHash(
  { t, db }: Handle,
  hash: string,
): Promise<VendorSecret | undefined> {
  const [row] = await db
    .select({ vendor: vendorColumns(t), present: t.vendor.hash })
    .from(t.vendor)
    .where(or(eq(t.vendor.hash, hash), eq(t.vendor.previousHash, hash)))
  return row && { vendor: row.vendor, isPrevious: row.present !== hash }
}

/** The vendor of an id; undefined when there is none. */
export async function findVendor({ t, db }: Handle, id: string): Promise<Vendor | undefined> {
  const [row] = await db.select(vendorColumns(t)).from(t.vendor).where(eq(t.vendor.id, id))
  return row
}

/** Every vendor by name. */
export async function listVendors({ t, db }: Handle): Promise<Vendor[]> {
  return await db
    .select(vendorColumns(t))
    .from(t.vendor)
    .orderBy(asc(t.vendor.name), asc(t.vendor.id))
}

/** Every vendor by name, with what has become of it. */
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

/** Whether a vendor other than the one of an id has a name, in whatever case. */
export function hasVendorNamed(
  handle: Handle,
  { id, name }: Pick<Vendor, 'id' | 'name'>,
): Promise<boolean> {
  const { vendor } = handle.t
  const isSame = eq(sql`lower(${vendor.name})`, sql`lower(${name})`)
  return hasRow(handle, vendor, and(isSame, ne(vendor.id, id)))
}

/** How many vendors there are. */
export const countVendors = ({ t, db }: Handle): Promise<number> => db.$count(t.vendor)

/** Keeps a new vendor under the hash of its secret. */
export async function insertVendor({ t, db }: Tx, vendor: Vendor & { hash: string }) {
  await db.insert(t.vendor).values(vendor)
}

/** Gives a vendor another secret; the present one is the one before while it overlaps. */
export async function updateVendorSecret(
  tx: Tx,
  { id, ...secret }: Rotating & { id: string; hash: string; rotatedAtMs: number },
): Promise<void> {
  const { vendor } = tx.t
  const previousHash = secret.previousPrefix === null ? null : sql`${vendor.hash}`
  await tx.db
    .update(vendor)
    .set({ ...secret, previousHash })
    .where(eq(vendor.id, id))
  invalidate(tx, vendorTopic({ id }))
}

/** All columns but the hashes. */
function vendorColumns({ vendor }: Tables) {
  const { hash, previousHash, ...columns } = getColumns(vendor)
  return columns
}
