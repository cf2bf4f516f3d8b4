import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { EventName } from '../../src/domain/webhooks/webhook.ts'
import { areDaysWanted } from '../../src/store/webhooks/outbox.ts'
import { insertWebhook, updateWebhook } from '../../src/store/webhooks/webhooks.ts'
import { startService, type TestService } from '../support/service.ts'
import { sqliteDb } from '../support/sql.ts'
import { webhookRow } from '../support/webhook-rows.ts'

const DAYS: EventName[] = ['availability.changed']
const webhook = ({ alfa }: TestService, events = DAYS) => webhookRow(alfa, { events })
const ask = ({ store, alfa }: TestService) => store.tx((tx) => areDaysWanted(tx, alfa.id))

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
