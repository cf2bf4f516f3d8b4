import { Type } from 'typebox'
import { OVERLAP_HOURS_DEFAULT } from '../../domain/kernel/rotation.ts'
import {
  SITE_REQUESTS_PER_MINUTE,
  SITE_ROOM_NIGHTS_DEFAULT,
  SITE_ROOM_NIGHTS_MAX,
} from '../../domain/sites/site.ts'
import { listHotelNames } from '../../store/catalog/catalog-lists.ts'
import { listSites, type SiteOwner } from '../../store/sites/sites.ts'
import type { Context } from '../api/context.ts'
import { makersOf } from '../api/maker-shape.ts'
import { RotateBody } from '../api/rotation-shape.ts'
import type { Call } from '../api/route.ts'
import { groupDigits, pageOf } from '../api/schema.ts'
import { line } from '../api/texts.ts'
import { siteHeaders } from '../doors/site-key.ts'
import { NewSiteSchema, SiteSchema, showSite } from './site-shape.ts'

/** The settings of a site that both admins and owners decide. */
export const siteFields = {
  name: line(100),
  roomNightsPerHour: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: SITE_ROOM_NIGHTS_MAX,
      description: `Room nights it may book in an hour; default ${SITE_ROOM_NIGHTS_DEFAULT}.`,
    }),
  ),
}

/** Descriptions shared by the routes of admins and owners. */
export const LIST_SITES = {
  summary: 'Sites: front-ends that book from their own servers',
  description: 'Oldest first, including revoked ones, without secrets.',
  says: 'The sites.',
  answer: pageOf(SiteSchema),
}
export const ROTATE_SITE = {
  summary: "Change a site's secret",
  description: `The previous secret stays valid for \`overlapHours\` (default ${OVERLAP_HOURS_DEFAULT}); any older one ends at once.`,
  body: RotateBody,
  bodyIs: 'optional' as const,
  examples: { 'Over a weekend': { overlapHours: 72 } },
  says: 'The site with its new secret.',
  answer: NewSiteSchema,
}
export const REVOKE_SITE = {
  summary: 'Revoke a site',
  description: 'The next call with its key is refused.',
  says: 'Revoked.',
}

/** Builds the description of creating a site. @param more further sentences */
export function makeSiteWords(context: Context, more: string) {
  const { key, visitor } = siteHeaders(context)
  return {
    summary: 'Create a site',
    description: `\`secret\` is its key, shown only once and never stored. Its server sends it as \`${key}\`, and the visitor's address as \`${visitor}\`, which limits by address then count; it grants no rights beyond those of a guest. A site may send ${groupDigits(SITE_REQUESTS_PER_MINUTE)} requests a minute. ${more}`,
    status: 201 as const,
    says: 'The site with its secret.',
    answer: NewSiteSchema,
    errors: ['already_exists' as const],
  }
}

/** Lists every site of an owner. */
export async function answerSites(context: Context, owner: SiteOwner) {
  const { store, nowMs } = context
  const entries = await listSites(store, owner)
  const ids = entries.flatMap(({ hotels, hotelId }) => hotels ?? hotelId ?? [])
  const names = await listHotelNames(store, { ids: [...new Set(ids)] })
  const slugs = new Map(names.map(({ id, slug }) => [id, slug]))
  const makers = await makersOf(context, entries)
  const items = entries.map((entry) => showSite(entry, { slugs, makers, nowMs: nowMs() }))
  return { items, nextCursor: null }
}

/** Answers a site with its secret, which is never shown again. */
export async function showSecretOnce(
  context: Context,
  owner: SiteOwner,
  { site, secret, set }: { site: { id: string }; secret: string } & Pick<Call, 'set'>,
) {
  set.headers['cache-control'] = 'no-store'
  const { items } = await answerSites(context, owner)
  return { ...items.find(({ id }) => id === site.id)!, secret }
}
