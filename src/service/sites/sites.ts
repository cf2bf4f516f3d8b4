import type { Use } from '../../domain/accounts/api-key.ts'
import { type Flaw, flaw, refused, refuseFlaws } from '../../domain/kernel/errors.ts'
import { rotationOf } from '../../domain/kernel/rotation.ts'
import {
  checkManagePage,
  noSite,
  SITE_ROOM_NIGHTS_DEFAULT,
  SITES_OF_ADMINS_MAX,
  SITES_OF_HOTEL_MAX,
  type Site,
} from '../../domain/sites/site.ts'
import { updateLastUsed } from '../../store/accounts/api-keys.ts'
import { listHotelNames } from '../../store/catalog/catalog-lists.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockCatalog, lockHotel } from '../../store/engine/locks.ts'
import {
  countSites,
  findSite,
  hasSiteNamed,
  insertSite,
  type SiteOwner,
  updateSiteRevoked,
  updateSiteSecret,
} from '../../store/sites/sites.ts'
import type { Deps } from '../deps.ts'
import { alreadyExists, audit } from '../history/audit.ts'
import { lockMaker } from '../makers.ts'
import { noteUses } from '../note-uses.ts'
import { newSecret } from '../secrets.ts'

/** The settings of a new site; an owner omits those that only admins may choose. */
export type NewSite = {
  name: string
  roomNightsPerHour?: number | undefined
  /** Slugs of the hotels that it may book; default: all. */
  hotels?: readonly string[] | undefined
  proves?: boolean | undefined
  managePage?: string | undefined
}

/** A site and its owner. */
type SitePlace = { id: string; owner: SiteOwner }

/**
 * Creates a site of a hotel or of the admins. Only this answer contains the secret; the database stores its hash
 * (`contract-access`, *Sites*).
 *
 * @throws AppError `already_exists`, `validation_failed` if the owner has the maximum of sites; as `lockMaker`
 */
export async function createSite(
  deps: Deps,
  actor: Actor,
  owner: SiteOwner,
  { name, hotels: slugs, proves = false, managePage, ...given }: NewSite,
): Promise<{ site: Site; secret: string }> {
  const { secret, hash, prefix } = newSecret(deps, 'site')
  const made: Site = {
    id: deps.newId(),
    name,
    hotelId: owner,
    hotels: null,
    proves,
    roomNightsPerHour: given.roomNightsPerHour ?? SITE_ROOM_NIGHTS_DEFAULT,
    managePage: managePage === undefined ? null : checkManagePage(managePage),
    ...{ prefix, previousPrefix: null, previousUntilMs: null },
    createdBy: actor.id,
    createdAtMs: deps.nowMs(),
    ...{ revokedAtMs: null, lastUsedAtMs: null, lastUsedFrom: null },
  }
  const site = await deps.store.tx(async (tx) => {
    await lockMaker(tx, actor, owner)
    await holdSites(tx, owner)
    await refuseMore(tx, owner)
    await refuseName(tx, name, owner)
    const site = { ...made, hotels: slugs ? await readHotels(tx, slugs) : null }
    await insertSite(tx, { ...site, hash })
    await noteSite(tx, deps, { actor, before: null, after: site })
    return site
  })
  return { site, secret }
}

/**
 * Rotates the secret of a site; the former one stays valid for some hours.
 *
 * @param overlapHours 0: the former secret stops working at once
 * @throws AppError `not_found`
 */
export async function rotateSite(
  deps: Deps,
  actor: Actor,
  place: SitePlace,
  overlapHours: number,
): Promise<{ site: Site; secret: string }> {
  const { secret, hash, prefix } = newSecret(deps, 'site')
  const nowMs = deps.nowMs()
  const site = await deps.store.tx(async (tx) => {
    await holdSites(tx, place.owner)
    const before = await findSite(tx, place)
    if (!before) throw noSite()
    const rotating = rotationOf(before, { prefix }, { overlapHours, nowMs })
    await updateSiteSecret(tx, { id: before.id, hash, ...rotating })
    const after = { ...before, ...rotating }
    await noteSite(tx, deps, { actor, before, after })
    return after
  })
  return { site, secret }
}

/** Revokes a site at once: its next call is refused. @throws AppError `not_found`, also if it was revoked before */
export async function revokeSite(deps: Deps, actor: Actor, place: SitePlace): Promise<void> {
  await deps.store.tx(async (tx) => {
    await holdSites(tx, place.owner)
    const before = await findSite(tx, place)
    if (!before) throw noSite()
    await endSite(tx, deps, actor, before)
  })
}

/** Revokes an active site; the caller has locked the catalogue and the hotel. */
export async function endSite(tx: Tx, deps: Deps, actor: Actor, before: Site): Promise<void> {
  const revokedAtMs = deps.nowMs()
  await updateSiteRevoked(tx, { id: before.id, revokedAtMs })
  await noteSite(tx, deps, { actor, before, after: { ...before, revokedAtMs } })
}

/** Flushes the last uses of sites and their addresses. @throws as `noteUses` */
export const noteSiteUses = (deps: Pick<Deps, 'store'>, uses: Map<string, Use>): Promise<void> =>
  noteUses(deps, uses, (tx, noted) => updateLastUsed(tx, tx.t.site, noted))

/** Locks the catalogue for either kind of site, for a hotel's site may not have the name of an admins' site. */
async function holdSites(tx: Tx, owner: SiteOwner): Promise<void> {
  await lockCatalog(tx)
  if (owner !== null) await lockHotel(tx, owner)
}

async function refuseMore(tx: Tx, owner: SiteOwner): Promise<void> {
  const max = owner === null ? SITES_OF_ADMINS_MAX : SITES_OF_HOTEL_MAX
  if ((await countSites(tx, owner)) < max) return
  const message = `${owner === null ? 'Admins have' : 'A hotel has'} at most ${max} active sites.`
  throw refused('', 'too_many', message, { max })
}

/** Refuses a hotel's site the name of an admins' site: its bookings would be mistaken for those. */
async function refuseName(tx: Tx, name: string, owner: SiteOwner): Promise<void> {
  const isTaken = await hasSiteNamed(tx, name, owner)
  if (isTaken || (owner !== null && (await hasSiteNamed(tx, name, null))))
    throw alreadyExists('/name', 'A site with this name already exists.')
}

/** Returns the ids of hotels by their slugs. @throws AppError `validation_failed` for an unknown or repeated slug */
async function readHotels(tx: Tx, slugs: readonly string[]): Promise<number[]> {
  const found = new Map((await listHotelNames(tx, { slugs })).map(({ id, slug }) => [slug, id]))
  const flaws = slugs.map((slug, index): Flaw | false => {
    const path = `/hotels/${index}`
    if (!found.has(slug)) return flaw(path, 'unknown_hotel', 'No hotel has this slug.')
    return slugs.indexOf(slug) < index && flaw(path, 'repeated', `${slug} is in the list already.`)
  })
  refuseFlaws(flaws.filter((each) => each !== false))
  return [...found.values()].toSorted((a, b) => a - b)
}

/** Writes the audit entry of a changed site: without its hash and its last use. */
async function noteSite(
  tx: Tx,
  deps: Deps,
  { actor, before, after }: { actor: Actor; before: Site | null; after: Site },
): Promise<void> {
  const hotels = after.hotels && (await listHotelNames(tx, { ids: after.hotels }))
  const slugs = hotels?.map(({ slug }) => slug).toSorted() ?? null
  // The actor of that entry is its creator.
  const state = ({ lastUsedAtMs, lastUsedFrom, createdBy, ...site }: Site) => ({
    ...site,
    hotels: slugs,
  })
  await audit(tx, deps, {
    entity: 'site',
    entityId: after.id,
    hotelId: after.hotelId,
    actor,
    before: before && state(before),
    after: state(after),
  })
}
