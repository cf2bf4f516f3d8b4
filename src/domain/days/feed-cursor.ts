/**
 * A cursor's position in a hotel's feed: after this many entries of a change; 0: after all of them. `atMs` is the time
 * of the change; it tells the change from another one that got the same number after a backup was restored.
 */
export type FeedPlace = { seq: number; entries: number; atMs: number }

/**
 * An upper bound of an entry's number within a change: a hundred for each of its 20,000 days that may have been
 * dropped.
 */
const CHANGE_ENTRIES_MAX = 2_100_000

/** Writes a position in a hotel's feed as an opaque cursor (contract §2). @param owner see `feedOwner` */
export const writeFeedCursor = (owner: number, { seq, entries, atMs }: FeedPlace): string =>
  Buffer.from(JSON.stringify([owner, seq, entries, atMs])).toString('base64url')

/** Reads a cursor; undefined for a text that is no cursor of this owner's feed. */
export function readFeedCursor(owner: number, cursor: string): FeedPlace | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(parts) || parts.length !== 4) return undefined
    const [theirs, seq, entries, atMs] = parts as [number, number, number, number]
    if (theirs !== owner || ![seq, entries, atMs].every(isCount) || entries > CHANGE_ENTRIES_MAX)
      return undefined
    return { seq, entries, atMs }
  } catch {
    return undefined
  }
}

/** Returns a sort number of a position: it grows with the feed. */
export const orderOf = ({ seq, entries }: FeedPlace): number =>
  seq * (CHANGE_ENTRIES_MAX + 1) + (entries === 0 ? CHANGE_ENTRIES_MAX : entries - 1)

/** Returns the later of two positions. */
export const laterPlace = (one: FeedPlace, other: FeedPlace | undefined): FeedPlace =>
  other && other.seq > one.seq ? other : one

/**
 * True if a position that is not kept was lost by a failover or a restore: it comes after the start of the feed, or names
 * another change than the start does. Otherwise it is of what is no longer stored. A start that retention has made names
 * no time.
 */
export const isPlaceLost = (place: FeedPlace, start: FeedPlace): boolean =>
  place.seq > start.seq ||
  (place.seq === start.seq && start.atMs !== 0 && place.atMs !== start.atMs)

const isCount = (part: unknown) => Number.isSafeInteger(part) && (part as number) >= 0
