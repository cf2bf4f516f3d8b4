import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { shelvedBinary } from '../support/binary.ts'
import { prepareDemo } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { askMetrics } from '../support/metrics.ts'
import {
  dayFromNow,
  onlyLine,
  runCommand,
  type ServiceProcess,
  startProcess,
  until,
} from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'

// Starts of real processes, on a machine that may be busy.
setDefaultTimeout(120_000)

/** The contract's 10 s, and a machine that is busy with other tests. */
const STOPPED_WITHIN_MS = 20_000
const CROWDED = 'Too many writes are waiting; nothing was changed.'
const NO_LIMITS = { STRANGER_LIMITS: '0', PUBLIC_RATE_PER_MINUTE: '0', FAIR_USE: '0' }

const program = shelvedBinary()

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends the service with 0 and leaves one file of the database (contract §10)',
  async (signal) => {
    using folder = temporaryFolder()
    await using served = await startProcess(['demo'], { folder: folder.path, program })
    const { exitCode, stderr } = await served.stop(signal)
    expect(exitCode).toBe(0)
    expect(stderr).toContain('"event":"stopped"')
    // The log is copied into the file: it can be moved as it is.
    expect(
      readdirSync(join(folder.path, 'data')).filter((name) => /-(wal|shm)$/.test(name)),
    ).toEqual([])
  },
)

test('a connection kept open without a request does not hold up the stop (contract §10)', async () => {
  using folder = temporaryFolder()
  await using served = await startProcess(['serve'], { folder: folder.path, program })
  const idle = await open(served)
  idle.write('GET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await until('health is answered', () => idle.text().includes('"uptimeSeconds"'))
  const since = performance.now()
  expect((await served.stop()).exitCode).toBe(0)
  // Far below the 10 s that a request in flight is given.
  expect(performance.now() - since).toBeLessThan(5_000)
})

test('a push in flight at SIGTERM is answered and stands after the next start (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program }
  const { apiKey } = await prepareDemo(setup)
  const days = Array.from({ length: 700 }, (_, day) => dayFromNow(2 + day))
  const updates = ['DBL', 'TWN', 'TRP', 'FAM', 'DLX', 'SGL'].flatMap((roomCode) =>
    days.map((date) => ({ roomCode, date, available: 1, priceCents: 77_777, closed: false })),
  )
  const body = JSON.stringify({ updates })

  await using served = await startProcess(['serve'], setup)
  const connection = await open(served)
  connection.write(
    [
      'PUT /v1/partner/availability HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${apiKey}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      // Answered when the service has read the head: from then on the request is in flight.
      'Expect: 100-continue',
      '\r\n',
    ].join('\r\n'),
  )
  await until('the head is read', () => connection.text().startsWith('HTTP/1.1 100'))
  connection.write(body.slice(0, 100_000))
  const ended = served.stop('SIGTERM')
  await until('nobody is let in any more', () => isRefused(served))
  connection.write(body.slice(100_000))
  await until('the push is answered', () => /\r\n\r\n\{.*\}$/s.test(connection.text()))

  expect(connection.text()).toContain('HTTP/1.1 200 OK')
  expect(connection.text()).toContain(`"applied":${updates.length},`)
  expect((await ended).exitCode).toBe(0)

  await using again = await startProcess(['serve'], setup)
  const path = `/v1/partner/availability?from=${days[0]}&to=${days[549]}&roomCode=DBL&roomCode=SGL`
  const { body: pulled } = await again.call('GET', path, { key: apiKey })
  const prices = new Set(
    pulled.rooms.flatMap((room: any) => room.days.map((day: any) => day.priceCents)),
  )
  expect([...prices]).toEqual([77_777])
})

test('of many pushes at SIGTERM, each that is answered stands after the next start (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program }
  const { apiKey } = await prepareDemo(setup)
  await using served = await startProcess(['serve'], setup)
  const days = Array.from({ length: 200 }, (_, day) => dayFromNow(2 + day))
  let firstAnswer: () => void
  const answered = new Promise<void>((resolve) => {
    firstAnswer = resolve
  })
  const pushes = days.map(async (date) => {
    const update = { roomCode: 'DBL', date, available: 2, priceCents: 55_555, closed: false }
    const answer = await served
      .call('PUT', '/v1/partner/availability', { key: apiKey, body: { updates: [update] } })
      .catch(() => undefined)
    firstAnswer()
    return { date, status: answer?.status }
  })
  await answered
  expect((await served.stop('SIGTERM')).exitCode).toBe(0)
  const results = await Promise.all(pushes)
  // Answered or turned away at the door, never a failure in between.
  expect(
    new Set(results.map(({ status }) => status)).difference(new Set([200, undefined])),
  ).toEqual(new Set())
  const good = results.filter(({ status }) => status === 200)
  expect(good.length).toBeGreaterThan(0)

  await using again = await startProcess(['serve'], setup)
  const path = `/v1/partner/availability?from=${days[0]}&to=${days.at(-1)}&roomCode=DBL`
  const { body } = await again.call('GET', path, { key: apiKey })
  const kept = new Map(body.rooms[0].days.map((day: any) => [day.date, day.priceCents]))
  for (const { date } of good) expect(kept.get(date)).toBe(55_555)
})

test('under the full mix each request at SIGTERM is answered or hears nothing; what was answered stands, and webhooks tell it after the next start (contract §10)', async () => {
  using folder = temporaryFolder()
  await using receiver = startReceiver()
  const env = { ...NO_LIMITS, WEBHOOK_ALLOW_PRIVATE: '1' }
  const setup = { folder: folder.path, program, env }
  const { apiKey: key, hotelSlug } = await prepareDemo(setup)
  const served = await startProcess(['serve'], setup)
  await using stack = new AsyncDisposableStack()
  stack.defer(async () => void (await served.stop('SIGKILL')))
  const hook = { url: receiver.url, events: ['booking.confirmed'] }
  expect((await served.call('POST', '/v1/partner/webhooks', { key, body: hook })).status).toBe(201)

  const booked = new Set<string>()
  /** Prices sent, by date, and the dates of those that were answered. */
  const [sent, pushed] = [new Map<string, number[]>(), new Set<string>()]
  /** Prices that were refused because too many writes waited, as on a machine that is busy with other tests. */
  const refused = new Set<number>()
  const statuses = new Set<string>()
  const nights = `checkin=${dayFromNow(40)}&checkout=${dayFromNow(41)}`
  const days = `from=${dayFromNow(5)}&to=${dayFromNow(500)}`
  /** The requests of the clients, in turn; undefined once the service is gone. */
  const book = async (at: number) => {
    const stay = { checkin: dayFromNow(5 + (at % 300)), checkout: dayFromNow(6 + (at % 300)) }
    const guest = { firstName: 'Carla', lastName: 'Stop', email: 'carla@example.com' }
    const body = { hotelSlug, roomCode: 'DBL', adults: 1, ...stay, guest }
    const answer = await served.call('POST', '/v1/bookings', { body })
    if (answer.status === 201) booked.add(answer.body.code)
    return answer
  }
  const push = async (at: number) => {
    const day = { roomCode: 'SGL', date: dayFromNow(2 + (at % 500)), priceCents: 10_000 + at }
    const body = { updates: [{ ...day, available: 1, closed: false }] }
    sent.set(day.date, [...(sent.get(day.date) ?? []), day.priceCents])
    const answer = await served.call('PUT', '/v1/partner/availability', { key, body })
    if (answer.status === 200) pushed.add(day.date)
    else refused.add(day.priceCents)
    return answer
  }
  const get = (path: string) => () => served.call('GET', path, { key })
  const mix = [
    ...[book, push, get(`/v1/hotels?city=istanbul&${nights}&adults=2`)],
    ...[get(`/v1/partner/availability?${days}`), book, push],
    get('/v1/partner/changes?cursor=latest&waitSeconds=20'),
  ]
  let count = 0
  const clients = Array.from({ length: 40 }, async () => {
    for (;;) {
      const at = count++
      const answer = await mix[at % mix.length]!(at).catch(() => undefined)
      if (!answer) return
      const why = answer.status < 400 ? '' : ` ${answer.body.code}`
      statuses.add(answer.body.detail === CROWDED ? 'crowded' : `${answer.status}${why}`)
    }
  })
  await until('many are booked', () => booked.size > 50)
  const since = performance.now()
  expect((await served.stop('SIGTERM')).exitCode).toBe(0)
  expect(performance.now() - since).toBeLessThan(STOPPED_WITHIN_MS)
  await Promise.all(clients)
  const right = /^(200|201|409 sold_out|crowded)$/
  expect([...statuses].filter((status) => !right.test(status))).toEqual([])

  await using again = await startProcess(['serve'], setup)
  const { body } = await again.call('GET', `/v1/partner/availability?${days}&roomCode=SGL`, { key })
  const lost = body.rooms[0].days.filter(
    ({ date, priceCents }: any) => pushed.has(date) && !sent.get(date)!.includes(priceCents),
  )
  expect(lost).toEqual([])
  expect(body.rooms[0].days.filter(({ priceCents }: any) => refused.has(priceCents))).toEqual([])
  expect(pushed.size).toBeGreaterThan(10)
  const told = () => new Set(receiver.received.map((one) => JSON.parse(one.body).data.code))
  await until('webhooks tell of each booking', () => booked.isSubsetOf(told()), 60_000)
}, 120_000)

test('who waits for the feed is answered at SIGTERM, and the stop is quick (contract §2, §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program }
  const { apiKey } = await prepareDemo(setup)
  await using served = await startProcess(['serve'], setup)
  const path = '/v1/partner/changes?cursor=latest&waitSeconds=25'
  const answer = served.call('GET', path, { key: apiKey })
  let asked = 0
  await until('the request is in flight', async () => {
    const { text } = await askMetrics(served.call)
    return Number(text.match(/^roomwire_http_requests_total (\d+)$/m)?.[1]) > ++asked
  })
  const since = performance.now()
  expect((await served.stop('SIGTERM')).exitCode).toBe(0)
  expect(performance.now() - since).toBeLessThan(5_000)
  expect(await answer).toMatchObject({ status: 200, body: { changes: [], hasMore: false } })
})

test('a request that never ends holds up the stop for 10 s, not longer (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program }
  const { apiKey } = await prepareDemo(setup)
  await using served = await startProcess(['serve'], setup)
  const stalled = await open(served)
  stalled.write(
    `PUT /v1/partner/availability HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${apiKey}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n',
  )
  await until('the head is read', () => stalled.text().startsWith('HTTP/1.1 100'))
  const since = performance.now()
  expect((await served.stop()).exitCode).toBe(0)
  expect(performance.now() - since).toBeWithin(9_500, 15_000)
}, 120_000)

test('a second process on the same data folder says so in one line and ends (issue 2 §2)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program }
  await using served = await startProcess(['serve'], setup)
  for (const command of ['serve', 'demo', 'migrate']) {
    const { exitCode, stderr, stdout } = await runCommand([command], setup)
    expect(exitCode).toBe(1)
    expect(onlyLine(stderr)).toContain('another roomwire process is already using')
    expect(stdout).toBe('')
  }
  expect((await served.call('GET', '/v1/health')).status).toBe(200)
})

test('after a kill the folder is free again (issue 2 §2)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program }
  const first = await startProcess(['serve'], setup)
  await first.stop('SIGKILL')
  await using second = await startProcess(['serve'], setup)
  expect((await second.call('GET', '/v1/health')).status).toBe(200)
})

test.each(['serve', 'demo'])(
  '%s on a port that is in use says so in one line and ends (contract §10)',
  async (command) => {
    using first = temporaryFolder()
    using second = temporaryFolder()
    await using served = await startProcess(['serve'], { folder: first.path, program })
    const { port } = new URL(served.url)
    const { exitCode, stderr, stdout } = await runCommand([command], {
      folder: second.path,
      program,
      env: { PORT: port },
    })
    expect(exitCode).toBe(1)
    expect(onlyLine(stderr)).toBe(`roomwire: port ${port} of 127.0.0.1 is already in use; set PORT`)
    expect(stdout).toBe('')
  },
)

/** A connection of its own, for what `fetch` would not send. */
async function open({ url }: ServiceProcess) {
  const { hostname, port } = new URL(url)
  let text = ''
  const socket = connect(Number(port), hostname)
  socket.on('data', (chunk) => {
    text += chunk
  })
  // The service may hang up first; what was read until then is what counts.
  socket.on('error', () => {})
  await new Promise((resolve) => socket.on('connect', resolve))
  return { write: (part: string) => void socket.write(part), text: () => text }
}

function isRefused({ url }: ServiceProcess): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.on('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.on('error', () => resolve(true))
  })
}
