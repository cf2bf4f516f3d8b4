import { and, asc, eq, getColumns, isNull, or, sql } from 'drizzle-orm'
import type { Rotating } from '../../domain/kernel/rotation.ts'
import { type Site, type SiteSecret, worksAt } from '../../domain/sites/site.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { hasRow } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'

/** Whose sites: of the hotel of an id, or of the admins (null). */
export type SiteOwner = number | null

/** Touched when a site is revoked, or has another secret. */
export const siteTopic = ({ id }: Pick<Site, 'id'>) => `site:${id}`

/** The site whose secret has a hash, or had it before, revoked or not; undefined when nobody's has. */
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

/** The site of an id among those of an owner, if it stands. */
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

/** Every site of an owner, revoked ones too, oldest first. */
export async function listSites({ t, db }: Handle, owner: SiteOwner): Promise<Site[]> {
  const rows = await db
    .select(siteColumns(t))
    .from(t.site)
    .where(isOf(t, owner))
    .orderBy(asc(t.site.id))
  return rows.map(fromRow)
}

/** How many sites of an owner stand. */
export const countSites = ({ t, db }: Handle, owner: SiteOwner): Promise<number> =>
  db.$count(t.site, and(isOf(t, owner), isNull(t.site.revokedAtMs)))

/** Whether a site of an owner stands under a name, in whatever case. */
export function hasSiteNamed(handle: Handle, name: string, owner: SiteOwner): Promise<boolean> {
  const { site } = handle.t
  return hasRow(handle, site, and(isNamed(handle.t, name), isOf(handle.t, owner), stands(handle.t)))
}

/**
 * The page to which links of a hotel's bookings of a site lead, by the name that the bookings keep; null: `/booking` of
 * this service, also where the hotel has a site of that name itself, or had one: nobody knows whose booking it is then.
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

/** Keeps a new site under the hash of its secret. */
export async function insertSite({ t, db }: Tx, site: Site & { hash: string }): Promise<void> {
  const hotels = site.hotels && JSON.stringify(site.hotels)
  await db.insert(t.site).values({ ...site, hotels })
}

/** Gives a site another secret; the present one is the one before while it overlaps. */
export async function updateSiteSecret(
  tx: Tx,
  { id, hash, ...rotating }: Rotating & { id: string; hash: string },
): Promise<void> {
  const { site } = tx.t
  const previousHash = rotating.previousPrefix === null ? null : sql`${site.hash}`
  await tx.db
    .update(site)
    .set({ ...rotating, previousHash, hash })
    .where(eq(site.id, id))
  invalidate(tx, siteTopic({ id }))
}

/** Ends a site. */
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

/** All columns but the hashes. */
function siteColumns({ site }: Tables) {
  const { hash, previousHash, ...columns } = getColumns(site)
  return columns
}

const fromRow = ({ hotels, ...row }: Row): Site => ({
  ...row,
  hotels: hotels === null ? null : (JSON.parse(hotels) as number[]),
})
