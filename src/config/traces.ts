/** Traces: where they are sent, as which service, and which share of them. */
export type TracesConfig = {
  /** The whole address, with the path of OTLP. */
  endpoint: string
  service: string
  /** The share of requests that begin a trace, 0 to 1. */
  share: number
}

/**
 * Reads the variables of OpenTelemetry that this program knows. Headers and certificates of the receiver
 * (`OTEL_EXPORTER_OTLP_HEADERS` …) are read by its library.
 *
 * @throws Error one line for a wrong value
 */
export function readTraces(
  endpoint: string | undefined,
  service: string | undefined,
  share: string | undefined,
): TracesConfig | undefined {
  if (!endpoint) return undefined
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    throw new Error(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, such as http://127.0.0.1:4318',
    )
  if (share && !/^(0(\.\d+)?|1(\.0+)?)$/.test(share))
    throw new Error(`OTEL_TRACES_SAMPLER_ARG must be 0 to 1, not ${share.slice(0, 40)}`)
  return {
    endpoint: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    service: service || 'roomwire',
    share: share ? Number(share) : 1,
  }
}
