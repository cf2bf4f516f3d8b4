import { expect, test } from 'bun:test'
import { ADMINS } from '../../src/client/admin-operations.ts'
import { AGENCIES } from '../../src/client/agency-operations.ts'
import { GENERAL, PARTNERS } from '../../src/client/operations.ts'
import { PANEL } from '../../src/client/panel-operations.ts'
import { operationsOf } from '../support/openapi.ts'
import { startService } from '../support/service.ts'

test('the typed client knows the method and path of every operation: run `bun run generate-client` (issue 32)', async () => {
  const { call } = await startService()
  const operations = operationsOf((await call('GET', '/openapi.json')).body)
  const addresses = [...operations].map(([name, { operationId }]) => [
    operationId,
    name.replace(/\{(\w+)\}/g, ':$1'),
  ])
  expect({ ...GENERAL, ...AGENCIES, ...PANEL, ...ADMINS, ...PARTNERS }).toEqual(
    Object.fromEntries(addresses),
  )
})
