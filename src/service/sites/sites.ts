import type { Use } from '../../domain/accounts/api-key.ts'
import { type Flaw, flaw, refused, refuseFlaws } from '../../domain/kernel/errors.ts'
import { rotated } from '../../domain/kernel/rotation.ts'
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
import { holdCatalog, holdHotel } from '../../store/engine/locks.ts'
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
import { holdMaker } from '../makers.ts'
import { noteUses } from '../note-uses.ts'
import { newSecret } from '../secrets.ts'

/** What its maker decides about a site; what only admins decide is left out by an owner. */
export type NewSite = {
  name: string
  roomNightsPerHour?: number | undefined
  /** Slugs of the hotels that it may book; all unless said otherwise. */
  hotels?: readonly string[] | undefined
  proves?: boolean | undefined
  managePage?: string | undefined
}

/** A site of an owner. */
type SitePlace = { id: string; owner: SiteOwner }

/**
 * Makes a site of a hotel, or of the admins. The secret is in the answer and nowhere else: only its hash is stored
 * (`contract-access`, *Sites*).
 *
 * @throws AppError `already_exists`, `validation_failed` when there are as many as there may be; as `holdMaker`
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
    await holdMaker(tx, actor, owner)
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
 * Gives a site another secret; the one before it is good for some hours more.
 *
 * @param overlapHours 0: the one before it opens nothing from now on
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
    const rotating = rotated(before, { prefix }, { overlapHours, nowMs })
    await updateSiteSecret(tx, { id: before.id, hash, ...rotating })
    const after = { ...before, ...rotating }
    await noteSite(tx, deps, { actor, before, after })
    return after
  })
  return { site, secret }
}

/** Ends a site at once: its next call is refused. @throws AppError `not_found`, also when it has ended before */
export async function revokeSite(deps: Deps, actor: Actor, place: SitePlace): Promise<void> {
  await deps.store.tx(async (tx) => {
    await holdSites(tx, place.owner)
    const before = await findSite(tx, place)
    if (!before) throw noSite()
    await endSite(tx, deps, actor, before)
  })
}

/** The same of a site that stands, whose catalogue and hotel are held. */
export async function endSite(tx: Tx, deps: Deps, actor: Actor, before: Site): Promise<void> {
  const revokedAtMs = deps.nowMs()
  await updateSiteRevoked(tx, { id: before.id, revokedAtMs })
  await noteSite(tx, deps, { actor, before, after: { ...before, revokedAtMs } })
}

/** Writes down when and from where sites were last used. @throws as `noteUses` */
export const noteSiteUses = (deps: Pick<Deps, 'store'>, uses: Map<string, Use>): Promise<void> =>
  noteUses(deps, uses, (tx, noted) => updateLastUsed(tx, tx.t.site, noted))

/** Names of admins' sites are none of a hotel's, so that whoever makes one of either holds the catalogue. */
async function holdSites(tx: Tx, owner: SiteOwner): Promise<void> {
  await holdCatalog(tx)
  if (owner !== null) await holdHotel(tx, owner)
}

async function refuseMore(tx: Tx, owner: SiteOwner): Promise<void> {
  const max = owner === null ? SITES_OF_ADMINS_MAX : SITES_OF_HOTEL_MAX
  if ((await countSites(tx, owner)) < max) return
  const message = `There are at most ${max} sites ${owner === null ? 'of admins' : 'of a hotel'} that stand.`
  throw refused('', 'too_many', message, { max })
}

/** A hotel's site has no name of an admin's: its bookings would be told as those. */
async function refuseName(tx: Tx, name: string, owner: SiteOwner): Promise<void> {
  const isTaken = await hasSiteNamed(tx, name, owner)
  if (isTaken || (owner !== null && (await hasSiteNamed(tx, name, null))))
    throw alreadyExists('/name', 'There is a site of this name already.')
}

/** Ids of hotels by their slugs. @throws AppError `validation_failed` for a slug of none, or a second time */
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

/** What a change of a site leaves in the history: never its hash, and nothing of its use. */
async function noteSite(
  tx: Tx,
  deps: Deps,
  { actor, before, after }: { actor: Actor; before: Site | null; after: Site },
): Promise<void> {
  const hotels = after.hotels && (await listHotelNames(tx, { ids: after.hotels }))
  const slugs = hotels?.map(({ slug }) => slug).toSorted() ?? null
  // Who made it is the actor of that entry.
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
