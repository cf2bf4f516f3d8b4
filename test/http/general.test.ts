import { expect, spyOn, test } from 'bun:test'
import { PROBLEMS } from '../../src/http/api/problem-table.ts'
import { startService } from '../support/service.ts'

test('GET /v1 is the informational object: name, version 0.1.0, status live, endpoints (specification §4.2, §9)', async () => {
  await using service = await startService()

  const { status, body } = await service.call('GET', '/v1')
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['name', 'version', 'status', 'endpoints'])
  expect(body).toMatchObject({ name: expect.any(String), version: '0.1.0', status: 'live' })
  expect(body.endpoints).toContain('GET /v1/health')
})

test('the endpoints listed are those of the general interface, each there when it is called (specification §4.2)', async () => {
  await using service = await startService()
  const { endpoints } = (await service.call('GET', '/v1')).body
  const routes = service.app.routes.map(({ method, path }) => `${method} ${path}`)
  const general = routes.filter((route) => / \/v1\/(?!partner\/)/.test(route))

  expect(endpoints.toSorted()).toEqual(general.toSorted())
  for (const endpoint of endpoints as string[]) {
    const [method = '', path = ''] = endpoint.split(' ')
    const { status, body } = await service.call(method, path.replace(/:\w+/g, 'x'))
    expect([endpoint, status]).not.toEqual([endpoint, 405])
    expect([endpoint, body?.detail]).not.toEqual([endpoint, 'There is nothing at this address.'])
  }
})

const BROWSER = { headers: { accept: 'text/html,*/*;q=0.8' } }

test('GET / is the same object for a program and leads a browser to the panel (contract §5)', async () => {
  await using service = await startService()
  const { call } = service
  const info = (await call('GET', '/v1')).body

  for (const accept of ['application/json', '*/*']) {
    const answer = await call('GET', '/', { headers: { accept } })
    expect([answer.status, answer.body]).toEqual([200, info])
  }
  expect((await call('GET', '/')).body).toEqual(info)
  const browser = await call('GET', '/', BROWSER)
  expect(browser.status).toBe(302)
  expect(browser.headers.get('location')).toBe('/panel')
})

test('GET / leads a browser to the search where the pages that sell are served', async () => {
  await using service = await startService({ publicPages: true })

  const browser = await service.call('GET', '/', BROWSER)
  expect(browser.headers.get('location')).toBe('/stay')
  expect((await service.call('GET', '/stay', BROWSER)).text).toContain('href="/panel"')
})

test('/v1/health says ok, the version and how long the service runs (contract §5)', async () => {
  await using service = await startService()
  service.clock.advance(90_999)

  const answer = await service.call('GET', '/v1/health')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.body).toEqual({ status: 'ok', version: '0.2.0', uptimeSeconds: 90 })
})

test('/v1/health needs no key and counts against no limit (contract §5, §7)', async () => {
  await using service = await startService({ publicRatePerMinute: 1 })

  for (let i = 0; i < 20; i++) expect((await service.call('GET', '/v1/health')).status).toBe(200)
})

test('/v1/health answers by its last check while a thread makes an index, but not for ever, nor after damage (issue 35)', async () => {
  await using service = await startService()
  const { store } = service.context
  const held = Promise.withResolvers<undefined>()
  let isLent = true
  let aheadMs = 0
  const now = performance.now.bind(performance)
  using _clock = spyOn(performance, 'now').mockImplementation(() => now() + aheadMs)
  using _lent = spyOn(store, 'isLent').mockImplementation(() => isLent)
  const health = () => service.call('GET', '/v1/health')
  const statusAtOnce = async () =>
    await Promise.race([health().then(({ status }) => status), Bun.sleep(300).then(() => 'waits')])

  expect((await health()).status).toBe(200)
  // As writes wait for the thread.
  const writes = spyOn(store, 'tx').mockImplementation(<T>() => held.promise as Promise<T>)
  aheadMs = 1_500
  expect(await statusAtOnce()).toBe(200)
  isLent = false
  expect(await statusAtOnce()).toBe('waits')
  isLent = true
  using damage = spyOn(store, 'breakdown')
  damage.mockReturnValue({ kind: 'damaged', error: new Error('a page') })
  expect(await statusAtOnce()).toBe('waits')
  damage.mockReturnValue(undefined)
  expect(await statusAtOnce()).toBe(200)
  aheadMs = 10_500
  expect(await statusAtOnce()).toBe('waits')
  held.resolve(undefined)
  writes.mockRestore()
  expect((await health()).status).toBe(200)
})

for (const [code, { status, title, help }] of Object.entries(PROBLEMS))
  test(`/problems/${code} explains it (contract §6)`, async () => {
    await using service = await startService()

    const answer = await service.call('GET', `/problems/${code}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ type: `/problems/${code}`, code, status, title, help })
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(help.length).toBeGreaterThan(20)
  })

test('every code that the contract names has its status (contract §6)', async () => {
  const named = {
    malformed_json: 400,
    unauthenticated: 401,
    credentials_invalid: 401,
    forbidden: 403,
    not_found: 404,
    method_not_allowed: 405,
    revision_conflict: 409,
    transition_invalid: 409,
    price_changed: 409,
    sold_out: 409,
    closed_for_sale: 409,
    idempotency_conflict: 409,
    precondition_failed: 412,
    too_large: 413,
    unsupported_media_type: 415,
    validation_failed: 422,
    currency_mismatch: 422,
    rate_limited: 429,
    internal: 500,
    unavailable: 503,
    migrating: 503,
    outcome_unknown: 503,
  }
  for (const [code, status] of Object.entries(named))
    expect([code, PROBLEMS[code as keyof typeof PROBLEMS]?.status]).toEqual([code, status])
})

test('a problem that is none is not explained (contract §6)', async () => {
  await using service = await startService()

  for (const code of [
    'nothing',
    'NOT_FOUND',
    'not_found%20',
    '__proto__',
    'constructor',
    'toString',
  ])
    expect(await service.call('GET', `/problems/${code}`)).toBeProblem(404, 'not_found')
})
