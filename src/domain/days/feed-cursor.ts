/**
 * A place in the feed of a hotel: after so many entries of a change, 0 meaning after all of them. `atMs` is the
 * change's own; it tells a change from another one that got the same number after a backup was restored.
 */
export type FeedPlace = { seq: number; entries: number; atMs: number }

/** More than the number of any entry of a change: a hundred for each of its 20,000 days that may have been dropped. */
const CHANGE_ENTRIES_MAX = 2_100_000

/** The text of a place in a hotel's feed, which a client only hands back (contract §2). @param owner see `feedOwner` */
export const writeFeedCursor = (owner: number, { seq, entries, atMs }: FeedPlace): string =>
  Buffer.from(JSON.stringify([owner, seq, entries, atMs])).toString('base64url')

/** The place that a text names; undefined for what is no cursor of this owner's feed. */
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

/** A number for a place in the feed, which grows with the feed: of two places the later has the greater. */
export const orderOf = ({ seq, entries }: FeedPlace): number =>
  seq * (CHANGE_ENTRIES_MAX + 1) + (entries === 0 ? CHANGE_ENTRIES_MAX : entries - 1)

const isCount = (part: unknown) => Number.isSafeInteger(part) && (part as number) >= 0
