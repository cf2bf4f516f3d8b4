import { expect, test } from 'bun:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { operationsOf } from '../support/openapi.ts'
import { startService } from '../support/service.ts'

const BYTES_MAX = 900 * 1024
/** An address as a deployment has: one of this machine would be found fault with. */
const PUBLIC_URL = 'https://hotels.example.net'

/** What Redocly's recommended rules, warnings too, find in a document: `rule place: message`. */
async function lint(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const found = await lintFromString({ source, config, absoluteRef: '/openapi.json' })
  return found.map(({ ruleId, message, location: [at] }) => `${ruleId} ${at?.pointer}: ${message}`)
}

test('redocly lint finds nothing in the document by its recommended rules, and less than 900 KB (issues 13, 34)', async () => {
  await using service = await startService({ publicUrl: PUBLIC_URL })
  const { text } = await service.call('GET', '/openapi.json')
  expect(await lint(text)).toEqual([])
  expect(text.length).toBeLessThan(BYTES_MAX)

  const broken = JSON.parse(text)
  delete broken.paths['/v1/health'].get.security
  expect(await lint(JSON.stringify(broken))).toEqual([
    expect.stringContaining('security-defined #/paths/~1v1~1health/get'),
  ])
})

test('every operation says what it is and who may call it: everybody, or whose credential it needs (issue 13)', async () => {
  await using service = await startService()
  const { body: document } = await service.call('GET', '/openapi.json')
  const roles = Object.keys(document.components.securitySchemes)
  expect(roles).toEqual(['apiKey', 'site', 'session', 'hotelManager', 'agencyUser', 'admin'])
  for (const [name, { security, description, responses }] of operationsOf(document)) {
    expect([name, description]).toEqual([name, expect.stringMatching(/\S/)])
    const named = security!.flatMap((each) => Object.keys(each))
    expect([name, roles]).toEqual([name, expect.arrayContaining(named)])
    // Credentials that were wrong are 401, too: the key of a site at every door of the general interface.
    expect([name, '401' in responses]).toEqual([name, named.length > 0])
  }
})
