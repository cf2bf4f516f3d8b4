import type { TracesConfig } from '../config/traces.ts'
import type { Log } from '../log.ts'
import type { Tracing } from './otlp.ts'

/** Begins to trace if it is switched on; else the library of traces is not even loaded. */
export async function openTracing(
  traces: TracesConfig | undefined,
  log: Log,
): Promise<Tracing | undefined> {
  if (!traces) return undefined
  const { createTracing } = await import('./otlp.ts')
  return createTracing(traces, log)
}
