import { and, asc, eq, getColumns, isNull, or, sql } from 'drizzle-orm'
import type { SecretRotation } from '../../domain/kernel/rotation.ts'
import { type Site, type SiteSecret, worksAt } from '../../domain/sites/site.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { hasRow } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'

/** Owner of sites: a hotel by id, or the admins (null). */
export type SiteOwner = number | null

/** Cache topic of a site: invalidated by its revocation and by the rotation of its secret. */
export const siteTopic = ({ id }: Pick<Site, 'id'>) => `site:${id}`

/** Finds the site of a present or previous secret by hash, revoked or not; undefined if no site has it. */
export async function findSiteOfHash(
  { t, db }: Handle,
  hash: string,
): Promise<SiteSecret | undefined> {
  const { site } = t
  const [row] = await db
    .select({ ...siteColumns(t), hash: site.hash })
    .from(site)
    .where(or(eq(site.hash, hash), eq(site.previousHash, hash)))
  if (!row) return undefined
  const { hash: present, ...found } = row
  return { site: fromRow(found), isPrevious: present !== hash }
}

/** An active site of an owner by id. */
export async function findSite(
  { t, db }: Handle,
  { id, owner }: { id: string; owner: SiteOwner },
): Promise<Site | undefined> {
  const { site } = t
  const [row] = await db
    .select(siteColumns(t))
    .from(site)
    .where(and(eq(site.id, id), isOf(t, owner), isNull(site.revokedAtMs)))
  return row && fromRow(row)
}

/** Every site of an owner, also revoked ones, oldest first. */
export async function listSites({ t, db }: Handle, owner: SiteOwner): Promise<Site[]> {
  const rows = await db
    .select(siteColumns(t))
    .from(t.site)
    .where(isOf(t, owner))
    .orderBy(asc(t.site.id))
  return rows.map(fromRow)
}

/** Number of an owner's active sites. */
export const countSites = ({ t, db }: Handle, owner: SiteOwner): Promise<number> =>
  db.$count(t.site, and(isOf(t, owner), isNull(t.site.revokedAtMs)))

/** True if an owner has an active site of this name, in upper or lower case. */
export function hasSiteNamed(handle: Handle, name: string, owner: SiteOwner): Promise<boolean> {
  const { site } = handle.t
  return hasRow(handle, site, and(isNamed(handle.t, name), isOf(handle.t, owner), stands(handle.t)))
}

/**
 * The page that manages bookings of a site: links to a hotel's bookings lead there. Bookings keep the site's name only.
 * Null means `/booking` of this service, also if two sites of this name come into question, for example a revoked one
 * of the hotel.
 */
export async function findManagePage(
  handle: Handle,
  { name, hotelId }: { name: string; hotelId: number },
): Promise<string | null> {
  const { t, db } = handle
  const rows = await db
    .select(siteColumns(t))
    .from(t.site)
    .where(and(eq(t.site.name, name), or(isOf(t, hotelId), and(isOf(t, null), stands(t)))))
  const sites = rows.map(fromRow).filter((site) => worksAt(site, hotelId))
  const [only, ...others] = sites
  return others.length === 0 ? (only?.managePage ?? null) : null
}

/** Stores a new site under the hash of its secret. */
export async function insertSite({ t, db }: Tx, site: Site & { hash: string }): Promise<void> {
  const hotels = site.hotels && JSON.stringify(site.hotels)
  await db.insert(t.site).values({ ...site, hotels })
}

/** Rotates a site's secret; the old one stays valid as the previous one during the overlap. */
export async function updateSiteSecret(
  tx: Tx,
  { id, hash, ...rotating }: SecretRotation & { id: string; hash: string },
): Promise<void> {
  const { site } = tx.t
  const previousHash = rotating.previousPrefix === null ? null : sql`${site.hash}`
  await tx.db
    .update(site)
    .set({ ...rotating, previousHash, hash })
    .where(eq(site.id, id))
  invalidate(tx, siteTopic({ id }))
}

/** Revokes a site. */
export async function updateSiteRevoked(
  tx: Tx,
  { id, revokedAtMs }: { id: string; revokedAtMs: number },
): Promise<void> {
  await tx.db.update(tx.t.site).set({ revokedAtMs }).where(eq(tx.t.site.id, id))
  invalidate(tx, siteTopic({ id }))
}

const isOf = ({ site }: Tables, owner: SiteOwner) =>
  owner === null ? isNull(site.hotelId) : eq(site.hotelId, owner)

const stands = ({ site }: Tables) => isNull(site.revokedAtMs)

const isNamed = ({ site }: Tables, name: string) =>
  eq(sql`lower(${site.name})`, sql`lower(${name})`)

type Row = Omit<Tables['site']['$inferSelect'], 'hash' | 'previousHash'>

/** All columns of a site except its hashes. */
function siteColumns({ site }: Tables) {
  const { hash, previousHash, ...columns } = getColumns(site)
  return columns
}

const fromRow = ({ hotels, ...row }: Row): Site => ({
  ...row,
  hotels: hotels === null ? null : (JSON.parse(hotels) as number[]),
})
