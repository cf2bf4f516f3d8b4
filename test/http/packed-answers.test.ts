import { expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { Elysia } from 'elysia'
import { Type } from 'typebox'
import type { ContentCoding } from '../../src/http/api/coding.ts'
import { codingOf } from '../../src/http/api/coding.ts'
import { createRequestCounts } from '../../src/http/api/request-counts.ts'
import { type Door, routes } from '../../src/http/api/route.ts'
import { push, recordLog } from '../support/http.ts'
import { openSandbox } from '../support/sandbox.ts'
import { startService, type TestService } from '../support/service.ts'

const LONG = '/v1/partner/availability?from=2027-04-01&to=2027-09-30'
const SHORT = '/v1/partner/availability?from=2027-04-01&to=2027-04-02'

/** Asks over a socket, and has the bytes as they came. */
async function ask(
  { url, alfa }: Pick<TestService, 'url' | 'alfa'>,
  path: string,
  accept: string | undefined,
  { method = 'GET', headers = {}, body }: RequestInit & { headers?: Record<string, string> } = {},
) {
  const answer = await fetch(url + path, {
    method,
    ...(body !== undefined && { body }),
    decompress: false,
    headers: {
      authorization: `Bearer ${alfa.secret}`,
      // Without it `fetch` says what it can read itself.
      'accept-encoding': accept ?? 'identity',
      ...headers,
    },
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const coding = answer.headers.get('content-encoding')
  return {
    status: answer.status,
    headers: answer.headers,
    bytes,
    coding,
    text: unpack(bytes, coding),
  }
}

function unpack(bytes: Uint8Array<ArrayBuffer>, coding: string | null): string {
  if (bytes.length === 0) return ''
  const plain =
    coding === 'gzip'
      ? gunzipSync(bytes)
      : coding === 'zstd'
        ? Bun.zstdDecompressSync(bytes)
        : bytes
  return new TextDecoder().decode(plain)
}

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    roomCode: 'DBL',
    date: new Date(Date.parse('2027-04-01') + index * 86_400_000).toISOString().slice(0, 10),
    available: index % 5,
    priceCents: 10_000 + index,
  }))

test.each([
  ['gzip', 'gzip'],
  ['zstd', 'zstd'],
  ['gzip, deflate, br, zstd', 'gzip'],
  ['zstd, gzip', 'gzip'],
  ['zstd;q=0.5, gzip;q=0.5', 'gzip'],
  ['zstd, gzip;q=0.9', 'zstd'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['*', 'gzip'],
  ['gzip;q=1.0, zstd;q=0.5', 'gzip'],
  ['gzip; q=0.2, zstd; q=0.1, identity;q=0', 'gzip'],
  ['zstd;q=0, *', 'gzip'],
  ['identity, gzip;q=0.5', undefined],
  ['gzip;q=0', undefined],
  ['gzip;q=0, zstd;q=0.000', undefined],
  ['*;q=0', undefined],
  ['gzip;q=x', undefined],
  ['gzip;q=2', undefined],
  ['br, deflate', undefined],
  ['', undefined],
  [';,;', undefined],
])('to "%s" the coding is %s (RFC 9110 §12.5.3)', (header, coding) => {
  expect(codingOf(header)).toBe(coding as ContentCoding)
})

test('an answer of more than 8 KiB comes packed when that is asked for, the same text under a tag of its own (contract §2)', async () => {
  await using service = await startService({ listen: true })
  await push(service.alfa, days(180))
  const plain = await ask(service, LONG, undefined)
  expect(plain.coding).toBeNull()
  expect(plain.headers.get('vary')).toBe('accept-encoding')
  expect(plain.bytes.length).toBeGreaterThan(8_192)

  const tags = [plain.headers.get('etag')!]
  for (const coding of ['gzip', 'zstd']) {
    const first = await ask(service, LONG, coding)
    const again = await ask(service, LONG, coding)
    for (const answer of [first, again]) {
      expect([answer.status, answer.coding]).toEqual([200, coding])
      expect(answer.text).toBe(plain.text)
      expect(answer.headers.get('content-type')).toBe(plain.headers.get('content-type'))
      expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length))
      expect(answer.headers.get('vary')).toBe('accept-encoding')
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 4)
    }
    tags.push(first.headers.get('etag')!)
    const head = await ask(service, LONG, coding, { method: 'HEAD' })
    for (const name of ['etag', 'content-encoding', 'content-length', 'vary'])
      expect([name, head.headers.get(name)]).toEqual([name, first.headers.get(name)])
    expect(head.bytes).toBeEmpty()
  }
  const [base] = tags
  expect(tags).toEqual([base!, base!.replace(/"$/, '-gzip"'), base!.replace(/"$/, '-zstd"')])
  // The tag of any form, weak ones and those in a list, is the tag of all.
  for (const tag of [...tags, `W/${tags[1]}`, `"x", ${tags[2]}`, '*'])
    for (const [accept, own] of [
      [undefined, tags[0]],
      ['gzip', tags[1]],
      ['zstd', tags[2]],
    ] as const) {
      const known = await ask(service, LONG, accept, { headers: { 'if-none-match': tag } })
      expect([tag, accept, known.status, known.headers.get('etag')]).toEqual([
        tag,
        accept,
        304,
        own!,
      ])
      expect([known.coding, known.headers.get('vary'), known.bytes.length]).toEqual([
        ...[null, 'accept-encoding', 0],
      ])
    }
  const other = tags[1]!.replace('-gzip', '-br')
  const missed = await ask(service, LONG, 'gzip', { headers: { 'if-none-match': other } })
  expect(missed.status).toBe(200)

  // What is kept packed is of the text that stands.
  await push(service.alfa, [{ ...days(1)[0]!, available: 4 }])
  const changed = await ask(service, LONG, 'zstd')
  expect(changed.text).not.toBe(plain.text)
  expect(changed.text).toBe((await ask(service, LONG, undefined)).text)
  expect(changed.headers.get('etag')).not.toBe(tags[2]!)
})

test('a short answer comes as it is, whatever is asked for; nothing else of it differs', async () => {
  await using service = await startService({ listen: true })
  for (const path of [SHORT, '/v1/partner/hotel', '/v1/partner/mapping', '/v1/health']) {
    const plain = await ask(service, path, undefined)
    const answer = await ask(service, path, 'gzip, zstd')
    expect([path, answer.coding, answer.status]).toEqual([path, null, 200])
    const named = ({ headers }: typeof plain) => Object.keys(Object.fromEntries(headers)).toSorted()
    expect(named(answer)).toEqual(named(plain))
    expect(answer.headers.get('content-type')).toBe(plain.headers.get('content-type'))
    if (path === SHORT) expect(answer.headers.get('etag')).toBe(plain.headers.get('etag'))
  }
})

test.each(['live', 'test'])(
  'reads, reports and refusals of more than 8 KiB are packed for a %s key, too, and are else the same',
  async (mode) => {
    await using service = await startService({ listen: true, requestsPerMinute: 1_000 })
    await push(service.alfa, days(180))
    const alfa = mode === 'test' ? await openSandbox(service) : service.alfa
    if (mode === 'test')
      await push(
        alfa,
        days(150)
          .toReversed()
          .map((day) => ({ ...day, available: 9 })),
      )
    const bad = JSON.stringify({ updates: days(200).map((day) => ({ ...day, available: -1 })) })
    const half = JSON.stringify({
      updates: days(200).map((day, index) => ({ ...day, available: index % 2 ? -1 : 3 })),
    })
    const acks = JSON.stringify({ acks: Array(200).fill({ code: 'ZZZZZZZZZZ', revision: 1 }) })
    const json = { headers: { 'content-type': 'application/json' } }
    for (const [method, path, status, body] of [
      ['GET', LONG, 200],
      ['GET', LONG.replace('availability', 'rates'), 200],
      ['GET', '/v1/partner/changes', 200],
      ['PUT', '/v1/partner/availability?dryRun=true', 207, half],
      ['PUT', '/v1/partner/availability?dryRun=true', 422, bad],
      ['POST', '/v1/partner/bookings/ack', 207, acks],
    ] as const) {
      const init = { method, ...(body && { ...json, body }) }
      const plain = await ask({ ...service, alfa }, path, undefined, init)
      expect([path, plain.status, plain.coding]).toEqual([path, status, null])
      expect(plain.bytes.length).toBeGreaterThan(8_192)
      expect(plain.text.split('"test":true').length - 1).toBe(mode === 'test' ? 1 : 0)
      for (const coding of ['gzip', 'zstd']) {
        const answer = await ask({ ...service, alfa }, path, coding, init)
        expect([path, answer.status, answer.coding]).toEqual([path, status, coding])
        for (const name of ['content-type', 'cache-control'])
          expect(answer.headers.get(name)).toBe(plain.headers.get(name))
        expect(answer.headers.get('vary')).toBe('accept-encoding')
        const told = (text: string) => text.replaceAll(/"(pushId|requestId)":"[^"]*"/g, '')
        expect(told(answer.text)).toBe(told(plain.text))
      }
    }
    const document = await ask(service, '/openapi.json', 'gzip')
    expect(document.coding).toBe('gzip')
    expect(document.text).toBe((await ask(service, '/openapi.json', undefined)).text)
  },
)

test('no answer of another method than GET is packed by itself, however large: those that show a secret are among them (BREACH)', async () => {
  const open: Door<object> = {
    context: { counts: createRequestCounts(), trustedProxies: 0, log: recordLog().log },
    security: [],
    errors: [],
    enter: () => ({}),
  }
  const { app, route } = routes('', open, 'Service')
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)
    route(method, '/it', {
      ...{ id: method, summary: method, says: 'It.', answer: Type.Any() },
      handle: () => ({ token: 'x'.repeat(10_000) }),
    })
  const whole = new Elysia().decorate('root', { server: null }).use(app)

  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const headers = { 'accept-encoding': 'gzip' }
    const answer = await whole.handle(new Request('http://localhost/it', { method, headers }))
    const coding = answer.headers.get('content-encoding')
    expect([method, coding]).toEqual([method, method === 'GET' ? 'gzip' : null])
  }
})

test('no GET answers a secret, and what is packed of other methods has none (BREACH)', async () => {
  await using service = await startService()
  const { paths, components } = (await service.call('GET', '/openapi.json')).body
  const refersTo = (schema: unknown, seen = new Set<string>()): string => {
    const text = JSON.stringify(schema)
    const names = [...text.matchAll(/"#\/components\/(schemas|responses)\/([^"]+)"/g)]
    const more = names.filter(([ref]) => !seen.has(ref))
    for (const [ref] of more) seen.add(ref)
    return text + more.map(([, of, name]) => refersTo(components[of!][name!], seen)).join('')
  }
  const showing = Object.entries<object>(paths).flatMap(([path, operations]) =>
    Object.entries<any>(operations)
      .filter(([, { responses }]) =>
        /"(token|secret|key)":\{[^{}]*"type":"string"/.test(refersTo(responses)),
      )
      .map(([method]) => `${method} ${path}`),
  )
  expect(showing).toContain('post /v1/auth/login')
  expect(showing).toContain('post /v1/partner/webhooks')
  expect(showing).toContain('post /v1/panel/api-keys')
  for (const each of showing) expect(each).not.toMatch(/^get |\/availability$|\/bookings\/ack$/)
})
