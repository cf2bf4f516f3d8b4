import { type Static, Type } from 'typebox'
import type { Site } from '../../domain/sites/site.ts'
import { createdBy, lastUsedFrom, type Makers, showMaker } from '../api/maker-shape.ts'
import { rotationFields, showPrevious } from '../api/rotation-shape.ts'
import { Instant, namedObject, nullable, show, words } from '../api/schema.ts'

/** A site without its secret, which nobody has. */
export const SiteSchema = namedObject('Site', {
  id: Type.String(),
  name: Type.String({ description: 'Told as `source.site` of what it books.' }),
  ...rotationFields,
  hotels: nullable(Type.Array(Type.String()), 'Slugs of those it may book; null: all.'),
  proves: Type.Boolean({ description: 'What it books is proven.' }),
  roomNightsPerHour: Type.Integer(),
  managePage: nullable(Type.String(), 'Where links of its bookings lead; null: `/booking`.'),
  state: words('active', 'revoked'),
  createdAt: Instant,
  createdBy,
  revokedAt: nullable(Instant),
  lastUsedAt: nullable(Instant),
  lastUsedFrom,
})

/** A site whose secret has just been made. */
export const NewSiteSchema = namedObject('NewSite', {
  ...SiteSchema.properties,
  secret: Type.String({ description: 'Shown this once.' }),
})

/** @param slugs of hotels by their ids, at least those that it names */
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
