import { and, asc, eq, getColumns, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { ApiKey } from '../../domain/api-key.ts'
import { type Handle, invalidate, type Tx } from '../engine.ts'
import { chunks } from '../pace.ts'
import type { Tables } from '../schema.ts'
import { hotelTopic } from './catalog.ts'

/** The key of a hash, revoked or not; undefined when no such key was ever made. */
export async function findApiKey({ t, db }: Handle, hash: string): Promise<ApiKey | undefined> {
  const [key] = await db.select(shown(t)).from(t.apiKey).where(eq(t.apiKey.hash, hash))
  return key
}

/** A hotel's key of an id, ended or not; undefined when the hotel has no such key. */
export async function findHotelKey(
  { t, db }: Handle,
  { id, hotelId }: { id: string; hotelId: number },
): Promise<ApiKey | undefined> {
  const [key] = await db
    .select(shown(t))
    .from(t.apiKey)
    .where(and(eq(t.apiKey.id, id), eq(t.apiKey.hotelId, hotelId)))
  return key
}

/** Writes a key's limit. */
export async function updateKeyLimit(
  tx: Tx,
  { id, hotelId, requestsPerMinute }: Pick<ApiKey, 'id' | 'hotelId' | 'requestsPerMinute'>,
): Promise<void> {
  const { t, db } = tx
  await db.update(t.apiKey).set({ requestsPerMinute }).where(eq(t.apiKey.id, id))
  invalidate(tx, hotelTopic(hotelId))
}

/** How many keys of a hotel open something at this instant. */
export async function countActiveKeys({ t, db }: Handle, hotelId: number, nowMs: number) {
  const { apiKey } = t
  const isActive = and(
    eq(apiKey.hotelId, hotelId),
    isNull(apiKey.revokedAtMs),
    or(isNull(apiKey.expiresAtMs), gt(apiKey.expiresAtMs, nowMs)),
  )
  return await db.$count(apiKey, isActive)
}

/** Keeps a new key under its hash. */
export async function insertApiKey({ t, db }: Tx, key: ApiKey & { hash: string }): Promise<void> {
  await db.insert(t.apiKey).values(key)
}

/** Ends a key of a hotel; false when the hotel has no such key or it had ended already. */
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

/** Notes when keys were last used: by id, in epoch milliseconds. */
export async function updateLastUsed({ t, db }: Tx, uses: ReadonlyMap<string, number>) {
  const { id } = t.apiKey
  for (const part of chunks([...uses])) {
    const whens = part.map(([key, atMs]) => sql`when ${id} = ${key} then ${atMs}`)
    const lastUsedAtMs = sql`case ${sql.join(whens, sql` `)} end`
    const keys = part.map(([key]) => key)
    await db.update(t.apiKey).set({ lastUsedAtMs }).where(inArray(id, keys))
  }
}

/** The keys of a hotel, ended ones too, oldest first. */
export async function listApiKeys({ t, db }: Handle, hotelId: number): Promise<ApiKey[]> {
  return await db
    .select(shown(t))
    .from(t.apiKey)
    .where(eq(t.apiKey.hotelId, hotelId))
    .orderBy(asc(t.apiKey.id))
}

/** All columns but the hash. */
function shown({ apiKey }: Tables) {
  const { hash, ...columns } = getColumns(apiKey)
  return columns
}
