import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addDay } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { good } from '../support/oversold.ts'
import { jpeg } from '../support/pictures.ts'
import { dayFromNow, type ServiceProcess } from '../support/process.ts'
import { type Replicas, startReplicas } from '../support/processes.ts'
import {
  type Ask,
  hireAdmin,
  type KeyedHotel,
  makeGround,
  makeHotel,
  makeKey,
} from '../support/replica-hotels.ts'

// What one replica has answered holds for the next request to any other (issue 15).

const START_MS = 60_000
const TIMES = 6
const DATE = dayFromNow(60)
const ROOM = { roomCode: 'DBL', totalRooms: 5 }
const DAY = { roomCode: 'DBL', date: DATE, available: 5, priceCents: 10_000, closed: false }
const GUEST = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
const PASSWORD = 'seven green bottles'

let replicas: Replicas
let admin: Ask
let alfa: KeyedHotel

beforeAll(async () => {
  replicas = await startReplicas({ count: 3 })
  admin = await hireAdmin(replicas)
  await makeGround(admin, replicas.next())
  alfa = await makeHotel(admin, replicas, { slug: 'alfa', rooms: [ROOM] })
  good(await push(replicas.next(), DAY))
}, START_MS)

afterAll(async () => {
  try {
    await replicas.stop()
  } finally {
    await replicas[Symbol.asyncDispose]()
  }
}, START_MS)

/** Each pair of a replica that is told and another that is asked, again and again. */
function pairs(): [ServiceProcess, ServiceProcess][] {
  const { all } = replicas
  return Array.from({ length: TIMES }, (_, n) => {
    const at = n % all.length
    return [all[at]!, all[(at + 1 + (n % (all.length - 1))) % all.length]!]
  })
}

const push = (served: ServiceProcess, day: object, headers: Record<string, string> = {}) =>
  served.call('PUT', '/v1/partner/availability', {
    key: alfa.secret,
    body: { updates: [day] },
    headers,
  })
const order = (more: object = {}) => {
  const stay = { hotelSlug: 'alfa', roomCode: 'DBL', checkin: DATE, checkout: addDay(DATE, 1) }
  return { ...stay, adults: 1, guest: GUEST, ...more }
}
const book = (served: ServiceProcess, headers: Record<string, string> = {}, more: object = {}) =>
  served.call('POST', '/v1/bookings', { body: order(more), headers })
const me = (served: ServiceProcess, key: string) => served.call('GET', '/v1/auth/me', { key })
const login = async (served: ServiceProcess, email: string, password: string) =>
  good(await served.call('POST', '/v1/auth/login', { body: { email, password } })).body.token

test('a key that one replica has revoked is refused by the next call to another', async () => {
  for (const [told, asked] of pairs()) {
    const { keyId, secret } = await makeKey(admin, told, 'alfa')
    const limits = () => asked.call('GET', '/v1/partner/limits', { key: secret })
    expect((await limits()).status).toBe(200)
    await admin(told, 'DELETE', `/panel/api-keys/${keyId}?hotel=alfa`)
    expect(await limits()).toBeProblem(401, 'unauthenticated')
  }
}, 120_000)

test('where a key is taken from is another from the next call to another replica on', async () => {
  for (const [told, asked] of pairs()) {
    const { keyId, secret } = await makeKey(admin, told, 'alfa')
    const limits = async () =>
      (await asked.call('GET', '/v1/partner/limits', { key: secret })).status
    const change = (allowedIps: string[]) =>
      admin(told, 'PATCH', `/panel/api-keys/${keyId}?hotel=alfa`, { allowedIps })
    expect(await limits()).toBe(200)
    await change(['198.51.100.1'])
    expect(await limits()).toBe(403)
    await change(['198.51.100.1', '127.0.0.1'])
    expect(await limits()).toBe(200)
    await admin(told, 'DELETE', `/panel/api-keys/${keyId}?hotel=alfa`)
  }
}, 120_000)

test('a vendor that one replica has disconnected, or given another secret, is refused by the next call to another', async () => {
  const made = { name: 'Harbour', contact: 'support@harbour.example' }
  const vendor = await admin(replicas.next(), 'POST', '/admin/vendors', made)
  let { secret } = vendor
  for (const [told, asked] of pairs()) {
    const connect = { vendorId: vendor.id }
    const { connection } = await admin(told, 'POST', '/panel/vendors?hotel=alfa', connect)
    expect(connection.scopes).not.toEqual([])
    const ask = (path: string) => asked.call('GET', `/v1/partner${path}`, { key: secret })
    const hotels = async () => (await ask('/hotels')).body.hotels.length
    expect([(await ask('/limits?hotel=alfa')).status, await hotels()]).toEqual([200, 1])
    await admin(told, 'DELETE', `/panel/vendors/${vendor.id}?hotel=alfa`)
    expect(await ask('/limits?hotel=alfa')).toBeProblem(404, 'not_found')
    expect(await hotels()).toBe(0)
    const now = { overlapHours: 0 }
    const rotated = await admin(told, 'POST', `/admin/vendors/${vendor.id}/rotate-secret`, now)
    expect(await ask('/hotels')).toBeProblem(401, 'unauthenticated')
    secret = rotated.secret
    expect(await hotels()).toBe(0)
  }
}, 120_000)

test('a site that one replica has given another secret, or revoked, is refused by the next call to another', async () => {
  for (const [n, [told, asked]] of pairs().entries()) {
    const { id, secret } = await admin(told, 'POST', '/admin/sites', { name: `Site ${n}` })
    const search = async (key: string) =>
      (await asked.call('GET', '/v1/hotels', { headers: { 'x-service-site': key } })).status
    expect(await search(secret)).toBe(200)
    const now = { overlapHours: 0 }
    const next = await admin(told, 'POST', `/admin/sites/${id}/rotate-secret`, now)
    expect([await search(secret), await search(next.secret)]).toEqual([401, 200])
    await admin(told, 'DELETE', `/admin/sites/${id}`)
    expect(await search(next.secret)).toBe(401)
  }
}, 120_000)

test.each([
  ['a password that is changed', { password: 'a ferry on the Bosphorus' }],
  ['a user who is blocked', { status: 'blocked' }],
])(
  '%s on one replica ends the session at the next call to another',
  async (what, change) => {
    for (const [n, [told, asked]] of pairs().entries()) {
      const email = `manager-${what.length}-${n}@example.com`
      const role = { role: 'hotel_manager', hotels: ['alfa'] }
      const user = { email, password: PASSWORD, name: 'Mehmet', ...role }
      const { id } = await admin(told, 'POST', '/admin/users', user)
      const token = await login(asked, email, PASSWORD)
      expect((await me(asked, token)).status).toBe(200)
      await admin(told, 'PATCH', `/admin/users/${id}`, change)
      expect((await me(asked, token)).status).toBe(401)
      const again = { body: { email, password: PASSWORD } }
      expect((await asked.call('POST', '/v1/auth/login', again)).status).toBeGreaterThan(400)
    }
  },
  120_000,
)

test('who is given another role, or none, in a hotel through one replica is that from the next call to another on', async () => {
  const members = '/admin/hotels/alfa/members'
  for (const [n, [told, asked]] of pairs().entries()) {
    const email = `member-${n}@example.com`
    const user = { email, password: PASSWORD, name: 'Ayşe', role: 'hotel_manager' }
    const { id } = await admin(told, 'POST', '/admin/users', user)
    const key = await login(asked, email, PASSWORD)
    const rename = async () => {
      const body = { name: `Double ${n}` }
      return (await asked.call('PATCH', '/v1/panel/rooms/DBL?hotel=alfa', { key, body })).status
    }
    expect(await rename()).toBe(404)
    await admin(told, 'POST', members, { email, role: 'front_desk' })
    expect(await rename()).toBe(403)
    await admin(told, 'PATCH', `${members}/${id}`, { role: 'revenue' })
    expect(await rename()).toBe(200)
    await admin(told, 'PATCH', `${members}/${id}`, { role: 'read_only' })
    expect(await rename()).toBe(403)
    const waiting = asked.call('GET', '/v1/panel/changes?hotel=alfa&cursor=latest&waitSeconds=25', {
      key,
    })
    const startMs = performance.now()
    await admin(told, 'DELETE', `${members}/${id}`)
    expect(await rename()).toBe(404)
    expect((await waiting).status).toBe(404)
    expect(performance.now() - startMs).toBeLessThan(10_000)
  }
}, 120_000)

test('a hotel that one replica has suspended cannot be booked at, or seen, by the next call to another', async () => {
  const path = '/admin/hotels/alfa'
  const page = `/v1/hotels/alfa?checkin=${DATE}&checkout=${addDay(DATE, 1)}&adults=1`
  for (const [told, asked] of pairs()) {
    expect((await asked.call('GET', page)).status).toBe(200)
    await admin(told, 'PATCH', path, { active: false })
    expect(await book(asked)).toBeProblem(404, 'not_found')
    await admin(told, 'PATCH', path, { active: true })
    expect((await asked.call('GET', page)).status).toBe(200)
    await admin(told, 'PATCH', path, { active: false })
    expect((await asked.call('GET', page)).status).toBe(404)
    await admin(told, 'PATCH', path, { active: true })
  }
  const held = await book(replicas.next())
  expect(held.status).toBe(201)
}, 120_000)

test('a picture that is added, changed or deleted through one replica is so on the page of the next call to another', async () => {
  const photos = '/panel/photos'
  for (const [n, [told, asked]] of pairs().entries()) {
    const shown = async () => (await asked.call('GET', '/v1/hotels/alfa')).body.photos
    expect(await shown()).toEqual([])
    const file = new Blob([jpeg({ width: n + 1, height: 6 })], { type: 'image/jpeg' })
    const { id, url } = await admin(told, 'POST', `${photos}?hotel=alfa`, file)
    expect(await shown()).toMatchObject([{ url, alt: { en: '' } }])
    await admin(told, 'PATCH', `${photos}/${id}?hotel=alfa`, { alt: { en: 'The sea' } })
    expect(await shown()).toMatchObject([{ url, alt: { en: 'The sea' } }])
    await admin(told, 'DELETE', `${photos}/${id}?hotel=alfa`)
  }
  for (const replica of replicas.all)
    expect((await replica.call('GET', '/v1/hotels/alfa')).body.photos).toEqual([])
}, 120_000)

test('a pull after a push or a booking through another replica shows it, under another ETag; a search, too', async () => {
  const stay = `checkin=${DATE}&checkout=${addDay(DATE, 1)}&adults=1`
  for (const [n, [told, asked]] of pairs().entries()) {
    const pull = (etag = '') =>
      asked.call('GET', `/v1/partner/availability?from=${DATE}&to=${DATE}`, {
        key: alfa.secret,
        headers: etag ? { 'if-none-match': etag } : {},
      })
    const before = (await pull()).headers.get('etag')!
    expect((await pull(before)).status).toBe(304)
    const priceCents = 20_000 + n
    good(await push(told, { ...DAY, priceCents, available: 4 }))
    const pushed = await pull(before)
    expect(pushed.body.rooms[0].days[0]).toMatchObject({ priceCents, available: 4 })
    const { body } = await asked.call('GET', `/v1/hotels/alfa?${stay}`)
    expect(JSON.stringify(body)).toContain(String(priceCents))
    const { code } = good(await book(told)).body
    const booked = await pull(pushed.headers.get('etag')!)
    expect(booked.body.rooms[0].days[0].available).toBe(3)
    good(await told.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) }))
    expect((await pull(booked.headers.get('etag')!)).body.rooms[0].days[0].available).toBe(4)
  }
}, 120_000)

test('a key has 60 calls a minute in all, however they are spread over the replicas', async () => {
  const { secret } = await makeKey(admin, replicas.next(), 'alfa')
  const begun = performance.now()
  const calls = Array.from({ length: 120 }, () =>
    replicas.next().call('GET', '/v1/partner/limits', { key: secret }),
  )
  const answers = await Promise.all(calls)
  const seconds = (performance.now() - begun) / 1_000
  const passed = answers.filter(({ status }) => status === 200).length
  expect(answers.filter(({ status }) => status === 429).length).toBe(120 - passed)
  expect(passed).toBeGreaterThanOrEqual(60)
  expect(passed).toBeLessThanOrEqual(60 + Math.ceil(seconds))
}, 120_000)

test('one booking asked for at once of three replicas under one Idempotency-Key is made once, and answered by all', async () => {
  for (let n = 0; n < TIMES; n++) {
    const key = { 'idempotency-key': crypto.randomUUID() }
    good(await push(replicas.next(), { ...DAY, available: 5 - (n % 2) }))
    const answers = await Promise.all(replicas.all.map((served) => book(served, key)))
    const codes = new Set(answers.map((answer) => good(answer).body.code))
    expect(codes.size).toBe(1)
    const [code] = codes
    const rows = await replicas.sql`select revision from booking_revision where code = ${code}`
    expect(rows).toHaveLength(1)
    const body = asGuest(code!)
    good(await replicas.next().call('POST', `/v1/bookings/${code}/cancel`, { body }))
  }
}, 120_000)

test('one push sent at once to three replicas under one Idempotency-Key is taken once', async () => {
  const pushes = async () => Number((await replicas.sql`select count(*) as n from push`)[0].n)
  for (let n = 0; n < TIMES; n++) {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const before = await pushes()
    const day = { ...DAY, priceCents: 30_000 + n }
    const answers = await Promise.all(replicas.all.map((served) => push(served, day, key)))
    expect(new Set(answers.map((answer) => good(answer).text)).size).toBe(1)
    expect(await pushes()).toBe(before + 1)
  }
}, 120_000)

test('who waits for the feed on one replica is answered by a commit of another', async () => {
  for (const [told, asked] of pairs()) {
    const feed = (query: string) =>
      asked.call('GET', `/v1/partner/changes?${query}`, { key: alfa.secret })
    const { nextCursor } = (await feed('cursor=latest')).body
    const begun = performance.now()
    const waiting = feed(`cursor=${nextCursor}&waitSeconds=20`)
    good(await book(told))
    const { body } = await waiting
    expect(body.changes[0]).toMatchObject({ type: 'booking', event: 'booking.confirmed' })
    expect(performance.now() - begun).toBeLessThan(10_000)
    const { code } = body.changes[0].booking
    good(await told.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) }))
  }
}, 120_000)
