/** Bookings that come into the index of words in one transaction. */
export type WordPart = {
  ids: readonly number[]
  /** The booking up to which the index then holds all; absent until it does. */
  through?: number | undefined
}

/**
 * Adds bookings to the index of words in a thread of its own, as one transaction: reads do not wait for it. Absent where
 * the database is another process.
 *
 * @returns the milliseconds of processor it took; undefined if nothing was written, and a transaction may do it instead
 * @throws AppError `unavailable` if the disk is full
 */
export type IndexWords = (part: WordPart) => Promise<number | undefined>

/** True while a thread of this process writes, or is about to, in the place of all transactions: they wait for it. */
export type IsLent = () => boolean
