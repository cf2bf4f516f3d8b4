import { expect, test } from 'bun:test'
import type { Answer } from '../support/matchers.ts'
import { readAnswer, startService, type TestService } from '../support/service.ts'

const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS']

type Route = { method: string; path: string }

/** Every path of the service with a value for its parameters, and the methods it has. */
function addresses({ app }: TestService): Map<string, string[]> {
  const routes: Route[] = app.routes
  const paths = new Set(routes.map(({ path }) => path.replace(/:\w+/g, 'x')))
  return new Map(
    [...paths].map((path) => [
      path,
      routes.filter((route) => isAt(route, path)).map(({ method }) => method),
    ]),
  )
}

function isAt({ path: pattern }: Route, path: string): boolean {
  const steps = pattern.split('/')
  const given = path.split('/')
  return (
    steps.length === given.length &&
    steps.every((step, index) => step.startsWith(':') || step === given[index])
  )
}

/** The headers of an answer, but for those that are its own. */
const lastingHeaders = ({ headers }: Answer) =>
  [...headers].filter(([name]) => !['date', 'ratelimit', 'x-request-id'].includes(name))

const sorted = (allow: string | null) => allow?.split(', ').toSorted()

test('an address that only looks like one of ours is none, whatever the method (contract §6)', async () => {
  await using service = await startService()
  for (const path of ['/openapiXjson', '/openapi%2ejson'])
    expect(await service.call('POST', path)).toBeProblem(404, 'not_found')
  expect(await service.call('POST', '/openapi.json')).toBeProblem(405, 'method_not_allowed')
})

test('a method that an address has not is 405 with those it has in Allow, with a key and without (contract §6)', async () => {
  await using service = await startService()
  const { alfa, call } = service
  let seen = 0

  for (const [path, methods] of addresses(service)) {
    const allow = methods.includes('GET') ? [...methods, 'HEAD'] : methods
    for (const method of METHODS.filter((each) => !methods.includes(each)))
      for (const headers of [{}, { authorization: `Bearer ${alfa.secret}` }] as Record<
        string,
        string
      >[]) {
        const answer = await call(method, path, { headers })
        expect([method, path, answer.status]).toEqual([method, path, 405])
        const isCounted = path.startsWith('/v1/partner/') && 'authorization' in headers
        expect([path, answer.headers.has('ratelimit')]).toEqual([path, isCounted])
        expect(answer).toBeProblem(405, 'method_not_allowed')
        expect([path, sorted(answer.headers.get('allow'))]).toEqual([
          path,
          [...new Set(allow)].toSorted(),
        ])
        seen++
      }
  }
  expect(seen).toBeGreaterThan(50)
})

test('an address that is none is 404, also under the partner interface, with a key and without (contract §6)', async () => {
  await using service = await startService()
  const { alfa, call } = service

  for (const path of [
    '/nothing',
    '/v1/nothing',
    '/v2/health',
    '/V1/health',
    '/v1/partner',
    '/v1/partner/nothing',
    '/v1/partner/availability/nothing',
    '/v1/partner/availability/history/nothing',
    '/v1/partneravailability',
    '/problems',
    '//v1/health',
    '/v1//health',
    '/.env',
    '/swagger/nothing',
    // A slash more is another address.
    '/nothing/',
    '/a/b/',
    '/metrics/',
    '/v1/health/',
    '/v1/partner/hotel/',
  ])
    for (const method of ['GET', 'PUT', 'POST', 'DELETE'])
      for (const headers of [{}, { authorization: `Bearer ${alfa.secret}` }] as Record<
        string,
        string
      >[]) {
        const answer = await call(method, path, { headers })
        expect([method, path, answer.status]).toEqual([method, path, 404])
        expect(answer).toBeProblem(404, 'not_found')
        expect(answer.headers.get('allow')).toBeNull()
      }
})

test('an address with a slash too many is not led on, but told the one that is meant (issue 16)', async () => {
  await using service = await startService({ listen: true })
  const headers = { authorization: `Bearer ${service.alfa.secret}` }

  for (const [path, meant] of [
    ['/v1/partner/availability/', '/v1/partner/availability'],
    ['/v1/partner//availability?from=2027-04-01', '/v1/partner/availability'],
    ['//v1/partner/availability//', '/v1/partner/availability'],
    ['/v1/partner/bookings/ZZZZZZZZZZ/', '/v1/partner/bookings/ZZZZZZZZZZ'],
    ['/v1/health/', '/v1/health'],
    ['/v1/nothing/', undefined],
    ['/v1/partner/nothing', undefined],
  ] as const)
    for (const method of ['GET', 'PUT', 'POST']) {
      const answer = await fetch(service.url + path, { method, headers, redirect: 'manual' })
      expect([method, path, answer.status]).toEqual([method, path, 404])
      const { detail } = (await answer.json()) as { detail: string }
      expect(detail).toBe(
        meant
          ? `There is nothing at this address. Without the extra slash it is ${meant}`
          : 'There is nothing at this address.',
      )
    }
})

test('HEAD answers as GET would, status and headers, without a body (RFC 9110 §9.3.2)', async () => {
  await using service = await startService({ listen: true })
  const withKey = { authorization: `Bearer ${service.alfa.secret}` }

  for (const [path, headers] of [
    ['/v1/health', {}],
    ['/v1', {}],
    ['/problems/not_found', {}],
    ['/problems/nothing', {}],
    ['/nothing', {}],
    ['/v1/partner/hotel', withKey],
    ['/v1/partner/availability?from=2027-04-01&to=2027-04-02', withKey],
    ['/v1/partner/availability', withKey],
    ['/v1/partner/hotel', {}],
  ] as [string, Record<string, string>][]) {
    const ask = async (method: string) =>
      readAnswer(await fetch(service.url + path, { method, headers }))
    const [get, head] = [await ask('GET'), await ask('HEAD')]
    expect([path, head.status, head.text]).toEqual([path, get.status, ''])
    expect([path, lastingHeaders(head)]).toEqual([path, lastingHeaders(get)])
    expect(head.headers.get('x-request-id')).toBeTruthy()
  }
})

test('every answer has an x-request-id of its own, whatever its status (contract §6)', async () => {
  await using service = await startService()
  const { alfa, call } = service
  const range = '/availability?from=2027-04-01&to=2027-04-02'
  const etag = (await alfa.call('GET', range)).headers.get('etag')!

  const answers = [
    await call('GET', '/v1/health'),
    await call('GET', '/', { headers: { accept: 'text/html' } }),
    await call('GET', '/openapi.json'),
    await alfa.call('GET', range),
    await alfa.call('GET', range, { headers: { 'if-none-match': etag } }),
    await alfa.call('PUT', '/availability', { raw: '{' }),
    await call('GET', '/v1/partner/hotel'),
    await call('GET', '/nothing'),
    await call('DELETE', '/v1'),
    await alfa.call('PUT', '/availability', {
      raw: '{}',
      headers: { 'content-type': 'text/plain' },
    }),
    await alfa.call('PUT', '/availability', { raw: '{}' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([
    200, 302, 200, 200, 304, 400, 401, 404, 405, 415, 422,
  ])
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Set(ids).size).toBe(answers.length)
})

test('a sane x-request-id of the client is echoed, in the body of a problem too; others are replaced (contract §6)', async () => {
  await using service = await startService()
  const { alfa, call } = service
  const ask = (id: string) => call('GET', '/nothing', { headers: { 'x-request-id': id } })

  for (const id of ['abc', 'A.b_c:d-9', '7'.repeat(64)]) {
    const answer = await ask(id)
    expect(answer.headers.get('x-request-id')).toBe(id)
    expect(answer.body.requestId).toBe(id)
  }
  for (const id of ['', 'a b', 'a"b', '<script>', 'a\tb', 'ü', '7'.repeat(65), '{"a":1}']) {
    const answer = await ask(id)
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.text).not.toContain('script')
  }
  const good = await alfa.call('GET', '/hotel', { headers: { 'x-request-id': 'mine' } })
  expect(good.headers.get('x-request-id')).toBe('mine')
})

test('broken percent-encoding in the path or the query is a problem, never a defect (contract §6)', async () => {
  await using service = await startService()
  const { alfa, call } = service

  for (const path of [
    '/%',
    '/%ZZ',
    '/v1/%E0%A4%A',
    '/problems/%',
    '/problems/%E0%A4%A',
    '/problems/%00',
  ])
    expect(await call('GET', path)).toBeProblem(404, 'not_found')
  for (const path of ['/hotel%', '/%68otel%ZZ', '/availability%2Fhistory'])
    expect(await alfa.call('GET', path)).toBeProblem(404, 'not_found')
  for (const query of ['?%', '?%ZZ=%ZZ', '?from=%E0%A4%A&to=%', '?=', '?&=&'])
    expect(await alfa.call('GET', `/availability${query}`)).toBeProblem(422, 'validation_failed')
})

test('a very long address or parameter is a problem like any other (contract §6)', async () => {
  await using service = await startService()
  const { alfa, call } = service
  const long = 'a'.repeat(100_000)

  expect(await call('GET', `/${long}`)).toBeProblem(404, 'not_found')
  expect(await call('GET', `/problems/${long}`)).toBeProblem(404, 'not_found')
  const query = await alfa.call('GET', `/availability?from=${long}&to=${long}`)
  expect(query).toBeProblem(422, 'validation_failed')
  const many = await alfa.call('GET', `/availability?${'x&'.repeat(50_000)}`)
  expect(many).toBeProblem(422, 'validation_failed')
  for (const { text } of [query, many]) expect(text.length).toBeLessThan(2_000)
  const distinct = Array.from({ length: 5_000 }, (_, index) => `p${index}=1`).join('&')
  const unknown = await alfa.call('GET', `/availability?${distinct}`)
  expect(unknown).toBeProblem(422, 'validation_failed')
  expect(unknown.body.errors.length).toBeLessThanOrEqual(16)
})
