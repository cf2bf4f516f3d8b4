import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import type { Handle, Tx } from '../engine/engine.ts'
import { deleteBelow } from '../engine/rows.ts'

// Known places and devices of an account, to tell an unusual log-in from a usual one.

/** True for a known place or a known device: the account signed in from there before. */
export type SignInFamiliarity = { place: boolean; device: boolean }

/**
 * Tells if an account signed in from a place, and with a browser, since an instant. One query runs for every address,
 * also an unknown one, so that the time taken gives nothing away.
 *
 * @param attempt.device hash of the browser's cookie; undefined if the browser sent none
 */
export async function findFamiliarity(
  { t, db }: Handle,
  attempt: { email: string; place: string; device: string | undefined; sinceMs: number },
): Promise<SignInFamiliarity> {
  const { user, knownPlace, device } = t
  const isPlace = and(
    eq(knownPlace.userId, user.id),
    eq(knownPlace.place, attempt.place),
    gt(knownPlace.seenAtMs, attempt.sinceMs),
  )
  const isDevice = and(
    eq(device.userId, user.id),
    eq(device.hash, attempt.device ?? ''),
    gt(device.seenAtMs, attempt.sinceMs),
  )
  const [row] = await db
    .select({ place: knownPlace.place, device: device.hash })
    .from(user)
    .leftJoin(knownPlace, isPlace)
    .leftJoin(device, isDevice)
    .where(eq(user.email, attempt.email))
  const isKnown = (found: string | null | undefined) => found !== null && found !== undefined
  return { place: isKnown(row?.place), device: isKnown(row?.device) }
}

/** Stores the place of a sign-in, or the new time of a known one. The account keeps the `max` places last seen. */
export async function upsertPlace(
  tx: Tx,
  row: { userId: string; place: string; seenAtMs: number },
  max: number,
): Promise<void> {
  const { userId, place, seenAtMs } = tx.t.knownPlace
  await tx.db
    .insert(tx.t.knownPlace)
    .values(row)
    .onConflictDoUpdate({ target: [userId, place], set: { seenAtMs: row.seenAtMs } })
  const isOf = eq(userId, row.userId)
  const surplus = tx.db
    .select({ place })
    .from(tx.t.knownPlace)
    .where(isOf)
    .orderBy(desc(seenAtMs), desc(place))
    .offset(max)
    .limit(max)
  await tx.db.delete(tx.t.knownPlace).where(and(isOf, inArray(place, surplus)))
}

/** Stores the browser of a sign-in, or the new time of a known one, up to `max` browsers. */
export async function upsertDevice(
  tx: Tx,
  row: { userId: string; hash: string; seenAtMs: number },
  max: number,
): Promise<void> {
  const { userId, hash, seenAtMs } = tx.t.device
  await tx.db
    .insert(tx.t.device)
    .values(row)
    .onConflictDoUpdate({ target: [userId, hash], set: { seenAtMs: row.seenAtMs } })
  const isOf = eq(userId, row.userId)
  const surplus = tx.db
    .select({ hash })
    .from(tx.t.device)
    .where(isOf)
    .orderBy(desc(seenAtMs), desc(hash))
    .offset(max)
    .limit(max)
  await tx.db.delete(tx.t.device).where(and(isOf, inArray(hash, surplus)))
}

/** Deletes places last seen before an instant. @returns the number deleted; fewer than the maximum: none are left */
export function deleteOldPlaces(tx: Tx, beforeMs: number): Promise<number> {
  const { userId, place, seenAtMs } = tx.t.knownPlace
  return deleteBelow(tx, { key: [userId, place], by: seenAtMs }, beforeMs)
}

/** Deletes browsers last seen before an instant. */
export function deleteOldDevices(tx: Tx, beforeMs: number): Promise<number> {
  const { userId, hash, seenAtMs } = tx.t.device
  return deleteBelow(tx, { key: [userId, hash], by: seenAtMs }, beforeMs)
}
