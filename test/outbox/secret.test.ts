import { expect, test } from 'bun:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { rotateSecret } from '../../src/service/webhooks/change-webhook.ts'
import { createVault } from '../../src/store/engine/vault.ts'
import { AHEAD, book, sell } from '../support/bookings.ts'
import { courier, endpoint, MANAGER } from '../support/outbox.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'

test('a secret sealed with another key is an attempt that failed, tried again by the schedule; a rotation mends it (contract §4)', async () => {
  await using service = await startService({
    world: { allowPrivateWebhooks: true, nowMs: Date.now },
  })
  await using receiver = startReceiver()
  await sell(service, { from: AHEAD.checkin })
  const { webhook } = await endpoint(service, service.alfa, receiver.url)
  // As after a start with another ENCRYPTION_KEY.
  const deps = { ...service.deps, vault: createVault('another key than it was sealed with') }
  const { work } = courier({ ...service, deps })
  expect((await book(service.call, AHEAD)).status).toBe(201)

  await work()
  const path = `/webhooks/${webhook.id}`
  const [delivery] = (await service.alfa.call('GET', `${path}/deliveries`)).body.items
  expect(delivery).toMatchObject({
    state: 'pending',
    attempts: [{ number: 1, error: 'secret', status: null }],
  })
  expect(delivery.attempts[0].detail).toContain('ENCRYPTION_KEY')
  expect(Date.parse(delivery.nextAttemptAt)).toBeGreaterThan(Date.now())
  expect(receiver.received).toEqual([])

  const { secret } = await rotateSecret(deps, MANAGER, webhook)
  await service.alfa.call('POST', `${path}/deliveries/${delivery.id}/redeliver`)
  await work()
  const [received] = await receiver.until(1)
  expect(() =>
    new StandardWebhook(secret).verify(received!.body, Object.fromEntries(received!.headers)),
  ).not.toThrow()
})
