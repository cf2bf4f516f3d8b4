import { expect, setDefaultTimeout, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { shelvedBinary } from '../support/binary.ts'
import { prepareDemo } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { dayFromNow, logLines, startProcess, until } from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'

// More clients than a process may have file descriptors (issue 37, item 1).

setDefaultTimeout(180_000)

/** The descriptors that a process may have; `DESCRIPTORS=256,1024` is the long form, which waits for webhooks tried again. */
const LIMITS = (process.env.DESCRIPTORS ?? '256').split(',').map(Number)
const IS_LONG = process.env.DESCRIPTORS !== undefined
const CLIENTS = 2_000
/** Each so-many-th client books, the others push. */
const BOOKS = 20
const ROOM_CODES = ['DBL', 'TWN', 'TRP', 'FAM', 'DLX']
const DAYS = CLIENTS / ROOM_CODES.length
const PRICE = 54_321
const env = {
  ...{ STRANGER_LIMITS: '0', PUBLIC_RATE_PER_MINUTE: '0', FAIR_USE: '0' },
  WEBHOOK_ALLOW_PRIVATE: '1',
}

const program = shelvedBinary()

/** A client that connects, asks once and stays. */
function ask(url: string, [head, body]: [string[], object]) {
  const { hostname, port } = new URL(url)
  const text = JSON.stringify(body)
  const socket: Socket = connect(Number(port), hostname)
  const client = { socket, heard: '' }
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    client.heard += chunk
  })
  const lines = [...head, 'host: localhost', 'content-type: application/json']
  const length = `content-length: ${Buffer.byteLength(text)}`
  socket.on('connect', () => socket.write([...lines, length, '', text].join('\r\n')))
  return client
}

test.each(LIMITS)(
  `%d descriptors and ${CLIENTS} clients: the log tells, nothing answered is lost, and all goes on when they leave`,
  async (limit) => {
    using folder = temporaryFolder()
    await using receiver = startReceiver()
    const { apiKey: key, hotelSlug } = await prepareDemo({ folder: folder.path, program })
    const limited = ['bash', '-c', `ulimit -n ${limit}; exec "$0" "$@"`, ...program]
    await using served = await startProcess(['serve'], {
      ...{ folder: folder.path, program: limited },
      env: { ...env, BACKUP_DIR: join(folder.path, 'backups') },
    })
    const events = () => logLines(served.stderr()).map(({ event }) => event)
    const hook = { url: receiver.url, events: ['booking.confirmed'] }
    const made = await served.call('POST', '/v1/partner/webhooks', { key, body: hook })
    expect(made.status).toBe(201)
    await until('the first backup is made', () => events().includes('backup_made'))

    const stay = { roomCode: 'SGL', adults: 1, checkin: dayFromNow(40), checkout: dayFromNow(41) }
    const crowd = Array.from({ length: CLIENTS }, (_, at) => {
      const roomCode = ROOM_CODES[Math.floor(at / DAYS)]!
      const day = { roomCode, date: dayFromNow(5 + (at % DAYS)) }
      const update = { ...day, available: 1, priceCents: PRICE, closed: false }
      const guest = { firstName: `g${at}`, lastName: 'Crowd', email: 'crowd@example.com' }
      const isBook = at % BOOKS === 0
      const wanted: [string[], object] = isBook
        ? [['POST /v1/bookings HTTP/1.1'], { hotelSlug, ...stay, guest }]
        : [
            ['PUT /v1/partner/availability HTTP/1.1', `authorization: Bearer ${key}`],
            { updates: [update] },
          ]
      return { client: ask(served.url, wanted), at, day, isBook }
    })
    await using stack = new AsyncDisposableStack()
    const leave = () => {
      for (const { client } of crowd) client.socket.destroy()
    }
    stack.defer(leave)
    await until('the log tells of it', () => events().includes('descriptors_short'))
    const isDone = ({ client }: (typeof crowd)[number]) => /^HTTP\/1\.1 2\d\d /.test(client.heard)
    await until('those who got in are answered', () => crowd.filter(isDone).length > limit / 2)
    const answered = crowd.filter(isDone)
    leave()
    await until('there are enough again', () => events().includes('descriptors_enough'))

    const range = `from=${dayFromNow(5)}&to=${dayFromNow(4 + DAYS)}`
    const { body } = await served.call('GET', `/v1/partner/availability?${range}`, { key })
    const prices = new Map<string, number>(
      body.rooms.flatMap(({ roomCode, days }: any) =>
        days.map(({ date, priceCents }: any) => [`${roomCode} ${date}`, priceCents]),
      ),
    )
    const nameOf = ({ roomCode, date }: (typeof crowd)[number]['day']) => `${roomCode} ${date}`
    const pushed = answered.filter(({ isBook }) => !isBook).map(({ day }) => nameOf(day))
    expect(pushed.filter((name) => prices.get(name) !== PRICE)).toEqual([])
    const booked = answered.filter(({ isBook }) => isBook).map(({ at }) => `g${at}`)
    const told = () =>
      new Set(receiver.received.map((one) => JSON.parse(one.body).data.guest?.firstName))
    if (IS_LONG)
      await until(
        'webhooks tell of each booking',
        () => booked.every((name) => told().has(name)),
        120_000,
      )
    process.stdout.write(
      `${limit} descriptors, ${CLIENTS} clients: ${pushed.length} pushes and ${booked.length} bookings answered, 0 lost; the log told ${[...new Set(events().slice(events().indexOf('descriptors_short')))].join(', ')}\n`,
    )
    const { exitCode, stderr } = await served.stop()
    expect(exitCode).toBe(0)
    expect(stderr).not.toContain('"internal"')
    expect(booked.length).toBeGreaterThan(0)
  },
)

test('a thread that no descriptor is left for is not started: it would end the process', async () => {
  const text = `
    import { openSync } from 'node:fs'
    import { canStartWorker } from '${join(import.meta.dir, '../../src/store/engine/threads.ts')}'
    const before = canStartWorker()
    try { for (;;) openSync('/dev/null') } catch {}
    process.stdout.write(JSON.stringify([before, canStartWorker()]))`
  const limited = ['bash', '-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath, '-e', text]
  expect(await new Response(Bun.spawn(limited).stdout).json()).toEqual([true, false])
})
