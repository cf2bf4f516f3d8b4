import { expect, test } from 'bun:test'
import { createTracing } from '../../src/server/otlp.ts'
import { recordLog } from '../support/http.ts'

const ASKED = new Request('http://localhost/v1/health')
const OPERATION = { id: 'getHealth', method: 'GET', path: '/v1/health' }

/** Makes a number of spans of answers. */
function trace(tracing: ReturnType<typeof createTracing>, count: number): void {
  for (let at = 0; at < count; at++) tracing.answer(OPERATION, ASKED, (span) => span.end(200))
}

test('at most 8,192 spans wait for a receiver that does not answer, and a stop gives it two seconds (issue 37)', async () => {
  let spans = 0
  const hold = Promise.withResolvers<void>()
  await using receiver = Bun.serve({
    port: 0,
    async fetch(request) {
      const body: any = await request.json()
      spans += body.resourceSpans[0].scopeSpans[0].spans.length
      await hold.promise
      return Response.json({})
    },
  })
  const endpoint = `http://127.0.0.1:${receiver.port}/v1/traces`
  const tracing = createTracing({ endpoint, service: 'test', share: 1 }, recordLog().log)
  trace(tracing, 20_000)
  hold.resolve()
  await tracing.stop()
  expect(spans).toBeGreaterThan(0)
  // One batch had been handed over when the queue was full.
  expect(spans).toBeLessThanOrEqual(8_192 + 512)
})

test('a share of 0 begins no trace, and goes on with one that was begun elsewhere (issue 37)', async () => {
  const seen: string[] = []
  await using receiver = Bun.serve({
    port: 0,
    async fetch(request) {
      seen.push(await request.text())
      return Response.json({})
    },
  })
  const endpoint = `http://127.0.0.1:${receiver.port}/v1/traces`
  const tracing = createTracing({ endpoint, service: 'test', share: 0 }, recordLog().log)
  trace(tracing, 10)
  const traceId = 'a'.repeat(32)
  const headers = { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` }
  const begun = new Request(ASKED, { headers })
  tracing.answer(OPERATION, begun, (span) => span.end(503, 'unavailable'))
  await tracing.stop()
  const [{ resourceSpans }] = seen.map((text) => JSON.parse(text))
  const [span, ...others] = resourceSpans[0].scopeSpans[0].spans
  expect(others).toEqual([])
  expect(span).toMatchObject({ traceId, parentSpanId: 'b'.repeat(16), status: { code: 2 } })
})
