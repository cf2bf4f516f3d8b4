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
