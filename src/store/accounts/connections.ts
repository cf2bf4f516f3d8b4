import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ApiKey } from '../../domain/accounts/api-key.ts'
import { type ActorType, BY_KEY } from '../../domain/accounts/user.ts'
import { beginOf, revokedMeanwhile } from '../../domain/accounts/vendor.ts'
import { shownSlug } from '../../domain/catalog/sandbox-hotel.ts'
import type { FeedPlace } from '../../domain/days/feed-cursor.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { pacedChunks } from '../engine/pace.ts'
import { prepared } from '../engine/prepared.ts'
import { padIds } from '../engine/rows.ts'
import { readShared } from '../engine/shared.ts'
import { keyColumns, keyFromRow } from './api-keys.ts'

/**
 * The connection of a vendor with the hotel of a slug; undefined if the vendor was never connected or is disconnected,
 * or no hotel has this slug.
 */
export async function findConnection(
  { t, db }: Handle,
  { vendorId, slug }: { vendorId: string; slug: string },
): Promise<ApiKey | undefined> {
  const { apiKey, hotel } = t
  const [row] = await db
    .select({ key: keyColumns(t) })
    .from(hotel)
    .innerJoin(apiKey, eq(apiKey.hotelId, hotel.id))
    .where(
      and(
        eq(hotel.slug, slug),
        eq(apiKey.vendorId, vendorId),
        eq(apiKey.test, false),
        isNull(apiKey.revokedAtMs),
      ),
    )
  if (row) return keyFromRow(row.key)
  const tests = await listTestConnections({ t, db }, vendorId)
  return tests.get(slug)
}

/** The connections of a vendor's test secret with its sandboxes, by the slug that these show; few, and mostly none. */
async function listTestConnections(
  { t, db }: Pick<Handle, 't' | 'db'>,
  vendorId: string,
): Promise<Map<string, ApiKey>> {
  const { apiKey, hotel, vendor } = t
  const rows = await db
    .select({ slug: hotel.slug, sandboxOf: hotel.sandboxOf, key: keyColumns(t) })
    .from(vendor)
    .innerJoin(apiKey, eq(apiKey.vendorId, vendor.id))
    .innerJoin(hotel, eq(hotel.id, apiKey.hotelId))
    .where(and(eq(vendor.id, vendorId), isNotNull(vendor.testOf), isNull(apiKey.revokedAtMs)))
  return new Map(
    rows.map(({ slug, sandboxOf, key }) => [
      shownSlug(slug),
      { ...keyFromRow(key), sandboxOf: sandboxOf! },
    ]),
  )
}

/** The connection of a vendor with a hotel; undefined if they are not connected. */
export async function findConnectionAt(
  { t, db }: Handle,
  { vendorId, hotelId }: { vendorId: string; hotelId: number },
): Promise<ApiKey | undefined> {
  const { apiKey } = t
  const [row] = await db
    .select(keyColumns(t))
    .from(apiKey)
    .where(
      and(eq(apiKey.vendorId, vendorId), eq(apiKey.hotelId, hotelId), isNull(apiKey.revokedAtMs)),
    )
  return row && keyFromRow(row)
}

/** The active connections of a vendor with the hotels of some slugs, by slug. */
export async function listConnectionsAt(
  { t, db }: Handle,
  { vendorId, slugs }: { vendorId: string; slugs: readonly string[] },
): Promise<Map<string, ApiKey>> {
  const { apiKey, hotel } = t
  const connections = new Map<string, ApiKey>()
  for await (const part of pacedChunks(slugs)) {
    const rows = await db
      .select({ slug: hotel.slug, key: keyColumns(t) })
      .from(hotel)
      .innerJoin(apiKey, eq(apiKey.hotelId, hotel.id))
      .where(
        and(
          inArray(hotel.slug, padIds([...part])),
          eq(apiKey.vendorId, vendorId),
          eq(apiKey.test, false),
          isNull(apiKey.revokedAtMs),
        ),
      )
    for (const { slug, key } of rows) connections.set(slug, keyFromRow(key))
  }
  if (connections.size < slugs.length)
    for (const [slug, key] of await listTestConnections({ t, db }, vendorId))
      if (slugs.includes(slug)) connections.set(slug, key)
  return connections
}

/** The place of the feed at which a connection begins; undefined for other keys, or if it was not kept. */
export async function findConnectionBegin(
  { t, db }: Handle,
  id: string,
): Promise<FeedPlace | undefined> {
  const { feedSeq, feedAtMs } = t.apiKey
  const [row] = await db.select({ feedSeq, feedAtMs }).from(t.apiKey).where(eq(t.apiKey.id, id))
  return row && beginOf(row)
}

/** The active connections of a hotel. */
export async function listConnections({ t, db }: Handle, hotelId: number): Promise<ApiKey[]> {
  const { apiKey } = t
  const rows = await db
    .select(keyColumns(t))
    .from(apiKey)
    .where(and(eq(apiKey.hotelId, hotelId), isNotNull(apiKey.vendorId), isNull(apiKey.revokedAtMs)))
    .orderBy(asc(apiKey.id))
  return rows.map(keyFromRow)
}

/** The active connections of a vendor, in the order of the hotels' ids. */
export async function listConnectionsOf({ t, db }: Handle, vendorId: string): Promise<ApiKey[]> {
  const { apiKey } = t
  const rows = await db
    .select(keyColumns(t))
    .from(apiKey)
    .where(and(eq(apiKey.vendorId, vendorId), isNull(apiKey.revokedAtMs)))
    .orderBy(asc(apiKey.hotelId))
  return rows.map(keyFromRow)
}

const selectKey = prepared(({ t: { apiKey }, db }) =>
  db
    .select({ hotelId: apiKey.hotelId, revokedAtMs: apiKey.revokedAtMs })
    .from(apiKey)
    .where(eq(apiKey.id, sql.placeholder('id')))
    .prepare(),
)

/**
 * Refuses a write of a key or of a vendor's connection that was revoked while it waited. The caller holds the lock of the
 * hotel, under which a revocation runs, so nothing is committed after it. Other actors pass.
 *
 * @throws AppError `unauthenticated` for a key, `not_found` for a connection
 */
export async function mustHaveAccess(
  tx: Tx,
  hotelId: number,
  { type, id }: { type: ActorType; id: string },
): Promise<void> {
  if (!BY_KEY.includes(type)) return
  const [key] = await readShared(tx, `key ${id}`, () => selectKey(tx).execute({ id }))
  // A test key writes to a sandbox, which is not its hotel.
  const isOf = type === 'key' || key?.hotelId === hotelId
  if (!isOf || key?.revokedAtMs !== null) throw revokedMeanwhile(type)
}
