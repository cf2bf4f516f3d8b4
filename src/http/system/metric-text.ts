// The text format of Prometheus, version 0.0.4.

import type { Histogram } from '../../domain/kernel/tally.ts'
import type { Gauge } from '../../store/engine/commit-gauges.ts'

/** Samples by their labels, or one value without labels. */
type Samples = Gauge['samples']

/** Writes a metric with its help, type and samples. */
export function writeMetric({ name, type, help, samples }: Gauge): string {
  const lines =
    typeof samples === 'number'
      ? [`${name} ${samples}`]
      : Object.entries(samples).map(([labels, value]) => `${name}{${labels}} ${value}`)
  return `${[...headOf(name, type, help), ...lines].join('\n')}\n`
}

/** Writes a gauge. */
export const gauge = (name: string, help: string, samples: Samples): string =>
  writeMetric({ name, type: 'gauge', help, samples })

/** Writes a counter. */
export const counter = (name: string, help: string, samples: Samples): string =>
  writeMetric({ name, type: 'counter', help, samples })

/** Writes counts by the values of one label. */
export const countsBy = (label: string, counts: Iterable<[string, number]>): Samples =>
  Object.fromEntries([...counts].map(([value, n]) => [`${label}="${value}"`, n]))

/** Writes histograms by their labels (`''`: none): each bucket counts what is at most its bound (`le`). */
export function histogram(name: string, help: string, all: Iterable<[string, Histogram]>): string {
  const lines = [...all].flatMap(([labels, one]) => {
    const { bounds, counts, sum } = one.read()
    const own = labels ? `{${labels}}` : ''
    const and = labels ? `${labels},` : ''
    let below = 0
    const buckets = counts.map((count, at) => {
      below += count
      return `${name}_bucket{${and}le="${bounds[at] ?? '+Inf'}"} ${below}`
    })
    return [...buckets, `${name}_sum${own} ${sum}`, `${name}_count${own} ${below}`]
  })
  return `${[...headOf(name, 'histogram', help), ...lines].join('\n')}\n`
}

const headOf = (name: string, type: string, help: string) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
]
