// Traces by OpenTelemetry, sent by OTLP over HTTP as JSON. Loaded only where OTEL_EXPORTER_OTLP_ENDPOINT is set.

import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api'
import {
  ExportResultCode,
  TRACE_PARENT_HEADER,
  W3CTraceContextPropagator,
} from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import pkg from '../../package.json' with { type: 'json' }
import type { TracesConfig } from '../config/traces.ts'
import type { TraceAnswer } from '../http/api/trace.ts'
import type { Log } from '../log.ts'
import type { Send } from '../outbox/deliver.ts'
import type { Store } from '../store/open.ts'

/** Spans that wait to be sent; those beyond are dropped. A span takes about a kilobyte. */
const QUEUE_MAX = 8_192
/** Spans of one request to the receiver: writing them as JSON takes 2 to 4 ms. */
const BATCH_MAX = 512
const SEND_MS_MAX = 5_000
const STOP_MS_MAX = 2_000
const TELL_MS = 60_000

/** Traces of requests, of their transactions, and of attempts at webhooks. */
export type Tracing = {
  answer: TraceAnswer
  /** The store with a span for each transaction of a request that is traced. */
  store: (store: Store) => Store
  /** The same with a span for each attempt, which the receiver is told in `traceparent`. */
  send: (send: Send) => Send
  /** Sends what is left, for 2 seconds at most. */
  stop: () => Promise<void>
}

const HEADERS: TextMapGetter<Headers> = {
  get: (headers, name) => headers.get(name) ?? undefined,
  keys: (headers) => [...headers.keys()],
}
const PROPAGATOR = new W3CTraceContextPropagator()

/**
 * Makes what traces. A span has the operation, its status, the hotel's number or the agency's code, and never a text or a
 * value of a request: those may name people.
 */
export function createTracing(traces: TracesConfig, log: Log): Tracing {
  const provider = createProvider(traces, log)
  const tracer = provider.getTracer('roomwire', pkg.version)
  const current = new AsyncLocalStorage<Context>()

  /** Runs work within a span, which ends with it. */
  async function within<T>(span: Span, context: Context, work: () => Promise<T>): Promise<T> {
    try {
      return await current.run(trace.setSpan(context, span), work)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }

  return {
    answer(operation, request, answer) {
      const parent = PROPAGATOR.extract(ROOT_CONTEXT, request.headers, HEADERS)
      const attributes = {
        'http.request.method': operation.method,
        'http.route': operation.path,
        'roomwire.operation': operation.id,
      }
      const span = tracer.startSpan(operation.id, { kind: SpanKind.SERVER, attributes }, parent)
      return current.run(trace.setSpan(parent, span), () =>
        answer({ caller: (caller) => span.setAttributes(tenantOf(caller)), end: endOf(span) }),
      )
    },
    store: (store) => ({
      ...store,
      tx: (body, options) => {
        const parent = current.getStore()
        if (!parent) return store.tx(body, options)
        const span = tracer.startSpan('transaction', { kind: SpanKind.INTERNAL }, parent)
        return within(span, parent, () => store.tx(body, options))
      },
    }),
    send: (send) => (parcel, signal, mayPost) => {
      const span = tracer.startSpan('webhook', { kind: SpanKind.CLIENT }, ROOT_CONTEXT)
      const { traceId, spanId, traceFlags } = span.spanContext()
      // Beside the headers that are signed; the signature covers id, time and body.
      const headers = {
        ...parcel.headers,
        [TRACE_PARENT_HEADER]: `00-${traceId}-${spanId}-0${traceFlags}`,
      }
      return within(span, ROOT_CONTEXT, async () => {
        const exchange = await send({ ...parcel, headers }, signal, mayPost)
        if (exchange?.status) span.setAttribute('http.response.status_code', exchange.status)
        if (exchange?.error) {
          span.setAttribute('error.type', exchange.error)
          span.setStatus({ code: SpanStatusCode.ERROR })
        }
        return exchange
      })
    },
    async stop() {
      const late = Promise.withResolvers<void>()
      const alarm = setTimeout(late.resolve, STOP_MS_MAX)
      await Promise.race([provider.shutdown().catch(() => {}), late.promise])
      clearTimeout(alarm)
    },
  }
}

function createProvider({ endpoint, service, share }: TracesConfig, log: Log): TracerProvider {
  const exporter = new OTLPTraceExporter({ url: endpoint, timeoutMillis: SEND_MS_MAX })
  return new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': pkg.version,
      'service.instance.id': `${hostname()} ${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: telling(exporter, log),
        ...{ maxQueueSize: QUEUE_MAX, maxExportBatchSize: BATCH_MAX },
        exportTimeoutMillis: SEND_MS_MAX,
      }),
    ],
  })
}

/** Ends the span of an answer. @param problem the code of a problem */
const endOf = (span: Span) => (status: number, problem?: string) => {
  span.setAttribute('http.response.status_code', status)
  if (problem) span.setAttribute('error.type', problem)
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

type Caller = { hotel?: { id?: unknown }; key?: { hotelId?: unknown }; agency?: { code?: unknown } }

/** The owner of the data that a caller works with: a hotel by its number, an agency by its code. */
function tenantOf({ hotel, key, agency }: Caller) {
  const hotelId = hotel?.id ?? key?.hotelId
  return {
    ...(typeof hotelId === 'number' && { 'roomwire.hotel_id': hotelId }),
    ...(typeof agency?.code === 'string' && { 'roomwire.agency': agency.code }),
  }
}

/** The exporter, which tells once a minute that spans were lost. */
function telling(exporter: SpanExporter, log: Log): SpanExporter {
  let toldMs = Number.NEGATIVE_INFINITY
  let lost = 0
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) {
          lost += spans.length
          const nowMs = performance.now()
          if (nowMs > toldMs + TELL_MS) {
            log.warn('traces_lost', { spans: lost, reason: result.error?.message.slice(0, 200) })
            toldMs = nowMs
            lost = 0
          }
        }
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => await exporter.forceFlush?.(),
  }
}
