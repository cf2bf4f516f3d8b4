import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { EventName } from '../../src/domain/webhooks/webhook.ts'
import { findListeners, hasUnqueued } from '../../src/store/webhooks/outbox.ts'
import { insertWebhook, updateWebhook } from '../../src/store/webhooks/webhooks.ts'
import { book, sell } from '../support/bookings.ts'
import { startService, type TestService } from '../support/service.ts'
import { sqliteDb } from '../support/sql.ts'
import { signIn } from '../support/users.ts'
import { addVendor, connect } from '../support/vendors.ts'
import { webhookRow } from '../support/webhook-rows.ts'

const DAYS: EventName[] = ['availability.changed']
const webhook = ({ alfa }: TestService, events = DAYS) => webhookRow(alfa, { events })
const ask = ({ store, alfa }: TestService) =>
  store.tx(async (tx) => (await findListeners(tx, alfa.id)).ofDays)

test('whether days are wanted is known anew after each change of a webhook (issue 4)', async () => {
  await using service = await startService()
  const { store } = service
  expect(await ask(service)).toBe(false)
  await store.tx((tx) => insertWebhook(tx, webhook(service), 's'))
  expect(await ask(service)).toBe(true)
  expect(await ask(service)).toBe(true)
  await store.tx((tx) => updateWebhook(tx, webhook(service, ['booking.completed'])))
  expect(await ask(service)).toBe(false)
})

test('a push in the same commit as a new webhook, behind it, is told; one whose making fails leaves nothing in memory', async () => {
  await using service = await startService()
  const { store } = service
  expect(await ask(service)).toBe(false)
  const [, wanted] = await Promise.all([
    store.tx((tx) => insertWebhook(tx, webhook(service), 's')),
    ask(service),
  ])
  expect(wanted).toBe(true)
  await store.tx((tx) => updateWebhook(tx, webhook(service, ['booking.completed'])))
  const [failed, before] = await Promise.allSettled([
    store.tx(async (tx) => {
      await updateWebhook(tx, webhook(service))
      throw new Error('no')
    }),
    ask(service),
  ])
  expect(failed.status).toBe('rejected')
  expect(before).toEqual({ status: 'fulfilled', value: false })
  expect(await ask(service)).toBe(false)
})

test('what was seen in a commit that came to nothing is not kept', async () => {
  // Bodies share a commit when they are begun within 10 ms, which on a busy machine they may not be.
  for (let time = 1; ; time++) {
    await using service = await startService()
    const { store } = service
    const [made, ...others] = await Promise.allSettled([
      store.tx((tx) => insertWebhook(tx, webhook(service), 's')),
      ask(service),
      store.tx(async (tx) => {
        // As a full disk does: the whole transaction is gone, not this body's part alone.
        sqliteDb(tx.db).run(sql`rollback`)
        throw new Error('the disk is full')
      }),
    ])
    if (made.status === 'fulfilled' && time < 50) continue
    expect([made, ...others].map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    expect(await ask(service)).toBe(false)
    return
  }
})

test('an event that nobody could receive is none of the sender’s; with an endpoint, or a vendor connected, it is', async () => {
  const listeners: Record<string, (service: TestService) => Promise<unknown>> = {
    nobody: async () => {},
    'an endpoint': async (service) =>
      await service.store.tx((tx) => insertWebhook(tx, webhook(service, []), 's')),
    'a vendor': async (service) => await connect(service, await addVendor(service), service.alfa),
  }
  for (const [who, listen] of Object.entries(listeners)) {
    await using service = await startService()
    await sell(service)
    await listen(service)
    await service.store.tx((tx) => tx.db.update(tx.t.outbox).set({ queuedAtMs: 1 }))
    const { code } = (await book(service.call, { hold: true })).body
    expect(await hasUnqueued(service.store), who).toBe(who !== 'nobody')
    await service.store.tx((tx) => tx.db.update(tx.t.outbox).set({ queuedAtMs: 1 }))
    const admin = await signIn(service, 'admin')
    expect((await admin.call('POST', `/v1/bookings/${code}/confirm`)).status).toBe(200)
    expect(await hasUnqueued(service.store), who).toBe(who !== 'nobody')
  }
})
