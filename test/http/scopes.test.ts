import { expect, test } from 'bun:test'
import { type NeededScope, SCOPES, type Scope, scopesOf } from '../../src/domain/accounts/scope.ts'
import { routes } from '../../src/http/api/route.ts'
import { partnerDoor } from '../../src/http/doors/partner-key.ts'
import { withAnotherKey } from '../support/api-keys.ts'
import { type Document, operationsOf } from '../support/openapi.ts'
import { startService, type TestService } from '../support/service.ts'

/** Every route of the partner interface with the scope it needs: a new one fails the test until it has a row. */
const NEEDS: Record<string, NeededScope> = {
  'GET /v1/partner/availability': 'availability:read',
  'PUT /v1/partner/availability': 'availability:write',
  'PATCH /v1/partner/availability': 'availability:write',
  'GET /v1/partner/availability/history': 'availability:read',
  'GET /v1/partner/rates': 'availability:read',
  'POST /v1/partner/rates': 'rates:write',
  'PATCH /v1/partner/rates/:rateCode': 'rates:write',
  'GET /v1/partner/hotel': 'any',
  'PATCH /v1/partner/hotel': 'content:write',
  'GET /v1/partner/hotels': 'any',
  'GET /v1/partner/rooms': 'any',
  'GET /v1/partner/photos': 'any',
  'POST /v1/partner/photos': 'content:write',
  'PATCH /v1/partner/photos/:id': 'content:write',
  'PUT /v1/partner/photos/:id/widths': 'content:write',
  'DELETE /v1/partner/photos/:id': 'content:write',
  // With `availability:write`, too: `set-up.test.ts`.
  'POST /v1/partner/rooms': 'content:write',
  'PATCH /v1/partner/rooms/:roomCode': 'content:write',
  'GET /v1/partner/boards': 'any',
  'GET /v1/partner/mapping': 'any',
  'GET /v1/partner/extras': 'any',
  'GET /v1/partner/allotments': 'availability:read',
  'PUT /v1/partner/extras/:extraCode': 'rates:write',
  'GET /v1/partner/limits': 'any',
  'GET /v1/partner/bookings': 'bookings:read',
  'GET /v1/partner/bookings/:code': 'bookings:read',
  'GET /v1/partner/booking-groups/:code': 'bookings:read',
  'POST /v1/partner/bookings/:code/ack': 'bookings:ack',
  'POST /v1/partner/bookings/ack': 'bookings:ack',
  'PATCH /v1/partner/bookings/:code': 'bookings:manage',
  'POST /v1/partner/bookings/:code/no-show': 'bookings:manage',
  'POST /v1/partner/bookings/:code/cancel': 'bookings:manage',
  'GET /v1/partner/changes': ['availability:read', 'bookings:read'],
  'POST /v1/partner/changes/read': 'any',
  'POST /v1/partner/sandbox/bookings': 'any',
  'PATCH /v1/partner/sandbox/bookings/:code': 'any',
  'POST /v1/partner/sandbox/bookings/:code/confirm': 'any',
  'POST /v1/partner/sandbox/bookings/:code/expire': 'any',
  'POST /v1/partner/sandbox/bookings/:code/cancel': 'any',
  'POST /v1/partner/sandbox/bookings/:code/no-show': 'any',
  'POST /v1/partner/sandbox/booking-groups': 'any',
  'PATCH /v1/partner/sandbox/booking-groups/:code': 'any',
  'POST /v1/partner/sandbox/booking-groups/:code/confirm': 'any',
  'POST /v1/partner/sandbox/booking-groups/:code/expire': 'any',
  'POST /v1/partner/sandbox/booking-groups/:code/cancel': 'any',
  'POST /v1/partner/sandbox/reset': 'any',
  'POST /v1/partner/sandbox/faults': 'any',
  'GET /v1/partner/sandbox/faults': 'any',
  'DELETE /v1/partner/sandbox/faults/:id': 'any',
  'GET /v1/partner/sandbox/certification': 'any',
  'GET /v1/partner/webhooks': 'webhooks',
  'POST /v1/partner/webhooks': 'webhooks',
  'GET /v1/partner/webhooks/:id': 'webhooks',
  'PATCH /v1/partner/webhooks/:id': 'webhooks',
  'DELETE /v1/partner/webhooks/:id': 'webhooks',
  'POST /v1/partner/webhooks/:id/test': 'webhooks',
  'POST /v1/partner/webhooks/:id/rotate-secret': 'webhooks',
  'GET /v1/partner/webhooks/:id/deliveries': 'webhooks',
  'GET /v1/partner/webhooks/:id/deliveries/:deliveryId': 'webhooks',
  'POST /v1/partner/webhooks/:id/deliveries/:deliveryId/redeliver': 'webhooks',
  'POST /v1/partner/webhooks/:id/replay': 'webhooks',
  'GET /v1/partner/vendor-webhooks': 'any',
  'POST /v1/partner/vendor-webhooks': 'any',
  'GET /v1/partner/vendor-webhooks/:id': 'any',
  'PATCH /v1/partner/vendor-webhooks/:id': 'any',
  'DELETE /v1/partner/vendor-webhooks/:id': 'any',
  'POST /v1/partner/vendor-webhooks/:id/test': 'any',
  'POST /v1/partner/vendor-webhooks/:id/rotate-secret': 'any',
  'GET /v1/partner/vendor-webhooks/:id/deliveries': 'any',
  'GET /v1/partner/vendor-webhooks/:id/deliveries/:deliveryId': 'any',
  'POST /v1/partner/vendor-webhooks/:id/deliveries/:deliveryId/redeliver': 'any',
  'POST /v1/partner/vendor-webhooks/:id/replay': 'any',
}

const partnerRoutes = ({ app }: TestService): string[] =>
  app.routes
    .map(({ method, path }: { method: string; path: string }) => `${method} ${path}`)
    .filter((route: string) => route.includes(' /v1/partner'))

/** Routes that no key opens, whatever its scopes. */
const isOfVendors = (route: string) => route.includes('/vendor-webhooks')

test('every route of the partner interface is asked with every scope (contract §8)', async () => {
  await using service = await startService()

  expect(partnerRoutes(service).toSorted()).toEqual(Object.keys(NEEDS).toSorted())
})

test.each([...SCOPES])(
  'a key that has %s alone is let in where that is enough, and nowhere else (contract §8)',
  async (scope) => {
    await using service = await startService()
    const live = await withAnotherKey(service, service.alfa, { scopes: [scope] })
    const tested = await withAnotherKey(service, service.alfa, { scopes: [scope], test: true })

    for (const [route, needed] of Object.entries(NEEDS)) {
      if (isOfVendors(route)) continue
      const [method = '', path = ''] = route.replace('/v1/partner', '').split(' ')
      const key = path.startsWith('/sandbox') ? tested : live
      // Nothing of these names and no body: who is let in hears of that.
      const answer = await key.call(method, path.replaceAll(/:\w+/g, 'none'))
      const enough = scopesOf(needed)
      if (enough.length === 0 || enough.includes(scope)) {
        expect([route, answer.status]).not.toEqual([route, 403])
        expect(answer.status).toBeLessThan(500)
      } else {
        expect([route, answer.status]).toEqual([route, 403])
        expect(answer).toBeProblem(403, 'scope_missing')
        expect(answer.body.scopes).toEqual(enough)
        for (const each of enough) expect(answer.body.detail).toContain(each)
      }
    }
  },
)

test('a key with every scope is refused nowhere for one (contract §8)', async () => {
  await using service = await startService()
  const live = await withAnotherKey(service, service.alfa, { scopes: SCOPES })
  const tested = await withAnotherKey(service, service.alfa, { scopes: SCOPES, test: true })

  for (const route of Object.keys(NEEDS)) {
    if (isOfVendors(route)) continue
    const [method = '', path = ''] = route.replace('/v1/partner', '').split(' ')
    const key = path.startsWith('/sandbox') ? tested : live
    const { status } = await key.call(method, path.replaceAll(/:\w+/g, 'none'))
    expect([route, status]).not.toEqual([route, 403])
  }
})

test('the document says of each operation which scope it needs, and that 403 is the answer without it (contract §8)', async () => {
  await using service = await startService()
  const document: Document = (await service.call('GET', '/openapi.json')).body
  const operations = operationsOf(document)

  for (const [route, needed] of Object.entries(NEEDS)) {
    const operation = operations.get(route.replaceAll(/:(\w+)/g, '{$1}'))!
    const scopes = [...scopesOf(needed)]
    expect([route, operation['x-scope']]).toEqual([route, scopes])
    for (const scope of scopes) expect(operation.description).toContain(`\`${scope}\``)
    const isTest = route.includes(' /v1/partner/sandbox')
    expect([route, operation.description!.includes('With a test key.')]).toEqual([
      ...[route, isTest],
    ])
    const refused = operation.responses[403]!.description
    expect([route, refused.includes('`scope_missing`')]).toEqual([route, scopes.length > 0])
    expect(refused).toContain('`address_not_allowed`')
  }
  const others = [...operations].filter(([name]) => !name.includes(' /v1/partner'))
  for (const [name, operation] of others)
    expect([name, operation['x-scope']]).toEqual([name, undefined])
  for (const code of ['scope_missing', 'address_not_allowed'])
    expect((await service.call('GET', `/problems/${code}`)).status).toBe(200)
})

test('a refusal for a scope takes a token like any request, and says what is left (contract §7)', async () => {
  await using service = await startService()
  const key = await withAnotherKey(service, service.alfa, {
    scopes: ['webhooks'] satisfies Scope[],
    requestsPerMinute: 2,
  })

  const refused = await key.call('GET', '/bookings?from=2027-04-01&to=2027-04-02')
  expect(refused).toBeProblem(403, 'scope_missing')
  expect(refused.headers.get('ratelimit')).toStartWith('"default";r=1;')
  expect((await key.call('GET', '/rates')).status).toBe(403)
  expect(await key.call('GET', '/rates')).toBeProblem(429, 'rate_limited')
})

test('a route of the partner interface that does not say its scope does not compile', async () => {
  await using service = await startService()
  const { route } = routes('/v1/partner', partnerDoor(service.context), 'Mapping')
  const forgotten = { id: 'forgotten', summary: 'Forgotten', says: '', handle: () => undefined }

  // @ts-expect-error: `scope` is missing
  const add = () => route('GET', '/forgotten', forgotten)
  expect(add).toBeFunction()
})
