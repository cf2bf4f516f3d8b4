/** Work between two pauses, in items by weight. */
const PAUSE_EVERY = 500

/**
 * Works through items in order and yields now and then, so that the caller can let other work run (no event-loop
 * stall). The work is a separate function: inside a generator it would take several times as long.
 *
 * @param weightOf weight of an item; 1 by default
 */
export function* eachWithPauses<T>(
  items: readonly T[],
  work: (item: T, index: number) => void,
  weightOf: (item: T) => number = () => 1,
): Generator<void, void> {
  for (let start = 0; start < items.length; ) {
    yield
    start = workThrough(items, { work, weightOf }, start)
  }
}

/** Works until the next pause. @returns the index to continue at */
function workThrough<T>(
  items: readonly T[],
  how: { work: (item: T, index: number) => void; weightOf: (item: T) => number },
  start: number,
): number {
  const { work, weightOf } = how
  let index = start
  for (let weight = 0; index < items.length && weight < PAUSE_EVERY; index++) {
    weight += weightOf(items[index]!)
    work(items[index]!, index)
  }
  return index
}
