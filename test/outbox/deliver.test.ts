import { afterAll, beforeAll, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { createSend, type Exchange } from '../../src/outbox/deliver.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type Behaviour, rawServer } from '../support/tcp.ts'

const NEVER = new AbortController().signal
const PARCEL = { headers: { 'content-type': 'application/json' }, body: '{"event":"ping"}' }
/** A tenth of the real limit, so that what is too late is so soon. */
const WITHIN_MS = 1_000
const resolve = async () => ['127.0.0.1']
const send = createSend({ targets: { allowPrivate: true }, resolve }, { withinMs: WITHIN_MS })
const post = async (url: string): Promise<Exchange> => (await send({ ...PARCEL, url }, NEVER))!

const answer = (head: string, body = '') => `HTTP/1.1 ${head}\r\n\r\n${body}`
const write =
  (text: string | Uint8Array): Behaviour =>
  (socket) => {
    socket.write(text)
    socket.end()
  }

test.each<[string, Behaviour, Partial<Exchange>]>([
  ['answers 204', write(answer('204 No Content')), { status: 204, error: null, answer: null }],
  [
    'answers 200 with a text',
    write(answer('200 OK\r\ncontent-length: 6', 'thanks')),
    { status: 200, error: null, answer: 'thanks' },
  ],
  ['answers 500', write(answer('500 No\r\ncontent-length: 0')), { status: 500, error: 'status' }],
  [
    'answers 429 with seconds',
    write(answer('429 No\r\nretry-after: 120\r\ncontent-length: 0')),
    { status: 429, error: 'status', retryAfter: '120' },
  ],
  [
    'answers 429 with a date',
    write(answer('429 No\r\nretry-after: Wed, 10 Mar 2027 10:00:00 GMT\r\ncontent-length: 0')),
    { status: 429, error: 'status', retryAfter: 'Wed, 10 Mar 2027 10:00:00 GMT' },
  ],
  ['answers 410', write(answer('410 Gone\r\ncontent-length: 0')), { status: 410, error: 'status' }],
  ['resets the connection', (socket) => socket.terminate(), { status: null, error: 'reset' }],
  ['hangs up', (socket) => void socket.end(), { status: null, error: 'reset' }],
  ['talks something else', write('SSH-2.0-OpenSSH_9\r\n'), { status: null, error: 'protocol' }],
  [
    'breaks its answer off',
    write(answer('200 OK\r\ncontent-length: 100', 'only so far')),
    { status: 200, error: null },
  ],
])('a receiver that %s leaves the right record (contract §4)', async (_, behave, expected) => {
  using server = rawServer(behave)
  expect(await post(`http://127.0.0.1:${server.port}/`)).toMatchObject(expected)
})

const EVIL = 'x: evil\r\n\r\nGET /evil HTTP/1.1\r\nhost: evil'
/** As people and partners may write it into an address of theirs. */
const SPELT = [
  EVIL,
  encodeURIComponent(EVIL),
  EVIL.replaceAll('\r', ''),
  EVIL.replaceAll('\r\n', '\u2028'),
]

test.each(SPELT.flatMap((evil) => [`/${evil}`, `/?a=${evil}`, `/#${evil}`]))(
  'nothing of an address or a body gets into the head of a webhook: %p',
  async (path) => {
    let heard = ''
    using listener = Bun.listen({
      ...{ hostname: '127.0.0.1', port: 0 },
      socket: {
        data(socket, bytes) {
          heard += bytes.toString()
          if (heard.endsWith(EVIL)) socket.end(answer('204 No Content'))
        },
      },
    })
    const url = `http://127.0.0.1:${listener.port}${path}`
    const exchange = await send({ ...PARCEL, body: EVIL, url }, NEVER)
    expect(exchange).toMatchObject({ status: 204 })
    const [head, ...rest] = heard.split('\r\n\r\n')
    expect(rest.join('\r\n\r\n')).toBe(EVIL)
    const [line, ...headers] = head!.split('\r\n')
    expect(line).toMatch(/^POST \/\S* HTTP\/1\.1$/)
    expect(headers.map((header) => header.split(':')[0]!.toLowerCase()).toSorted()).toEqual([
      ...['accept', 'connection', 'content-length', 'content-type', 'host'],
      'user-agent',
    ])
  },
)

test('a redirect is a failure, and where it points is never asked (contract §4)', async () => {
  using canary = rawServer(write(answer('200 OK\r\ncontent-length: 0')))
  for (const status of [301, 302, 303, 307, 308]) {
    const to = `http://127.0.0.1:${canary.port}/`
    using server = rawServer(write(answer(`${status} Go\r\nlocation: ${to}\r\ncontent-length: 0`)))
    const exchange = await post(`http://127.0.0.1:${server.port}/`)
    expect(exchange).toMatchObject({ status, error: 'redirect' })
  }
  expect(canary.connections()).toBe(0)
})

test('a receiver that never finishes its headers is given up in time (contract §4)', async () => {
  using server = rawServer((socket) => void socket.write('HTTP/1.1 200 OK\r\nx-slow: '))
  const startMs = performance.now()
  expect(await post(`http://127.0.0.1:${server.port}/`)).toMatchObject({
    status: null,
    error: 'timeout',
  })
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(WITHIN_MS - 50)
})

test('of an endless answer 64 KiB are read and the rest is left (contract §4)', async () => {
  let written = 0
  using server = rawServer((socket) => {
    const flood = () => {
      for (let sent = 1; sent > 0; ) {
        sent = socket.write('a'.repeat(65_536))
        written += Math.max(sent, 0)
        if (written > 512 * 1_024 * 1_024) socket.end()
      }
      if (socket.readyState > 0) setImmediate(flood)
    }
    socket.write(answer('200 OK\r\ncontent-length: 99999999999'))
    flood()
  })
  const exchange = await post(`http://127.0.0.1:${server.port}/`)
  expect(exchange).toMatchObject({ status: 200, error: null })
  expect(exchange.answer).toHaveLength(1_024)
  expect(written).toBeLessThan(512 * 1_024 * 1_024)
})

test('an answer that is compressed stays so: a bomb is not unpacked (contract §4)', async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1_024 * 1_024))
  const head = answer(`200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}`)
  using server = rawServer(write(Buffer.concat([Buffer.from(head), bomb])))
  const before = process.memoryUsage.rss()
  expect(await post(`http://127.0.0.1:${server.port}/`)).toMatchObject({ status: 200, error: null })
  expect(process.memoryUsage.rss() - before).toBeLessThan(40 * 1_024 * 1_024)
})

test('a port that nobody listens on is refused, a name that is none leads nowhere (issue 4)', async () => {
  const { port } = (() => {
    using server = rawServer(() => {})
    return server
  })()
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ error: 'refused' })
  const unknown = createSend(
    {
      targets: { allowPrivate: true },
      resolve: () =>
        Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
    },
    { lookUpMs: 20 },
  )
  const parcel = { ...PARCEL, url: 'https://pms.example/hook' }
  expect(await unknown(parcel, NEVER)).toMatchObject({ status: null, error: 'unreachable' })
})

test('an exchange that is called off leaves nothing to record', async () => {
  using server = rawServer(() => {})
  const stop = new AbortController()
  const exchange = send({ ...PARCEL, url: `http://127.0.0.1:${server.port}/` }, stop.signal)
  stop.abort()
  expect(await exchange).toBeUndefined()
})

const shelf = temporaryFolder()
const names = ['pms.example', 'other.example'] as const
let certificates: Record<(typeof names)[number], { key: string; cert: string }>

beforeAll(async () => {
  const make = async (name: string) => {
    const file = (kind: string) => `${shelf.path}/${name}.${kind}`
    const { exitCode } = Bun.spawnSync([
      ...['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'],
      ...['-keyout', file('key'), '-out', file('pem'), '-subj', `/CN=${name}`],
      ...['-addext', `subjectAltName=DNS:${name}`],
    ])
    expect(exitCode).toBe(0)
    return { key: await Bun.file(file('key')).text(), cert: await Bun.file(file('pem')).text() }
  }
  certificates = { 'pms.example': await make(names[0]), 'other.example': await make(names[1]) }
})

afterAll(() => shelf[Symbol.dispose]())

/** A TLS server that presents the certificate of a name. */
function tlsServer(name: (typeof names)[number]) {
  const seen: string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: certificates[name],
    fetch(request) {
      seen.push(request.headers.get('host') ?? '')
      return new Response(null, { status: 204 })
    },
  })
  return { port: server.port, seen, [Symbol.dispose]: () => void server.stop(true) }
}

test('the address is connected to, while Host and certificate are those of the name (contract §4)', async () => {
  using server = tlsServer('pms.example')
  const trusting = createSend(
    { targets: { allowPrivate: true }, resolve },
    { ca: certificates['pms.example'].cert },
  )
  const parcel = { ...PARCEL, url: `https://pms.example:${server.port}/hook` }
  expect(await trusting(parcel, NEVER)).toMatchObject({ status: 204, error: null })
  expect(server.seen).toEqual([`pms.example:${server.port}`])
})

test('a certificate of another name, or of nobody who is trusted, is tls and nothing is sent (contract §4)', async () => {
  using server = tlsServer('other.example')
  const { cert } = certificates['other.example']
  const trusting = createSend({ targets: { allowPrivate: true }, resolve }, { ca: cert })
  const url = `https://pms.example:${server.port}/hook`
  expect(await trusting({ ...PARCEL, url }, NEVER)).toMatchObject({ status: null, error: 'tls' })
  expect(await post(`https://other.example:${server.port}/`)).toMatchObject({ error: 'tls' })
  expect(server.seen).toEqual([])
})
