/** Rows that one turn of the event loop reads of what may be long. */
const SLICE_ROWS_MAX = 500

/**
 * Reads rows in slices, one a turn of the event loop, so that a long list holds nobody up. Each slice is as the
 * database is then: what moves meanwhile may be missed.
 *
 * @param read the next rows after the last one of the slice before, at most so many
 */
export async function* inSlices<Row>(
  read: (after: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after: Row | undefined
  for (;;) {
    const rows = await read(after, SLICE_ROWS_MAX)
    yield rows
    if (rows.length < SLICE_ROWS_MAX) return
    after = rows.at(-1)
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
}
