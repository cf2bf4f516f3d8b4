// Queue of the large bodies of a hotel, in this process.

/** A body that has waited this long no longer does: the connection of the one before it may be dead. */
const WAIT_MS_MAX = 1_000

/**
 * Runs pieces of work of one scope one after another. Two large bodies of a hotel would wait for its lock in the
 * database, and the one that waits there keeps the other's dead rows from being reused: pushes of 1,000 days take the
 * server a sixth longer.
 */
export function createLines(waitMs = WAIT_MS_MAX) {
  /** The end of the newest work of each scope. */
  const ends = new Map<string, Promise<void>>()

  return async <T>(scope: string, work: () => Promise<T>): Promise<T> => {
    const before = ends.get(scope)
    const { promise: end, resolve } = Promise.withResolvers<void>()
    ends.set(scope, end)
    if (before) await endOf(before, waitMs)
    try {
      return await work()
    } finally {
      if (ends.get(scope) === end) ends.delete(scope)
      resolve()
    }
  }
}

/** Waits for the end of the work before, but not for ever. */
async function endOf(before: Promise<void>, waitMs: number): Promise<void> {
  const late = Promise.withResolvers<void>()
  const alarm = setTimeout(late.resolve, waitMs)
  await Promise.race([before, late.promise])
  clearTimeout(alarm)
}
