import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { verifyWebhook } from '../lib/index.ts'

const SECRET = Buffer.from('a secret of thirty-two bytes....').toString('base64')
const BODY = JSON.stringify({ event: 'booking.confirmed', data: { code: 'A', revision: 1 } })

/** Signs as Standard Webhooks says. */
function headersFor(body: string, atMs = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1_000))
  const hmac = createHmac('sha256', Buffer.from(SECRET, 'base64'))
  const signature = hmac.update(`msg_1.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

test('a webhook is believed by its signature over the raw body, and nothing else is', () => {
  const secret = `whsec_${SECRET}`
  assert.deepEqual(verifyWebhook(secret, BODY, headersFor(BODY)), JSON.parse(BODY))
  assert.equal(verifyWebhook(secret, `${BODY} `, headersFor(BODY)), undefined)
  assert.equal(verifyWebhook(secret, BODY, headersFor(BODY, Date.now() - 3_600_000)), undefined)
  assert.equal(verifyWebhook(secret, BODY, {}), undefined)
})
