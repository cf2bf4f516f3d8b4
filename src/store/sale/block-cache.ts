/** An entry of the cache: what it takes, and if it was read since the cache last looked at it. */
export type Sized = { bytes: number; isRead: boolean }

/**
 * Creates a cache of entries by number, up to a size. When it is full, it goes round and drops what was not read since the
 * last time round (second chance). A search reads a thousand entries: ordering each by its last use takes five times as
 * long.
 */
export function createSizedCache<Entry extends Sized>(maxBytes: number) {
  const entries = new Map<number, Entry>()
  let bytesNow = 0
  /** Where it goes on; entries that are added come after all others. */
  let hand = entries.entries()

  function drop(key: number): void {
    bytesNow -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  function shrink(): void {
    while (bytesNow > maxBytes) {
      const next = hand.next()
      if (next.done) {
        hand = entries.entries()
        continue
      }
      const [key, entry] = next.value
      if (entry.isRead) entry.isRead = false
      else drop(key)
    }
  }

  return {
    bytesNow: () => bytesNow,
    /** Returns an entry without a note that it was read. */
    peek: (key: number): Entry | undefined => entries.get(key),
    get(key: number): Entry | undefined {
      const entry = entries.get(key)
      if (entry) entry.isRead = true
      return entry
    },
    /** Adds an entry, or puts another one in its place. It counts as read, or it could be the first to go. */
    set(key: number, entry: Entry): void {
      entry.isRead = true
      bytesNow += entry.bytes - (entries.get(key)?.bytes ?? 0)
      entries.set(key, entry)
      if (bytesNow > maxBytes) shrink()
    },
    /** Notes that an entry takes more memory now. */
    measure(entry: Entry, bytes: number): void {
      bytesNow += bytes - entry.bytes
      entry.bytes = bytes
      if (bytesNow > maxBytes) shrink()
    },
  }
}
