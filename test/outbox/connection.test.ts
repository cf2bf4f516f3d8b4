import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createSend, type Exchange } from '../../src/outbox/deliver.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type Behaviour, rawServer } from '../support/tcp.ts'

const NEVER = new AbortController().signal
const PARCEL = { headers: { 'content-type': 'application/json' }, body: '{"event":"ping"}' }
const OPEN = { allowPrivate: true }
const LIMIT_MS = 10_000
const MEBIBYTE = 1_024 * 1_024
const resolve = async () => ['127.0.0.1']

const shelf = temporaryFolder()
const file = (name: string) => `${shelf.path}/${name}`

/** Runs openssl where the certificates are kept. */
function openssl(command: string): void {
  const { exitCode, stderr } = Bun.spawnSync(['openssl', ...command.split(' ')], {
    cwd: shelf.path,
  })
  if (exitCode !== 0) throw new Error(stderr.toString())
}

beforeAll(async () => {
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
  openssl(`req -x509 ${key} -keyout authority.key -out authority.pem -days 2 -subj /CN=authority`)
  openssl(`req ${key} -keyout first.key -out first.csr -subj /CN=first.example`)
  await Bun.write(file('names'), 'subjectAltName=DNS:first.example')
  const signed = '-CA authority.pem -CAkey authority.key -CAcreateserial -days 2 -extfile names'
  openssl(`x509 -req -in first.csr -out first.pem ${signed}`)
})

afterAll(() => shelf[Symbol.dispose]())

test('a connection that is kept open for one name carries nothing for another at the same address (contract §4)', async () => {
  const seen: string[] = []
  using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: { key: Bun.file(file('first.key')), cert: Bun.file(file('first.pem')) },
    fetch(request) {
      seen.push(request.headers.get('host')!)
      return new Response('thanks')
    },
  })
  const send = createSend(
    { targets: OPEN, resolve },
    { ca: await Bun.file(file('authority.pem')).text() },
  )
  const post = async (name: string) =>
    (await send({ ...PARCEL, url: `https://${name}:${server.port}/` }, NEVER))!.error
  const names = ['first.example', 'second.example', 'first.example', '127.0.0.1', 'first.example']
  const errors: unknown[] = []
  for (const name of names) errors.push(await post(name))
  expect(errors).toEqual([null, 'tls', null, 'tls', null])
  expect(new Set(seen)).toEqual(new Set([`first.example:${server.port}`]))
})

test('a name with an address that cannot be connected to is reached by the next one (issue 4)', async () => {
  using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response(null, { status: 204 }),
  })
  const send = createSend({ targets: OPEN, resolve: async () => ['::1', '127.0.0.2', '127.0.0.1'] })
  const parcel = { ...PARCEL, url: `http://first.example:${server.port}/` }
  expect(await send(parcel, NEVER)).toMatchObject({ status: 204, error: null })
  const nowhere = createSend({ targets: OPEN, resolve: async () => ['::1', '127.0.0.2'] })
  expect(await nowhere(parcel, NEVER)).toMatchObject({ status: null, error: 'refused' })
})

test('whatever a receiver is slow at, the whole exchange has 10 seconds (contract §4)', async () => {
  const slow: Record<string, [Behaviour, Partial<Exchange>]> = {
    'says nothing': [() => {}, { status: null, error: 'timeout' }],
    'never finishes its headers': [
      (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-slow: ', 'x'),
      { status: null, error: 'timeout' },
    ],
    // Its status stands.
    'never finishes its answer': [
      (socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n', 'y'),
      { status: 200, error: null },
    ],
    'refuses and never finishes': [
      (socket) => drip(socket, 'HTTP/1.1 500 No\r\ncontent-length: 1000000\r\n\r\n', 'z'),
      { status: 500, error: 'status' },
    ],
  }
  const startMs = performance.now()
  const exchanges = Object.entries(slow).map(async ([name, [behave, expected]]) => {
    using server = rawServer(behave)
    const send = createSend({ targets: OPEN, resolve })
    const exchange = await send({ ...PARCEL, url: `http://127.0.0.1:${server.port}/` }, NEVER)
    expect([name, exchange]).toMatchObject([name, expected])
  })
  const handshake = (async () => {
    using server = rawServer(() => {})
    const send = createSend({ targets: OPEN, resolve })
    const exchange = await send({ ...PARCEL, url: `https://127.0.0.1:${server.port}/` }, NEVER)
    expect(exchange).toMatchObject({ status: null, error: 'timeout' })
  })()
  const lookup = createSend({ targets: OPEN, resolve: () => new Promise(() => {}) })(
    { ...PARCEL, url: 'https://first.example/' },
    NEVER,
  )
  // A name has three of them.
  expect(await lookup).toMatchObject({ status: null, error: 'unreachable' })
  await Promise.all([...exchanges, handshake])
  expect(performance.now() - startMs).toBeWithin(LIMIT_MS - 100, LIMIT_MS + 5_000)
}, 60_000)

test('answers without end, many at once and again and again, take no memory (contract §4)', async () => {
  const page = Buffer.alloc(256 * 1_024, 'a')
  using server = rawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n')
    const flood = () => {
      while (socket.readyState > 0 && socket.write(page) > 0);
      if (socket.readyState > 0) setTimeout(flood, 1)
    }
    flood()
  })
  const send = createSend({ targets: OPEN, resolve })
  const round = () =>
    Promise.all(
      Array.from({ length: 10 }, () =>
        send({ ...PARCEL, url: `http://127.0.0.1:${server.port}/` }, NEVER),
      ),
    )
  await round()
  Bun.gc(true)
  const before = process.memoryUsage.rss()
  for (let count = 0; count < 20; count++)
    for (const exchange of await round())
      expect(exchange).toMatchObject({ status: 200, error: null })
  Bun.gc(true)
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * MEBIBYTE)
}, 60_000)

/** Says something, and then a little more again and again. */
function drip(socket: Parameters<Behaviour>[0], head: string, more: string): void {
  socket.write(head)
  const timer = setInterval(() => {
    if (socket.readyState > 0) socket.write(more)
    else clearInterval(timer)
  }, 200)
}
