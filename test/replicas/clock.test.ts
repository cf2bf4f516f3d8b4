import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type MachineClock, machineClock } from '../support/clock.ts'
import { asGuest } from '../support/manage.ts'
import { askMetrics } from '../support/metrics.ts'
import { good } from '../support/oversold.ts'
import {
  dayFromNow,
  logLines,
  type ServiceProcess,
  startProcess,
  until,
} from '../support/process.ts'
import { type Replicas, startReplicas } from '../support/processes.ts'
import { wholeFeed } from '../support/replica-checks.ts'
import {
  ADMIN,
  type Ask,
  hireAdmin,
  type KeyedHotel,
  makeGround,
  makeHotel,
} from '../support/replica-hotels.ts'
import { codeAt } from '../support/second-factor.ts'

// All replicas go by the clock of the database, whatever the clocks of their machines say (issue 35, 6).

setDefaultTimeout(120_000)

const HOUR_MS = 3_600_000
const ROOMS = 400
/** Bookers at the same time, and what each does: under contention times are not in order by chance. */
const BOOKERS = 4
const ROUNDS = 6

let replicas: Replicas
let right: ServiceProcess
let admin: Ask
let hotel: KeyedHotel
beforeAll(async () => {
  replicas = await startReplicas({ count: 1 })
  right = replicas.all[0]!
  admin = await hireAdmin(replicas)
  await makeGround(admin, right)
  hotel = await makeHotel(admin, replicas, {
    slug: 'alfa',
    rooms: [{ roomCode: 'DBL', totalRooms: ROOMS }],
  })
  const day = { roomCode: 'DBL', date: dayFromNow(90), available: ROOMS }
  const updates = [{ ...day, priceCents: 10_000, closed: false }]
  good(
    await right.call('PUT', '/v1/partner/availability', { key: hotel.secret, body: { updates } }),
  )
})
afterAll(() => replicas[Symbol.asyncDispose]())

let started = 0

/** Starts a replica on a machine whose clock is wrong. */
async function startWrong(aheadMs: number): Promise<ServiceProcess & { clock: MachineClock }> {
  const folder = join(replicas.setup.folder, `wrong-${started++}`)
  mkdirSync(folder)
  const clock = machineClock(join(folder, 'clock'), aheadMs)
  const env = { ...replicas.setup.env, ...clock.env }
  return { ...(await startProcess(['serve'], { folder, env })), clock }
}

const book = async (served: ServiceProcess, hold: boolean) =>
  good(
    await served.call('POST', '/v1/bookings', {
      body: {
        ...{ hotelSlug: 'alfa', roomCode: 'DBL', adults: 2, hold },
        ...{ checkin: dayFromNow(90), checkout: dayFromNow(91) },
        guest: { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' },
      },
    }),
  ).body as { code: string; createdAt: string }

/** Books at one replica and confirms at the other, in turn. @returns the codes, and the statuses of confirmations */
async function sellThrough(pair: readonly [ServiceProcess, ServiceProcess]) {
  const codes: string[] = []
  const confirmed: number[] = []
  const booker = async (first: number) => {
    for (let round = first; round < first + ROUNDS; round++) {
      const [one, other] = round % 2 === 0 ? pair : pair.toReversed()
      const held = await book(one!, true)
      const path = `/v1/bookings/${held.code}`
      const { status } = await other!.call('POST', `${path}/confirm`, { body: asGuest(held.code) })
      confirmed.push(status)
      const sold = await book(other!, false)
      codes.push(held.code, sold.code)
      good(await one!.call('POST', `${path}/cancel`, { body: asGuest(held.code) }))
    }
  }
  await Promise.all(Array.from({ length: BOOKERS }, (_, n) => booker(n)))
  return { codes, confirmed }
}

/** What `updatedSince` a minute ago shows of the hotel's bookings. */
async function updatedSince(served: ServiceProcess, sinceMs: number): Promise<string[]> {
  const codes: string[] = []
  for (let cursor = ''; ; ) {
    const since = `updatedSince=${new Date(sinceMs).toISOString()}`
    const path = `/v1/partner/bookings?${since}${cursor && `&cursor=${cursor}`}`
    const { body } = good(await served.call('GET', path, { key: hotel.secret }))
    codes.push(...body.bookings.map(({ code }: { code: string }) => code))
    if (!body.nextCursor) return codes
    cursor = body.nextCursor
  }
}

const gaugeOf = async (served: ServiceProcess) => {
  const { text } = await askMetrics(served.call)
  return Number(/^roomwire_clock_ahead_seconds (-?[\d.]+)$/m.exec(text)?.[1])
}

const warningsOf = ({ stderr }: ServiceProcess) =>
  logLines(stderr()).filter(({ event }) => event === 'clock_off')

const login = async (served: ServiceProcess, body: object) =>
  await served.call('POST', '/v1/auth/login', { body })
const me = async (served: ServiceProcess, key: string) =>
  (await served.call('GET', '/v1/auth/me', { key })).status

test.each([
  ['3 hours ahead', 3 * HOUR_MS],
  ['3 hours behind', -3 * HOUR_MS],
  ['40 days ahead', 40 * 24 * HOUR_MS],
])(
  'a replica whose clock is %s is not healthy, and what it does has the right time: no booking is missing in updatedSince, no hold is over, the feed runs forward',
  async (_, aheadMs) => {
    await using wrong = await startWrong(aheadMs)
    const sinceMs = Date.now() - 60_000
    const { codes, confirmed } = await sellThrough([wrong, right])

    expect(confirmed).toEqual(confirmed.map(() => 200))
    for (const served of [right, wrong]) {
      const seen = await updatedSince(served, sinceMs)
      expect(codes.filter((code) => !seen.includes(code))).toEqual([])
    }
    const feed = (await wholeFeed(replicas, hotel)) as unknown as { at: string }[]
    expect(feed.length).toBeGreaterThan(codes.length)
    expect(feed.filter(({ at }, n) => n > 0 && at < feed[n - 1]!.at)).toEqual([])
    expect(Date.parse(feed.at(-1)!.at)).toBeLessThan(Date.now() + 1_000)

    const health = await wrong.call('GET', '/v1/health')
    expect(health).toBeProblem(503, 'unavailable')
    expect(health.body.detail).toMatch(
      /^The clock of this machine is \d+ s (ahead of|behind) that of the database\.$/,
    )
    expect(Math.abs((await gaugeOf(wrong)) - aheadMs / 1_000)).toBeLessThan(1)
    expect(warningsOf(wrong)).toHaveLength(1)
    expect((await right.call('GET', '/v1/health')).status).toBe(200)
  },
)

test.each([
  ['ahead', 3 * HOUR_MS],
  ['behind', -3 * HOUR_MS],
])(
  'sessions, links and codes of a replica whose clock is hours %s are good at another, and its own',
  async (side, aheadMs) => {
    await using wrong = await startWrong(aheadMs)
    const password = 'seven green bottles'
    for (const [n, [one, other]] of [
      [wrong, right],
      [right, wrong],
    ].entries() as Iterable<[number, [ServiceProcess, ServiceProcess]]>) {
      const token = good(await login(one, ADMIN)).body.token
      expect([await me(one, token), await me(other, token)]).toEqual([200, 200])

      const email = `${side}-${n}@example.com`
      const { id } = await admin(one, 'POST', '/admin/users', {
        ...{ email, password: 'another one, long', name: 'Nil' },
        ...{ role: 'hotel_manager', hotels: ['alfa'] },
      })
      const { url } = await admin(one, 'POST', `/admin/users/${id}/reset-link`)
      const body = { token: /#link=([\w.-]+)$/.exec(url)![1]!, password }
      good(await other.call('POST', '/v1/auth/reset-password', { body }))

      const key = good(await login(one, { email, password })).body.token
      const begun = await one.call('POST', '/v1/auth/second-factor', {
        key,
        body: { currentPassword: password },
      })
      const { secret } = good(begun).body
      const code = codeAt(secret, Date.now())
      good(await other.call('POST', '/v1/auth/second-factor/confirm', { key, body: { code } }))
      // Of the step to come: each code lets in once.
      const totp = codeAt(secret, Date.now() + 30_000)
      expect((await login(one, { email, password, totp })).status).toBe(200)
    }
  },
)

test('a replica whose clock is 5 s ahead is healthy, warns once, and shows it', async () => {
  await using wrong = await startWrong(5_000)
  expect((await wrong.call('GET', '/v1/health')).status).toBe(200)
  expect(Math.abs((await gaugeOf(wrong)) - 5)).toBeLessThan(1)
  await until('it warns', () => warningsOf(wrong).length > 0)
  const { process } = await admin(wrong, 'GET', '/admin/system')
  expect(Math.abs(process.clockAheadMs - 5_000)).toBeLessThan(1_000)
  expect(warningsOf(wrong)).toHaveLength(1)
})

test('a clock that is set while its replica runs changes no time', async () => {
  await using served = await startWrong(0)
  const before = await book(served, true)
  for (const aheadMs of [-2 * HOUR_MS, 2 * HOUR_MS]) {
    served.clock.set(aheadMs)
    const { createdAt } = await book(served, false)
    expect(createdAt >= before.createdAt).toBe(true)
    expect(Date.parse(createdAt)).toBeLessThan(Date.parse(before.createdAt) + 60_000)
    expect((await served.call('GET', '/v1/health')).status).toBe(503)
  }
  good(
    await served.call('POST', `/v1/bookings/${before.code}/confirm`, {
      body: asGuest(before.code),
    }),
  )
  served.clock.set(0)
  expect((await served.call('GET', '/v1/health')).status).toBe(200)
})
