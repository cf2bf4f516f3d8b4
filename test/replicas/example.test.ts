import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { SQL } from 'bun'
import { shelvedBinary } from '../support/binary.ts'
import { addDay } from '../support/bookings.ts'
import { allClosed, type Example, startExample } from '../support/example.ts'
import { temporaryFolder } from '../support/folder.ts'
import { good } from '../support/oversold.ts'
import { onlyLine, runCommand, type ServiceProcess, until } from '../support/process.ts'
import { type Ask, hireAdmin, makeGround, makeHotel } from '../support/replica-hotels.ts'

// The example of two replicas that `roomwire kit` writes: HAProxy, pgbouncer and PostgreSQL, run by its script.

setDefaultTimeout(120_000)

const ROOMS = 5_000
const GUEST = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
const CALLERS = 4
const ROUND = 15

const program = shelvedBinary()
const folder = temporaryFolder()
const kit = join(folder.path, 'kit')
let example: Example
let sql: SQL
let stay: Record<string, unknown>

beforeAll(async () => {
  await runCommand(['kit', kit], { folder: folder.path, program })
  example = await startExample(kit, program[0]!)
  sql = new SQL(example.env.DATABASE_DIRECT_URL!, { max: 1 })
  const through = { call: example.call } as ServiceProcess
  const setup = { folder: folder.path, env: example.env as Record<string, string> }
  const admin: Ask = await hireAdmin({ all: [through], setup })
  await makeGround(admin, through)
  const rooms = [{ roomCode: 'DBL', totalRooms: ROOMS }]
  const { secret } = await makeHotel(admin, { next: () => through }, { slug: 'alfa', rooms })
  const now = (await example.call('GET', '/v1/health')).headers.get('date')!
  const checkin = new Date(Date.parse(now) + 60 * 86_400_000).toISOString().slice(0, 10)
  const day = { roomCode: 'DBL', date: checkin, available: ROOMS, priceCents: 100, closed: false }
  const body = { updates: [day] }
  good(await example.call('PUT', '/v1/partner/availability', { key: secret, body }))
  stay = { hotelSlug: 'alfa', roomCode: 'DBL', checkin, checkout: addDay(checkin, 1), adults: 1 }
})
afterAll(async () => {
  await sql?.close()
  await example?.[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

/** Books again and again under new keys, each until it is answered 201. @returns `made`: the codes by their keys */
function bookOn() {
  const made = new Map<string, string>()
  let isOver = false
  const one = async () => {
    while (!isOver) {
      const key = crypto.randomUUID()
      for (;;) {
        const body = { ...stay, guest: GUEST }
        const headers = { 'idempotency-key': key }
        const answer = await example
          .call('POST', '/v1/bookings', { body, headers })
          .catch(() => undefined)
        if (answer?.status === 201) {
          made.set(key, answer.body.code)
          break
        }
        if (answer && answer.status < 500) throw new Error(`${answer.status} ${answer.text}`)
        await Bun.sleep(20)
      }
    }
  }
  const callers = Promise.all(Array.from({ length: CALLERS }, one))
  const reach = (count: number) =>
    Promise.race([until(`${count} are booked`, () => made.size >= count), callers])
  return {
    made,
    more: () => reach(made.size + ROUND),
    async end() {
      isOver = true
      await callers
    },
  }
}

const requestsOf = async (name: 'a' | 'b'): Promise<number> => {
  const headers = { authorization: `Bearer ${example.env.METRICS_TOKEN}` }
  const answer = await example
    .replica(name)
    .call('GET', '/metrics', { headers })
    .catch(() => undefined)
  const [, count] =
    /^roomwire_http_answers_total\{operation="placeBooking",status="201"\} (\d+)$/m.exec(
      answer?.text ?? '',
    ) ?? []
  return Number(count ?? 0)
}

test('through HAProxy both replicas book; one killed, the other stopped, lose no answered booking and make none twice, and requests go on (issue 37)', async () => {
  const booking = bookOn()
  await until('both have booked', async () => {
    const counts = [await requestsOf('a'), await requestsOf('b')]
    return counts.every((count) => count > 0)
  })
  for (const [name, signal] of [
    ['a', 'SIGKILL'],
    ['b', 'SIGTERM'],
  ] as const) {
    const { pid, call } = example.replica(name)
    const before = pid()
    process.kill(before, signal)
    await booking.more()
    // The script starts it again, and HAProxy sends to it again.
    await until('another process answers', async () => {
      if (pid() === before) return false
      return (await call('GET', '/v1/health').catch(() => undefined))?.status === 200
    })
    await until('it books again', async () => (await requestsOf(name)) > 0)
  }
  await booking.end()
  const rows: { code: string }[] = await sql`select code from booking where status = 'confirmed'`
  expect(rows.map(({ code }) => code).toSorted()).toEqual([...booking.made.values()].toSorted())
})

test('doctor --cluster finds the example well, its pooler included (issue 37)', async () => {
  const setup = { folder: folder.path, env: example.env, program }
  const check = () => runCommand(['doctor', '--cluster'], setup)
  await until('there is a worker', async () => (await check()).stdout.includes(', the worker: '))
  const { exitCode, stdout } = await check()
  expect([exitCode, stdout]).toEqual([0, expect.not.stringContaining('FAIL')])
  expect(stdout.match(/^ok {3}replica /gm)).toHaveLength(2)
  expect(stdout).toContain('shares sessions (pool_mode = transaction), nothing is prepared')
})

test('the script says in one line what is not installed, which port is taken and that it found no program; a stop ends all of it (issue 37)', async () => {
  const lacking = await example.again({ PG_BIN: '/nowhere' })
  expect([lacking.exitCode, onlyLine(lacking.stderr)]).toEqual([
    1,
    'start.sh: not installed: postgresql; apt-get install --no-install-recommends postgresql',
  ])
  const taken = await example.again()
  expect([taken.exitCode, onlyLine(taken.stderr)]).toEqual([
    1,
    `start.sh: port ${example.ports[0]} is taken; set five others in PORTS`,
  ])
  expect(await example.stop()).toBe(130)
  await allClosed(example.ports)
})
