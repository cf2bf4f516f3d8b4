import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { signedHeaders } from '../../src/outbox/sign.ts'

const BRAND = { brand: 'service', version: '0.1.0' }
const secretOf = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString('base64')}`
const SECRET = secretOf(Buffer.alloc(32, 5))
const FORMER = secretOf(Buffer.alloc(32, 9))

const message = (body: string) => ({
  id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  event: 'booking.confirmed',
  attempt: 1,
  atMs: Date.now(),
  body,
})

test('the brand’s signature is what openssl makes of the raw body, keyed by the secret as shown (specification §6)', () => {
  for (const body of [
    '{}',
    '{"guest":"Şükrü Yılmaz 日本 🛎"}',
    `{"long":"${'x'.repeat(100_000)}"}`,
  ]) {
    const headers = signedHeaders(message(body), [SECRET], BRAND)
    const { stdout, exitCode } = Bun.spawnSync(
      ['openssl', 'dgst', '-sha256', '-hmac', SECRET, '-r'],
      { stdin: Buffer.from(body) },
    )
    expect(exitCode).toBe(0)
    expect(headers['x-service-signature']).toBe(stdout.toString().split(' ')[0]!)
  }
})

test('the public libraries verify every message and refuse it when a byte of it is another (contract §4)', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.nat(),
      (text, key, place) => {
        const secret = secretOf(key)
        const body = JSON.stringify({ event: 'booking.confirmed', data: { text } })
        const headers = signedHeaders(message(body), [secret], BRAND)
        const bytes = Buffer.from(body)
        const flipped = Buffer.from(bytes)
        flipped[place % bytes.length]! ^= 1
        for (const library of [new StandardWebhook(secret), new SvixWebhook(secret)]) {
          expect(() => library.verify(body, headers)).not.toThrow()
          expect(() => library.verify(flipped.toString('latin1'), headers)).toThrow()
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('while a rotation overlaps both secrets verify, and the brand’s signature is by the new one (contract §4)', () => {
  const body = '{"event":"ping"}'
  const headers = signedHeaders(message(body), [SECRET, FORMER], BRAND)

  expect(headers['webhook-signature']!.split(' ')).toHaveLength(2)
  for (const secret of [SECRET, FORMER])
    expect(new StandardWebhook(secret).verify(body, headers)).toEqual({ event: 'ping' })
  expect(headers['x-service-signature']).toBe(
    signedHeaders(message(body), [SECRET], BRAND)['x-service-signature']!,
  )
  expect(() => new StandardWebhook(secretOf(Buffer.alloc(32))).verify(body, headers)).toThrow()
})

test('the brand names the headers, and the event and the attempt are told (contract §4)', () => {
  const headers = signedHeaders({ ...message('{}'), attempt: 3 }, [SECRET], {
    brand: 'acme',
    version: '1.2.3',
  })
  expect(headers).toMatchObject({
    'x-acme-event': 'booking.confirmed',
    'x-acme-attempt': '3',
    'webhook-id': '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
    'content-type': 'application/json',
    'user-agent': 'Roomwire/1.2.3',
  })
  expect(headers['x-acme-signature']).toMatch(/^[0-9a-f]{64}$/)
})
