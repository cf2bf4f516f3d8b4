import {
  and,
  asc,
  type Column,
  eq,
  getColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  or,
  sql,
} from 'drizzle-orm'
import type { ApiKey, Use } from '../../domain/accounts/api-key.ts'
import type { Scope } from '../../domain/accounts/scope.ts'
import { isSandbox } from '../../domain/catalog/sandbox-hotel.ts'
import { hotelTopic } from '../catalog/catalog.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { chunks } from '../engine/pace.ts'
import type { Tables } from '../engine/schema.ts'

// API keys of hotels: found by the hash of the secret, with scopes, rate limit, IP allow-list, expiry and revocation.

type Row = Tables['apiKey']['$inferSelect']

/** Stored length of an address: the longest form of IPv6, whatever a proxy sends. */
const ADDRESS_LENGTH_MAX = 45

/**
 * Finds an API key by its hash, revoked or not. A test key works on the sandbox, and `hotelId` is then the sandbox's.
 * Undefined if no key has this hash, or the sandbox of the test key is gone.
 */
export async function findApiKey({ t, db }: Handle, hash: string): Promise<ApiKey | undefined> {
  const { apiKey, hotel } = t
  const [row] = await db
    .select({ key: keyColumns(t), sandboxId: hotel.id })
    .from(apiKey)
    .leftJoin(
      hotel,
      and(eq(apiKey.test, true), eq(hotel.sandboxOf, apiKey.hotelId), isNull(hotel.retiredAtMs)),
    )
    .where(eq(apiKey.hash, hash))
  const key = row && keyFromRow(row.key)
  if (!key?.test) return key
  const { sandboxId } = row!
  return sandboxId === null ? undefined : { ...key, hotelId: sandboxId, sandboxOf: key.hotelId }
}

/** Cache topics that invalidate a key: its hotel's, and for a test key also its sandbox's. */
export const keyTopics = ({ hotelId, sandboxOf }: ApiKey): string[] =>
  sandboxOf === undefined ? [hotelTopic(hotelId)] : [hotelTopic(hotelId), hotelTopic(sandboxOf)]

/**
 * Finds a key or a vendor's connection of a hotel by id, revoked or not; undefined if the hotel has none of this id.
 */
export async function findHotelKey(
  { t, db }: Handle,
  { id, hotelId }: { id: string; hotelId: number },
): Promise<ApiKey | undefined> {
  const [row] = await db
    .select(keyColumns(t))
    .from(t.apiKey)
    .where(and(eq(t.apiKey.id, id), eq(t.apiKey.hotelId, hotelId)))
  return row && keyFromRow(row)
}

/** Finds a key of a hotel or of a sandbox, or an active connection, by id; undefined if none exists. */
export async function findKeyFor(
  { t, db }: Handle,
  { id, hotelId }: { id: string; hotelId: number },
): Promise<ApiKey | undefined> {
  const { apiKey, hotel } = t
  const [row] = await db
    .select({ key: keyColumns(t) })
    .from(apiKey)
    .innerJoin(hotel, eq(hotel.id, hotelId))
    .where(
      and(
        eq(apiKey.id, id),
        eq(apiKey.test, isSandbox(hotelId)),
        or(
          eq(apiKey.hotelId, isSandbox(hotelId) ? hotel.sandboxOf : hotel.id),
          // The connection of a vendor's test secret.
          and(isNotNull(apiKey.vendorId), eq(apiKey.hotelId, hotel.id)),
        ),
        or(isNull(apiKey.vendorId), isNull(apiKey.revokedAtMs)),
      ),
    )
  return row && keyFromRow(row.key)
}

/** Writes the settings of a key that can change: its rate limit and its allowed IP addresses. */
export async function updateKey(
  tx: Tx,
  { id, hotelId, requestsPerMinute, allowedIps }: ApiKey,
): Promise<void> {
  const { t, db } = tx
  const changed = { requestsPerMinute, allowedIps: JSON.stringify(allowedIps) }
  await db.update(t.apiKey).set(changed).where(eq(t.apiKey.id, id))
  invalidate(tx, hotelTopic(hotelId))
}

/** Number of a hotel's keys that are neither revoked nor expired; connections of vendors do not count. */
export async function countActiveKeys({ t, db }: Handle, hotelId: number, nowMs: number) {
  const { apiKey } = t
  const isActive = and(
    eq(apiKey.hotelId, hotelId),
    isNull(apiKey.vendorId),
    isNull(apiKey.revokedAtMs),
    or(isNull(apiKey.expiresAtMs), gt(apiKey.expiresAtMs, nowMs)),
  )
  return await db.$count(apiKey, isActive)
}

/** Stores a new key under its hash. */
export async function insertApiKey({ t, db }: Tx, key: ApiKey & { hash: string }): Promise<void> {
  const { scopes, allowedIps, ...rest } = key
  const lists = { scopes: JSON.stringify(scopes), allowedIps: JSON.stringify(allowedIps) }
  await db.insert(t.apiKey).values({ ...rest, ...lists })
}

/** Revokes a key or a connection of a hotel; false if the hotel has none of this id, or it was revoked before. */
export async function revokeApiKey(
  tx: Tx,
  { id, hotelId, nowMs }: { id: string; hotelId: number; nowMs: number },
): Promise<boolean> {
  const { t, db } = tx
  const rows = await db
    .update(t.apiKey)
    .set({ revokedAtMs: nowMs })
    .where(and(eq(t.apiKey.id, id), eq(t.apiKey.hotelId, hotelId), isNull(t.apiKey.revokedAtMs)))
    .returning({ id: t.apiKey.id })
  invalidate(tx, hotelTopic(hotelId))
  return rows.length > 0
}

/** Writes the time and the address of the last use of keys or sites, by id. */
export async function updateLastUsed(
  { db }: Tx,
  table: Tables['apiKey'] | Tables['site'],
  uses: ReadonlyMap<string, Use>,
): Promise<void> {
  const { id, lastUsedAtMs: last, lastUsedFrom } = table
  // Sorted, because other processes write the same rows: one order prevents deadlocks.
  const inOrder = [...uses].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const part of chunks(inOrder)) {
    const keys = part.map(([key]) => key)
    const set = (column: Column, read: (use: Use) => unknown) => {
      const whens = part.map(
        ([key, use]) =>
          sql`when ${id} = ${key} and (${last} is null or ${last} < ${use.atMs}) then ${read(use)}`,
      )
      return sql`case ${sql.join(whens, sql` `)} else ${column} end`
    }
    await db
      .update(table)
      .set({
        lastUsedAtMs: set(last, ({ atMs }) => atMs),
        lastUsedFrom: set(lastUsedFrom, ({ from }) => from.slice(0, ADDRESS_LENGTH_MAX)),
      })
      .where(inArray(id, keys))
  }
}

/** The keys of a hotel, also revoked ones, oldest first; without connections of vendors. */
export async function listApiKeys({ t, db }: Handle, hotelId: number): Promise<ApiKey[]> {
  const rows = await db
    .select(keyColumns(t))
    .from(t.apiKey)
    .where(and(eq(t.apiKey.hotelId, hotelId), isNull(t.apiKey.vendorId)))
    .orderBy(asc(t.apiKey.id))
  return rows.map(keyFromRow)
}

/** All columns of a key except its hash. */
export function keyColumns({ apiKey }: Tables) {
  const { hash, ...columns } = getColumns(apiKey)
  return columns
}

/** Converts a row without its hash to a key. */
export const keyFromRow = ({ scopes, allowedIps, ...row }: Omit<Row, 'hash'>): ApiKey => ({
  ...row,
  scopes: JSON.parse(scopes) as Scope[],
  allowedIps: JSON.parse(allowedIps) as string[],
})
