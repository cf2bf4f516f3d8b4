import type { Answer } from './matchers.ts'

/** `METRICS_TOKEN` of the services of tests. */
export const METRICS_TOKEN = 'only-the-tests-may-read-the-metrics'

type Ask = (
  method: string,
  path: string,
  init: { headers: Record<string, string> },
) => Promise<Answer>

/** Asks for the metrics as Prometheus would. */
export const askMetrics = (call: Ask): Promise<Answer> =>
  call('GET', '/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })

/** A metric as Prometheus reads it: its type, and its samples by name and labels. */
type Metric = { type: string; help: string; samples: Map<string, number> }

const SAMPLE =
  /^(\w+)(?:\{(\w+="[^"\\\n]+"(?:,\w+="[^"\\\n]+")*)\})? (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/

/**
 * Reads the text format of Prometheus, version 0.0.4: each metric once, with HELP, TYPE and its samples.
 *
 * @throws Error naming the line that is wrong
 */
export function parseMetrics(text: string): Map<string, Metric> {
  const metrics = new Map<string, Metric>()
  for (const part of text.split(/^(?=# HELP )/m)) {
    const [help = '', type = '', ...lines] = part.trimEnd().split('\n')
    const [, name = '', words = ''] = help.match(/^# HELP (\w+) (\S.*)$/) ?? []
    const [, kind = ''] = type.match(/^# TYPE \w+ (gauge|counter|histogram)$/) ?? []
    if (!name || !kind || !type.includes(` ${name} `) || metrics.has(name))
      throw new Error(`no head, or a second one: ${help} / ${type}`)
    const samples = new Map<string, number>()
    for (const line of lines) {
      const [, full = '', labels = '', value] = line.match(SAMPLE) ?? []
      const own = kind === 'histogram' ? full.replace(/_(bucket|sum|count)$/, '') : full
      if (own !== name || samples.has(`${full}{${labels}}`)) throw new Error(`wrong line: ${line}`)
      samples.set(`${full}{${labels}}`, Number(value))
    }
    metrics.set(name, { type: kind, help: words, samples })
  }
  return metrics
}
