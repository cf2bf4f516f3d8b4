import { expect, test } from 'bun:test'
import { revokeSite, rotateSite } from '../../src/service/sites/sites.ts'
import { book, sell } from '../support/bookings.ts'
import { startService, type TestService } from '../support/service.ts'
import { addSite, bySite, type TestSite } from '../support/sites.ts'
import { hireStaff } from '../support/staff.ts'

const ACTOR = { type: 'system', id: 'test' } as const
const HOUR_MS = 60 * 60 * 1_000
const [ONE, TWO] = ['203.0.113.1', '203.0.113.2']

/** Statuses of as many calls of a path, one after another. */
async function statuses(count: number, call: TestService['call'], path = '/v1') {
  const found: number[] = []
  for (let each = 0; each < count; each++) found.push((await call('GET', path)).status)
  return found
}

const rotate = ({ deps }: TestService, { id }: TestSite, overlapHours: number) =>
  rotateSite(deps, ACTOR, { id, owner: null }, overlapHours)

test('a wrong, another’s or revoked site key is 401 at every general door, never ignored (contract-access, Sites)', async () => {
  await using service = await startService()
  const { call, deps, alfa } = service
  const site = await addSite(service)
  const doors = [
    ['GET', '/v1/hotels'],
    ['GET', '/v1/hotels/alfa'],
    ['GET', '/v1/photos/none'],
    ['POST', '/v1/bookings'],
    ['GET', '/v1/bookings/ABCDEFGHJK'],
    ['POST', '/v1/auth/login'],
    ['POST', '/v1/auth/register'],
    ['GET', '/v1/auth/me'],
    ['GET', '/v1/panel/hotel'],
  ] as const
  const wrong = [
    `${site.secret.slice(0, -1)}${site.secret.endsWith('x') ? 'y' : 'x'}`,
    '',
    alfa.secret,
    'nonsense',
  ]
  for (const key of wrong)
    for (const [method, path] of doors) {
      const answer = await bySite(call, key)(method, path, method === 'POST' ? { body: {} } : {})
      expect(answer).toBeProblem(401, 'unauthenticated')
      expect(answer.body.detail).toContain('x-service-site')
    }
  service.clock.advance(60_000)
  expect((await site.for(ONE)('GET', '/v1/hotels')).status).toBe(200)
  await revokeSite(deps, ACTOR, { id: site.id, owner: null })
  expect(await site.for(ONE)('GET', '/v1/hotels')).toBeProblem(401, 'unauthenticated')
  expect((await call('GET', '/v1/hotels')).status).toBe(200)
})

test('wrong site keys are limited by the address that sends them, and a good one from there passes', async () => {
  await using service = await startService()
  const site = await addSite(service)
  const guess = bySite(service.call, 'service_site_guess')
  expect(new Set(await statuses(60, guess))).toEqual(new Set([401]))
  expect(await guess('GET', '/v1')).toBeProblem(429, 'rate_limited')
  expect((await site.for(ONE)('GET', '/v1')).status).toBe(200)
})

test('while a rotation overlaps both secrets of a site are good, and the one before not a moment longer', async () => {
  await using service = await startService()
  const { call, clock } = service
  const site = await addSite(service)
  const { secret } = await rotate(service, site, 24)
  const [before, after] = [site.for(ONE), bySite(call, secret)]
  expect([await statuses(1, before), await statuses(1, after)]).toEqual([[200], [200]])
  clock.advance(24 * HOUR_MS - 1)
  expect(await statuses(1, before)).toEqual([200])
  clock.advance(1)
  expect([await statuses(1, before), await statuses(1, after)]).toEqual([[401], [200]])
  const last = await rotate(service, site, 0)
  expect([await statuses(1, after), await statuses(1, bySite(call, last.secret))]).toEqual([
    [401],
    [200],
  ])
})

test('the general limit counts the visitor of a site: two share nothing, one is the same through two calls', async () => {
  await using service = await startService({ publicRatePerMinute: 2 })
  const site = await addSite(service)
  expect(await statuses(3, site.for(ONE))).toEqual([200, 200, 429])
  expect(await statuses(3, site.for(TWO))).toEqual([200, 200, 429])
  // Of IPv6 it is the /64, as everywhere.
  expect(await statuses(2, site.for('2001:db8::1'))).toEqual([200, 200])
  expect(await statuses(1, site.for('2001:db8::2'))).toEqual([429])
  // The server that calls has spent nothing of its own.
  expect(await statuses(3, service.call)).toEqual([200, 200, 429])
})

test('without a visitor the bound of the site stands in the place of that by address', async () => {
  await using service = await startService({ publicRatePerMinute: 2 })
  const site = await addSite(service)
  expect(new Set(await statuses(2_999, site.for()))).toEqual(new Set([200]))
  // Bounded with a visitor or without.
  expect(await statuses(2, site.for(ONE))).toEqual([200, 429])
  service.clock.advance(1_000)
  expect(await statuses(1, site.for(ONE))).toEqual([200])
})

test('a visitor that is no address is 422 beside a site key, and counts for nothing without one', async () => {
  await using service = await startService({ publicRatePerMinute: 2 })
  const site = await addSite(service)
  for (const visitor of ['', 'carla', `${ONE}, ${TWO}`, `${ONE}:80`, '1', '0x7f000001']) {
    const answer = await site.for(visitor)('GET', '/v1')
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([
      { path: 'header:x-service-visitor', code: 'wrong_format' },
    ])
  }
  const ask = (visitor: string) =>
    service.call('GET', '/v1', { headers: { 'x-service-visitor': visitor } })
  const found = [await ask(ONE), await ask(TWO), await ask('carla')]
  expect(found.map(({ status }) => status)).toEqual([200, 200, 429])
})

test('the site of a hotel is believed about its own hotel alone', async () => {
  await using service = await startService({ publicRatePerMinute: 3 })
  const { call, alfa } = service
  await sell(service)
  const { code } = (await book(call)).body
  const site = await addSite(service, { hotel: alfa })
  const own = [
    '/v1/hotels/alfa',
    '/v1/hotels/alfa/reviews',
    `/v1/bookings/${code}?email=carla@example.com`,
  ]
  let visitor = 0
  for (const path of own)
    for (let each = 0; each < 5; each++)
      expect(await statuses(1, site.for(`203.0.113.${visitor++}`), path)).toEqual([200])
  // Any other call counts for the server that makes it, whatever it says.
  service.clock.advance(60_000)
  const others = ['/v1/hotels/bravo', '/v1/hotels', '/v1/bookings/NOSUCHCODE', '/v1/cities']
  const found: number[] = []
  for (const path of others)
    found.push(...(await statuses(1, site.for(`203.0.113.${visitor++}`), path)))
  expect(found).toEqual([200, 200, 404, 429])
})

test('a site books the hotels that it may, and any other is none for it; the booking keeps its name', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  await sell(service)
  const [own, held, portal] = [
    await addSite(service, { hotel: alfa }),
    await addSite(service, { name: 'Held', hotels: ['alfa'] }),
    await addSite(service),
  ]
  const none = await book(portal.for(ONE), { hotelSlug: 'none' })
  for (const site of [own, held, portal]) {
    const made = await book(site.for(ONE))
    expect(made.status).toBe(201)
    expect(made.body.source).toMatchObject({ type: 'web', site: site.name })
    const elsewhere = await book(site.for(ONE), { hotelSlug: bravo.slug })
    if (site === portal) expect(elsewhere.status).toBe(409)
    else
      expect(elsewhere.text.replace(/"requestId":"[^"]*"/, '')).toBe(
        none.text.replace(/"requestId":"[^"]*"/, ''),
      )
  }
  const { body } = await book(service.call)
  expect(body.source.site ?? null).toBeNull()
  // Whoever is signed in there.
  const { agent } = await hireStaff(service)
  const ofAgency = await book(bySite(agent.call, portal.secret, ONE))
  expect(ofAgency.body.source).toMatchObject({ type: 'agency', site: portal.name })
})

test('log-in and registration count the visitor of an admin’s site, and the server of a hotel’s', async () => {
  await using service = await startService({ publicRatePerMinute: 100_000 })
  const body = { email: 'nobody@example.com', password: 'a boat on the Bosphorus' }
  const portal = await addSite(service)
  const own = await addSite(service, { hotel: service.alfa })
  const tries = async (site: TestSite, path: string) => {
    const found: number[] = []
    for (let each = 0; each < 11; each++) {
      const email = `${site.id}${each}@example.com`
      const by = site.for(`203.0.113.${each}`)
      found.push((await by('POST', path, { body: { ...body, email } })).status)
    }
    return found
  }
  expect(await tries(portal, '/v1/auth/login')).toEqual(Array(11).fill(401))
  expect(await tries(own, '/v1/auth/login')).toEqual([...Array(10).fill(401), 429])
  expect(await tries(portal, '/v1/auth/register')).toEqual(Array(11).fill(201))
  expect(await tries(own, '/v1/auth/register')).toEqual([...Array(10).fill(201), 429])
})

test('no known place is made through a site: who signed in by one waits as anybody there', async () => {
  await using service = await startService({ publicRatePerMinute: 100_000, trustedProxies: 1 })
  const login = { email: 'carla@example.com', password: 'a boat on the Bosphorus' }
  await service.call('POST', '/v1/auth/register', { body: login })
  const portal = await addSite(service)
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const wrong = { ...login, password: 'a wrong one of theirs' }
  const OTHER = '198.51.100.2'
  const networkAround = (address: string) => address.slice(0, address.lastIndexOf('.'))
  /** Eleven guesses from one network; a known place has ten that count as those of no stranger. */
  const guesses = async (network: string) => {
    const statuses: number[] = []
    for (let each = 0; each < 11; each++) {
      const guess = { body: wrong, ...from(`${network}.${each}`) }
      statuses.push((await service.call('POST', '/v1/auth/login', guess)).status)
    }
    return statuses
  }
  const bySite = await portal.for(ONE)('POST', '/v1/auth/login', { body: login })
  expect(bySite.status).toBe(200)
  expect(bySite.headers.get('set-cookie')).toBeNull()
  const bySelf = await service.call('POST', '/v1/auth/login', { body: login, ...from(OTHER) })
  expect(bySelf.status).toBe(200)
  expect(bySelf.headers.get('set-cookie')).toStartWith('device=')
  expect(await guesses(networkAround(ONE))).toEqual([...Array(10).fill(401), 429])
  expect(await guesses(networkAround(OTHER))).toEqual(Array(11).fill(401))
})
