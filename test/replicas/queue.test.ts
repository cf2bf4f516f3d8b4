import { expect, setDefaultTimeout, test } from 'bun:test'
import { updateLastUsed } from '../../src/store/accounts/api-keys.ts'
import { openStore } from '../../src/store/open.ts'
import { claimDeliveries, settleDelivery } from '../../src/store/webhooks/delivery-claims.ts'
import {
  insertRequestedDelivery,
  updateAbandoned,
} from '../../src/store/webhooks/delivery-edits.ts'
import { takeEvents } from '../../src/store/webhooks/outbox.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { startScene } from '../support/replicas.ts'

setDefaultTimeout(120_000)

// What the worker writes while requests of other processes write the same rows (issue 15).

const NOWHERE = 'http://127.0.0.1:9/'
const SETTLED = {
  ...{ atMs: 1, durationMs: 1, headers: '{}', nextAtMs: undefined },
  ...{ status: 204, error: null, detail: null, answer: null },
}

/** Two stores on a database with a delivery of a booking that is due. */
async function startQueue() {
  const server = await startPostgres()
  const scene = await startScene(server, NOWHERE)
  const other = await openStore(scene.target)
  const { store } = scene
  await scene.tell('B1', 1)
  await store.tx((tx) => takeEvents(tx, { newId: Bun.randomUUIDv7, nowMs: 1, limit: 10 }))
  const endpoint = { webhookId: 'endpoint', isActive: true }
  const claim = () =>
    store.tx((tx) => claimDeliveries(tx, { endpoint, limit: 5, nowMs: 2, leaseMs: 30_000 }))
  const rows = () => store.db.select().from(store.t.delivery).orderBy(store.t.delivery.seq)
  return {
    ...{ store, other, claim, rows },
    async [Symbol.asyncDispose]() {
      await other.close()
      await scene[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

test('what is queued behind a delivery while that is settled goes when it is, in either order', async () => {
  await using queue = await startQueue()
  const { store, other, claim, rows } = queue
  const [first] = await claim()
  const [{ hotelId, outboxSeq }] = (await rows()) as [Awaited<ReturnType<typeof rows>>[number]]
  const queued = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const asked = other.tx(async (tx) => {
    const delivery = { id: 'again', webhookId: 'endpoint', hotelId, outboxSeq, orderKey: 'B1' }
    const again = { ...delivery, vendorId: null, cause: 'redelivery' as const }
    await insertRequestedDelivery(tx, again, 3)
    queued.resolve()
    await goOn.promise
  })
  await queued.promise
  const settled = store.tx((tx) => settleDelivery(tx, { ...SETTLED, claim: first! }, 4))
  await Promise.race([settled, Bun.sleep(300)])
  goOn.resolve()
  await Promise.all([asked, settled])
  expect((await rows()).map(({ state, dueAtMs }) => [state, dueAtMs])).toEqual([
    ['delivered', null],
    ['pending', 4],
  ])
})

test('what is given up between the look of a claim and its write is not claimed', async () => {
  await using queue = await startQueue()
  const { other, claim, rows } = queue
  const inside = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const given = other.tx(async (tx) => {
    await updateAbandoned(tx, 'endpoint', 3)
    inside.resolve()
    await goOn.promise
  })
  await inside.promise
  // It reads the delivery as it was, and waits for its row.
  const claimed = claim()
  await Promise.race([claimed, Bun.sleep(300)])
  goOn.resolve()
  await given
  expect(await claimed).toEqual([])
  expect(await rows()).toMatchObject([{ state: 'failed', dueAtMs: null, leasedUntilMs: null }])
})

test('uses of keys that two processes note at once are noted, and never an earlier one', async () => {
  await using queue = await startQueue()
  const { store, other } = queue
  const { apiKey } = store.t
  const ids = Array.from({ length: 40 }, (_, index) => `key ${String(index).padStart(2, '0')}`)
  await store.tx(async (tx) => {
    const rows = ids.map((id) => ({ id, hotelId: 1, name: id, prefix: id, hash: id }))
    await tx.db.insert(apiKey).values(rows.map((row) => ({ ...row, createdAtMs: 1 })))
  })
  const noted = (atMs: number) => new Map(ids.map((id) => [id, { atMs, from: `192.0.2.${atMs}` }]))
  for (let round = 1; round <= 20; round++)
    await Promise.all([
      store.tx((tx) => updateLastUsed(tx, tx.t.apiKey, noted(10 * round))),
      other.tx((tx) =>
        updateLastUsed(tx, tx.t.apiKey, new Map([...noted(10 * round - 5)].toReversed())),
      ),
    ])
  await other.tx((tx) => updateLastUsed(tx, tx.t.apiKey, noted(150)))
  const rows = await store.db
    .select({ at: apiKey.lastUsedAtMs, from: apiKey.lastUsedFrom })
    .from(apiKey)
  expect(new Set(rows.map(({ at, from }) => `${at} ${from}`))).toEqual(new Set(['200 192.0.2.200']))
})
