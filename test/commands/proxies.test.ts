import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { temporaryFolder } from '../support/folder.ts'
import { kitTools, nginxWith, programOf } from '../support/kit.ts'
import { freePort } from '../support/postgres-server.ts'
import { runCommand, type ServiceProcess, startProcess, until } from '../support/process.ts'

// nginx and Caddy by the kit's files, in front of a service, and of a server that answers as the service seldom does.

setDefaultTimeout(120_000)

const LIMIT = 20
const HOST = 'rooms.example'
const folder = temporaryFolder()
const kit = join(folder.path, 'kit')
const tools = kitTools(folder.path, kit)
const started = new AsyncDisposableStack()
const plainPort = freePort()
let service: ServiceProcess
let ca: Buffer
let certificate: { cert: string; key: string }

/** Answers a part and waits for `goOn` with the rest, refuses as an upgrade does, or has long header lines. */
let goOn = Promise.withResolvers<void>()
const seldom = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(asked) {
    const { pathname } = new URL(asked.url)
    if (pathname === '/long') return new Response('', { headers: { 'x-long': 'x'.repeat(9_000) } })
    if (pathname === '/busy')
      return new Response('<p>updating</p>', {
        status: 503,
        headers: { 'retry-after': '7', 'content-type': 'text/html' },
      })
    return new Response(
      new ReadableStream({
        async start(stream) {
          stream.enqueue('first,line\n')
          await goOn.promise
          stream.enqueue('last,line\n')
          stream.close()
        },
      }),
      { headers: { 'content-type': 'text/csv' } },
    )
  },
})

beforeAll(async () => {
  chmodSync(folder.path, 0o711)
  await runCommand(['kit', kit], { folder: folder.path })
  certificate = await tools.certificate()
  ca = readFileSync(certificate.cert)
  const env = { TRUST_PROXY: '1', PUBLIC_RATE_PER_MINUTE: String(LIMIT) }
  service = started.use(await startProcess(['serve'], { folder: folder.path, env }))
})
afterAll(async () => {
  await started.disposeAsync()
  await seldom.stop(true)
  folder[Symbol.dispose]()
})

type Asked = RequestOptions & { body?: string }
type Answer = { status: number; headers: IncomingMessage['headers']; text: string }

/** Sends a request through the proxy at a port. @returns its answer, before the body is read */
function open(port: number, path: string, { body, headers, ...more }: Asked = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const all = { host: HOST, ...headers }
  const asked = request(
    { host: '127.0.0.1', port, path, servername: HOST, ca, headers: all, agent: false, ...more },
    resolve,
  )
  asked.on('error', reject)
  asked.end(body)
  return promise
}

async function ask(port: number, path: string, asked?: Asked): Promise<Answer> {
  const answer = await open(port, path, asked)
  let text = ''
  for await (const part of answer.setEncoding('utf8')) text += part
  return { status: answer.statusCode!, headers: answer.headers, text }
}

/** Starts a proxy until it answers; its end must be in good order. */
async function startProxy(words: [string, ...string[]], from: string, port: number) {
  const env = { ...process.env, XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path }
  const child = Bun.spawn([programOf(words[0], from), ...words.slice(1)], {
    ...{ cwd: folder.path, env, stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' },
  })
  const errors = new Response(child.stderr).text()
  started.defer(async () => {
    child.kill('SIGTERM')
    await child.exited
  })
  await until(`${words[0]} answers`, async () => {
    if (child.exitCode !== null) throw new Error(`${words[0]} ended: ${await errors}`)
    return await ask(port, '/v1/health').then(
      () => true,
      () => false,
    )
  })
}

/** Starts each proxy twice: before the service, and before the other server. @returns their ports */
const PROXIES: Record<string, () => Promise<[port: number, seldomPort: number]>> = {
  nginx: async () => {
    const ports = [freePort(), freePort()] as [number, number]
    const made = tools.rewrite('nginx/roomwire.conf', {
      '/etc/letsencrypt/live/rooms.example/fullchain.pem': certificate.cert,
      '/etc/letsencrypt/live/rooms.example/privkey.pem': certificate.key,
      '  listen [::]:80;\n': '',
      '  listen [::]:443 ssl http2;\n': '',
      'listen 80;': `listen 127.0.0.1:${plainPort};`,
      'listen 443 ': `listen 127.0.0.1:${ports[0]} `,
      'server 127.0.0.1:3000;': `server ${new URL(service.url).host};`,
    })
    // The second site is the first at another port, before the other server.
    const [upstream, , site] = readFileSync(made, 'utf8').split(/^(?=server \{)/m)
    const other = `${upstream}${site}`
      .replace(/(upstream |http:\/\/|shared:)roomwire/g, '$1seldom')
      .replace(`:${ports[0]} `, `:${ports[1]} `)
      .replace(new URL(service.url).host, `127.0.0.1:${seldom.port}`)
    writeFileSync(made, `${readFileSync(made, 'utf8')}\n${other}`)
    const main = nginxWith(folder.path, made)
    await startProxy(['nginx', '-c', main, '-g', 'daemon off;'], 'nginx', ports[0])
    return ports
  },
  caddy: async () => {
    const ports = [freePort(), freePort()] as [number, number]
    const site = (port: number, host: string) =>
      readFileSync(
        tools.rewrite('caddy/Caddyfile', {
          'rooms.example {\n': `rooms.example:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate.cert} ${certificate.key}\n`,
          '127.0.0.1:3000': host,
        }),
        'utf8',
      )
    const made = join(folder.path, 'Caddyfile')
    const sites = [
      site(ports[0], new URL(service.url).host),
      site(ports[1], `127.0.0.1:${seldom.port}`),
    ]
    writeFileSync(made, `{\n\tadmin off\n\tauto_https off\n}\n${sites.join('\n')}`)
    await startProxy(
      ['caddy', 'run', '--adapter', 'caddyfile', '--config', made],
      'caddy',
      ports[0],
    )
    return ports
  },
}

describe.each(Object.keys(PROXIES))('%s', (name) => {
  let [port, seldomPort] = [0, 0]
  beforeAll(async () => {
    ;[port, seldomPort] = await PROXIES[name]!()
  })

  test('passes requests and answers on, long header lines too, and keeps the metrics to itself (issue 37)', async () => {
    const health = await ask(port, '/v1/health')
    expect([health.status, JSON.parse(health.text).status]).toEqual([200, 'ok'])
    const cookie = { headers: { cookie: `other=${'x'.repeat(12_000)}` } }
    expect((await ask(port, '/v1/health', cookie)).status).toBe(200)
    expect((await ask(seldomPort, '/long')).headers['x-long']).toHaveLength(9_000)
    expect((await ask(port, '/metrics')).status).toBe(404)
  })

  test('tells the address of the visitor, and drops what the visitor says of it (issue 37)', async () => {
    const from = (localAddress: string) => async (claimed: string) =>
      (
        await ask(port, '/v1/cities', {
          ...{ localAddress, headers: { 'x-forwarded-for': claimed } },
        })
      ).status
    const address = name === 'nginx' ? '127.0.0.2' : '127.0.0.3'
    const claims = Array.from({ length: LIMIT + 1 }, (_, at) => `203.0.113.${at}`)
    const statuses = []
    for (const claimed of claims) statuses.push(await from(address)(claimed))
    expect([statuses.slice(0, LIMIT), statuses[LIMIT]]).toEqual([Array(LIMIT).fill(200), 429])
    // Another visitor, whatever is claimed, and whoever reaches the service past the proxy.
    expect(await from('127.0.0.4')(address)).toBe(200)
    const past = await service.call('GET', '/v1/cities', {
      headers: { 'x-forwarded-for': address },
    })
    expect(past.status).toBe(429)
  })

  test('lets the service refuse a body of more than 4 MiB with its own problem, and refuses more than 8 MB itself (issue 37)', async () => {
    const send = (bytes: number) =>
      ask(port, '/v1/auth/login', {
        ...{ method: 'POST', body: `"${'x'.repeat(bytes)}"` },
        headers: { 'content-type': 'application/json', 'content-length': bytes + 2 },
      })
    const refused = await send(5_000_000)
    expect([refused.status, refused.headers['content-type']]).toEqual([
      413,
      'application/problem+json',
    ])
    expect((await send(9_000_000)).status).toBe(413)
  })

  test('passes a stream on as it comes, and a 503 as it is (issue 37)', async () => {
    goOn = Promise.withResolvers()
    const stream = await open(seldomPort, '/stream')
    const parts: string[] = []
    for await (const part of stream.setEncoding('utf8')) {
      parts.push(part)
      // The rest is sent after the first part has arrived: a proxy that buffers would wait for ever.
      goOn.resolve()
    }
    expect(parts.join('')).toBe('first,line\nlast,line\n')
    const busy = await ask(seldomPort, '/busy')
    expect([busy.status, busy.headers['retry-after'], busy.text]).toEqual([
      503,
      '7',
      '<p>updating</p>',
    ])
  })
})

test('nginx sends visitors of http to https, and refuses programs, which send a key (issue 37; ASVS 4.1.2)', async () => {
  const visit = async (path: string) => {
    const asked = { redirect: 'manual', headers: { host: HOST } } as const
    const { status, headers } = await fetch(`http://127.0.0.1:${plainPort}${path}`, asked)
    return [status, headers.get('location')]
  }
  expect(await visit('/stay?city=alfa')).toEqual([308, `https://${HOST}/stay?city=alfa`])
  expect(await visit('/v1/partner/hotel')).toEqual([403, null])
})
