/** Items that are worked on without a pause. */
const PAUSE_EVERY = 500

/**
 * Does something with each item, in order, and pauses now and then, so that who drives it can let others go on. The work
 * is a function of its own: inside a generator it would take several times as long.
 */
export function* eachWithPauses<T>(
  items: readonly T[],
  work: (item: T, index: number) => void,
): Generator<void, void> {
  for (let start = 0; start < items.length; start += PAUSE_EVERY) {
    yield
    workThrough(items, work, start)
  }
}

function workThrough<T>(
  items: readonly T[],
  work: (item: T, index: number) => void,
  start: number,
): void {
  const end = Math.min(items.length, start + PAUSE_EVERY)
  for (let index = start; index < end; index++) work(items[index]!, index)
}
