import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { askMetrics } from '../support/metrics.ts'
import { startService } from '../support/service.ts'

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
    'search_orders',
    'hotel_pages',
    'calendars',
    'pulls',
    'pull_rooms',
    'hotels',
  ])
    expect(text).toMatch(new RegExp(`^roomwire_cache_bytes\\{cache="${cache}"\\} \\d+$`, 'm'))
  const samples = lines.filter((line) => !line.startsWith('#'))
  for (const line of samples) expect(line).toMatch(/^roomwire_\w+(\{\w+="[\w.]+"\})? -?[\d.]+$/)
  expect(samples).toContain('roomwire_uptime_seconds 1.5')
  // A push, three bookings, a cancellation, a wrong address and this.
  expect(samples).toContain('roomwire_http_requests_total 7')
  expect(samples).toContain('roomwire_http_problems_total{class="4xx"} 1')
  expect(samples).toContain('roomwire_http_problems_total{class="5xx"} 0')
  expect(samples).toContain('roomwire_bookings_made_total 3')
  expect(samples).toContain('roomwire_bookings{status="pending"} 1')
  expect(samples).toContain('roomwire_bookings{status="confirmed"} 1')
  expect(text).not.toMatch(/alfa|carla|secret/i)
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
