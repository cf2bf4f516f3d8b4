import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { pull } from '../support/http.ts'
import { operationsOf } from '../support/openapi.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

/** The policy for an answer that is no page: a browser may do nothing with it. */
const POLICIES = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

test('what is somebody’s own is kept by no cache, unless its route says how, and never guessed at (RFC 9111 §5.2)', async () => {
  await using service = await startService()
  await sell(service)
  const { guest, manager, agent, admin } = await hireStaff(service)
  const { code } = (await book(guest.call)).body

  for (const answer of [
    await guest.call('GET', '/v1/bookings'),
    await guest.call('GET', `/v1/bookings/${code}`),
    await manager.call('GET', '/v1/panel/bookings'),
    await manager.call('GET', '/v1/panel/dashboard'),
    await agent.call('GET', '/v1/acenta/bookings'),
    await admin.call('GET', '/v1/admin/users'),
    await service.alfa.call('GET', `/bookings/${code}`),
    await service.alfa.call('GET', '/hotel'),
    await service.alfa.call('PUT', '/availability?dryRun=true', {
      body: { updates: [{ roomCode: 'DBL', date: '2027-04-01', available: 1 }] },
    }),
  ]) {
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
  const pulled = await pull(service.alfa, '2027-04-01')
  expect(pulled.headers.get('cache-control')).toBe('private, no-cache')
  expect(pulled.headers.get('x-content-type-options')).toBe('nosniff')
})

test('every answer of every operation has its policies once, problems too (RFC 9110 §5.3; ASVS 3.4)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const document = (await service.call('GET', '/openapi.json')).body

  const routes = ['GET /', 'GET /metrics', 'GET /openapi.json', ...operationsOf(document).keys()]
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    const { headers, status } = await admin.call(method, path.replaceAll(/[{}]/g, ''))
    const policy = headers.get('cache-control')
    expect([route, policy]).toEqual([
      route,
      expect.stringMatching(status < 400 ? /^(private, )?no-store$/ : /^no-store$/),
    ])
    for (const [name, value] of Object.entries(POLICIES))
      expect([route, name, headers.get(name)]).toEqual([route, name, value])
  }
})
