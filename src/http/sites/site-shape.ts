import { type Static, Type } from 'typebox'
import type { Site } from '../../domain/sites/site.ts'
import { createdBy, lastUsedFrom, type Makers, showMaker } from '../api/maker-shape.ts'
import { rotationFields, showPrevious } from '../api/rotation-shape.ts'
import { Instant, namedObject, nullable, show, words } from '../api/schema.ts'

/** A site without its secret, which is stored only as a hash. */
export const SiteSchema = namedObject('Site', {
  id: Type.String(),
  name: Type.String({ description: 'The `source.site` of its bookings.' }),
  ...rotationFields,
  hotels: nullable(Type.Array(Type.String()), 'Slugs of the hotels it may book; null: all.'),
  proves: Type.Boolean({ description: 'Its bookings are proven.' }),
  roomNightsPerHour: Type.Integer(),
  managePage: nullable(Type.String(), 'The target of links to its bookings; null: `/booking`.'),
  state: words('active', 'revoked'),
  createdAt: Instant,
  createdBy,
  revokedAt: nullable(Instant),
  lastUsedAt: nullable(Instant),
  lastUsedFrom,
})

/** A site with its new secret. */
export const NewSiteSchema = namedObject('NewSite', {
  ...SiteSchema.properties,
  secret: Type.String({ description: 'Shown this once.' }),
})

/** Formats a site. @param slugs slugs by hotel id, at least for the site's hotels */
export function showSite(
  { createdBy: id, hotels, hotelId, ...site }: Site,
  { slugs, makers, nowMs }: { slugs: ReadonlyMap<number, string>; makers: Makers; nowMs: number },
): Static<typeof SiteSchema> {
  const ids = hotelId === null ? hotels : [hotelId]
  return show(SiteSchema, {
    ...site,
    previous: showPrevious(site, nowMs),
    hotels: ids?.map((hotel) => slugs.get(hotel)!).toSorted() ?? null,
    state: site.revokedAtMs === null ? 'active' : 'revoked',
    createdBy: showMaker(makers, id),
  })
}
