import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDay } from '../support/bookings.ts'
import { prepareDemo } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { good } from '../support/oversold.ts'
import { freePort } from '../support/postgres-server.ts'
import { dayFromNow, logLines, startProcess, until } from '../support/process.ts'

// Traces of the binary, in which the library is compiled to byte code and loaded only where it is switched on.

setDefaultTimeout(120_000)

const TRACE = 'c0ffee'.repeat(5).padEnd(32, '0')
const CALLER = 'deadbeef'.repeat(2)
const GUEST = { firstName: 'Carlotta', lastName: 'Quixote', email: 'carlotta@example.com' }

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
const factsOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Receives OTLP over HTTP as JSON. */
function startReceiver() {
  const texts: string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      if (new URL(request.url).pathname !== '/v1/traces') return new Response('', { status: 404 })
      texts.push(await request.text())
      return Response.json({ partialSuccess: {} })
    },
  })
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    text: () => texts.join('\n'),
    spans: (): Span[] =>
      texts.flatMap((text) =>
        JSON.parse(text).resourceSpans.flatMap((each: any) =>
          each.scopeSpans.flatMap(({ spans }: any) => spans),
        ),
      ),
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

test('requests, their transactions and webhooks are traced: ids go on from traceparent and to the receiver, and nobody is named (issue 37)', async () => {
  await using receiver = startReceiver()
  const delivered: Headers[] = []
  await using hook = Bun.serve({
    ...{ hostname: '127.0.0.1', port: 0 },
    fetch(request) {
      delivered.push(request.headers)
      return new Response('')
    },
  })
  using folder = temporaryFolder()
  const { apiKey: key } = await prepareDemo({ folder: folder.path })
  await using served = await startProcess(['serve'], {
    folder: folder.path,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, WEBHOOK_ALLOW_PRIVATE: '1' },
  })
  const { slug } = good(await served.call('GET', '/v1/partner/hotel', { key })).body
  const url = `http://127.0.0.1:${hook.port}/`
  const body = { url, events: ['booking.confirmed'] }
  good(await served.call('POST', '/v1/partner/webhooks', { key, body }))
  const checkin = dayFromNow(40)
  const nights = { checkin, checkout: addDay(checkin, 1) }
  const stay = { hotelSlug: slug, roomCode: 'DBL', ...nights, adults: 1, guest: GUEST }
  const traceparent = `00-${TRACE}-${CALLER}-01`
  good(await served.call('POST', '/v1/bookings', { body: stay, headers: { traceparent } }))
  good(await served.call('GET', `/v1/hotels?q=quixotesque`))
  const missing = await served.call('GET', '/v1/hotels/quixotesque')
  expect(missing.status).toBe(404)
  await until('the webhook is delivered', () => delivered.length > 0)
  const { exitCode } = await served.stop()
  expect(exitCode).toBe(0)

  const spans = receiver.spans()
  const named = (name: string) => spans.find((span) => span.name === name)!
  const booked = named('placeBooking')
  expect(booked).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, kind: 2 })
  expect(factsOf(booked)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/v1/bookings',
    'roomwire.operation': 'placeBooking',
    'http.response.status_code': 201,
  })
  const inside = spans.filter(({ parentSpanId }) => parentSpanId === booked.spanId)
  expect(inside.map(({ name }) => name)).toContain('transaction')
  expect(factsOf(named('getHotel'))['roomwire.hotel_id']).toBeGreaterThan(0)
  expect(factsOf(named('getHotelPage'))).toMatchObject({
    'http.response.status_code': 404,
    'error.type': 'not_found',
  })
  const [, traceId, spanId] = delivered[0]!.get('traceparent')!.split('-')
  expect(spans).toContainEqual(expect.objectContaining({ traceId, spanId, name: 'webhook' }))
  for (const secret of [GUEST.email, GUEST.lastName, key, 'quixotesque', '127.0.0.1'])
    expect([secret, receiver.text().includes(secret)]).toEqual([secret, false])
})

test('a receiver that is gone, or answers nothing, hinders no request and no stop, and the loss is told (issue 37)', async () => {
  await using silent = Bun.serve({
    ...{ hostname: '127.0.0.1', port: 0 },
    fetch: () => new Promise<Response>(() => {}),
  })
  for (const port of [freePort(), silent.port]) {
    using folder = temporaryFolder()
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` }
    await using served = await startProcess(['serve'], { folder: folder.path, env })
    for (let at = 0; at < 20; at++)
      expect((await served.call('GET', '/v1/health')).status).toBe(200)
    if (port !== silent.port)
      await until('the loss is told', () => served.stderr().includes('"traces_lost"'))
    const { exitCode, stderr } = await served.stop()
    expect([exitCode, logLines(stderr).at(-1)?.event]).toEqual([0, 'stopped'])
  }
})
