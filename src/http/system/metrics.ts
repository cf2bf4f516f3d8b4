import { Elysia } from 'elysia'
import { AppError } from '../../domain/kernel/errors.ts'
import { isLoopback } from '../../domain/webhooks/target.ts'
import { countBookings } from '../../store/bookings/sums/booking-counts.ts'
import type { Vitals } from '../../store/engine/vitals.ts'
import { countWaitingMails } from '../../store/mails/mail-lists.ts'
import type { Store } from '../../store/open.ts'
import { countAlarmedHotels } from '../../store/strangers/hours.ts'
import { readWaiting, type Waiting } from '../../store/system/waiting.ts'
import { countEndpoints } from '../../store/webhooks/webhooks.ts'
import type { Context } from '../api/context.ts'
import { toAppError } from '../api/public-error.ts'
import type { RequestCounts } from '../api/request-counts.ts'
import { isSameText } from '../api/same-text.ts'
import { publicDoor } from '../doors/public-limit.ts'
import { BEARER } from '../doors/session.ts'
import type { CallOrigin } from '../doors/site-key.ts'
import { counter, countsBy, gauge, histogram, writeMetric } from './metric-text.ts'

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
  return [
    gauge('roomwire_info', 'The running version.', { [`version="${version}"`]: 1 }),
    gauge('roomwire_uptime_seconds', 'Seconds since the start.', (nowMs() - startedAtMs) / 1_000),
    gauge('roomwire_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss()),
    gauge('roomwire_cache_bytes_max', 'Memory budget of all caches (CACHE_MB).', caches.maxBytes),
    gauge(
      'roomwire_cache_bytes',
      'Memory of each cache, about.',
      countsBy('cache', caches.taken()),
    ),
    ...writeRequests(counts),
    ...writeSent(counts),
    gauge(
      'roomwire_database_up',
      '1 if the database answered its counts in time; otherwise 0, and they are absent.',
      counted ? 1 : 0,
    ),
    ...(counted ? writeCounts(counted, nowMs()) : []),
    ...writeJournal(counts, nowMs()),
    ...store.gauges().map(writeMetric),
  ].join('')
}

const writeJournal = ({ journalAtMs = Number.NaN }: RequestCounts, nowMs: number) => {
  const words = 'Time since the journal beside the backups was up to date; absent if there is none.'
  const age = gauge('roomwire_journal_age_seconds', words, (nowMs - journalAtMs) / 1_000)
  return Number.isNaN(journalAtMs) ? [] : [age]
}

/** The metrics of requests: answers, times, refusals, and the event loop that serves them. */
const writeRequests = (counts: RequestCounts) => [
  counter('roomwire_http_requests_total', 'Requests since the start.', counts.requests),
  counter('roomwire_http_problems_total', 'Requests answered with a problem, by status class.', {
    'class="4xx"': counts.problems['4xx'],
    'class="5xx"': counts.problems['5xx'],
  }),
  counter(
    'roomwire_http_answers_total',
    'Answers of the API by operation (operationId of /openapi.json) and status.',
    Object.fromEntries(
      [...counts.answers].flatMap(([operation, statuses]) =>
        [...statuses].map(([status, n]) => [`operation="${operation}",status="${status}"`, n]),
      ),
    ),
  ),
  histogram(
    'roomwire_http_answer_seconds',
    'Time until an answer of the API was ready, by area (tag of /openapi.json). A long poll counts with its wait, a slow body with its arrival.',
    [...counts.times].map(([area, one]) => [`area="${area}"`, one]),
  ),
  counter(
    'roomwire_rate_limited_total',
    'Requests refused by a limit (rate_limited), by limit.',
    countsBy('limit', counts.limits),
  ),
  counter(
    'roomwire_stranger_refusals_total',
    'Refused bookings of strangers, by problem code.',
    countsBy('code', counts.strangers),
  ),
  counter(
    'roomwire_login_refusals_total',
    'Log-ins and other requests with a password refused before hashing, by limit.',
    countsBy('bound', counts.logins),
  ),
  histogram('roomwire_event_loop_lag_seconds', 'How late the event loop came to a timer.', [
    ['', counts.lag],
  ]),
]

/** The metrics of what this process has sent; another replica sends while it is the worker. */
const writeSent = ({ deliveries, mails }: RequestCounts) => [
  counter(
    'roomwire_webhook_attempts_total',
    'Attempts to deliver webhooks, by result.',
    countsBy('result', deliveries),
  ),
  counter(
    'roomwire_mail_attempts_total',
    'Attempts to send mails, by result; refused ones are retried.',
    countsBy('result', mails),
  ),
]

/** Reads the database's counts; undefined if it does not answer in time. */
async function readCounts(store: Store, nowMs: number) {
  const { long } = store
  const late = Promise.withResolvers<undefined>()
  const alarm = setTimeout(late.resolve, COUNTS_MS_MAX, undefined)
  const read = Promise.all([
    countBookings(long),
    countEndpoints(long),
    countWaitingMails(long),
    countAlarmedHotels(long, nowMs),
    readWaiting(long, nowMs),
    store.vitals(),
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

type Counted = NonNullable<Awaited<ReturnType<typeof readCounts>>>

const writeCounts = (
  [{ made, pending, confirmed }, webhooks, mails, alarmed, waiting, vitals]: Counted,
  nowMs: number,
) => [
  counter('roomwire_bookings_made_total', 'Bookings ever made.', made),
  gauge('roomwire_bookings', 'Bookings under way, by state.', {
    'status="pending"': pending,
    'status="confirmed"': confirmed,
  }),
  gauge(
    'roomwire_webhook_deliveries_pending',
    'Deliveries under way or waiting, including those of switched-off webhooks, counted to 10,000.',
    webhooks.pending,
  ),
  gauge(
    'roomwire_webhooks',
    'Webhooks by state, 10,000 of them; switched_off means by the service.',
    {
      'state="on"': webhooks.on,
      'state="failing"': webhooks.failing,
      'state="switched_off"': webhooks.switchedOff,
      'state="off"': webhooks.off,
    },
  ),
  gauge(
    'roomwire_mails_pending',
    'Mails waiting for an attempt or under way, counted to 10,000.',
    mails,
  ),
  gauge(
    'roomwire_hotels_in_unusual_demand',
    'Hotels with an open alarm of unusual demand.',
    alarmed,
  ),
  ...writeWaiting(waiting),
  ...writeVitals(vitals, nowMs),
]

const writeWaiting = (waiting: Waiting) => [
  gauge(
    'roomwire_outbox_events',
    'Events whose deliveries are not queued yet, counted to 10,000.',
    waiting.events,
  ),
  gauge('roomwire_outbox_age_seconds', 'Age of the oldest of them.', waiting.eventAgeMs / 1_000),
  gauge(
    'roomwire_webhook_overdue_seconds',
    'How long the next delivery of a webhook that is on has been overdue; 0 if none is.',
    waiting.deliveryOverdueMs / 1_000,
  ),
  gauge(
    'roomwire_mail_overdue_seconds',
    'How long the next mail has been overdue; 0 if none is.',
    waiting.mailOverdueMs / 1_000,
  ),
  gauge(
    'roomwire_stranger_room_nights',
    'Room-nights that strangers took in 24 hours, of their 10,000 newest bookings.',
    waiting.strangerNights,
  ),
]

/** The size of the database; a server does not tell its log and its disk, and not every backup is known. */
const writeVitals = ({ sizeBytes, logBytes, freeBytes, backedUpAtMs }: Vitals, nowMs: number) => [
  gauge('roomwire_database_bytes', 'Size of the database with its log.', sizeBytes),
  ...(logBytes === null
    ? []
    : [gauge('roomwire_database_log_bytes', 'Size of the log (WAL) of SQLite.', logBytes)]),
  ...(freeBytes === null
    ? []
    : [gauge('roomwire_disk_free_bytes', 'Free space of the disk of SQLite.', freeBytes)]),
  ...(backedUpAtMs === null
    ? []
    : [
        gauge(
          'roomwire_backup_age_seconds',
          'Time since the last known backup; absent if none is known.',
          Math.max(0, nowMs - backedUpAtMs) / 1_000,
        ),
      ]),
]
