/** Items, by what they weigh, that are worked on without a pause. */
const PAUSE_EVERY = 500

/**
 * Does something with each item, in order, and pauses now and then, so that who drives it can let others go on. The work
 * is a function of its own: inside a generator it would take several times as long.
 *
 * @param weightOf how many items one stands for; 1 unless said otherwise
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

/** @returns where to go on */
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
