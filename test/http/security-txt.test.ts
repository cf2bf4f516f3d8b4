import { expect, test } from 'bun:test'
import { startService } from '../support/service.ts'

test('security.txt names the contact of who runs the service, for half a year from now (RFC 9116)', async () => {
  await using service = await startService({ securityContact: 'mailto:security@example.com' })
  const { status, text, headers } = await service.call('GET', '/.well-known/security.txt')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const fields = Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(': ')),
  )
  expect(fields).toEqual({
    Contact: 'mailto:security@example.com',
    Expires: expect.any(String),
    'Preferred-Languages': 'en, tr',
    Canonical: expect.stringMatching(/^https?:\/\/\S+\/\.well-known\/security\.txt$/),
  })
  const days = (Date.parse(fields.Expires!) - service.deps.nowMs()) / 86_400_000
  expect(days).toBeWithin(179, 181)
})

test('without a contact there is no security.txt', async () => {
  await using service = await startService()
  const answer = await service.call('GET', '/.well-known/security.txt')
  expect(answer).toBeProblem(404, 'not_found')
})
