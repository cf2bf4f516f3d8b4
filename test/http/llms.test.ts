import { expect, test } from 'bun:test'
import { guidePage } from '../support/guide.ts'
import { startService } from '../support/service.ts'

test('llms.txt says where the document is, and the guide’s rules for senders, each with paths that there are (issue 16)', async () => {
  await using service = await startService()
  const answer = await service.call('GET', '/llms.txt')
  expect(answer.headers.get('content-type')).toBe('text/plain;charset=utf-8')
  expect(answer.text).toMatch(/^# Roomwire\n\n> /)
  expect(answer.text).toMatch(/http:\/\/\S+\/openapi\.json/)
  const rules = answer.text.split('\n').filter((line) => /^\d\. /.test(line))
  for (const word of ['Bearer', 'seenThrough', 'Retry-After', 'cursor', 'ack`', 'Webhooks', 'ETag'])
    expect(rules.some((rule) => rule.includes(word))).toBe(true)
  const page = await guidePage('senders')
  for (const rule of rules) expect(page).toContain(rule)

  const { paths } = (await service.call('GET', '/openapi.json')).body
  const named = [...answer.text.matchAll(/`(?:(GET|POST|PATCH) )?(\/v1\/[^`?]+)/g)]
  expect(named.length).toBeGreaterThan(4)
  for (const [, method = 'get', path] of named)
    expect(paths[path!]?.[method.toLowerCase()], `${method} ${path}`).toBeDefined()
  expect(Buffer.byteLength(answer.text)).toBeLessThan(5_200)
})
