import { Elysia } from 'elysia'
import { countBookings } from '../store/bookings/booking-pages.ts'
import { countEndpoints } from '../store/webhooks/webhooks.ts'
import type { Context } from './context.ts'
import { publicLimit } from './doors/public-limit.ts'

/** The Prometheus text format, version 0.0.4. */
const TEXT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** `GET /metrics` for Prometheus (contract §5): no secret, no name, nothing of anybody's. */
export function metricsRoutes(context: Context) {
  return new Elysia().use(publicLimit(context)).get(
    '/metrics',
    async () =>
      new Response(await writeMetrics(context), {
        headers: { 'content-type': TEXT_TYPE, 'cache-control': 'no-store' },
      }),
    { detail: { hide: true } },
  )
}

type Metric = { name: string; type: 'counter' | 'gauge'; help: string; samples: Sample[] }
type Sample = [labels: string, value: number]

async function writeMetrics({ store, nowMs, startedAtMs, version, counts, caches }: Context) {
  const { made, pending, confirmed } = await countBookings(store)
  const webhooks = await countEndpoints(store)
  const metrics: Metric[] = [
    {
      name: 'roomwire_info',
      type: 'gauge',
      help: 'The version that runs.',
      samples: [[`{version="${version}"}`, 1]],
    },
    {
      name: 'roomwire_uptime_seconds',
      type: 'gauge',
      help: 'Seconds since the start.',
      samples: [['', (nowMs() - startedAtMs) / 1_000]],
    },
    {
      name: 'roomwire_resident_memory_bytes',
      type: 'gauge',
      help: 'Memory of the process.',
      samples: [['', process.memoryUsage.rss()]],
    },
    {
      name: 'roomwire_cache_bytes_max',
      type: 'gauge',
      help: 'What caches may take together (CACHE_MB).',
      samples: [['', caches.maxBytes]],
    },
    {
      name: 'roomwire_cache_bytes',
      type: 'gauge',
      help: 'What each cache takes, roughly.',
      samples: caches.taken().map(([name, bytes]) => [`{cache="${name}"}`, bytes]),
    },
    {
      name: 'roomwire_http_requests_total',
      type: 'counter',
      help: 'Requests since the start.',
      samples: [['', counts.requests]],
    },
    {
      name: 'roomwire_http_problems_total',
      type: 'counter',
      help: 'Requests answered with a problem, by class of their status.',
      samples: [
        ['{class="4xx"}', counts.problems['4xx']],
        ['{class="5xx"}', counts.problems['5xx']],
      ],
    },
    {
      name: 'roomwire_bookings_made_total',
      type: 'counter',
      help: 'Bookings ever made.',
      samples: [['', made]],
    },
    {
      name: 'roomwire_bookings',
      type: 'gauge',
      help: 'Bookings under way, by state.',
      samples: [
        ['{status="pending"}', pending],
        ['{status="confirmed"}', confirmed],
      ],
    },
    {
      name: 'roomwire_webhook_deliveries_pending',
      type: 'gauge',
      help: 'Deliveries on their way or waiting, those of webhooks that are off among them.',
      samples: [['', webhooks.pending]],
    },
    {
      name: 'roomwire_webhooks',
      type: 'gauge',
      help: 'Webhooks by state; switched_off: by the service.',
      samples: [
        ['{state="on"}', webhooks.on],
        ['{state="failing"}', webhooks.failing],
        ['{state="switched_off"}', webhooks.switchedOff],
        ['{state="off"}', webhooks.off],
      ],
    },
  ]
  return metrics.map(writeMetric).join('')
}

function writeMetric({ name, type, help, samples }: Metric): string {
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value}`)
  return `${[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n')}\n`
}
