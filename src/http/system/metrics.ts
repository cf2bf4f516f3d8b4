import { Elysia } from 'elysia'
import { AppError } from '../../domain/kernel/errors.ts'
import { isLoopback } from '../../domain/webhooks/target.ts'
import { countBookings } from '../../store/bookings/sums/sums.ts'
import type { Gauge } from '../../store/engine/engine.ts'
import { countWaitingMails } from '../../store/mails/mail-lists.ts'
import type { Store } from '../../store/open.ts'
import { countAlarmedHotels } from '../../store/strangers/hours.ts'
import { countEndpoints } from '../../store/webhooks/webhooks.ts'
import type { Context } from '../api/context.ts'
import { toAppError } from '../api/problem.ts'
import { isSameText } from '../api/same-text.ts'
import { publicDoor } from '../doors/public-limit.ts'
import { BEARER } from '../doors/session.ts'
import type { CallOrigin } from '../doors/site-key.ts'

/** The Prometheus text format, version 0.0.4. */
const TEXT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Timeout of the database's counts, so that monitoring sees a database that is down. */
const COUNTS_MS_MAX = 3_000

/**
 * `GET /metrics` for Prometheus (contract §5): no secrets, names or personal data. It needs `METRICS_TOKEN`, since sales
 * figures are confidential (`contract-access`, *Settings*).
 */
export function metricsRoutes(context: Context) {
  const door = publicDoor(context)
  return new Elysia().get(
    '/metrics',
    async ({ request, server, set }) => {
      await door.enter({ request, server, set }, () => ({}))
      admit(context, { request, server })
      return new Response(await writeMetrics(context), {
        headers: { 'content-type': TEXT_TYPE, 'cache-control': 'no-store' },
      })
    },
    { detail: { hide: true } },
  )
}

/** Admits a reader of the metrics. @throws AppError `not_found` if they are switched off, `unauthenticated` */
function admit({ metricsToken, isDemo }: Context, { request, server }: CallOrigin): void {
  if (metricsToken !== undefined) {
    const token = request.headers.get('authorization')?.match(BEARER)?.[1]
    if (token !== undefined && isSameText(token, metricsToken)) return
    throw new AppError('unauthenticated', 'Send METRICS_TOKEN as "Authorization: Bearer <token>".')
  }
  // A request through a proxy on this machine comes from elsewhere.
  const isForwarded = request.headers.has('x-forwarded-for') || request.headers.has('forwarded')
  const peer = server?.requestIP(request)?.address
  if (isDemo && !isForwarded && peer !== undefined && isLoopback(peer)) return
  throw new AppError('not_found', 'There is no such page.')
}

async function writeMetrics({ store, nowMs, startedAtMs, version, counts, caches }: Context) {
  const counted = await readCounts(store, nowMs())
  const uptimeSeconds = (nowMs() - startedAtMs) / 1_000
  const taken = caches.taken().map(([name, bytes]) => [`cache="${name}"`, bytes])
  return [
    gauge('roomwire_info', 'The running version.', { [`version="${version}"`]: 1 }),
    gauge('roomwire_uptime_seconds', 'Seconds since the start.', uptimeSeconds),
    gauge('roomwire_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss()),
    gauge('roomwire_cache_bytes_max', 'Memory budget of all caches (CACHE_MB).', caches.maxBytes),
    gauge('roomwire_cache_bytes', 'Approximate memory of each cache.', Object.fromEntries(taken)),
    counter('roomwire_http_requests_total', 'Requests since the start.', counts.requests),
    counter('roomwire_http_problems_total', 'Requests answered with a problem, by status class.', {
      'class="4xx"': counts.problems['4xx'],
      'class="5xx"': counts.problems['5xx'],
    }),
    counter(
      'roomwire_stranger_refusals_total',
      'Refused bookings of strangers, by problem code.',
      Object.fromEntries([...counts.strangers].map(([code, n]) => [`code="${code}"`, n])),
    ),
    counter(
      'roomwire_login_refusals_total',
      'Log-ins and other requests with a password refused before hashing, by limit.',
      Object.fromEntries([...counts.logins].map(([bound, n]) => [`bound="${bound}"`, n])),
    ),
    gauge(
      'roomwire_database_up',
      '1 if the database answered its counts in time; otherwise 0, and they are absent.',
      counted ? 1 : 0,
    ),
    ...(counted ? writeCounts(counted) : []),
    ...store
      .gauges()
      .map(({ name, type, help, samples }) => writeMetric(name, type, help, samples)),
  ].join('')
}

/** Reads the database's counts; undefined if it does not answer in time. */
async function readCounts({ long }: Store, nowMs: number) {
  const late = Promise.withResolvers<undefined>()
  const alarm = setTimeout(late.resolve, COUNTS_MS_MAX, undefined)
  const read = Promise.all([
    countBookings(long),
    countEndpoints(long),
    countWaitingMails(long),
    countAlarmedHotels(long, nowMs),
  ])
  try {
    return await Promise.race([read, late.promise])
  } catch (error) {
    if (toAppError(error).code === 'unavailable') return undefined
    throw error
  } finally {
    clearTimeout(alarm)
  }
}

const writeCounts = ([{ made, pending, confirmed }, webhooks, mails, alarmed]: NonNullable<
  Awaited<ReturnType<typeof readCounts>>
>) => [
  counter('roomwire_bookings_made_total', 'Bookings ever made.', made),
  gauge('roomwire_bookings', 'Bookings under way, by state.', {
    'status="pending"': pending,
    'status="confirmed"': confirmed,
  }),
  gauge(
    'roomwire_webhook_deliveries_pending',
    'Deliveries under way or waiting, including those of switched-off webhooks.',
    webhooks.pending,
  ),
  gauge('roomwire_webhooks', 'Webhooks by state; switched_off means by the service.', {
    'state="on"': webhooks.on,
    'state="failing"': webhooks.failing,
    'state="switched_off"': webhooks.switchedOff,
    'state="off"': webhooks.off,
  }),
  gauge('roomwire_mails_pending', 'Mails waiting for an attempt or under way.', mails),
  gauge(
    'roomwire_hotels_in_unusual_demand',
    'Hotels with an open alarm of unusual demand.',
    alarmed,
  ),
]

/** Samples by their labels, or one value without labels. */
type Samples = Gauge['samples']

const gauge = (name: string, help: string, samples: Samples) =>
  writeMetric(name, 'gauge', help, samples)
const counter = (name: string, help: string, samples: Samples) =>
  writeMetric(name, 'counter', help, samples)

function writeMetric(name: string, type: string, help: string, samples: Samples): string {
  const lines =
    typeof samples === 'number'
      ? [`${name} ${samples}`]
      : Object.entries(samples).map(([labels, value]) => `${name}{${labels}} ${value}`)
  return `${[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n')}\n`
}
