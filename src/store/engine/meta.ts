import { and, eq, sql } from 'drizzle-orm'
import type { Handle, Tx } from './engine.ts'
import { chunks } from './pace.ts'

/** What the service keeps about itself, by name. */
type MetaKey =
  /** What proves that something can be written: of each look its own, and gone with it. */
  | `health:${string}`
  | 'demo_seeded_at'
  | 'demo_booked_at'
  | 'demo_webhook'
  | 'demo_photos'
  /** Where the wall clock was seen last, as an instant. */
  | 'clock_seen_at'
  /** When the sums of the service had all of those of its hotels. */
  | 'sums_folded_at'
  /** The id of the newest booking that is in the index of words, as all older ones are. `booking_words_to` had no ends of numbers. */
  | 'booking_words_through'
  /** When nights that a migration found oversold had been told of. */
  | 'oversold_told_at'
  /** The newest change that retention has dealt with, and of one hotel: its feed begins after it. */
  | 'changes_pruned'
  | `feed_floor:${number}`
  /** How many sandboxes were ever made: their ids are counted by it. */
  | 'twins_made'
  /** The change up to which days that were changed very often have lost their oldest history. */
  | 'history_trimmed'
  /** The same of days of rates. */
  | 'rate_history_trimmed'
  /** The sealed key of bookings' tokens. */
  | 'booking_token_key'
  /** When addresses of accounts were spelled as they are kept now. */
  | 'addresses_respelled_at'
  /** By which a secret that all replicas have in common is told from another. */
  | 'jwt_secret_fingerprint'
  | 'encryption_key_fingerprint'

/** The value of a name; undefined when it was never written. */
export async function findMeta({ t, db }: Handle, key: MetaKey): Promise<string | undefined> {
  const [row] = await db.select().from(t.meta).where(eq(t.meta.key, key))
  return row?.value
}

/** Writes a value under its name unless there is one already; answers what is there. */
export async function keepMeta(tx: Tx, key: MetaKey, value: string): Promise<string> {
  await tx.db.insert(tx.t.meta).values({ key, value }).onConflictDoNothing()
  return (await findMeta(tx, key)) ?? value
}

/** Writes a value in the place of another; answers what is there. */
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

/** Takes a value away. */
export async function deleteMeta({ t, db }: Tx, key: MetaKey): Promise<void> {
  await db.delete(t.meta).where(eq(t.meta.key, key))
}

/** Writes a value under its name. */
export const writeMeta = (tx: Tx, key: MetaKey, value: string): Promise<void> =>
  writeMetas(tx, [{ key, value }])

/** Writes values under their names, each once. */
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
