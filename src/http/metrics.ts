import { Elysia } from 'elysia'
import { countBookings } from '../store/bookings/booking-pages.ts'
import { countEndpoints } from '../store/webhooks/webhooks.ts'
import type { Context } from './context.ts'
import { publicDoor } from './doors/public-limit.ts'

/** The Prometheus text format, version 0.0.4. */
const TEXT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** `GET /metrics` for Prometheus (contract §5): no secret, no name, nothing of anybody's. */
export function metricsRoutes(context: Context) {
  const door = publicDoor(context)
  return new Elysia().get(
    '/metrics',
    async ({ request, server, set }) => {
      await door.enter({ request, server, set }, () => ({}))
      return new Response(await writeMetrics(context), {
        headers: { 'content-type': TEXT_TYPE, 'cache-control': 'no-store' },
      })
    },
    { detail: { hide: true } },
  )
}

/** Samples by their labels; a value alone has none. */
type Metric = [
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  samples: number | Record<string, number>,
]

async function writeMetrics({ store, nowMs, startedAtMs, version, counts, caches }: Context) {
  const { made, pending, confirmed } = await countBookings(store)
  const webhooks = await countEndpoints(store)
  const uptimeSeconds = (nowMs() - startedAtMs) / 1_000
  const taken = caches.taken().map(([name, bytes]) => [`cache="${name}"`, bytes])
  const metrics: Metric[] = [
    ['roomwire_info', 'gauge', 'The version that runs.', { [`version="${version}"`]: 1 }],
    ['roomwire_uptime_seconds', 'gauge', 'Seconds since the start.', uptimeSeconds],
    [
      'roomwire_resident_memory_bytes',
      'gauge',
      'Memory of the process.',
      process.memoryUsage.rss(),
    ],
    [
      'roomwire_cache_bytes_max',
      'gauge',
      'What caches may take together (CACHE_MB).',
      caches.maxBytes,
    ],
    ['roomwire_cache_bytes', 'gauge', 'What each cache takes, roughly.', Object.fromEntries(taken)],
    ['roomwire_http_requests_total', 'counter', 'Requests since the start.', counts.requests],
    [
      'roomwire_http_problems_total',
      'counter',
      'Requests answered with a problem, by class of their status.',
      { 'class="4xx"': counts.problems['4xx'], 'class="5xx"': counts.problems['5xx'] },
    ],
    ['roomwire_bookings_made_total', 'counter', 'Bookings ever made.', made],
    [
      'roomwire_bookings',
      'gauge',
      'Bookings under way, by state.',
      { 'status="pending"': pending, 'status="confirmed"': confirmed },
    ],
    [
      'roomwire_webhook_deliveries_pending',
      'gauge',
      'Deliveries on their way or waiting, those of webhooks that are off among them.',
      webhooks.pending,
    ],
    [
      'roomwire_webhooks',
      'gauge',
      'Webhooks by state; switched_off: by the service.',
      {
        'state="on"': webhooks.on,
        'state="failing"': webhooks.failing,
        'state="switched_off"': webhooks.switchedOff,
        'state="off"': webhooks.off,
      },
    ],
  ]
  return metrics.map(writeMetric).join('')
}

function writeMetric([name, type, help, samples]: Metric): string {
  const lines =
    typeof samples === 'number'
      ? [`${name} ${samples}`]
      : Object.entries(samples).map(([labels, value]) => `${name}{${labels}} ${value}`)
  return `${[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n')}\n`
}
