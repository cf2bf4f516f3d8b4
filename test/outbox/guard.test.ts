import { expect, test } from 'bun:test'
import { createSend } from '../../src/outbox/deliver.ts'
import { rawServer } from '../support/tcp.ts'

const NEVER = new AbortController().signal
const STRICT = { allowPrivate: false }
const PARCEL = { headers: { 'content-type': 'application/json' }, body: '{"event":"ping"}' }
/** What a name leads nowhere after. */
const QUICK = { lookUpMs: 20 }
const PUBLIC = '93.184.215.14'

/** A loopback server that must see nothing. */
const canary = () => rawServer((socket) => void socket.end())

test('with private targets off a canary on loopback sees nothing, however its address is spelled (contract §4)', async () => {
  using server = canary()
  const send = createSend({ targets: STRICT, resolve: async () => ['127.0.0.1'] }, QUICK)
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '017700000001',
    '0177.0.0.1',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '0.0.0.0',
    '0',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
  ])
    expect([
      host,
      await send({ ...PARCEL, url: `https://${host}:${server.port}/` }, NEVER),
    ]).toMatchObject([host, { error: 'blocked_target', status: null }])
  for (const host of ['localhost', 'localhost.', 'hooks.localhost', 'resolves-to-loopback.example'])
    expect([
      host,
      await send({ ...PARCEL, url: `https://${host}:${server.port}/` }, NEVER),
    ]).toMatchObject([host, { error: 'unreachable', status: null }])
  expect(server.connections()).toBe(0)
})

test('every private, link-local, multicast and reserved network is refused, by name too (contract §4)', async () => {
  for (const address of [
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    'fd00::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '100::1',
    '::ffff:10.0.0.1',
  ]) {
    const send = createSend({ targets: STRICT, resolve: async () => [address] }, QUICK)
    const exchange = await send({ ...PARCEL, url: 'https://pms.example/' }, NEVER)
    expect([address, exchange?.error]).toEqual([address, 'unreachable'])
    expect(exchange?.detail).not.toContain(address)
  }
})

test('a name one of whose addresses is private is refused, whichever comes first (contract §4)', async () => {
  using server = canary()
  for (const addresses of [
    [PUBLIC, '127.0.0.1'],
    ['127.0.0.1', PUBLIC],
  ]) {
    const send = createSend({ targets: STRICT, resolve: async () => addresses }, QUICK)
    const url = `https://pms.example:${server.port}/`
    expect(await send({ ...PARCEL, url }, NEVER)).toMatchObject({ error: 'unreachable' })
  }
  expect(server.connections()).toBe(0)
})

test('where loopback is open, it is sent to in the clear; a name that leads to another private network is not (contract §4)', async () => {
  using receiver = rawServer((socket) => {
    socket.write('HTTP/1.1 204 No Content\r\n\r\n')
    socket.end()
  })
  const targets = { allowPrivate: false, allowLoopback: true }
  const sendTo = (url: string, address: string) =>
    createSend({ targets, resolve: async () => [address] }, QUICK)({ ...PARCEL, url }, NEVER)

  for (const host of ['127.0.0.1', 'localhost'])
    expect(await sendTo(`http://${host}:${receiver.port}/`, '127.0.0.1')).toMatchObject({
      status: 204,
      error: null,
    })
  for (const [url, address] of [
    ['http://pms.example/', PUBLIC],
    ['http://localhost/', PUBLIC],
    ['http://localhost/', '10.0.0.1'],
    ['https://pms.example/', '10.0.0.1'],
    ['https://pms.example/', '169.254.169.254'],
  ] as const)
    expect([url, address, await sendTo(url, address)]).toMatchObject([
      url,
      address,
      { error: url === 'http://pms.example/' ? 'blocked_target' : 'unreachable' },
    ])
  expect(receiver.connections()).toBe(2)
})

test('a name that changes its answer is looked up once: what was checked is what is connected to (contract §4)', async () => {
  using server = canary()
  let looks = 0
  const send = createSend(
    { targets: STRICT, resolve: async () => (looks++ === 0 ? [PUBLIC] : ['127.0.0.1']) },
    { withinMs: 300, ...QUICK },
  )
  const url = `https://rebinding.example:${server.port}/`
  // The public address cannot be reached from here; that it is tried and loopback is not is the point.
  expect((await send({ ...PARCEL, url }, NEVER))?.error).not.toBeNull()
  expect(looks).toBe(1)
  expect((await send({ ...PARCEL, url }, NEVER))?.error).toBe('unreachable')
  expect(server.connections()).toBe(0)
})

test('without TLS nothing leaves, unless private targets are allowed (contract §4)', async () => {
  const send = createSend({ targets: STRICT, resolve: async () => [PUBLIC] })
  expect(await send({ ...PARCEL, url: 'http://pms.example/' }, NEVER)).toMatchObject({
    error: 'blocked_target',
  })
})

test('no proxy of the environment is asked (house-style §7.12)', async () => {
  using proxy = canary()
  using receiver = rawServer((socket) => {
    socket.write('HTTP/1.1 204 No Content\r\n\r\n')
    socket.end()
  })
  const at = `http://127.0.0.1:${proxy.port}`
  const child = Bun.spawn(
    [process.execPath, `${import.meta.dir}/../support/send-once.ts`, String(receiver.port)],
    {
      env: {
        PATH: process.env.PATH!,
        ...{ HTTP_PROXY: at, http_proxy: at, HTTPS_PROXY: at, https_proxy: at, ALL_PROXY: at },
      },
      stdout: 'pipe',
    },
  )
  expect(await new Response(child.stdout).text()).toBe('204\n')
  expect(await child.exited).toBe(0)
  expect([receiver.connections(), proxy.connections()]).toEqual([1, 0])
})

test('a name that nobody knows and one that leads to where nobody may connect are told alike, and at the same time (contract-access, Settings; S10)', async () => {
  const timed = async (resolve: () => Promise<string[]>) => {
    const startedMs = performance.now()
    const send = createSend({ targets: STRICT, resolve }, { lookUpMs: 150 })
    const exchange = await send({ ...PARCEL, url: 'https://pms.example/' }, NEVER)
    return { exchange, ms: performance.now() - startedMs }
  }
  const [unknown, inside, slow] = await Promise.all([
    timed(() => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))),
    timed(async () => ['10.0.0.1']),
    timed(() => new Promise(() => {})),
  ])
  expect(unknown.exchange).toEqual(inside.exchange!)
  expect(slow.exchange).toEqual(inside.exchange!)
  // All wait for the same instant; the machine may be late for it.
  for (const { ms } of [unknown, inside, slow]) expect(ms).toBeGreaterThanOrEqual(149)
})
