import { expect, test } from 'bun:test'
import { claimDeliveries } from '../../src/store/webhooks/delivery-claims.ts'
import { updateFailure } from '../../src/store/webhooks/webhook-health.ts'
import { book, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { startService, type TestService } from '../support/service.ts'
import { historyOf } from '../support/staff.ts'
import { signIn } from '../support/users.ts'
import { addWebhook, attemptAll, deliveries, PUBLIC_URL, queueEvents } from '../support/webhooks.ts'

const DAY_MS = 86_400_000
const hook = (name: string) => `https://hooks.example.com/${name}`
const at = ({ clock }: TestService, laterMs = 0) => new Date(clock.nowMs + laterMs).toISOString()
const failed = { status: 503, error: 'status', detail: 'The receiver answered 503.' } as const

/** Alfa with a webhook and a booking whose first delivery failed: it is tried again in a day. */
async function failing(service: TestService) {
  const { alfa, store, clock } = service
  const { id } = await addWebhook(alfa)
  await sell(service)
  const { code } = (await book(service.call)).body
  await queueEvents(service)
  await attemptAll(service, id, { ...failed, nextAtMs: clock.nowMs + DAY_MS })
  await store.tx((tx) => updateFailure(tx, id, { atMs: clock.nowMs, isGone: false }))
  clock.advance(1_000)
  return { id, code, path: `/webhooks/${id}` }
}
const dueOf = async ({ alfa }: TestService, id: string) =>
  (await deliveries(alfa, id)).body.items.map((each: any) => each.nextAttemptAt)

test('what happens while a webhook is off waits, and is due at once when it is on again (contract §4)', async () => {
  await using service = await startService()
  const { alfa } = service
  const { id, code, path } = await failing(service)
  const off = await alfa.call('PATCH', path, { body: { active: false } })
  expect(off.body).toMatchObject({ active: false, offReason: 'manual', offAt: at(service) })
  service.clock.advance(1_000)
  // Off it stays, with the time it was switched off at.
  const again = await alfa.call('PATCH', path, { body: { active: false, description: 'x' } })
  expect(again.body).toMatchObject({ offReason: 'manual', offAt: at(service, -1_000) })
  await book(service.call, { checkin: '2027-04-03', checkout: '2027-04-04' })
  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  await queueEvents(service)
  service.clock.advance(60_000)

  const on = await alfa.call('PATCH', path, { body: { active: true } })
  const none = { offReason: null, offAt: null, failingSince: null }
  expect(on.body).toMatchObject({ active: true, ...none, pending: 3, updatedAt: at(service) })
  // The cancellation still waits for what comes before it.
  expect(await dueOf(service, id)).toEqual([null, at(service, -60_000), at(service)])
  expect(on.body.oldestPendingAt).toBe(at(service, -62_000))
})

test('an endpoint that was given up as gone is switched on by hand (contract §4)', async () => {
  await using service = await startService()
  const { alfa, store, clock } = service
  const { id, path } = await failing(service)
  await store.tx((tx) => updateFailure(tx, id, { atMs: clock.nowMs, isGone: true }))
  const gone = { active: false, offReason: 'gone', offAt: at(service) }
  expect((await alfa.call('GET', path)).body).toMatchObject(gone)
  // To switch off what is off changes nothing.
  expect((await alfa.call('PATCH', path, { body: { active: false } })).body).toMatchObject(gone)
  const on = await alfa.call('PATCH', path, { body: { active: true } })
  expect(on.body).toMatchObject({ active: true, offReason: null, offAt: null, failingSince: null })
  expect(await dueOf(service, id)).toEqual([at(service)])
})

test('another address is tried at once with all that waits, for the old failures are not its own', async () => {
  await using service = await startService()
  const { alfa } = service
  const { id, path } = await failing(service)
  expect(await dueOf(service, id)).toEqual([at(service, DAY_MS - 1_000)])
  const { body } = await alfa.call('PATCH', path, { body: { url: hook('moved') } })
  expect(body).toMatchObject({ url: hook('moved'), failingSince: null })
  expect(await dueOf(service, id)).toEqual([at(service)])
})

test('a long queue is made due as a whole, and what is under way is left alone', async () => {
  await using service = await startService()
  const { alfa, store, clock } = service
  const { id, path } = await failing(service)
  const [row] = await store.db.select().from(store.t.delivery)
  const { seq, id: _, ...like } = row!
  await store.tx(async (tx) => {
    for (let part = 0; part < 3; part++) {
      const rows = Array.from({ length: 400 }, (_, each) => ({
        ...like,
        id: `${part} ${each}`,
        // Many of one instant, more than one part holds.
        dueAtMs: clock.nowMs + 1 + Math.floor((part * 400 + each) / 700),
      }))
      await tx.db.insert(tx.t.delivery).values(rows)
    }
  })
  const leasedAtMs = clock.nowMs
  const underWay = await store.tx(async (tx) => {
    const endpoint = { webhookId: id, dueAtMs: 0, isFailing: false, isActive: true }
    const nowMs = leasedAtMs + 1
    return await claimDeliveries(tx, { endpoint, limit: 5, nowMs, leaseMs: 30_000 })
  })
  expect(underWay).toHaveLength(5)
  await alfa.call('PATCH', path, { body: { url: hook('moved') } })
  const { dueAtMs, leasedUntilMs } = store.t.delivery
  const due = await store.db.select({ dueAtMs, leasedUntilMs }).from(store.t.delivery)
  expect(due.filter((each) => each.leasedUntilMs !== null)).toHaveLength(5)
  for (const each of due)
    expect(each.dueAtMs).toBe(each.leasedUntilMs === null ? leasedAtMs : leasedAtMs + 30_001)
})

test('deleting a webhook gives up what waits for it, however much, and nothing is queued any more', async () => {
  await using service = await startService()
  const { alfa, store, clock } = service
  const { id, code } = await failing(service)
  const [row] = await store.db.select().from(store.t.delivery)
  const { seq, id: _, ...like } = row!
  const rows = Array.from({ length: 1_200 }, (_, each) => ({ ...like, id: String(each) }))
  await store.tx(async (tx) => {
    for (const part of [rows.slice(0, 600), rows.slice(600)])
      await tx.db.insert(tx.t.delivery).values(part)
  })
  await alfa.call('DELETE', `/webhooks/${id}`)
  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  await queueEvents(service)
  const left = await store.db.select().from(store.t.delivery)
  expect(left).toHaveLength(1_201)
  for (const { state, dueAtMs, finishedAtMs } of left)
    expect([state, dueAtMs, finishedAtMs]).toEqual(['failed', null, clock.nowMs])
})

test('a rotation shows a new secret once; the one before it signs too for 24 hours, to the millisecond (contract §4)', async () => {
  await using service = await startService()
  const { alfa, store, clock, deps } = service
  const made = await addWebhook(alfa)
  const path = `/webhooks/${made.id}`
  await sell(service)
  await book(service.call)
  await queueEvents(service)
  const secrets = () =>
    store.tx(async (tx) => {
      const endpoint = { webhookId: made.id, dueAtMs: 0, isFailing: false, isActive: true }
      const { nowMs } = clock
      const [claim] = await claimDeliveries(tx, { endpoint, limit: 1, nowMs, leaseMs: 0 })
      return await Promise.all(claim!.secrets.map(deps.vault.open))
    })
  expect(await secrets()).toEqual([made.secret])

  const rotated = await alfa.call('POST', `${path}/rotate-secret`)
  expect(rotated.status).toBe(200)
  expect(rotated.headers.get('cache-control')).toBe('no-store')
  expect(rotated.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(rotated.body.previousSecretExpiresAt).toBe(at(service, DAY_MS))
  expect(await secrets()).toEqual([rotated.body.secret, made.secret])
  clock.advance(DAY_MS - 1)
  expect((await alfa.call('GET', path)).body.previousSecretExpiresAt).toBe(at(service, 1))
  expect(await secrets()).toHaveLength(2)
  clock.advance(1)
  expect(await secrets()).toEqual([rotated.body.secret])
  expect((await alfa.call('GET', path)).body.previousSecretExpiresAt).toBeNull()

  const second = await alfa.call('POST', `${path}/rotate-secret`)
  const third = await alfa.call('POST', `${path}/rotate-secret`)
  expect(await secrets()).toEqual([third.body.secret, second.body.secret])
})

test('every change of a webhook is in the history with who made it, and never a secret (contract §5)', async () => {
  await using service = await startService()
  const { alfa, deps } = service
  const admin = await signIn(service, 'admin')
  const made = await addWebhook(alfa)
  const path = `/webhooks/${made.id}`
  await alfa.call('PATCH', path, { body: { events: ['booking.confirmed'] } })
  await alfa.call('PATCH', path, { body: {} })
  service.clock.advance(1)
  const rotated = await alfa.call('POST', `${path}/rotate-secret`)
  await alfa.call('PATCH', path, { body: { active: false } })
  await alfa.call('DELETE', path)

  const entries = await historyOf(admin, '?entity=webhook')
  expect(entries).toHaveLength(5)
  for (const { id, actor } of entries) {
    expect(id).toBe(made.id)
    expect(actor).toMatchObject({ type: 'key', id: alfa.keyId })
  }
  const after = entries.toReversed().map((entry) => entry.after)
  expect(after).toMatchObject([
    { url: PUBLIC_URL, active: true, previousUntilMs: null },
    { events: ['booking.confirmed'] },
    { previousUntilMs: deps.nowMs() + DAY_MS },
    { active: false, offReason: 'manual' },
    { deletedAtMs: deps.nowMs() },
  ])
  for (const secret of [made.secret, rotated.body.secret])
    expect(JSON.stringify(entries)).not.toContain(secret.slice(6))
  expect(JSON.stringify(entries)).not.toContain('v1.')
})
