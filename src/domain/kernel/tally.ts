// Counters and histograms in memory, for the metrics.

/** Counters by name, from 0 on. */
export type Tally<Name extends string = string> = ReadonlyMap<Name, number> & {
  add: (name: Name) => void
}

/** Durations in seconds: how many were at most as long as each bound, as a histogram of Prometheus counts them. */
export type Histogram = {
  add: (seconds: number) => void
  /** The count of each bound alone, the count above all bounds last, and the sum of all. */
  read: () => { bounds: readonly number[]; counts: readonly number[]; sum: number }
}

/**
 * Creates counters.
 *
 * @param names those that are known from the start, so that a metric shows them at 0
 */
export function createTally<Name extends string>(names: readonly Name[] = []): Tally<Name> {
  const counts = new Map(names.map((name) => [name, 0]))
  return Object.assign(counts, {
    add: (name: Name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
  })
}

/** Creates a histogram. @param bounds upper bounds in seconds, ascending */
export function createHistogram(bounds: readonly number[]): Histogram {
  const counts = bounds.map(() => 0)
  counts.push(0)
  let sum = 0
  return {
    add(seconds) {
      let at = 0
      while (at < bounds.length && seconds > bounds[at]!) at++
      counts[at]!++
      sum += seconds
    },
    read: () => ({ bounds, counts, sum }),
  }
}
