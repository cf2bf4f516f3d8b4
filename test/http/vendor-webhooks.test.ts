import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createSend } from '../../src/outbox/deliver.ts'
import { book, sell } from '../support/bookings.ts'
import { push } from '../support/http.ts'
import { courier } from '../support/outbox.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'
import { signIn } from '../support/users.ts'
import { addVendor, connect, disconnect } from '../support/vendors.ts'
import { addWebhook, queueEvents, startSendingService } from '../support/webhooks.ts'

const DAY = { roomCode: 'DBL', date: '2027-04-01', available: 4, priceCents: 10_000 }
const HOOK = 'https://hooks.example.com/vendor'
const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id)

test('a vendor has its own webhooks at a hotel alone, and nobody else’s key has them; the hotel’s people see all (contract §8)', async () => {
  await using service = await startService()
  const { alfa } = service
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [alfa.id] })
  const [first, second] = [await addVendor(service), await addVendor(service, 'Second')]
  const one = await connect(service, first, alfa)
  const two = await connect(service, second, alfa)
  const holders = [alfa, one, two]
  const ids: string[] = []
  for (const [n, at] of holders.entries())
    ids.push((await addWebhook(at, { url: `${HOOK}/${n}` })).id)

  for (const [n, at] of holders.entries()) {
    expect(idsOf(await at.call('GET', '/webhooks'))).toEqual([ids[n]!])
    for (const [m, id] of ids.entries()) {
      const own = n === m
      expect((await at.call('GET', `/webhooks/${id}`)).status).toBe(own ? 200 : 404)
      if (own) continue
      for (const [method, path, body] of [
        ['PATCH', '', { active: false }],
        ['DELETE', ''],
        ['POST', '/test'],
        ['POST', '/rotate-secret'],
        ['POST', '/replay', { since: '2027-03-01T00:00:00Z' }],
        ['GET', '/deliveries'],
      ] as const)
        expect(await at.call(method, `/webhooks/${id}${path}`, { body })).toBeProblem(
          404,
          'not_found',
        )
    }
  }
  expect(idsOf(await manager.call('GET', '/v1/panel/webhooks'))).toEqual(ids)
  const panel = manager.call
  for (const [id, apiKeyId] of [
    [ids[1], null],
    [ids[1], alfa.keyId],
    [ids[1], two.keyId],
    [ids[0], one.keyId],
  ]) {
    const moved = await panel('PATCH', `/v1/panel/webhooks/${id}`, { body: { apiKeyId } })
    expect(moved.body.errors).toMatchObject([{ path: '/apiKeyId', code: 'unknown_key' }])
  }
  const listed = (await panel('GET', '/v1/panel/webhooks')).body.items
  const vendors = listed.map(({ vendorId }: { vendorId: string | null }) => vendorId)
  expect(vendors).toEqual([null, first.id, second.id])
  // What is the vendor's of it, the hotel may end and not change.
  const path = `/v1/panel/webhooks/${ids[1]}`
  expect(await panel('POST', `${path}/rotate-secret`)).toBeProblem(403, 'forbidden')
  const elsewhere = await panel('PATCH', path, { body: { url: `${HOOK}/elsewhere` } })
  expect(elsewhere).toBeProblem(403, 'forbidden')
  const wider = await panel('PATCH', path, { body: { events: ['availability.changed'] } })
  expect(wider).toBeProblem(403, 'forbidden')
  expect((await one.call('POST', `/webhooks/${ids[1]}/rotate-secret`)).status).toBe(200)
  const off = await panel('PATCH', `/v1/panel/webhooks/${ids[1]}`, { body: { active: false } })
  expect(off.body.active).toBe(false)

  // Five of the hotel's own, and five of each vendor.
  for (const [n, at] of holders.entries()) {
    for (let more = 0; more < 4; more++) await addWebhook(at, { url: `${HOOK}/${n}/${more}` })
    const refused = await at.call('POST', '/webhooks', { body: { url: `${HOOK}/${n}/more` } })
    expect(refused.body.errors).toMatchObject([{ code: 'too_many' }])
  }
})

test('a vendor is not told of its own pushes, and of those of others it is (contract §4)', async () => {
  await using service = await startService()
  const { alfa, store } = service
  const at = await connect(service, await addVendor(service), alfa)
  const { id } = await addWebhook(at, { url: HOOK, events: ['availability.changed'] })
  await push(at, [DAY])
  await push(alfa, [{ ...DAY, available: 3 }])
  await queueEvents(service)

  const rows = await store.db.select().from(store.t.delivery)
  expect(rows.map(({ webhookId }) => webhookId)).toEqual([id])
  const { outbox } = store.t
  const events = await store.db
    .select()
    .from(outbox)
    .where(eq(outbox.event, 'availability.changed'))
    .orderBy(outbox.seq)
  const [own, other] = events.map(({ body }) => JSON.parse(body))
  expect(own.data.actor).toEqual({ type: 'vendor', id: expect.any(String) })
  expect(own.data.actor.id).not.toBe(at.keyId)
  expect(other.data.actor).toEqual({ type: 'key', id: alfa.keyId })
})

test('with the connection its webhooks end: what waits is given up, nothing is sent, and the hotel’s own go on (contract §8)', async () => {
  await using receiver = startReceiver()
  await using service = await startSendingService()
  const { alfa, store } = service
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [alfa.id] })
  const vendor = await addVendor(service)
  const at = await connect(service, vendor, alfa)
  const { id } = await addWebhook(at, { url: `${receiver.url}/vendor` })
  const own = await addWebhook(alfa, { url: `${receiver.url}/own` })
  const sending = courier(service)
  await sell(service)
  await book(service.call)
  await queueEvents(service)
  await book(service.call)
  const [{ connection }] = (await manager.call('GET', '/v1/panel/vendors')).body.items
  expect(connection.webhooks).toBe(1)

  await manager.call('DELETE', `/v1/panel/vendors/${vendor.id}`)
  await sending.work()
  await book(service.call)
  await sending.after(60 * 60 * 1_000)

  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook/own', '/hook/own', '/hook/own'])
  const rows = await store.db.select().from(store.t.delivery)
  const ofVendor = rows.filter(({ webhookId }) => webhookId === id)
  expect(ofVendor.map(({ state, dueAtMs }) => [state, dueAtMs])).toEqual([['failed', null]])
  expect(idsOf(await manager.call('GET', '/v1/panel/webhooks'))).toEqual([own.id])
  // Connected anew it has none, and may use the address again.
  const anew = await connect(service, vendor, alfa)
  expect(idsOf(await anew.call('GET', '/webhooks'))).toEqual([])
  await addWebhook(anew, { url: `${receiver.url}/vendor` })
})

test('a delivery that is about to be sent is not sent when its vendor is disconnected meanwhile (contract §8)', async () => {
  const looking = Promise.withResolvers<void>()
  const found = Promise.withResolvers<string[]>()
  await using receiver = startReceiver()
  await using service = await startService({
    world: { allowPrivateWebhooks: true },
    resolve: async () => {
      looking.resolve()
      return await found.promise
    },
  })
  const { alfa } = service
  const vendor = await addVendor(service)
  const at = await connect(service, vendor, alfa)
  const { port } = new URL(receiver.url)
  await addWebhook(at, { url: `http://hooks.example:${port}/hook` })
  await sell(service)
  await book(service.call)
  const sending = courier(service, { send: createSend(service.deps) })
  await sending.pass()
  await looking.promise
  await disconnect(service, vendor, alfa)
  found.resolve(['127.0.0.1'])
  await sending.work()

  expect(receiver.received).toEqual([])
})

test('what was under way when its vendor was disconnected comes to nothing, however slowly its body came (contract §8)', async () => {
  await using service = await startService()
  const { alfa, store } = service
  const vendor = await addVendor(service)
  const at = await connect(service, vendor, alfa)
  const late = Promise.withResolvers<void>()
  const sent: [string, string, object][] = [
    ['POST', '/webhooks', { url: HOOK }],
    ['PUT', '/availability', { updates: [DAY] }],
    ['PUT', '/availability?dryRun=true', { updates: [DAY] }],
    ['POST', '/bookings/ack', { acks: [{ code: 'ZZZZZZZZZZ', revision: 1 }] }],
    ['POST', '/bookings/ZZZZZZZZZZ/ack', { revision: 1 }],
  ]
  const sending = sent.map(([method, path, body]) =>
    at.call(method, path, { raw: slowly(JSON.stringify(body), late.promise) }),
  )
  await Bun.sleep(0)
  await disconnect(service, vendor, alfa)
  late.resolve()

  for (const answer of await Promise.all(sending)) {
    expect(answer).toBeProblem(404, 'not_found')
    expect(answer.body.detail).toBe('You are connected with no hotel of this slug.')
  }
  expect(await store.db.select().from(store.t.webhook)).toEqual([])
  expect(await store.db.select().from(store.t.day)).toEqual([])
})

/** A body of which the rest comes when something has happened. */
const slowly = (text: string, happened: Promise<void>) =>
  new ReadableStream({
    async start(controller) {
      const bytes = new TextEncoder().encode(text)
      controller.enqueue(bytes.slice(0, 9))
      await happened
      controller.enqueue(bytes.slice(9))
      controller.close()
    },
  })
