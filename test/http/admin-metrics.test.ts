import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { foldSums } from '../../src/service/bookings/sums.ts'
import { insertWebhook } from '../../src/store/webhooks/webhooks.ts'
import { book, sell } from '../support/bookings.ts'
import { guidePage } from '../support/guide.ts'
import { asGuest } from '../support/manage.ts'
import { askMetrics, parseMetrics } from '../support/metrics.ts'
import { startService } from '../support/service.ts'
import { rowsOf } from '../support/sql.ts'
import { webhookRow } from '../support/webhook-rows.ts'

test('GET /metrics counts requests, problems and bookings in the text of Prometheus, and names nobody (contract §5)', async () => {
  await using service = await startService()
  await sell(service)
  const { code } = (await book(service.call)).body
  await book(service.call)
  await book(service.call, { hold: true })
  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  await service.call('GET', '/v1/nowhere')
  service.clock.advance(1_500)

  const { status, headers, text } = await askMetrics(service.call)

  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = text.trimEnd().split('\n')
  expect(lines).toContain('# TYPE roomwire_http_requests_total counter')
  expect(text).toMatch(/^roomwire_cache_bytes_max \d{8,}$/m)
  for (const cache of [
    'search_days',
    'search_offers',
    'search_orders',
    'hotel_pages',
    'calendars',
    'pulls',
    'rate_pulls',
    'hotels',
  ])
    expect(text).toMatch(new RegExp(`^roomwire_cache_bytes\\{cache="${cache}"\\} \\d+$`, 'm'))
  // A second cache of a name would hide the first one, and take its share again.
  const names = service.context.caches.taken().map(([name]) => name)
  expect(names).toEqual([...new Set(names)])
  const samples = lines.filter((line) => !line.startsWith('#'))
  expect(samples).toContain('roomwire_uptime_seconds 1.5')
  // A push, three bookings, a cancellation, a wrong address and this.
  expect(samples).toContain('roomwire_http_requests_total 7')
  expect(samples).toContain('roomwire_http_problems_total{class="4xx"} 1')
  expect(samples).toContain('roomwire_http_problems_total{class="5xx"} 0')
  expect(samples).toContain('roomwire_bookings_made_total 3')
  expect(samples).toContain('roomwire_bookings{status="pending"} 1')
  expect(samples).toContain('roomwire_bookings{status="confirmed"} 1')
  expect(text.replaceAll('result="secret"', '')).not.toMatch(/alfa|carla|secret/i)
})

test('counts of /metrics stop at 10,000, and bookings are counted from sums before and after they are moved (issue 37)', async () => {
  await using service = await startService()
  await sell(service)
  await book(service.call)
  await book(service.call, { hold: true })
  await service.store.tx(async (tx) => {
    const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 10100)`
    await rowsOf(
      tx,
      sql`${numbers} insert into mail (id, hotel_id, booking_code, revision, kind, language, recipient, address, state, attempts, due_at_ms, created_at_ms)
        select 'm' || i, 1, 'A', 1, 'confirmed', 'en', 'a@b.c', 'a@b.c', 'pending', 0, 1, 1 from n`,
    )
    await rowsOf(
      tx,
      sql`${numbers} insert into delivery (id, webhook_id, hotel_id, outbox_seq, cause, state, attempts, due_at_ms, created_at_ms)
        select 'd' || i, 'w', 1, 1, 'event', 'pending', 0, 1, 1 from n`,
    )
  })
  const told = async () => (await askMetrics(service.call)).text.split('\n')
  const samples = [
    'roomwire_mails_pending 10000',
    'roomwire_webhook_deliveries_pending 10000',
    'roomwire_bookings{status="pending"} 1',
    'roomwire_bookings{status="confirmed"} 1',
  ]
  for (const sample of samples) expect(await told()).toContain(sample)
  await foldSums(service.deps)
  for (const sample of samples) expect(await told()).toContain(sample)
})

test('/metrics is for who has METRICS_TOKEN: 401 with another, 404 where none is set, save of the demo on its own machine (contract-access, Settings; S12)', async () => {
  await using service = await startService({ listen: true })
  const other = { headers: { authorization: 'Bearer something-else' } }
  expect(await service.call('GET', '/metrics', other)).toBeProblem(401, 'unauthenticated')
  expect(await service.call('GET', '/metrics')).toBeProblem(401, 'unauthenticated')

  await using without = await startService({ listen: true, metricsToken: undefined })
  expect(await without.call('GET', '/metrics')).toBeProblem(404, 'not_found')
  expect((await fetch(`${without.url}/metrics`)).status).toBe(404)

  const world = { isDemo: true }
  await using demo = await startService({ listen: true, metricsToken: undefined, world })
  expect((await fetch(`${demo.url}/metrics`)).status).toBe(200)
  const forwarded = { headers: { 'x-forwarded-for': '127.0.0.1' } }
  expect((await fetch(`${demo.url}/metrics`, forwarded)).status).toBe(404)
})

test('each metric that the guide lists is there on its engine, in valid text, and no other; its labels take few values (issue 37)', async () => {
  await using service = await startService({ world: { strangerLimits: 'all' } })
  await service.store.tx((tx) => insertWebhook(tx, webhookRow(service.alfa), 's'))
  await sell(service)
  await book(service.call)
  await book(service.call, { adults: 99 })
  await service.call('GET', '/v1/nowhere')

  const { text } = await askMetrics(service.call)

  const metrics = parseMetrics(text)
  const isHere = (engine: string) =>
    engine === 'both' || (engine === 'PostgreSQL') === service.store.isRemote
  const listed = [
    ...(await guidePage('operating')).matchAll(/^\| `(roomwire_\w+)` \| (\w+) \| (.*) \|$/gm),
  ].map(([, name, engine, words]) => ({ name: name!, engine: engine!, words: words! }))
  const expected = listed.filter(({ engine, words }) => isHere(engine) && !words.includes('absent'))
  expect(expected.length).toBeGreaterThan(30)
  const names = listed.map(({ name }) => name)
  expect([...metrics.keys()].filter((name) => !names.includes(name))).toEqual([])
  expect(expected.map(({ name }) => name).filter((name) => !metrics.has(name))).toEqual([])
  const at = (name: string, labels = '') =>
    metrics.get(name.replace(/_(bucket|sum|count)$/, ''))?.samples.get(`${name}{${labels}}`)
  expect(at('roomwire_http_answers_total', 'operation="placeBooking",status="201"')).toBe(1)
  expect(at('roomwire_http_answers_total', 'operation="placeBooking",status="422"')).toBe(1)
  expect(at('roomwire_http_answer_seconds_count', 'area="Bookings"')).toBe(2)
  expect(at('roomwire_http_answer_seconds_bucket', 'area="Bookings",le="+Inf"')).toBe(2)
  expect(at('roomwire_stranger_room_nights')).toBeGreaterThan(0)
  expect(at('roomwire_outbox_events')).toBeGreaterThan(0)
  expect(at('roomwire_outbox_age_seconds')).toBe(0)
  expect(at('roomwire_database_bytes')).toBeGreaterThan(10_000)
  expect(at('roomwire_commits_total')).toBeGreaterThan(1)
  expect(at('roomwire_writes_total')).toBeGreaterThan(1)
  // A scraper keeps each series for weeks.
  for (const [name, { samples }] of metrics)
    expect([name, samples.size < 400]).toEqual([name, true])
})

test('a refusal by a limit is counted by its limit (issue 37)', async () => {
  await using service = await startService({ publicRatePerMinute: 2 })
  for (let asks = 0; asks < 4; asks++) await service.call('GET', '/v1/cities')
  service.clock.advance(60_000)

  const { samples } = parseMetrics((await askMetrics(service.call)).text).get(
    'roomwire_rate_limited_total',
  )!
  expect(samples.get('roomwire_rate_limited_total{limit="public"}')).toBe(2)
  expect(samples.get('roomwire_rate_limited_total{limit="key"}')).toBe(0)
})
