import { expect, test } from 'bun:test'
import { recordLog, speak } from '../support/http.ts'
import { startService } from '../support/service.ts'

// Heads and bodies that no client of ours sends (issue 37, item 3; RFC 9112): each is answered or refused as a whole, and
// nothing of it is taken for a request of its own.

/** Follows what leaves a connection open: its answer shows that the shape before it has ended. */
const LAST = 'GET /v1/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'
/** A request inside of another's body or behind its end, as smugglers hide it; 404 would tell that it was taken. */
const HIDDEN = 'GET /v1/hidden HTTP/1.1\r\nhost: localhost\r\n\r\n'
const BIG = 'a'.repeat(100_000)
const many = (count: number) => Array.from({ length: count }, (_, at) => `x${at}: 1`)

const get = (target = '/v1', ...headers: string[]) =>
  `GET ${target} HTTP/1.1\r\n${['host: localhost', ...headers].join('\r\n')}\r\n\r\n`
const post = (...headers: string[]) =>
  `${['POST /v1/auth/login HTTP/1.1', 'host: localhost', 'content-type: application/json', ...headers].join('\r\n')}\r\n\r\n`
const chunked = (...lines: string[]) => `${post('transfer-encoding: chunked')}${lines.join('')}`

/** What is sent, and the statuses that it is answered with before the service closes; none: it closes in silence. */
const SHAPES: Record<string, [sent: string, ...statuses: number[]]> = {
  // Lines and versions.
  'a line of one word': ['NONSENSE\r\n\r\n', 400],
  'no version': ['GET /v1\r\n\r\n', 505],
  'HTTP/0.9': ['GET /v1\n\n', 505],
  'HTTP/1.0': ['GET /v1 HTTP/1.0\r\nhost: localhost\r\n\r\n', 200],
  'HTTP/2.0': ['GET /v1 HTTP/2.0\r\nhost: localhost\r\n\r\n', 505],
  'the preface of HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  'a hello of TLS': [`\u0016\u0003\u0001\u0002${'a'.repeat(200)}\r\n\r\n`, 400],
  'the line of a proxy': [`PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n${get()}`, 400],
  'a method in small letters': [get().replace('GET', 'get')],
  'a method of 9,000 letters': [get().replace('GET', 'G'.repeat(9_000))],
  'lines that end in LF': ['GET /v1 HTTP/1.1\nhost: localhost\n\n', 505],
  'lines that end in CR': ['GET /v1 HTTP/1.1\rhost: localhost\r\r\n\r\n', 505],
  'an empty line first': [`\r\n\r\n${get()}`, 400],
  // Targets.
  'another authority (absolute form)': [`${get('http://evil.example/v1')}${LAST}`, 200, 200],
  // The rest would be for whom it asks to be connected with, and reaches nobody.
  CONNECT: [get('localhost:80', 'connection: close').replace('GET', 'CONNECT') + HIDDEN, 404],
  'OPTIONS *': ['OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n', 400],
  TRACE: [`TRACE /v1 HTTP/1.1\r\nhost: localhost\r\n\r\n${LAST}`, 405, 200],
  'a NUL in the target': [get('/v1\0'), 505],
  'a control character in the target': [get('/v1/\u001b[31m'), 505],
  'a target of 100,000 letters': [get(`/${BIG}`), 431],
  // Headers.
  'no host': ['GET /v1 HTTP/1.1\r\n\r\n', 400],
  'a NUL in a header': [get('/v1', 'x: a\0b'), 400],
  'a NUL in the name of a header': [get('/v1', 'x\0y: b'), 400],
  'a header without a colon': [get('/v1', 'nonsense'), 400],
  'a header without a name': [get('/v1', ': x'), 400],
  'a header that goes on in the next line': [get('/v1', 'x: a\r\n b'), 400],
  'a header of 100,000 letters': [get('/v1', `x: ${BIG}`), 431],
  '200 headers': [get('/v1', ...many(200)), 431],
  '2,000 headers': [get('/v1', ...many(2_000)), 431],
  'an upgrade to a web socket': [
    `${get('/v1', 'connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13', 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==')}${LAST}`,
    ...[200, 200],
  ],
  'an upgrade to HTTP/2': [
    `${get('/v1', 'connection: upgrade, http2-settings', 'upgrade: h2c', 'http2-settings: AAMAAABkAAQAAP__')}${LAST}`,
    ...[200, 200],
  ],
  // Where a body ends.
  'length and chunks': [
    `${post('content-length: 5', 'transfer-encoding: chunked')}0\r\n\r\n${HIDDEN}`,
    400,
  ],
  'chunks and length': [
    `${post('transfer-encoding: chunked', 'content-length: 5')}0\r\n\r\n${HIDDEN}`,
    400,
  ],
  'a space before the colon': [`${post('transfer-encoding : chunked')}0\r\n\r\n${HIDDEN}`, 400],
  'chunks misspelt': [`${post('transfer-encoding: xchunked')}0\r\n\r\n${HIDDEN}`, 400],
  'another coding behind chunks': [
    `${post('transfer-encoding: chunked, identity')}0\r\n\r\n${HIDDEN}`,
    400,
  ],
  'two codings': [
    `${post('transfer-encoding: chunked', 'transfer-encoding: identity')}0\r\n\r\n${HIDDEN}`,
    400,
  ],
  'two lengths': [`${post('content-length: 2', 'content-length: 40')}{}${HIDDEN}`, 400],
  'a list of lengths': [`${post('content-length: 2, 2')}{}`, 400],
  'a negative length': [`${post('content-length: -2')}{}`, 400],
  'a length with a sign': [`${post('content-length: +2')}{}`, 400],
  'a length in hexadecimal': [`${post('content-length: 0x2')}{}`, 400],
  'a length past 2^64': [`${post(`content-length: ${'9'.repeat(23)}`)}{}`, 400],
  'an empty length': [`${post('content-length: ')}{}`, 400],
  'a request in the body of a GET': [
    `${get('/v1', `content-length: ${HIDDEN.length}`)}${HIDDEN}${LAST}`,
    ...[200, 200],
  ],
  'a body that nobody announced': [`${get()}{"a":1}\r\n\r\n`, 200, 400],
  // Chunks.
  'chunks that end in LF': [chunked('2\n{}\n0\n\n', HIDDEN), 400],
  'a negative chunk': [chunked('-2\r\n{}\r\n0\r\n\r\n', HIDDEN), 400],
  'a chunk past 2^64': [chunked(`${'f'.repeat(18)}\r\n{}\r\n0\r\n\r\n`, HIDDEN), 400],
  'a length that is no number': [`${post('content-length: x')}{}`, 400],
  'a chunk shorter than it says': [chunked('5\r\n{}\r\n0\r\n\r\n', HIDDEN), 400],
  'a chunk longer than it says': [chunked('1\r\n{}\r\n0\r\n\r\n', HIDDEN), 400],
  'a chunk with an extension': [`${chunked('2;a=b\r\n{}\r\n0\r\n\r\n')}${LAST}`, 422, 200],
  'a chunk with an extension of 100,000 letters': [
    chunked(`2;${BIG}\r\n{}\r\n0\r\n\r\n`, HIDDEN),
    413,
  ],
  'a header behind the last chunk': [
    chunked('2\r\n{}\r\n0\r\nauthorization: x\r\n\r\n', HIDDEN),
    ...[422, 400],
  ],
  // Many at once.
  'fifty requests at once': [get().repeat(50) + LAST, ...Array<number>(51).fill(200)],
  'four requests of different kinds at once': [
    `${post('content-length: 2')}{}${get('/v1/nothing')}${get()}${LAST}`,
    ...[422, 404, 200, 200],
  ],
}

test(`${Object.keys(SHAPES).length} shapes of raw requests: each is answered or refused as a whole (issue 37, RFC 9112)`, async () => {
  const { log, events } = recordLog()
  await using service = await startService({ listen: true, log })
  for (const [name, [sent, ...statuses]] of Object.entries(SHAPES)) {
    const text = await speak(service.url, [sent], () => false)
    const answered = [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) =>
      Number(status),
    )
    expect([name, ...answered]).toEqual([name, ...statuses])
    expect([name, (await fetch(`${service.url}/v1/health`)).status]).toEqual([name, 200])
  }
  expect(events.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([])
})

test('the authority of an absolute target is nowhere in an answer (OWASP ASVS 4.1)', async () => {
  await using service = await startService({ listen: true })
  for (const target of ['http://evil.example/v1', 'https://evil.example/', 'http://evil.example'])
    expect(await speak(service.url, [get(target, 'connection: close')], () => false)).not.toContain(
      'evil',
    )
})
