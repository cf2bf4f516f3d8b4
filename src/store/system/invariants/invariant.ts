// Invariants of the stored data, which `doctor` checks beside the running service.

import type { Handle, Reader } from '../../engine/engine.ts'
import { CHUNK } from '../../engine/pace.ts'

/** A reader of slices: each is of one moment, and a rest follows it, so that a whole pass takes little of a processor. */
export type Look = Pick<Reader, 'snapshot'> & {
  rest: () => Promise<void>
  /** The age of what retention may be deleting at this moment: events and their deliveries made before. */
  keptSinceMs: number
}

/** A rule that the data keep between any two commits. */
export type Invariant = {
  /** The rule as a clause, for the line that says that it holds. */
  holds: string
  /** Finds the differences, each as a clause with the codes that people know. */
  find: (look: Look) => AsyncGenerator<string>
}

/** Reads once, as of one moment, and rests. */
export async function readOnce<T>(look: Look, read: (handle: Handle) => Promise<T>): Promise<T> {
  const found = await look.snapshot(read)
  await look.rest()
  return found
}

/**
 * Reads rows in slices, in the order of a key.
 *
 * @param read returns the next rows after the last row of the slice before, at most `limit`
 */
export async function* slicesOf<Row>(
  look: Look,
  read: (handle: Handle, after: Row | undefined, limit: number) => Promise<Row[]>,
  limit = CHUNK,
): AsyncGenerator<Row[]> {
  let after: Row | undefined
  for (;;) {
    const rows = await readOnce(look, (handle) => read(handle, after, limit))
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    after = rows.at(-1)
  }
}

/**
 * Looks at what differed between slices again, as of one moment: writes go on between slices.
 *
 * @param explain returns the difference; undefined if there is none at that moment
 */
export async function* confirm<Suspect>(
  look: Look,
  suspects: AsyncIterable<Suspect>,
  explain: (handle: Handle, suspect: Suspect) => Promise<string | undefined>,
): AsyncGenerator<string> {
  for await (const suspect of suspects) {
    const difference = await readOnce(look, (handle) => explain(handle, suspect))
    if (difference !== undefined) yield difference
  }
}
