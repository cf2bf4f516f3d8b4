// Key-value store for the service's own state.

import { and, eq, sql } from 'drizzle-orm'
import type { Handle, Tx } from './engine.ts'
import { chunks } from './pace.ts'
import { prepared } from './prepared.ts'

/** The names of the values that the service keeps about itself. */
type MetaKey =
  /** Proof that the database is writable: each health check writes its own and deletes it. */
  | `health:${string}`
  /** The newest version that served the database. */
  | 'newest_version'
  | 'demo_seeded_at'
  | 'demo_booked_at'
  | 'demo_webhook'
  | 'demo_photos'
  | 'demo_agencies'
  /** The last reading of the wall clock, as an instant. */
  | 'clock_seen_at'
  /** When the service's sums last included all sums of its hotels. */
  | 'sums_folded_at'
  /**
   * The id of the newest booking in the index of words; all older bookings are in it, too. `booking_words_to`, its
   * predecessor, had no ends of numbers.
   */
  | 'booking_words_through'
  /**
   * The id up to which the index of words was looked through for bookings that it had missed; `done` at the end.
   * `booking_words_mended`, its predecessor, was done while some were still missed.
   */
  | 'booking_words_whole'
  /** When the nights that a migration found oversold were reported. */
  | 'oversold_told_at'
  /** The newest change that retention has processed, and for one hotel the change after which its feed begins. */
  | 'changes_pruned'
  | `feed_floor:${number}`
  /** The number of sandboxes ever made: it numbers their ids. */
  | 'twins_made'
  /** The name by which a folder of backups knows its database. */
  | 'backup_owner'
  /** Since when erased guests' data may still be in the database's log. */
  | 'guest_scrub_due'
  /** Since when copies of erased guests' texts may be in unused parts of pages, and when they were last cleared. */
  | 'guest_strays_due'
  | 'guest_strays_cleared'
  /** The last stay of a hotel, `<check-out day>/<id>`, that the yearly erasure of guests has looked at. */
  | `guest_years:${number}`
  /** The change up to which days that changed very often have lost their oldest history. */
  | 'history_trimmed'
  /** The same for days of rates. */
  | 'rate_history_trimmed'
  /** The sealed key of the bookings' tokens. */
  | 'booking_token_key'
  /** When account addresses were rewritten to the present spelling. */
  | 'addresses_respelled_at'
  /** Fingerprints by which a secret that all replicas share is told from another one. */
  | 'jwt_secret_fingerprint'
  | 'encryption_key_fingerprint'

/** Finds the value of a name; undefined if it was never written. */
export async function findMeta(handle: Handle, key: MetaKey): Promise<string | undefined> {
  const [row] = await selectMeta(handle).execute({ key })
  return row?.value
}

const selectMeta = prepared(({ t: { meta }, db }) =>
  db
    .select({ value: meta.value })
    .from(meta)
    .where(eq(meta.key, sql.placeholder('key')))
    .prepare(),
)

/** Writes a value under its name unless there already is one. @returns the stored value */
export async function keepMeta(tx: Tx, key: MetaKey, value: string): Promise<string> {
  await tx.db.insert(tx.t.meta).values({ key, value }).onConflictDoNothing()
  return (await findMeta(tx, key)) ?? value
}

/** Replaces the value `from` by `to`. @returns the stored value */
export async function replaceMeta(
  tx: Tx,
  key: MetaKey,
  { from, to }: { from: string; to: string },
): Promise<string> {
  const { meta } = tx.t
  const isIt = and(eq(meta.key, key), eq(meta.value, from))
  await tx.db.update(meta).set({ value: to }).where(isIt)
  return (await findMeta(tx, key)) ?? to
}

/** Deletes a value. */
export async function deleteMeta({ t, db }: Tx, key: MetaKey): Promise<void> {
  await db.delete(t.meta).where(eq(t.meta.key, key))
}

/** Writes a value under its name. */
export const writeMeta = (tx: Tx, key: MetaKey, value: string): Promise<void> =>
  writeMetas(tx, [{ key, value }])

/** Writes values under their names, each name once. */
export async function writeMetas(
  { t, db }: Tx,
  values: readonly { key: MetaKey; value: string }[],
): Promise<void> {
  for (const part of chunks(values))
    await db
      .insert(t.meta)
      .values([...part])
      .onConflictDoUpdate({ target: t.meta.key, set: { value: sql`excluded.value` } })
}
