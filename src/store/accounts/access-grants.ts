import { and, asc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AccessGrant } from '../../domain/accounts/access-grant.ts'
import type { Handle } from '../engine/engine.ts'
import { chunks } from '../engine/pace.ts'

// Offboarding: the credentials and webhooks that outlive the account that created them.

/** The user who created them, and the hotels they belong to; undefined for every hotel. */
type CreatorFilter = { userId: string; hotelIds?: readonly number[] | undefined }

/**
 * Active keys, connections, sites and webhooks that a user created, in this order, each oldest first. For given hotels
 * the list includes webhooks of their sandboxes.
 */
export async function listCreations(
  handle: Handle,
  { userId, hotelIds }: CreatorFilter,
  nowMs: number,
): Promise<AccessGrant[]> {
  if (hotelIds?.length === 0) return []
  const { t, db } = handle
  const { apiKey, site, webhook, hotel } = t
  const among = (column: SQL | Parameters<typeof eq>[0]) =>
    hotelIds && inArray(column as SQL, [...hotelIds])
  const keys = await db
    .select({ id: apiKey.id, name: apiKey.name, hotelId: apiKey.hotelId, of: apiKey.vendorId })
    .from(apiKey)
    .where(
      and(
        eq(apiKey.createdBy, userId),
        isNull(apiKey.revokedAtMs),
        or(isNull(apiKey.expiresAtMs), gt(apiKey.expiresAtMs, nowMs)),
        among(apiKey.hotelId),
      ),
    )
    .orderBy(asc(apiKey.id))
  const sites = await db
    .select({ id: site.id, name: site.name, hotelId: site.hotelId })
    .from(site)
    .where(and(eq(site.createdBy, userId), isNull(site.revokedAtMs), among(site.hotelId)))
    .orderBy(asc(site.id))
  const owner = sql<number>`coalesce(${hotel.sandboxOf}, ${hotel.id})`.mapWith(Number)
  const { url, description, hotelId: keptAt } = webhook
  const webhooks = await db
    .select({ id: webhook.id, url, description, keptAt, hotelId: owner })
    .from(webhook)
    .innerJoin(hotel, eq(hotel.id, webhook.hotelId))
    .where(and(eq(webhook.createdBy, userId), isNull(webhook.deletedAtMs), among(owner)))
    .orderBy(asc(webhook.id))
  const own = keys.map(({ of, ...key }): AccessGrant => {
    const kind = of === null ? 'key' : 'connection'
    return { ...key, kind, keptAt: key.hotelId }
  })
  return [
    ...own.filter(({ kind }) => kind === 'key'),
    ...own.filter(({ kind }) => kind === 'connection'),
    ...sites.map((each): AccessGrant => ({ ...each, kind: 'site', keptAt: each.hotelId })),
    ...webhooks.map(
      ({ url, description, ...each }): AccessGrant => ({
        ...each,
        kind: 'webhook',
        name: description || url,
      }),
    ),
  ]
}

/** Ids of the sandboxes in use that belong to some hotels. */
export async function listSandboxIds(
  { t: { hotel }, db }: Handle,
  hotelIds: readonly number[],
): Promise<number[]> {
  const ids: number[] = []
  for (const part of chunks(hotelIds))
    for (const { id } of await db
      .select({ id: hotel.id })
      .from(hotel)
      .where(and(inArray(hotel.sandboxOf, [...part]), isNull(hotel.retiredAtMs))))
      ids.push(id)
  return ids
}
