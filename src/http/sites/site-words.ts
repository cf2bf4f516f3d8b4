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

/** What admins and owners decide alike of a site. */
export const siteFields = {
  name: line(100),
  roomNightsPerHour: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: SITE_ROOM_NIGHTS_MAX,
      description: `What it may book in an hour; ${SITE_ROOM_NIGHTS_DEFAULT} unless said otherwise.`,
    }),
  ),
}

/** What is said alike of the routes of admins and of owners. */
export const LIST_SITES = {
  summary: 'Sites: front-ends that book from their own servers',
  description: 'Revoked ones too, oldest first; never their secrets.',
  says: 'The sites.',
  answer: pageOf(SiteSchema),
}
export const ROTATE_SITE = {
  summary: "Change a site's secret",
  description: `The one before it stays good for \`overlapHours\`, ${OVERLAP_HOURS_DEFAULT} unless said otherwise, and one before that ends at once.`,
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

/** @param more what else is said of a site that is made */
export function makeSiteWords(context: Context, more: string) {
  const { key, visitor } = siteHeaders(context)
  return {
    summary: 'Make a site',
    description: `\`secret\` is its key, shown this once and kept nowhere. Its server sends it as \`${key}\`, and as \`${visitor}\` the address of the visitor, whom limits by address count then; it opens nothing that a stranger may not do. A site may send ${groupDigits(SITE_REQUESTS_PER_MINUTE)} requests a minute. ${more}`,
    status: 201 as const,
    says: 'The site with its secret.',
    answer: NewSiteSchema,
    errors: ['already_exists' as const],
  }
}

/** Every site of an owner. */
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

/** A site with its secret, which nobody is shown again. */
export async function showSecretOnce(
  context: Context,
  owner: SiteOwner,
  { site, secret, set }: { site: { id: string }; secret: string } & Pick<Call, 'set'>,
) {
  set.headers['cache-control'] = 'no-store'
  const { items } = await answerSites(context, owner)
  return { ...items.find(({ id }) => id === site.id)!, secret }
}
