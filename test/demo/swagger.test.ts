import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { createApp } from '../../src/app.ts'
import { demoAccess } from '../../src/demo/access.ts'
import { seedDemo } from '../../src/demo/seed.ts'
import { createContext } from '../../src/http/api/context.ts'
import { createLog } from '../../src/log.ts'
import type { Deps } from '../../src/service/deps.ts'
import { realDeps } from '../../src/service/real-deps.ts'
import { type Document, operationsOf } from '../support/openapi.ts'
import { caller } from '../support/service.ts'
import { startStore } from '../support/store.ts'

// On a busy machine too.
setDefaultTimeout(120_000)

/** Examples that make or change days and rates, and who sends them. */
const OPERATIONS = {
  'PUT /v1/partner/availability': 'key',
  'PATCH /v1/partner/availability': 'key',
  'PATCH /v1/panel/availability': 'manager',
  'POST /v1/panel/rates': 'manager',
} as const

test('days and rates that Swagger shows as examples are taken by the hotel whose key the demo prints (issue 14)', async () => {
  await using given = await startStore()
  // The examples are of days from today on, the real one.
  const deps: Deps = { store: given.store, brand: 'service', ...realDeps() }
  await seedDemo(deps)
  const { apiKey, users } = await demoAccess(deps, join(given.file, '../data'))
  const app = createApp(
    createContext(deps, {
      log: createLog('error'),
      version: '0.1.0',
      publicUrl: 'http://localhost:3000',
      panelUrl: 'http://localhost:3000/panel',
      trustedProxies: 0,
      publicRatePerMinute: 0,
      loginLimits: false,
      fairUse: false,
      jwtSecret: 'a secret of the tests, long enough',
      monotonicMs: () => performance.now(),
    }),
  )
  const call = caller(app)
  const { email, password } = users.manager
  const session = await call('POST', '/v1/auth/login', { body: { email, password } })
  const tokens = { key: apiKey, manager: session.body.token }
  const operations = operationsOf((await call('GET', '/openapi.json')).body as Document)

  for (const [operation, sender] of Object.entries(OPERATIONS)) {
    const [method, path] = operation.split(' ') as [string, string]
    const { content } = operations.get(operation)!.requestBody!
    const examples = Object.entries(content['application/json']!.examples!)
    expect(examples.length).toBeGreaterThan(0)
    for (const [, { value }] of examples) {
      const headers = { authorization: `Bearer ${tokens[sender]}` }
      const { status, body } = await call(method, path, { headers, body: value })
      expect({ value, body, status }).toMatchObject({ status: method === 'POST' ? 201 : 200 })
    }
  }
})
